"""Findings as text, JSON, SARIF and other formats."""
