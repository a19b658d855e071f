"""Compares addresses and distinguished names with the patterns of channels and records.

Every comparison is True, False, or None if the question does not state enough. Sources: generic IP addresses
for channel authentication records (q086080_); IBM MQ rules for SSLPEER values (q049310_).
"""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache

from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.values import ESCAPED, PEER_TYPES, Pair, read_peer_name, type_fault
from mqtune.text.patterns import asterisks_match, number_in_base

ALL = ("*", "")
IPV6_PARTS = 8
# spellings of attribute types that mean the same
SAME_TYPES = {"S": "ST", "SP": "ST", "UID": "USERID", "E": "MAIL", "EMAIL": "MAIL", "EMAILADDRESS": "MAIL"}
ORDERED = ("OU", "DC")  # types that may occur several times; their order counts
LITERAL = "\0"  # an asterisk that is an ordinary character
# the types of which a pattern that has one is more specific than one that has only later ones (q010250_)
PRECEDENCE = (
    "SERIALNUMBER", "MAIL", "USERID", "CN", "T", "OU", "DC", "O", "STREET", "L", "ST", "PC", "C",
    "UNSTRUCTUREDNAME", "UNSTRUCTUREDADDRESS", "DNQ",
)  # fmt: skip


# whether it is of IPv6, whether at the end, and the numbers
Key = tuple[bool, bool, tuple[int, ...]]
KNOWN = frozenset((*PEER_TYPES, *PRECEDENCE))


def both(answers: Iterable[bool | None]) -> bool | None:
    """Whether all answers are True: False if any is False, None if any is unknown."""
    collected = list(answers)
    if False in collected:
        return False
    return None if None in collected else True


def is_ip_address(text: str) -> bool:
    """Whether a text is a single IPv4 or IPv6 address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=16384)
def is_host_pattern(pattern: str) -> bool:
    """Whether a pattern consists of host names, so that the answer depends on the name server."""
    if ":" in pattern:
        return False
    return not all(set(part) <= set("0123456789*-") for part in pattern.split("."))


@lru_cache(maxsize=16384)
def address_matches(pattern: str, address: str | None) -> bool | None:
    """Whether an address fits a pattern: numbers, ranges `1-8`, `*` for one or more parts."""
    if pattern in ALL:
        return True
    if has_placeholder(pattern) or address is None:
        return None
    if is_host_pattern(pattern):
        return None if is_ip_address(address) else value_matches(pattern, address)
    if not is_ip_address(address):
        return None
    parts = parts_of(ipaddress.ip_address(address), ":" in pattern)
    if parts is None:
        return False
    wanted = pattern_parts(pattern)
    return fits(wanted, parts, 16 if ":" in pattern else 10)


class AddressIndex:
    """Numbers of patterns of addresses by the numbers with which they begin or, after a wildcard, end:
    `10.1.*` by 10 and 1, `*.7` by 7.
    """

    def __init__(self, patterns: Iterable[str | None]) -> None:
        """None is a pattern of which nothing is known."""
        self._by_key: dict[Key, list[int]] = {}
        self._of_all: list[int] = []
        for number, pattern in enumerate(patterns):
            key = None if pattern is None else address_key(pattern)
            (self._of_all if key is None else self._by_key.setdefault(key, [])).append(number)
        self._kinds = sorted({(six, at_end, len(numbers)) for six, at_end, numbers in self._by_key})

    def count(self, address: str | None) -> int:
        """How many patterns may match an address."""
        return len(self._of_all) + sum(map(len, self._near(address)))

    def around(self, address: str | None) -> list[int]:
        """The numbers of the patterns that may match an address, in order."""
        return sorted([*self._of_all, *(number for known in self._near(address) for number in known)])

    def _near(self, address: str | None) -> Iterator[list[int]]:
        """The patterns with numbers that an address has."""
        if address is None or not is_ip_address(address):
            yield from self._by_key.values()
            return
        parsed = ipaddress.ip_address(address)
        for six in (False, True):
            parts = parts_of(parsed, six) or []
            for of_six, at_end, length in self._kinds:
                if of_six == six and length <= len(parts):
                    numbers = parts[len(parts) - length :] if at_end else parts[:length]
                    yield self._by_key.get((six, at_end, tuple(numbers)), [])


def address_key(pattern: str) -> Key | None:
    """The numbers with which a pattern of IP addresses begins or ends, whichever are more; None for any other
    pattern, and for one that does neither.
    """
    if pattern in ALL or has_placeholder(pattern) or is_host_pattern(pattern):
        return None
    six = ":" in pattern
    parts = [number_in_base(part, 16 if six else 10) for part in pattern_parts(pattern)]
    known = [part for part in parts if part is not None]
    first = parts.index(None) if None in parts else len(parts)
    last = parts[::-1].index(None) if None in parts else 0
    if not first and not last:
        return None
    return (six, True, tuple(known[-last:])) if last > first else (six, False, tuple(known[:first]))


def parts_of(address: ipaddress.IPv4Address | ipaddress.IPv6Address, six: bool) -> list[int] | None:
    """The numbers of an address in the form of a pattern; None if it has no such form."""
    if isinstance(address, ipaddress.IPv4Address):
        if not six:
            return list(address.packed)
        address = ipaddress.IPv6Address(f"::ffff:{address}")
    elif not six:
        return None if address.ipv4_mapped is None else list(address.ipv4_mapped.packed)
    return list(struct.unpack("!8H", address.packed))


def pattern_parts(pattern: str) -> list[str]:
    """The parts of a pattern; `::` means as many zeros as are missing."""
    if ":" not in pattern:
        return pattern.split(".")
    before, double, after = pattern.partition("::")
    left = before.split(":") if before else []
    if not double:
        return left
    right = after.split(":") if after else []
    return left + ["0"] * (IPV6_PARTS - len(left) - len(right)) + right


def fits(wanted: list[str], parts: list[int], base: int) -> bool:
    """Whether the parts of a pattern fit those of an address; `*` means one or more."""
    if not wanted or not parts:
        return not wanted and not parts
    first, *rest = wanted
    if first == "*":
        return any(fits(rest, parts[count:], base) for count in range(1, len(parts) + 1))
    return part_fits(first, parts[0], base) and fits(rest, parts[1:], base)


def part_fits(wanted: str, part: int, base: int) -> bool:
    """Whether one part fits a number or a range."""
    low, dash, high = wanted.partition("-")
    first = number_in_base(low, base)
    last = number_in_base(high, base) if dash else first
    return first is not None and last is not None and first <= part <= last


def name_matches(pattern: str, name: str | None) -> bool | None:
    """Whether a distinguished name fits a pattern of SSLPEER or SSLCERTI; "" as name means none."""
    if has_placeholder(pattern) or name is None:
        return None
    wanted, actual = read_peer_name(pattern), read_peer_name(name)
    if wanted is None or (actual is None and name):
        return None
    answers = [type_matches(type, wanted, actual or ()) for type in {kind(pair.name) for pair in wanted}]
    if any(type_fault(pair, pattern) for pair in wanted):
        answers.append(None)  # against the rules for SSLPEER values: rejected, or what it means is unknown
    return both(answers)


def type_matches(type: str, wanted: tuple[Pair, ...], actual: tuple[Pair, ...]) -> bool | None:
    """Whether the values of one attribute type fit: several in the order in which they are written."""
    patterns = [pair.value for pair in wanted if kind(pair.name) == type]
    values = [pair.value for pair in actual if kind(pair.name) == type]
    if type not in KNOWN:
        return None  # whether the product compares it at all is unknown
    if len(values) < len(patterns):
        return False
    if type not in ORDERED and len(values) > 1:
        fits = [part_matches(pattern, value) for pattern in patterns for value in values]
        return None if any(fit is not False for fit in fits) else False
    first = both(map(part_matches, patterns, values))
    if type == "DC" and len(values) > len(patterns):  # of which end a part is compared is not documented
        last = both(map(part_matches, patterns, values[-len(patterns) :]))
        return first if first == last else None
    return first


def part_matches(pattern: str, value: str) -> bool | None:
    """Whether a value of a distinguished name fits a pattern: an asterisk at its beginning or end is a
    wildcard; if one inside would decide, None. A backslash makes an asterisk an ordinary character.
    """
    plain = ESCAPED.sub(lambda match: match[0][1:].replace("*", LITERAL), pattern.lower())
    text = ESCAPED.sub(lambda match: match[0][1:], value.lower()).replace("*", LITERAL)
    middle = plain.removeprefix("*").removesuffix("*").replace("*", LITERAL)
    start, end = "*" * plain.startswith("*"), "*" * (plain.endswith("*") and len(plain) > 1)
    exact = asterisks_match(start + middle + end, text)
    return exact if exact == asterisks_match(plain, text) else None


def value_matches(pattern: str, value: str) -> bool:
    """Whether a host name fits a pattern, regardless of case."""
    return asterisks_match(pattern.lower(), value.lower())


@lru_cache(maxsize=16384)
def name_specificity(pattern: str) -> tuple[object, ...]:
    """A smaller value for a pattern of a distinguished name that is more specific.

    The types count in their precedence. More values of a type are more specific; of as many, those without a
    wildcard, then with one, with two, and `*` alone, and of these the longer ones. The first OU is the
    highest level and compared first; the last DC is.
    """
    pairs = read_peer_name(pattern) or ()
    parts: list[object] = []
    for type in PRECEDENCE:
        values = [pair.value for pair in pairs if kind(pair.name) == type]
        if type == "DC":
            values.reverse()
        parts.append((-len(values), *((wildcards(value), -len(value)) for value in values)))
    return tuple(parts)


def wildcards(value: str) -> int:
    """The number of wildcards of a value; more than of any other for `*` alone."""
    return 3 if value == "*" else value.count("*")


def kind(type: str) -> str:
    """An attribute type in its usual spelling."""
    return SAME_TYPES.get(type.upper(), type.upper())
