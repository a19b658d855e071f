"""The Capacity area: a form for each capacity model, its results, and a plot."""
