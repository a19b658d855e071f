"""Expiry and streaming queues."""
