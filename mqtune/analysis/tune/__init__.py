"""Recommended changes for the declared workload, derived from estates and models."""
