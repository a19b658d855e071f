"""Placeholders: parts of values that are unknown until a template is rendered."""

from __future__ import annotations

from mqtune.text.patterns import lazy_pattern

# every placeholder contains one of these characters
SIGNS = frozenset("{$@%_<+")
# `$SYS` is the beginning of the product's own topic strings
PLACEHOLDER = lazy_pattern(
    r"\{\{|\{%|%\{|<%|\$\{|\$\(|\$!?(?!SYS\b)[A-Za-z_0-9]|\$!\{|@@?\w+@@?|\+\w+\+|%%?[A-Za-z]\w*%%?|#\{\w"
    r"|<[A-Za-z][\w ,.-]*>|__\w+__|\{\w+\}"
)


def has_placeholder(text: str) -> bool:
    """Whether a text contains a variable of a template, of a shell or of automatic configuration."""
    if text.replace(".", "").isalnum():  # true of most texts, and the fastest check
        return False
    return not SIGNS.isdisjoint(text) and PLACEHOLDER.search(text) is not None
