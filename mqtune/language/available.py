"""Whether an item is available at a level and on a platform: levels, platforms and CipherSpecs.

A release such as 9.3.1 is a CD release: its items are available if 9.4 is declared, but not if 9.3 is. A
declared level that names no fix pack means the release with its maintenance, so an item of fix pack 8.0.0.4
counts as available at 8.0: a false alarm costs more than a miss.
"""

from __future__ import annotations

from functools import cache

from mqtune.language._tables_levels import NEWEST_LEVEL, RELEASES
from mqtune.text.record import record

# Levels, compared number by number: 10.0 comes after 9.4.

Level = tuple[int, ...]
MOST_DIGITS = 9  # digits of one part; a text with more is not a level


def parse_level(text: str) -> Level | None:
    """`9.4`, `9.3.0.40`, `<=5.3`, `V8.0` as numbers without trailing zeros; None for any other text."""
    cleaned = text.strip().lstrip("<=vV")
    parts = cleaned.split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= MOST_DIGITS for part in parts):
        return None
    numbers = [int(part) for part in parts]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def command_level(number: int) -> Level | None:
    """The level of a command level as dumps print it: 9.3 for 930, 10.0 for 1000."""
    if number < 100:
        return None
    version, rest = divmod(number, 100)
    return parse_level(f"{version}.{rest // 10}.{rest % 10}")


def show_level(level: Level) -> str:
    """A level in its usual form, with at least two parts: 9.4, 10.0, 9.3.0.40."""
    parts = level if len(level) > 1 else (*level, 0)
    return ".".join(str(part) for part in parts)


def is_fix_pack(level: Level) -> bool:
    """Whether a level is a maintenance level, not a release: 8.0.0.4, 9.4.0.10."""
    return len(level) > 3


# Availability.

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


# CipherSpecs and their state at a level.

ENABLED = "enabled"
DISABLED = "disabled"
UNKNOWN = "unknown"

# from, until (None: until now), state, confidence
Span = tuple[Level, "Level | None", str, str]


@record
class CipherSpec:
    """One name that SSLCIPH accepts.

    `alias` is "" for a CipherSpec, "fixed" for an alias of one protocol (`ANY_TLS12`), "minimum" for one
    without upper bound (`ANY_TLS12_OR_HIGHER`). `protocol` is "TLS 1.2", "SSL 3.0" and so on.
    """

    name: str
    protocol: str
    encryption: str = ""
    suite: str = ""
    other_names: tuple[str, ...] = ()
    fips_140_2: bool | None = None
    fips_140_3: bool | None = None
    platforms: str = "all"
    introduced: Level | None = None
    spans: tuple[Span, ...] = ()
    confidence: str = "high"
    alias: str = ""

    def at(self, level: Level | None) -> tuple[str, str]:
        """The state at a level (the newest if none is declared), and the confidence in it."""
        if self.alias:
            return (ENABLED, self.confidence)
        for since, until, state, confidence in reversed(self.spans):
            if level is None or (since <= level and (until is None or _within(level, until))):
                return (state, confidence)
        return (UNKNOWN, "low")


def _within(level: Level, until: Level) -> bool:
    """Whether a level is at or before `until`, which includes all its fix packs: 9.3 includes 9.3.0.40."""
    return level[: len(until)] <= until or level <= until


@cache
def cipherspecs() -> dict[str, CipherSpec]:
    """All names, aliases included. The table is imported on first use, because few scripts need it."""
    from mqtune.language._tables_ciphers import ALIASES, CIPHERSPECS

    specs = {}
    for row in CIPHERSPECS:
        specs[row[0]] = CipherSpec(*row)
    for name, protocol, bound, fips2, fips3, introduced, confidence in ALIASES:
        specs[name] = CipherSpec(
            name,
            protocol,
            fips_140_2=fips2,
            fips_140_3=fips3,
            introduced=introduced,
            confidence=confidence,
            alias=bound,
        )
    return specs


def cipherspec(name: str) -> CipherSpec | None:
    """A CipherSpec or alias by its MQSC name in upper case."""
    return cipherspecs().get(name)


@cache
def cipherspec_of_suite(name: str) -> CipherSpec | None:
    """The CipherSpec for a name used by other products: a Java cipher suite, an old spelling."""
    for spec in cipherspecs().values():
        if name in (spec.suite, *spec.other_names):
            return spec
    return None


# how the SSLCIPH of the two ends of a channel differ: TLS cannot start, or starts only if the CipherSpec that
# an alias negotiates happens to be that of the other end
DIFFERENT, PERHAPS = "different", "perhaps"
# the TLS protocols in their order, as the catalogue names them
_TLS = ("TLS 1.0", "TLS 1.2", "TLS 1.3")


def difference(starting: str, accepting: str) -> str:
    """How SSLCIPH of the end that starts a channel differs from that of the other: DIFFERENT, PERHAPS, or ""
    if they fit or one of the names is unknown (IBM MQ documentation, CipherSpec mismatches, and Relationship
    between alias CipherSpec settings).
    """
    if starting == accepting:
        return ""
    if not starting or not accepting:
        return DIFFERENT
    first, second = cipherspec(starting), cipherspec(accepting)
    if first is None or second is None or first is second:
        return ""
    if not first.alias and not second.alias:
        return DIFFERENT
    if not set(_protocols(first)) & set(_protocols(second)):
        return DIFFERENT
    return PERHAPS if first.alias == "minimum" and second.alias != "minimum" else ""


def _protocols(spec: CipherSpec) -> tuple[str, ...]:
    """The TLS protocols that a CipherSpec or an alias allows."""
    if spec.alias != "minimum":
        return (spec.protocol,)
    lowest = spec.protocol.removesuffix(" or higher")
    return _TLS[_TLS.index(lowest) :] if lowest in _TLS else ("SSL 3.0", *_TLS)


# of the encryption of a CipherSpec, from the weakest; all others count as strong
_WEAK_ENCRYPTION = ("none", "DES", "RC2", "RC4", "3DES")


def is_weaker(name: str, than: str) -> bool:
    """Whether a CipherSpec or alias admits a lower protocol or a weaker encryption than another one; false if
    one of the names is unknown. Key lengths do not count.
    """
    first, second = cipherspec(name), cipherspec(than)
    return first is not None and second is not None and _strength(first) < _strength(second)


def _strength(spec: CipherSpec) -> tuple[bool, int, int]:
    """The least that a CipherSpec or an alias admits, as a sort key: no encryption is the weakest."""
    order = ("SSL 3.0", "TLS 1.0", "any enabled", "TLS 1.2", "TLS 1.3")
    lowest = order.index(spec.protocol.removesuffix(" or higher"))
    strong = len(_WEAK_ENCRYPTION)
    encryption = _WEAK_ENCRYPTION.index(spec.encryption) if spec.encryption in _WEAK_ENCRYPTION else strong
    return encryption > 0, lowest, encryption
