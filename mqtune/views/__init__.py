"""Sources, topology and models as plain data for the front ends."""
