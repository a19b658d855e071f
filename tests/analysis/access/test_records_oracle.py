"""A naive oracle for mapping records: other code, made from the page, over generated records and clients.

Channel authentication records (q010250_): a certificate precedes a user, which precedes an address; of the
patterns that match, the most specific one decides. Names are compared by the precedence of their types,
addresses from left to right: a number precedes a range, a narrow range a wide one, and this an asterisk; if
two have an asterisk, the one with fewer parts after it is the more generic one.
"""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

CHANNEL = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)\n"
GRANT = "SET AUTHREC OBJTYPE(QMGR) GROUP('nobody') AUTHADD(CONNECT)\n"
NAME = {"CN": ["shop"], "OU": ["IT", "PAY"], "O": ["Bank"], "C": ["DE"]}
PRECEDENCE = ("CN", "OU", "O", "C")
ADDRESS = "10.1.2.3"
PARTS = some.sampled_from(["10", "1", "2", "3", "*", "0-5", "1-50", "7"])
ADDRESSES = some.one_of(
    some.sampled_from(["*", "10.*", "10.1.*", "*.3", "10.*.3", "10.*.2.*", "10.1.2.3", "9.*"]),
    some.lists(PARTS, min_size=4, max_size=4).filter(lambda parts: "*" not in parts[-2:]).map(".".join),
)
PEERS = some.sampled_from(
    ["CN=shop", "CN=sh*", "CN=*", "CN=other", "O=Bank", "O=B*,C=DE", "C=DE", "OU=IT", "OU=IT,OU=PAY",
     "OU=*,OU=PAY", "OU=I*,O=Bank", "OU=IT,O=Bank,C=DE", "CN=shop,C=DE", "OU=PAY,OU=IT"]
)  # fmt: skip
EFFECTS = some.sampled_from(["USERSRC(NOACCESS)", "USERSRC(CHANNEL)"])
RECORDS = some.lists(
    some.one_of(
        some.tuples(some.just("ADDRESSMAP"), some.just(""), ADDRESSES, EFFECTS),
        some.tuples(some.just("USERMAP"), some.sampled_from(["app", "bob"]), some.just("*"), EFFECTS),
        some.tuples(some.just("SSLPEERMAP"), PEERS, some.just("*"), EFFECTS),
    ),
    max_size=6,
    unique_by=lambda one: one[:3],
)


def names_of(pattern: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for pair in pattern.split(","):
        type, value = pair.split("=")
        found.setdefault(type, []).append(value)
    return found


def value_fits(pattern: str, value: str) -> bool:
    return value.startswith(pattern[:-1]) if pattern.endswith("*") else pattern == value


def peer_fits(pattern: str) -> bool:
    return all(
        len(wanted) <= len(NAME[type]) and all(map(value_fits, wanted, NAME[type]))
        for type, wanted in names_of(pattern).items()
    )


def part_width(part: str) -> int:
    if part == "*":
        return 1000
    low, dash, high = part.partition("-")
    return int(high) - int(low) + 1 if dash else 0


def address_fits(pattern: str) -> bool:
    """An asterisk is one part or more, so that every way to repeat it is tried."""
    ways = [[]]
    for part in pattern.split("."):
        times = range(1, 5) if part == "*" else (1,)
        ways = [[*way, *[part] * count] for way in ways for count in times]
    return any(len(way) == 4 and all(map(part_fits, way, ADDRESS.split("."))) for way in ways)


def part_fits(part: str, number: str) -> bool:
    low, dash, high = part.partition("-")
    return part in ("*", number) or (bool(dash) and int(low) <= int(number) <= int(high))


def order_of_addresses(left: str, right: str) -> int:
    """Negative if the first is the more specific one."""
    first, second = left.split("."), right.split(".")
    for one, other in zip(first, second, strict=False):
        if part_width(one) != part_width(other):
            return part_width(one) - part_width(other)
    return len(second) - len(first)


def order_of_names(left: str, right: str) -> int:
    first, second = names_of(left), names_of(right)
    for type in PRECEDENCE:
        one, other = first.get(type, []), second.get(type, [])
        if len(one) != len(other):
            return len(other) - len(one)
        for mine, its in zip(one, other, strict=True):
            ranks = [(2 if text == "*" else text.count("*"), -len(text)) for text in (mine, its)]
            if ranks[0] != ranks[1]:
                return -1 if ranks[0] < ranks[1] else 1
    return 0


def expected(records: list[tuple[str, str, str, str]]) -> set[str]:
    """What may happen: the effects of the records that no other one precedes."""
    orders = {
        "SSLPEERMAP": lambda one, other: order_of_names(one[1], other[1]),
        "USERMAP": lambda one, other: 0,
        "ADDRESSMAP": lambda one, other: order_of_addresses(one[2], other[2]),
    }
    fits = {
        "SSLPEERMAP": lambda one: peer_fits(one[1]),
        "USERMAP": lambda one: one[1] == "app",
        "ADDRESSMAP": lambda one: address_fits(one[2]),
    }
    for kind, order in orders.items():
        matching = [one for one in records if one[0] == kind and fits[kind](one)]
        best = [one for one in matching if not any(order(other, one) < 0 for other in matching)]
        if best:
            return {"refused" if "NOACCESS" in one[3] else "allowed" for one in best}
    return {"allowed"}


@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(RECORDS)
def test_the_record_that_decides_is_the_documented_one(ask, records):
    words = {"ADDRESSMAP": "", "USERMAP": "CLNTUSER('{}') ", "SSLPEERMAP": "SSLPEER('{}') "}
    script = CHANNEL + GRANT
    for kind, pattern, address, effect in records:
        where = f"ADDRESS('{address}') " if kind == "ADDRESSMAP" else ""
        script += f"SET CHLAUTH('APP') TYPE({kind}) {words[kind].format(pattern)}{where}{effect}\n"
    name = ",".join(f"{type}={value}" for type, values in NAME.items() for value in values)
    found = ask(script, certificate=name, credentials="none")
    wanted = expected(records)
    assert found.verdict == (wanted.pop() if len(wanted) == 1 else "cannot tell"), script
