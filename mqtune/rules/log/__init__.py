"""The recovery log."""
