"""Where a declared load ends up: the routes of messages, the load of every object, and utilisation."""
