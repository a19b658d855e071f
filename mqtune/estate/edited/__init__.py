"""What the estates of an edited text take over from those before it."""
