"""Parses the output of the load drivers."""
