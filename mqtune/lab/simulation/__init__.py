"""Simulated runs without a queue manager, with noise. Everything here is SIMULATED."""
