"""The project file, the discovery of files, and the declared workload."""
