"""Commands that show the published figures as data, and solve models for an input."""
