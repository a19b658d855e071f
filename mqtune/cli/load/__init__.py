"""`mqtune load`: declared loads from measured figures."""
