"""mqtune: lint, tune and measure IBM MQ configuration.

This module contains the version and the address of the project and nothing else, so that importing the
package costs nothing.
"""

__version__ = "0.1.0"

# a fork changes it here and in pyproject.toml; a test compares both
REPOSITORY_URL = "https://github.com/mqtune/mqtune"
# below this address are the pages of documents and rules, with their paths in the checkout
DOCUMENTATION_URL = f"{REPOSITORY_URL}/blob/main"
# below this address are the JSON Schemas
SCHEMA_URL = f"{REPOSITORY_URL}/raw/main/schemas"
