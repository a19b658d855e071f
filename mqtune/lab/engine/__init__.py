"""Runs an experiment: preflight, steps, measurement and stop conditions."""
