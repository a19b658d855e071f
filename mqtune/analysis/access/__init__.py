"""Who can connect to a queue manager and do what, and which record decides.

Follows the order of checks of a queue manager on Multiplatforms. What the files do not show is followed both
ways: only if every way ends alike is there a verdict.
"""
