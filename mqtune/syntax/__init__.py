"""Parsers from text to lossless trees: MQSC, the ini files, CCDT JSON, and the files that contain them.

The meaning of attributes belongs to the catalogue and the estate.
"""
