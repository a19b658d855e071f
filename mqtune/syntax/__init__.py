"""Text to lossless trees: MQSC, the ini family, CCDT JSON and what carries them.

Does not know what an attribute means; that is the catalogue's and the estate's business.
"""
