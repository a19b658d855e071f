"""The Topology area: topic trees with their locks, message paths, clusters, clients."""
