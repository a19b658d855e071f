"""The data of experiments: definitions, jobs, plans, runs and verdicts."""
