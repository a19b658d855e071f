"""Parses what the load drivers print."""
