"""The catalogue of MQ's languages as fast lookups."""
