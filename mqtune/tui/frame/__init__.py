"""What stands around every area: status line, keys, and the word on a terminal that is too small."""
