"""`mqtune report`: the report as one HTML file, and as a table for spreadsheets."""
