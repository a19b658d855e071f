"""Operating system limits."""
