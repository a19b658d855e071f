"""Experiments: measures queue managers with load drivers and decides questions about them."""
