"""Published figures and the models derived from them, with units and ranges."""
