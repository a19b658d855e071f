"""Generic names, and names with placeholders: whether a name matches is true, false, or unknown."""

from __future__ import annotations

import re
from functools import lru_cache

from mqtune.syntax.placeholders import PLACEHOLDER, has_placeholder
from mqtune.text.wildcards import asterisks_match


def generic_matches(pattern: str, text: str) -> bool:
    """Whether a text equals a value, or begins with what precedes the asterisk at the end of one."""
    return text.startswith(pattern[:-1]) if pattern.endswith("*") else text == pattern


def name_matches(pattern: str | None, name: str) -> bool | None:
    """Whether an object's name fits the name in DISPLAY; None if a placeholder in it decides."""
    if pattern is None or pattern == "*":
        return True
    if not has_placeholder(name):
        return generic_matches(pattern, name)
    head, rest = literal_head(name), pattern.removesuffix("*")
    if not pattern.endswith("*"):
        return None if rest.startswith(head) and rest.endswith(literal_tail(name)) else False
    if head.startswith(rest):
        return True
    return None if rest.startswith(head) else False


def literal_head(name: str) -> str:
    """What precedes the first placeholder."""
    found = PLACEHOLDER.search(name)
    return name if found is None else name[: found.start()]


def literal_tail(name: str) -> str:
    """What certainly follows the last placeholder: the text behind its closing sign."""
    found = re.search(r"[^}>%@+)]*\Z", name)
    tail = found[0] if found is not None else ""
    return tail if len(tail) < len(name) and has_placeholder(name[: len(name) - len(tail)]) else ""


@lru_cache(maxsize=1024)
def overlap(left: str, right: str) -> bool:
    """Whether some name fits both of two patterns with asterisks anywhere."""
    if not left or not right:
        return not left.strip("*") and not right.strip("*")
    if left[0] == "*":
        return overlap(left[1:], right) or (right[0] != "*" and overlap(left, right[1:]))
    if right[0] == "*":
        return overlap(right, left)
    return left[0] == right[0] and overlap(left[1:], right[1:])


def profile_fits(profile: str, wanted: str, match: str) -> bool:
    """Whether DISPLAY CHLAUTH shows a record with this profile, for MATCH(GENERIC), EXACT or ALL."""
    if match == "EXACT" or (match == "GENERIC" and "*" not in wanted):
        return profile == wanted
    if match == "GENERIC":
        return asterisks_match(wanted, profile)
    return asterisks_match(profile, wanted) if "*" not in wanted else overlap(profile, wanted)
