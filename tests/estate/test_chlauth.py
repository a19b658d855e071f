"""Which channel authentication records count for a channel, and in which order."""

from __future__ import annotations

import random

import pytest

from mqtune.estate import records as chlauth
from mqtune.estate.records import in_order, overlap, rank
from mqtune.text.patterns import asterisks_match

SCRIPT = """
SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) ACTION(REPLACE)
SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('192.0.2.1-8') USERSRC(CHANNEL) ACTION(REPLACE)
SET CHLAUTH(APP.CLIENTS) TYPE(ADDRESSMAP) ADDRESS('192.0.2.*') USERSRC(CHANNEL) ACTION(REPLACE)
SET CHLAUTH(APP.CLIENTS) TYPE(ADDRESSMAP) ADDRESS('192.0.2.7') USERSRC(CHANNEL) ACTION(REPLACE)
SET CHLAUTH(APP.CLIENTS) TYPE(USERMAP) CLNTUSER('shop') MCAUSER('app') ACTION(REPLACE)
SET CHLAUTH(APP.CLIENTS) TYPE(SSLPEERMAP) SSLPEER('CN=*') MCAUSER('app') ACTION(REPLACE)
SET CHLAUTH(APP.CLIENTS) TYPE(QMGRMAP) QMNAME(QM2) MCAUSER('app') ACTION(REPLACE)
SET CHLAUTH(APP.CLIENTS) TYPE(BLOCKUSER) USERLIST('nobody') ACTION(REPLACE)
SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('203.0.113.9') ACTION(REPLACE)
"""


def order(manager, channel, subtype):
    return [(r.name, r.subtype, *r.match) for r in in_order(manager.chlauth, channel, subtype)]


def test_exact_profiles_come_first_then_the_kind_of_match_then_the_narrower_pattern(manager_of):
    assert order(manager_of(SCRIPT), "APP.CLIENTS", "SVRCONN") == [
        ("*", "BLOCKADDR"),
        ("APP.CLIENTS", "SSLPEERMAP", "CN=*", "", ""),
        ("APP.CLIENTS", "USERMAP", "shop", ""),
        ("APP.CLIENTS", "ADDRESSMAP", "192.0.2.7"),
        ("APP.CLIENTS", "ADDRESSMAP", "192.0.2.*"),
        ("APP.*", "ADDRESSMAP", "192.0.2.1-8"),
        ("*", "ADDRESSMAP", "*"),
        ("APP.CLIENTS", "BLOCKUSER"),
    ]


@pytest.mark.parametrize("seed", range(20))
def test_the_first_record_that_meets_a_condition_is_the_first_in_order(manager_of, seed):
    choose = random.Random(seed)
    lines = []
    for number in range(40):
        profile = "".join(choose.choice("AB.**") for _ in range(choose.randrange(1, 6)))
        type = choose.choice(["USERMAP", "QMGRMAP", "ADDRESSMAP"])
        word = {"USERMAP": f"CLNTUSER('u{number}')", "QMGRMAP": f"QMNAME(Q{number})"}.get(type, "")
        address = choose.choice(["*", "10.*", f"10.0.0.{number}"])
        lines.append(f"SET CHLAUTH('{profile}') TYPE({type}) {word} ADDRESS('{address}') USERSRC(CHANNEL)\n")
    manager = manager_of("".join(lines))
    for channel in ("A", "AB", "A.B", "B.A.B", "AAAA", "X", "", "A*"):
        for subtype in ("SVRCONN", "RCVR", "SDR"):
            ordered = in_order(manager.chlauth_in_force, channel, subtype)
            for meets in (bool, is_for_all):
                found = manager.channel_records.first(channel, subtype, meets)
                expected = next(filter(meets, ordered), None)
                assert (found is None) == (expected is None)
                assert found is None or rank(found) == rank(expected)
        assert {*manager.channel_records.of(channel)} == {
            one for one in manager.chlauth_in_force if asterisks_match(one.name, channel)
        }


def is_for_all(record):
    """Whether a record is for all addresses."""
    return record.text("ADDRESS") == "*"


def test_only_the_most_specific_block_list_counts(manager_of):
    blocks = [
        r for r in in_order(manager_of(SCRIPT).chlauth, "APP.CLIENTS", "SVRCONN") if r.subtype == "BLOCKUSER"
    ]
    assert [record.entries for record in blocks] == [("nobody",)]
    other = [r for r in in_order(manager_of(SCRIPT).chlauth, "OTHER", "SVRCONN") if r.subtype == "BLOCKUSER"]
    assert [record.entries for record in other] == [("*MQADMIN",)]


def test_a_message_channel_meets_queue_manager_maps_and_no_users(manager_of):
    kinds = {kind for _, kind, *_ in order(manager_of(SCRIPT), "APP.CLIENTS", "RCVR")}
    assert kinds == {"BLOCKADDR", "SSLPEERMAP", "QMGRMAP", "ADDRESSMAP"}


def test_a_sender_is_never_judged(manager_of):
    assert order(manager_of(SCRIPT), "APP.CLIENTS", "SDR") == []


def test_a_list_of_blocked_users_that_grows_entry_by_entry_holds_as_many_as_a_queue_manager_takes(manager_of):
    script = "".join(
        f"SET CHLAUTH('A*') TYPE(BLOCKUSER) USERLIST('u{n}') ACTION(ADD)\n" for n in range(5_000)
    )
    (record,) = (one for one in manager_of(script).chlauth if one.name == "A*")
    assert record.entries == tuple(f"u{n}" for n in range(100))
    assert len(record.statements) == 5_000


def test_a_rejected_command_does_not_become_part_of_the_record_that_stays_in_force(manager_of):
    script = (
        "SET CHLAUTH('A*') TYPE(BLOCKUSER) USERLIST('u1') ACTION(ADD)\n"
        "SET CHLAUTH('A*') TYPE(BLOCKUSER) USERLIST('u2') ACTION(ADD)\n"
        "SET CHLAUTH('A*') TYPE(BLOCKUSER) USERLIST('u3') MCAUSER('x') ACTION(ADD)\n"
    )
    (record,) = (one for one in manager_of(script).chlauth_in_force if one.name == "A*")
    assert len(record.statements) == (3 if record.entries[-1] == "u3" else 2)


@pytest.mark.parametrize(
    ("left", "right", "shared"),
    [
        ("10.0.0.1-5", "10.0.0.3-9", True),
        ("10.0.0.1-5", "10.0.0.5-9", True),
        ("10.0.0.1-5", "10.0.0.6-9", False),
        ("10.0.0.3-9", "10.0.0.1-5", True),
        ("10.0.0.1-9", "10.0.0.3-5", False),  # one contains the other
        ("10.0.0.1-5", "10.0.1.3-9", False),
        ("fe80:0:0:0:0:0:0:1-a", "fe80:0:0:0:0:0:0:9-f", True),
        ("fe80:0:0:0:0:0:0:1-9", "fe80:0:0:0:0:0:0:a-f", False),
        ("fe80:0:0:0:0:0:0:1-10", "fe80:0:0:0:0:0:0:f-11", True),
    ],
)
def test_ranges_of_addresses_that_share_a_part_of_each(left, right, shared):
    assert overlap(left, right) == shared


def test_channels_with_the_same_profiles_share_their_first_record(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["A*", *(f"A{'*' * number}" for number in range(2, 12))]
    records = chlauth.ChannelRecords([chlauth.ChannelAuthentication(name, "BLOCKUSER", {}) for name in names])
    ranked: list[str] = []
    rank = chlauth.rank
    monkeypatch.setattr(chlauth, "rank", lambda record: ranked.append(record.name) or rank(record))
    first = {records.first(f"A{number}", "SVRCONN", chlauth.blocks_users) for number in range(50)}
    assert len(first) == 1
    assert len(ranked) <= 3 * len(names) + 50
