"""Generic names: asterisks anywhere (CHLAUTH), by name level (AUTHREC).

Does not know what the names stand for.
"""

from __future__ import annotations

import re
from functools import lru_cache


def asterisks_match(pattern: str, name: str) -> bool:
    """Whether a name fits a pattern in which each `*` stands for any number of characters."""
    if "*" not in pattern:
        return pattern == name
    return _asterisks(pattern).fullmatch(name) is not None


@lru_cache(maxsize=4096)
def _asterisks(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")), re.DOTALL)


def profile_matches(profile: str, name: str) -> bool:
    """Whether a name fits an authority profile: `?` one character, `*` within a level, `**` levels."""
    if "*" not in profile and "?" not in profile:
        return profile == name
    return _profile(profile).fullmatch(name) is not None


@lru_cache(maxsize=4096)
def _profile(profile: str) -> re.Pattern[str]:
    pieces = re.split(r"(\.\*\*\.|\.\*\*$|^\*\*\.|\*\*|\*|\?)", profile)
    return re.compile("".join(PROFILE_SIGNS.get(piece, re.escape(piece)) for piece in pieces))


# `**` stands for any number of levels, none included, so the full stop beside it may be missing
PROFILE_SIGNS = {
    ".**.": r"(?:\.|\..*\.)",
    ".**": r"(?:\..*)?",
    "**.": r"(?:.*\.)?",
    "**": ".*",
    "*": r"[^.]*",
    "?": r"[^.]",
}
