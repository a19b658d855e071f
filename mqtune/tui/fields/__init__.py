"""Forms: a line for each value, typed or picked. Does not know what the values are for."""
