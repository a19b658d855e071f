"""Home: the open project, its areas, and the findings to look at first."""
