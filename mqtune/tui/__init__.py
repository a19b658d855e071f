"""The terminal UI: screens that render what the engine says. Computes, parses and measures nothing itself."""
