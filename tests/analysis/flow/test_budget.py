"""The utilisation of each kind of resource."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.budget.budget import breaks_at_growth, budget, first_exhausted, lower_bounds, verdicts
from mqtune.analysis.flow.resource import Resource
from mqtune.session.options import Options
from mqtune.session.session import Session


@pytest.fixture
def shares(tmp_path, monkeypatch):
    """The resources of one queue manager, by kind and name."""
    monkeypatch.chdir(tmp_path)

    def write(loads, mqsc="DEFINE QLOCAL(Q)\n", ini=""):
        Path("mqtune.toml").write_text(f'mq-version = "9.4"\n[[queue-manager]]\nname = "Q"\n{loads}')
        Path("a.mqsc").write_text(mqsc)
        Path("qm.ini").write_text(ini or "Log:\n")
        (estate,) = Session.open(Options(["."])).estates
        return {(one.kind, one.resource): one for one in budget(estate)}

    return write


@pytest.mark.parametrize(
    ("conversations", "basis"),
    [("1", "MAXINST"), ("2", "SHARECNV(2)"), ("0", "MAXINST"), ("'${SHARED}'", "MAXINST")],
)
def test_instances_of_clients_that_may_share_them(shares, conversations, basis):
    channel = f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(80) SHARECNV({conversations})\n"
    clients = '[[queue-manager.channel]]\nchannel = "APP"\nclients = 40\n'
    instances = shares(clients, channel)["instances", "CHANNEL(APP)"]
    assert (instances.used, instances.limit) == (40, 80)
    assert instances.basis.endswith(basis)


def test_eleven_equal_branches_share_one_lock(shares):
    loads = "".join(
        f'[[queue-manager.topic]]\ntopic = "b{number}/#"\npublish-rate = 160000\n' for number in range(11)
    )
    lock = shares(loads)["topic-lock", "topic lock of SYSTEM.BASE.TOPIC"]
    assert lock.share == pytest.approx(1.98, abs=0.01)
    assert len(lock.chain) == 11
    assert first_exhausted([lock]) is lock


def test_persistent_fan_out_fills_the_log(shares):
    loads = '[[queue-manager.topic]]\ntopic = "p"\npublish-rate = 1500\nsubscribers = 30\n'
    loads += 'message-size = "2 KiB"\npersistent = true\npublishers = 1\n'
    ini = "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=4096\n"
    found = shares(loads, ini=ini)
    assert found["log-bytes", "recovery log"].used == 1500 * 30 * 2048
    assert found["log-space", "recovery log"].share == pytest.approx(
        4 * 1500 * 30 * 2048 * 1.7 / (5 * 4096 * 4096)
    )
    assert found["publisher-time", "publisher of 'p'"].share == pytest.approx(0.92, abs=0.01)
    assert found["handles", "handle cache for 'p'"].share == 30 / 48


def test_copies_that_expire_need_depth_and_disk(shares):
    mqsc = (
        "DEFINE QLOCAL(Q3) STREAMQ(SQ3) STRMQOS(MUSTDUP)\nDEFINE QLOCAL(SQ3) CAPEXPRY(36000) MAXDEPTH(5000)\n"
    )
    loads = 'queue-disk = "10 GB"\n[[queue-manager.queue]]\nqueue = "Q3"\nput-rate = 10000\n'
    loads += 'message-size = "2 KiB"\npersistent = true\n'
    found = shares(loads, mqsc)
    assert found["queue-depth", "QLOCAL(SQ3)"].used == 39_000_000
    assert found["queue-disk", "queue disk"].share == pytest.approx(11.98, abs=0.01)
    assert found["log-bytes", "recovery log"].used == 2 * 10_000 * 2048


def test_consumers_that_are_too_slow(shares):
    loads = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 100\nget-rate = 80\nconsumers = 1\n'
    assert shares(loads)["queue", "QLOCAL(Q)"].share == 1.25


def test_a_burst_is_compared_with_the_depth_and_does_not_grow(shares):
    loads = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 10\nmessage-size = "2 KB"\nburst = "20 MB"\n'
    found = shares(loads)["queue-depth", "QLOCAL(Q)"]
    assert (found.used, found.limit, found.grows) == (10_000, 5000, False)


def test_declared_clients_are_compared_with_the_limits(shares):
    loads = (
        '[[queue-manager.topic]]\ntopic = "p/#"\npublish-rate = 10\npublishers = 300\nbinding = "client"\n'
    )
    mqsc = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MAXINST(200) SHARECNV(1)\n"
    found = shares(loads, mqsc, "Channels:\n   MaxChannels=200\n")
    assert found["instances", "CHANNEL(APP)"].share == 1.5
    assert found["channels", "MaxChannels"].share == 1.5
    assert not found["channels", "MaxChannels"].grows


def test_processors_and_link(shares):
    loads = 'cores = 24\nlink = "10 Gb/s"\n[[queue-manager.topic]]\ntopic = "t/#"\npublish-rate = 433851\n'
    loads += 'subscribers = 1\npersistent = false\nmessage-size = "2048 B"\nbinding = "client"\n'
    found = shares(loads)
    assert found["link", "link, received"].share == pytest.approx(1.0, abs=0.01)
    assert found["cpu", "cpu"].used == pytest.approx(433.851 * 2 * 0.21)


def test_what_is_not_declared_has_no_share(shares):
    loads = '[[queue-manager.queue]]\nqueue = "Q"\n[[queue-manager.topic]]\ntopic = "t"\npublish-rate = 1\n'
    found = shares(loads)
    assert found["queue", "QLOCAL(Q)"].used is None
    assert ("publisher-time", "publisher of 't'") not in found
    assert ("cpu", "cpu") not in found
    assert ("link", "link, sent") not in found


def test_what_does_not_depend_on_rates_is_exhausted_before_what_grows(shares):
    loads = '[[queue-manager.topic]]\ntopic = "p"\npublish-rate = 400000\npublishers = 467\n'
    rows = list(shares(loads + 'binding = "client"\n', ini="Channels:\n   MaxChannels=100\n").values())
    first = first_exhausted(rows)
    assert (first.resource, breaks_at_growth(first, 1.0)) == ("MaxChannels", 0)
    head, growth = verdicts(rows, 1.0)
    assert head == "first: MaxChannels of Q (467%) is above the limit at any rate"
    lock = "topic lock of SYSTEM.BASE.TOPIC of Q"
    assert growth == f"by growth: {lock} is exhausted first, at 2.22 times the declared load"


def test_remote_readers_of_copies_use_the_link(shares):
    mqsc = "DEFINE QLOCAL(C)\nDEFINE QLOCAL(Q) STREAMQ(C)\n"
    put = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 1000\nmessage-size = "2 KiB"\n'
    read = '[[queue-manager.queue]]\nqueue = "C"\nbinding = "client"\nconsumers = 2\n'
    (link,) = [one for one in shares('link = "1 Gb/s"\n' + put + read, mqsc).values() if one.kind == "link"]
    assert (link.resource, link.rate_per_s) == ("link, sent", 1000)


def test_puts_that_are_refused_are_listed_with_the_reason(shares):
    loads = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 10\n'
    found = shares(loads, "DEFINE QLOCAL(Q) PUT(DISABLED)\n")["queue", "QLOCAL(Q)"]
    assert found.used == 10
    assert "PUT(DISABLED): puts fail with reason 2051" in found.warnings


def test_publications_that_are_refused_reach_no_queue(shares):
    loads = '[[queue-manager.topic]]\ntopic = "t"\npublish-rate = 10\n'
    script = "DEFINE QLOCAL(S)\nDEFINE SUB(S) TOPICSTR('t') DEST(S)\nDEFINE TOPIC(T) TOPICSTR('t') PUB({})\n"
    assert ("queue", "QLOCAL(S)") in shares(loads, script.format("ENABLED"))
    found = shares(loads, script.format("DISABLED"))
    assert ("queue", "QLOCAL(S)") not in found
    reason = "TOPIC(T) has PUB(DISABLED): publications fail with reason 2051"
    assert any(reason in one.warnings for one in found.values())


def test_a_queue_without_a_cap_is_full_unless_its_messages_expire(shares):
    """The application, a topic or an alias can set an expiry."""
    loads = '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 10\nconsumers = 0\n'
    found = shares(loads, "DEFINE QLOCAL(Q) MAXDEPTH(1000)\n")["queue-depth", "QLOCAL(Q)"]
    assert found.share is None
    words = "nothing reads the queue and it has no CAPEXPRY: unless messages expire, it is full after 100 s"
    assert words in found.warnings


def test_loads_whose_publications_reach_the_same_subscriptions_add_up(shares):
    """A subscription with a higher SUBLEVEL takes the publications of its topic string alone."""
    loads = "".join(
        f'[[queue-manager.topic]]\ntopic = "a/{number}"\npublish-rate = {number + 1}\n'
        'message-size = "1 KiB"\npublishers = 1\npersistent = true\n'
        for number in range(5)
    )
    mqsc = "".join(
        f"DEFINE QLOCAL(Q{number})\nDEFINE SUB(S{number}) TOPICSTR('a/#') DEST(Q{number})\n"
        for number in range(4)
    )
    every = shares(loads, mqsc)["log-bytes", "recovery log"]
    assert every.used == 4 * 15 * 1024
    mqsc += "DEFINE QLOCAL(F)\nDEFINE SUB(F) TOPICSTR('a/4') DEST(F) SUBLEVEL(9)\n"
    assert shares(loads, mqsc)["log-bytes", "recovery log"].used == (4 * 10 + 5) * 1024


def test_only_lower_bounds_of_what_grows_are_open_the_largest_first():
    def resource(name, used, **more):
        return Resource(None, name, "queue", "messages/s", used=used, limit=10.0, **more)

    found = lower_bounds(
        [
            resource("exact", 9.0),
            resource("small", 1.0, missing=("rate",)),
            resource("large", 5.0, missing=("rate",)),
            resource("fixed", 8.0, missing=("rate",), grows=False),
            resource("unused", 0.0, missing=("rate",)),
        ]
    )
    assert [one.resource for one in found] == ["large", "small"]
