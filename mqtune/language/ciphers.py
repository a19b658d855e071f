"""CipherSpecs and their state at a level."""

from __future__ import annotations

from functools import cache

from mqtune.language.levels import Level
from mqtune.text.record import record

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

    found = {}
    for row in CIPHERSPECS:
        found[row[0]] = CipherSpec(*row)
    for name, protocol, bound, fips2, fips3, introduced, confidence in ALIASES:
        found[name] = CipherSpec(
            name,
            protocol,
            fips_140_2=fips2,
            fips_140_3=fips3,
            introduced=introduced,
            confidence=confidence,
            alias=bound,
        )
    return found


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
    one, other = cipherspec(starting), cipherspec(accepting)
    if one is None or other is None or one is other:
        return ""
    if not one.alias and not other.alias:
        return DIFFERENT
    if not set(_protocols(one)) & set(_protocols(other)):
        return DIFFERENT
    return PERHAPS if one.alias == "minimum" and other.alias != "minimum" else ""


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
    one, other = cipherspec(name), cipherspec(than)
    return one is not None and other is not None and _strength(one) < _strength(other)


def _strength(spec: CipherSpec) -> tuple[bool, int, int]:
    """The least that a CipherSpec or an alias admits, as a sort key: no encryption is the weakest."""
    order = ("SSL 3.0", "TLS 1.0", "any enabled", "TLS 1.2", "TLS 1.3")
    lowest = order.index(spec.protocol.removesuffix(" or higher"))
    strong = len(_WEAK_ENCRYPTION)
    encryption = _WEAK_ENCRYPTION.index(spec.encryption) if spec.encryption in _WEAK_ENCRYPTION else strong
    return encryption > 0, lowest, encryption
