"""Forms: one line for each value, typed or chosen from a list."""
