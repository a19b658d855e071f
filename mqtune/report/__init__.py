"""Findings to text, JSON, SARIF and the rest. Does not know how they were found."""
