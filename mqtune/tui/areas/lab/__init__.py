"""The Lab area: an experiment from the choice to its result, step by step. Measures and decides nothing."""
