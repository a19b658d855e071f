"""The load drivers, seen from outside: what they print, and how it is read.

One parser a format, each fed line by line. None of them may start a process or decide on an experiment.
"""
