"""Rules of the K8S family: MQSC in YAML, and QueueManager resources."""
