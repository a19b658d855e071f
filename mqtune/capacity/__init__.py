"""Published figures and the models made from them, with units and ranges. Does not know configuration."""
