"""What can be worked out from estates: topology, flow, budget, outages, access, queries, plans and tuning."""
