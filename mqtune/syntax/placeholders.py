"""Values that nobody knows before a template is rendered. Does not know what they stand for."""

from __future__ import annotations

import re

# `$SYS` begins the topic strings of the product itself
PLACEHOLDER = re.compile(
    r"\{\{|\{%|<%|\$\{|\$\(|\$(?!SYS\b)[A-Za-z_]|@@?\w+@@?|\+\w+\+|%%\w+%%|<[A-Za-z][\w .-]*>|__\w+__"
)


def has_placeholder(text: str) -> bool:
    """Whether a text holds a variable of a template, of a shell or of automatic configuration."""
    return PLACEHOLDER.search(text) is not None
