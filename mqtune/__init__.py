"""mqtune: lint, tune and measure IBM MQ configuration.

This module holds the version and nothing else, so that importing the package costs nothing.
"""

__version__ = "0.1.0"
