"""Generators of committed files, and the build hook. Not part of the installed package."""
