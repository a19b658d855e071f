"""Facts about hubs, queue managers with many channels: their receivers, and exits that run in channels."""
