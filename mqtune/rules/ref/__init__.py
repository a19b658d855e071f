"""References and consistency."""
