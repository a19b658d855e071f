"""The questions about files: each a typed function with parameters, which gives an answer."""
