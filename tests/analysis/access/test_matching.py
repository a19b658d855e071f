"""Addresses and distinguished names against patterns, and which of several records decides.

Sources: Generic IP addresses (q086080_), IBM MQ rules for SSLPEER values (q049310_), Channel authentication
records (q010250_).
"""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mqtune.analysis.access.matrix import Part
from mqtune.analysis.access.patterns import AddressIndex, address_matches, name_matches

APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n"
ANYONE = "SET AUTHREC OBJTYPE(QMGR) GROUP('nobody') AUTHADD(CONNECT)\n"


@pytest.mark.parametrize(
    ("pattern", "address", "fits"),
    [
        ("192.0.2.*", "192.0.2.7", True),
        ("192.0.*", "192.0.2.7", True),
        ("192.*.2", "192.0.7.2", True),
        ("192.0.*.2", "192.0.7.3", False),
        ("192.0.2.1-8", "192.0.2.8", True),
        ("192.0.2.1-8", "192.0.2.9", False),
        ("192.*.0.*", "192.0.2.7", False),
        ("192.0.*.1-8", "192.0.9.1", True),
        ("192.0.2.1", "192.0.2.10", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.*", "2001:db8::1", False),
        ("0:0:0:0:0:FFFF:*", "192.0.2.1", True),  # written with dots by Python 3.13
        ("2001:DB8:0:0:0:*", "2001:db8::1", True),
        ("2001:*:1", "2001:db8::1", True),
        ("2001:DB8:0:0:0:0:0:0-8", "2001:db8::8", True),
        ("2001:DB8:0:0:0:0:0:0-8", "2001:db8::9", False),
        ("*", "anything", True),
        ("app*.bank.example", "10.0.0.1", None),
        ("app*.bank.example", "APP1.bank.example", True),
        ("10.*", "app1.bank.example", None),
        ("10.*", None, None),
        ("${NET}", "10.0.0.1", None),
    ],
)
def test_addresses(pattern, address, fits):
    assert address_matches(pattern, address) is fits


@given(some.integers(0, 2**32 - 1), some.lists(some.integers(0, 3), min_size=4, max_size=4))
def test_a_pattern_made_of_an_address_matches_it(number, shapes):
    address = ipaddress.IPv4Address(number)
    shaped = {0: str, 1: lambda part: "*", 2: lambda part: f"0-{part}", 3: lambda part: f"{part}-255"}
    pattern = ".".join(shaped[shape](part) for shape, part in zip(shapes, address.packed, strict=True))
    assert address_matches(pattern, str(address))


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("CN=app*", "CN=app1,O=Bank", True),
        ("CN=*", "O=Bank", False),
        ("CN=APP;O=bank", "O=Bank, CN=app", True),
        ("OU=B", "CN=a,OU=A,OU=B", False),
        ("OU=A", "CN=a,OU=A,OU=B", True),
        ("OU=A,OU=B", "CN=a,OU=A,OU=B", True),
        ("OU=B,OU=A", "CN=a,OU=A,OU=B", False),
        ('CN="a, b"', 'CN="a, b",O=X', True),
        ("CN=app", None, None),
        ("CN=app", "", False),
        ("CN=${APP}", "CN=app", None),
        # against the rules: an asterisk inside a value, a type in lower case or unknown, a blank
        ("CN=a*p", "CN=app", None),
        ("CN=a*p", "CN=other", False),
        ("CN=a*p", "CN=a*p", True),
        ("CN=a*p,O=Bank", "CN=app,O=Shop", False),
        ("*CN=app", "CN=app", None),
        ("cn=app", "CN=app", None),
        ("cn=a*p", "CN=a*p", None),
        ("cn=app", "CN=other", False),
        ("CN=app,o=Bank", "CN=app,O=Bank", None),
        ("CN =app", "CN=app", None),
        ("COMMONNAME=app", "CN=app", None),
        ("EMAIL=a@b.c", "MAIL=a@b.c", None),
        ("COMMONNAME=app,O=Bank", "CN=app,O=Shop", False),
        # by the rules
        ("E=a@b.c", "emailAddress=a@b.c", True),
        ("UID=x;SP=Kent", "USERID=x,ST=kent", True),
        ("CN=*pp*", "CN=apps", True),
        (r"CN=app\*", "CN=app*", True),
        (r"CN=app\*", "CN=apps", False),
        (r"CN=a\*p*", "CN=a*p1", True),
        (r"CN=a\,b", r"CN=a\,b", True),
        ("CN=b", "CN=a,CN=b", None),
        ("CN=c", "CN=a,CN=b", False),
    ],
)
def test_distinguished_names(pattern, name, fits):
    assert name_matches(pattern, name) is fits


def record(profile, kind, match, effect):
    return f"SET CHLAUTH('{profile}') TYPE({kind}) {match} {effect}\n"


NO, YES = "USERSRC(NOACCESS)", "USERSRC(CHANNEL)"
TLS = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)\n"
# the record that decides, and one that would decide otherwise
PAIRS = [
    # an exact profile precedes a generic one, whatever else
    (("APP", "ADDRESSMAP", "ADDRESS('*')"), ("AP*", "ADDRESSMAP", "ADDRESS('10.1.2.3')")),
    (("APP", "ADDRESSMAP", "ADDRESS('*')"), ("*", "USERMAP", "CLNTUSER('app')")),
    # a certificate precedes a user, which precedes an address
    (("APP", "SSLPEERMAP", "SSLPEER('CN=*')"), ("APP", "USERMAP", "CLNTUSER('app') ADDRESS('10.1.2.3')")),
    (("APP", "USERMAP", "CLNTUSER('app')"), ("APP", "ADDRESSMAP", "ADDRESS('10.1.2.3')")),
    # the more specific pattern
    (("APP", "ADDRESSMAP", "ADDRESS('10.1.2.3')"), ("APP", "ADDRESSMAP", "ADDRESS('10.1.2.1-9')")),
    (("APP", "ADDRESSMAP", "ADDRESS('10.1.2.1-9')"), ("APP", "ADDRESSMAP", "ADDRESS('10.1.2.*')")),
    (("APP", "ADDRESSMAP", "ADDRESS('10.1.2.1-9')"), ("APP", "ADDRESSMAP", "ADDRESS('10.1.2.1-90')")),
    (("APP", "ADDRESSMAP", "ADDRESS('10.1.*')"), ("APP", "ADDRESSMAP", "ADDRESS('10.*')")),
    (("APP", "ADDRESSMAP", "ADDRESS('10.*.2.*')"), ("APP", "ADDRESSMAP", "ADDRESS('10.*')")),
    (("APP", "ADDRESSMAP", "ADDRESS('10.*')"), ("APP", "ADDRESSMAP", "ADDRESS('*.2.3')")),
    (("APP", "ADDRESSMAP", "ADDRESS('10.*')"), ("APP", "ADDRESSMAP", "ADDRESS('*')")),
    (("APP", "USERMAP", "CLNTUSER('app') ADDRESS('10.*')"), ("APP", "USERMAP", "CLNTUSER('app')")),
    (("APP", "SSLPEERMAP", "SSLPEER('CN=shop,O=Bank')"), ("APP", "SSLPEERMAP", "SSLPEER('CN=shop')")),
    (("APP", "SSLPEERMAP", "SSLPEER('CN=shop')"), ("APP", "SSLPEERMAP", "SSLPEER('CN=sh*')")),
    (("APP", "SSLPEERMAP", "SSLPEER('CN=sho*')"), ("APP", "SSLPEERMAP", "SSLPEER('CN=sh*')")),
    (("APP", "SSLPEERMAP", "SSLPEER('CN=sh*')"), ("APP", "SSLPEERMAP", "SSLPEER('CN=*sho*')")),
    # the types of a distinguished name in their precedence
    (("APP", "SSLPEERMAP", "SSLPEER('O=Bank')"), ("APP", "SSLPEERMAP", "SSLPEER('C=DE')")),
    (("APP", "SSLPEERMAP", "SSLPEER('CN=*')"), ("APP", "SSLPEERMAP", "SSLPEER('O=Bank')")),
    (("APP", "SSLPEERMAP", "SSLPEER('CN=sh*')"), ("APP", "SSLPEERMAP", "SSLPEER('OU=IT,O=Bank,C=DE')")),
    (("APP", "SSLPEERMAP", "SSLPEER('OU=*,OU=PAY')"), ("APP", "SSLPEERMAP", "SSLPEER('OU=IT')")),
    (("APP", "SSLPEERMAP", "SSLPEER('OU=IT,OU=*')"), ("APP", "SSLPEERMAP", "SSLPEER('OU=*,OU=PAY')")),
    (("APP", "SSLPEERMAP", "SSLPEER('DC=*,DC=org')"), ("APP", "SSLPEERMAP", "SSLPEER('DC=app,DC=*')")),
    (("AP*", "ADDRESSMAP", "ADDRESS('*')"), ("*", "ADDRESSMAP", "ADDRESS('*')")),
]


@pytest.mark.parametrize(("decides", "other"), PAIRS)
@pytest.mark.parametrize("effects", [(NO, YES), (YES, NO)])
def test_the_record_that_decides(ask, decides, other, effects):
    name = "CN=shop,OU=IT,OU=PAY,DC=app,DC=org,O=Bank,C=DE"
    certificate = {"certificate": name} if "SSLPEERMAP" in decides else {}
    start = ANYONE + (TLS if certificate else APP)
    first, second = record(*decides, effects[0]), record(*other, effects[1])
    for script in (start + first + second, start + second + first):
        assert ask(script, **certificate).verdict == ("refused" if effects[0] is NO else "allowed")


def test_the_narrower_range_of_an_ipv6_address_decides(ask):
    script = APP + ANYONE + record("APP", "ADDRESSMAP", "ADDRESS('2001:db8:0:0:0:0:0:0-ff')", NO)
    script += record("APP", "ADDRESSMAP", "ADDRESS('2001:db8:0:0:0:0:0:0-f')", YES)
    assert ask(script, address="2001:db8::5").verdict == "allowed"
    assert ask(script, address="2001:db8::15").verdict == "refused"


@pytest.mark.parametrize(("lookup", "verdict"), [("ENABLED", "cannot tell"), ("DISABLED", "refused")])
def test_host_names_are_compared_only_if_addresses_are_looked_up(ask, lookup, verdict):
    """Reason 3366, MQRCCF_REVDNS_DISABLED (q113230_)."""
    script = APP + ANYONE + f"ALTER QMGR REVDNS({lookup})\n" + record("APP", "ADDRESSMAP", "ADDRESS('*')", NO)
    script += record("APP", "ADDRESSMAP", "ADDRESS('*.bank.com')", YES)
    assert ask(script).verdict == verdict


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("DC=app,DC=bank,DC=org", True),
        ("DC=bank,DC=org", None),
        ("DC=app,DC=bank", None),
        ("DC=shop,DC=com", False),
        ("DC=*", True),
    ],
)
def test_a_part_of_the_domain_components(pattern, found):
    """Distinguished Names (q009860_): their order is significant; the first is the lowest level."""
    assert name_matches(pattern, "CN=x,DC=app,DC=bank,DC=org") is found


def test_an_order_that_is_not_documented_is_followed_both_ways(ask):
    script = APP + ANYONE + record("AP*", "ADDRESSMAP", "ADDRESS('*')", YES)
    found = ask(script + record("*", "ADDRESSMAP", "ADDRESS('10.1.2.3')", NO))
    assert found.verdict == "cannot tell"
    assert len(found.ways) == 2


def test_a_refusal_that_only_warns_lets_another_record_decide(ask):
    """DISPLAY CHLAUTH (q086070_): with WARN(YES) a second record is shown."""
    script = APP + ANYONE + record("APP", "ADDRESSMAP", "ADDRESS('10.1.2.3')", NO + " WARN(YES)")
    assert ask(script).verdict == "allowed"
    assert ask(script + record("APP", "ADDRESSMAP", "ADDRESS('10.*')", NO)).verdict == "refused"


def test_the_issuer_is_part_of_the_match(ask):
    match = "SSLPEER('CN=shop') SSLCERTI('CN=CA1')"
    script = TLS + ANYONE + record("APP", "ADDRESSMAP", "ADDRESS('*')", NO)
    script += record("APP", "SSLPEERMAP", match, YES)
    assert ask(script, certificate="CN=shop", issuer="CN=CA1").verdict == "allowed"
    assert ask(script, certificate="CN=shop", issuer="CN=CA2").verdict == "refused"
    assert ask(script, certificate="CN=shop").verdict == "cannot tell"


def test_a_record_for_certificates_needs_tls(ask):
    script = APP + ANYONE + record("APP", "SSLPEERMAP", "SSLPEER('CN=shop')", NO)
    assert "mapping" not in [
        s.name for s in ask(script, certificate="CN=shop").shown.steps if s.outcome == "refused"
    ]


@pytest.mark.parametrize(("cipher", "verdict"), [("ANY_TLS12", "refused"), ("'${CIPHER}'", "cannot tell")])
def test_whether_a_certificate_is_seen_depends_on_the_cipher(ask, cipher, verdict):
    script = APP + ANYONE + record("APP", "SSLPEERMAP", "SSLPEER('CN=shop')", NO)
    script += f"ALTER CHANNEL(APP) CHLTYPE(SVRCONN) SSLCIPH({cipher}) SSLCAUTH(OPTIONAL)\n"
    assert ask(script, certificate="CN=shop").verdict == verdict


def test_a_client_has_no_queue_manager_name(ask):
    """Mapping a remote queue manager to an MCAUSER user ID (q013820_)."""
    assert ask(APP + ANYONE + record("APP", "QMGRMAP", "QMNAME('*')", NO)).verdict == "allowed"


def test_case_of_a_reported_user_may_be_ignored(ask):
    """CHLAUTH Made Simple (rev4): 9.2 and later."""
    script = APP + ANYONE + record("APP", "USERMAP", "CLNTUSER('APP')", NO)
    assert ask(script, "Channels:\n   ChlauthIgnoreUserCase=N\n").verdict == "allowed"
    assert ask(script, "Channels:\n   ChlauthIgnoreUserCase=Y\n").verdict == "refused"


PART = some.sampled_from(["1", "02", "3", "*", "1-3", "0-255", "x", "a", ""])
IPV4_PATTERNS = some.lists(PART, min_size=1, max_size=5).map(".".join)
IPV6_PATTERNS = some.lists(PART, min_size=1, max_size=9).map(":".join)
PATTERNS = some.one_of(
    IPV4_PATTERNS, IPV6_PATTERNS, some.sampled_from(["*", "", "${NET}", "app*.bank", "2::1", "::ffff:1:203"])
)
CLIENTS = some.one_of(
    some.none(),
    some.sampled_from(["app1.bank", "2::1", "::ffff:1.2.3.1", "::", ""]),
    some.lists(some.sampled_from(["1", "2", "3"]), min_size=4, max_size=4).map(".".join),
    some.lists(some.sampled_from(["1", "2", "a"]), min_size=8, max_size=8).map(":".join),
)


@given(some.lists(PATTERNS, max_size=12), CLIENTS)
def test_no_pattern_that_may_match_an_address_is_passed_over(patterns: list[str], client: str | None) -> None:
    around = AddressIndex(patterns).around(client)
    assert around == sorted(set(around))
    fitting = [number for number, one in enumerate(patterns) if address_matches(one, client) is not False]
    assert set(fitting) <= set(around)


def test_an_address_is_compared_with_few_patterns() -> None:
    patterns = [f"10.{high}.{low}.*" for high in range(100) for low in range(100)]
    patterns += [f"*.{high}.{low}" for high in range(100) for low in range(100)]
    assert len(AddressIndex(patterns).around("10.20.30.40")) == 2


@pytest.mark.parametrize(
    ("part", "limited"),
    [
        (Part(), False),
        (Part(user="app"), True),
        (Part(groups=("g",)), True),
        (Part(object=("QUEUE", "Q")), True),
    ],
)
def test_a_user_a_group_or_an_object_limits_the_matrix(part, limited):
    assert part.is_limited is limited
