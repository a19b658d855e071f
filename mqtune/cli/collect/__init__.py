"""`mqtune collect`: its options, and what it prints."""
