"""Collects the current state of real queue managers, read-only: commands, files, REST, ssh, kubectl."""
