"""The command `mqtune plan`."""
