"""The ini family, as lossless trees."""
