"""Queues and buffers."""
