"""`mqtune access`: whether a client can connect, as which user, and what it can do."""
