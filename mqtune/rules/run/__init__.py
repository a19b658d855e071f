"""Rules of the RUN family: the order of commands, and repeated runs of a script."""
