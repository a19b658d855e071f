"""Makes runs: processes under guards, their output read while they live, what is watched meanwhile.

Knows the parsers of `lab/output/` and no experiment, method or journal.
"""
