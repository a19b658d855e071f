"""Commands for those who write configuration: the formatter, and the schemas of files."""
