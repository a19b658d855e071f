"""The Topology area: topic trees with their locks, paths of messages, clusters, clients."""
