"""The command that an editor starts."""
