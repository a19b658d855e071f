"""Processes: starts them under guards, reads their output while they run, and watches queues meanwhile."""
