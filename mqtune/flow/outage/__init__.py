"""What happens to channels in an outage: detection, retries, refusals, and queues that fill."""
