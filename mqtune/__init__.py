"""mqtune: lint, tune and measure IBM MQ configuration.

This module contains the version and the address of the project and nothing else, so that importing the
package costs nothing.
"""

__version__ = "0.1.0"

# a fork changes both here and in pyproject.toml; a test compares them
REPOSITORY_URL = "https://github.com/mqtune/mqtune"
# the documentation site, which `python -m mqtune._build.site` builds
DOCUMENTATION_URL = "https://mqtune.github.io/mqtune"
# the page of a rule, for SARIF, editors, reports and `mqtune explain`; a code keeps its address for ever
RULE_URL = f"{DOCUMENTATION_URL}/rules/{{code}}/"
# below this address are the JSON Schemas
SCHEMA_URL = f"{REPOSITORY_URL}/raw/main/schemas"
