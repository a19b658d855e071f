"""Snippets that declared workload and models call for. Knows estates and models; no rules, no screens."""
