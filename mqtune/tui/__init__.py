"""The terminal UI: screens that render the engine's results. It does not compute, parse or measure."""
