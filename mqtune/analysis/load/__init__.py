"""Measured figures: what monitoring prints, as loads for the project file."""
