"""The functions behind the rule pages, by family. Does not know files or formats."""
