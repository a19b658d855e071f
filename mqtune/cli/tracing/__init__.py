"""`mqtune trace`: its options, and its output as text and JSON."""
