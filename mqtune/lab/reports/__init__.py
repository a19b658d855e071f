"""How plans, results and comparisons are written: lines for people, data for programs, Markdown and HTML."""
