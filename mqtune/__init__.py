"""mqtune: lint, tune and measure IBM MQ configuration.

This module contains the version and the address of the project and nothing else, so that importing the
package costs nothing.
"""

__version__ = "0.1.0"

# a fork changes it here and in pyproject.toml; a test compares both
REPOSITORY_URL = "https://github.com/mqtune/mqtune"
