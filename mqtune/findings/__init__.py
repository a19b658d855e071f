"""Findings, their fixes and their fingerprints."""
