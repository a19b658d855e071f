"""The catalogue: unknown or invalid attributes, values, levels and platforms."""
