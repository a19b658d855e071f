"""Topics, clusters, routes, clients and hubs, worked out from the queue managers of an estate."""
