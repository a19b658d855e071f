"""Questions about the files with their answers as sections of rows: plan, trace, access, budget, query."""
