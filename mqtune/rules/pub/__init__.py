"""Publish/subscribe."""
