"""Rules of the REF family: references between objects, and the two ends of a connection."""
