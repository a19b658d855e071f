"""Uniform clusters."""
