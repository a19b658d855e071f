"""The project file, discovery and workload. Does not know MQ's rules."""
