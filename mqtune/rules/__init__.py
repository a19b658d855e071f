"""The functions behind the rule pages, one package per family."""
