"""No pattern repeats a group possessively: Python before 3.11.5 matches too much then (cpython#106052).

When a repetition fails in the middle, it does not return to the end of the one before: `(?:ab?c)*+` matches
all of `aca`. `(?>(?:ab?c)*)` means the same, and is right in all versions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import mqtune
from mqtune.text import patterns

NO_GROUP = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)  # escapes and character classes
POSSESSIVE = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+")


def repeats_a_group(pattern: str) -> bool:
    return POSSESSIVE.search(NO_GROUP.sub("x", pattern)) is not None


def patterns_in(value: Any) -> Iterator[str]:
    """The patterns that a variable of a module holds, compiled or not, or whose method it is."""
    value = getattr(value, "__self__", value)
    if isinstance(value, (re.Pattern, vars(patterns)["_LazyPattern"])):
        yield value.pattern if isinstance(value.pattern, str) else value.pattern.decode("latin-1")
    elif isinstance(value, dict):
        for one in list(value.values()):
            yield from patterns_in(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from patterns_in(one)


def test_no_pattern_repeats_a_group_possessively() -> None:
    names = [one.name for one in walk_packages(mqtune.__path__, "mqtune.") if "__main__" not in one.name]
    found = {
        f"{name}.{variable}"
        for name in names
        for variable, value in vars(import_module(name)).items()
        if not variable.startswith("__")
        for pattern in patterns_in(value)
        if repeats_a_group(pattern)
    }
    assert found == set()


def test_such_patterns_are_recognized() -> None:
    assert repeats_a_group(r"(?:ab)*+c")
    assert repeats_a_group(r"(a[)]){2,}+")
    assert not repeats_a_group(r"(?>(?:ab)*)[()]*+\)++x(a)+")
