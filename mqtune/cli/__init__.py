"""The command line: arguments and printing. Does not know how anything is computed."""
