"""MQSC scripts, as lossless trees."""
