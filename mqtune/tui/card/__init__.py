"""The card of one name, over every area, and the search for names."""
