"""Answers to MQSC DISPLAY commands from an estate: what a queue manager with these files would display."""
