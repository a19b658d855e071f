"""Client channel definition tables in JSON, as lossless trees."""
