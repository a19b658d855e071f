"""The journal of an experiment: its events, and the result folded from them."""
