"""Replay and idempotence."""
