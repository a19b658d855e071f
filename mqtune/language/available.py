"""Whether an item is available at a level and on a platform.

A release such as 9.3.1 is a CD release: its items are available if 9.4 is declared, but not if 9.3 is. A
declared level that names no fix pack means the release with its maintenance, so an item of fix pack 8.0.0.4
counts as available at 8.0: a false alarm costs more than a miss.
"""

from __future__ import annotations

from mqtune.language._tables_levels import NEWEST_LEVEL, RELEASES
from mqtune.language.levels import Level, is_fix_pack, show_level

KNOWN = "known"
NEWER = "newer"
REMOVED = "removed"
DEPRECATED = "deprecated"

NEWEST: Level = NEWEST_LEVEL
"""The newest level the catalogue covers: above it an unknown word may simply be new."""

# an undeclared level is hardly older than the fourth latest long-term release
OLDEST_LIKELY: Level = [level for level, _, kind, _ in RELEASES if kind == "LTS"][-4]
# those that can be declared
PLATFORMS = ("linux", "aix", "windows", "ibmi", "zos", "appliance")
UNDECLARED_PLATFORM = "linux"  # what most rules are written for

# the declared platforms that a platform word of the catalogue covers; the appliance runs Linux inside
_FAMILIES = {
    "multiplatforms": ("linux", "aix", "windows", "ibmi", "appliance"),
    "aix-linux-windows": ("linux", "aix", "windows", "appliance"),
    "aix-linux": ("linux", "aix", "appliance"),
    "linux": ("linux", "appliance"),
}


def reached(introduced: Level | None, level: Level | None) -> bool:
    """Whether an item introduced in `introduced` is available at a level. An undeclared level has every
    item.
    """
    if introduced is None or level is None or introduced <= level:
        return True
    return is_fix_pack(introduced) and not is_fix_pack(level) and _release(introduced) <= level


def state(
    introduced: Level | None, deprecated: Level | None, removed: Level | None, level: Level | None
) -> str:
    """The state of an item at a level: "known", "newer", "removed" or "deprecated".

    Without a declared level, only items that are removed or deprecated in the newest release have these
    states.
    """
    if not reached(introduced, level):
        return NEWER
    at = NEWEST if level is None else level
    if removed is not None and removed <= at:
        return REMOVED
    if deprecated is not None and deprecated <= at:
        return DEPRECATED
    return KNOWN


def is_released(level: Level) -> bool:
    """Whether there is such a release, or may be a later one of the newest version or the next."""
    known = {(*released, 0)[:2] for released, *_ in RELEASES}
    return (*level, 0)[:2] in known or NEWEST[0] <= level[0] <= NEWEST[0] + 1


def newest_releases() -> str:
    """The newest long-term releases, as a list in words."""
    return ", ".join([show_level(level) for level, _, kind, _ in RELEASES if kind == "LTS"][-6:])


def needs_level(introduced: Level | None, level: Level | None) -> bool:
    """Whether it depends on the level, which is not declared, if an item is available."""
    return level is None and introduced is not None and introduced > OLDEST_LIKELY


def needs_platform(platforms: str, platform: str | None) -> bool:
    """Whether an item is not available on the usual platform, and none is declared."""
    return platform is None and on_platform(platforms, UNDECLARED_PLATFORM) is False


def on_platform(platforms: str, platform: str | None) -> bool | None:
    """Whether an item is available on a declared platform; None if no platform is declared."""
    if platforms == "all":
        return True
    if platform is None:
        return None
    return platform in _FAMILIES.get(platforms, (platforms,))


def covered(level: Level | None) -> bool:
    """Whether the catalogue covers a level; beyond it, unknown words are not errors."""
    return level is None or _release(level) <= NEWEST


def _release(level: Level) -> Level:
    """The release of a fix pack, without trailing zeros: 8 for 8.0.0.4."""
    parts = list(level[:3])
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return tuple(parts)
