"""Widgets that several areas use."""
