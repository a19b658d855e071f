"""`mqtune query`: answers to DISPLAY commands, in the layout of runmqsc, as a table, JSON or CSV."""
