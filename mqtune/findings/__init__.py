"""Findings, places, fixes, fingerprints. Does not know where findings come from."""
