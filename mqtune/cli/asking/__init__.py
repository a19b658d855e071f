"""Questions on the command line: options from their parameters, answers as text or data."""
