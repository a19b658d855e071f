"""Values that nobody knows before a template is rendered. Does not know what they stand for."""

from __future__ import annotations

from mqtune.text.patterns import later

# every placeholder has one of these characters
SIGNS = frozenset("{$@%_<+")
# `$SYS` begins the topic strings of the product itself
PLACEHOLDER = later(
    r"\{\{|\{%|<%|\$\{|\$\(|\$(?!SYS\b)[A-Za-z_0-9]|@@?\w+@@?|\+\w+\+|%%?[A-Za-z]\w*%%?|#\{\w"
    r"|<[A-Za-z][\w ,.-]*>|__\w+__"
)


def has_placeholder(text: str) -> bool:
    """Whether a text holds a variable of a template, of a shell or of automatic configuration."""
    if text.replace(".", "").isalnum():  # most names are, and this is the quickest look at them
        return False
    return not SIGNS.isdisjoint(text) and PLACEHOLDER.search(text) is not None
