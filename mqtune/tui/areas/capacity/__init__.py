"""The Capacity area: a form for each model, its answer, and a plot. Calculates nothing itself."""
