"""Renders answers: bodies laid out for text and screen, JSON, CSV and Markdown. Words nothing itself."""
