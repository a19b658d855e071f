"""Stands in for queue managers where there is none: noise of rates. Everything here is SIMULATED."""
