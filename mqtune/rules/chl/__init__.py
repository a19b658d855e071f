"""Rules of the CHL family: channels, their limits and both of their ends."""
