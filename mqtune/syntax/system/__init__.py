"""Files of the operating system that decide what a queue manager gets: sysctl, limits, service units."""
