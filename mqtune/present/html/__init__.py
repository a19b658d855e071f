"""The report as one HTML file, readable without network, without scripts, and on paper."""
