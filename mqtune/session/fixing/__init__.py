"""Applies fixes and suppressions to files: preview, verification, write, undo."""
