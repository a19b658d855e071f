"""Secrets in texts: where they are, and the text with them masked."""
