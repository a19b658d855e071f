"""The Lab area: an experiment from its choice to its result, step by step, as the lab's engine runs it."""
