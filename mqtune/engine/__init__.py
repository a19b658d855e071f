"""Selects, dispatches and suppresses rules, and turns what they yield into findings."""
