"""What a queue manager does not accept, so that it never takes effect."""
