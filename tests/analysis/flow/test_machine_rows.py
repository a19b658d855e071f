"""Rows of the budget for channels and instances: what is used, and which limit counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.resource import Resource
from mqtune.session.options import Options
from mqtune.session.session import Session

TOPIC = '[[queue-manager.topic]]\ntopic = "a/#"\npublish-rate = 1\nsubscribers = 1\nbinding = "client"\n'
QUEUE = '[[queue-manager.queue]]\nqueue = "A"\nput-rate = 1\n'
PAIRS = '[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = {}\n'
CHANNEL = '[[queue-manager.channel]]\nchannel = "{}"\nclients = {}\n'
APP = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) SHARECNV({}) MAXINST({}) REPLACE\n"


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The rows of one kind for some declarations and files."""
    monkeypatch.chdir(tmp_path)

    def rows(
        kind: str, loads: str, script: str = "", ini: str = "", platform: str = "linux"
    ) -> list[Resource]:
        Path("a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n" + script)
        Path("qm.ini").write_text("Log:\n   LogPrimaryFiles=3\nChannels:\n" + ini)
        head = f'mq-version = "9.4"\nplatform = "{platform}"\n[[queue-manager]]\nname = "Q"\n'
        Path("mqtune.toml").write_text(head + loads)
        (estate,) = Session.open(Options(["."])).estates
        return [one for one in budget(estate) if one.kind == kind]

    return rows


@pytest.mark.parametrize(
    ("loads", "used"),
    [
        (TOPIC + "publishers = 7\n", 7),
        (QUEUE + 'binding = "client"\nproducers = 3\nconsumers = 4\n', 7),
        (QUEUE + 'binding = "client"\nproducers = 3\nconsumers = 4\nclients = 5\n', 5),
        (QUEUE + 'binding = "standard"\nproducers = 3\nconsumers = 4\n', None),
        (QUEUE + "clients = 5\n", 5),
        (QUEUE + "clients = 5\n" + TOPIC + "publishers = 7\n", 12),
        (PAIRS.format(10), 20),
        (PAIRS.format(10) + PAIRS.format(9).replace('"C"', '"D"'), 20),
        (PAIRS.format(10) + QUEUE + "clients = 5\n", 25),
        (CHANNEL.format("APP", 5), 5),
        (CHANNEL.format("APP", 5) + QUEUE + "clients = 6\n", 6),
        (CHANNEL.format("APP", 7) + QUEUE + "clients = 6\n", 7),
    ],
)
def test_the_channels_that_are_declared(rows, loads, used):
    assert [one.used for one in rows("channels", loads)] == ([used] if used else [])
    assert rows("channels", loads, platform="appliance") == []


@pytest.mark.parametrize(
    ("script", "ini", "platform", "name", "limit"),
    [
        ("", "", "linux", "MaxChannels", 100),
        ("", "   MaxChannels=300\n", "linux", "MaxChannels", 300),
        ("", "   MaxChannels=300\n   MaxActiveChannels=299\n", "linux", "MaxActiveChannels", 299),
        ("", "   MaxChannels=300\n   MaxActiveChannels=300\n", "linux", "MaxChannels", 300),
        ("", "   MaxActiveChannels=99\n", "linux", "MaxActiveChannels", 99),
        ("", "   MaxChannels=many\n", "linux", "MaxChannels", None),
        ("ALTER QMGR MAXCHL(300) ACTCHL(299)\n", "", "zos", "ACTCHL", 299),
        ("ALTER QMGR MAXCHL(299) ACTCHL(300)\n", "", "zos", "MAXCHL", 299),
        ("ALTER QMGR MAXCHL(300) ACTCHL('${N}')\n", "", "zos", "MAXCHL", None),
    ],
)
def test_the_lower_limit_of_channels_counts(rows, script, ini, platform, name, limit):
    (row,) = rows("channels", QUEUE + "clients = 5\n", script, ini, platform)
    assert (row.resource, row.limit) == (name, limit)


@pytest.mark.parametrize(
    ("loads", "script", "instances"),
    [
        (QUEUE + "clients = 5\n", APP.format(1, 20), {"CHANNEL(APP)": (5, 20, 5)}),
        (QUEUE + "clients = 5\n", APP.format(10, 20), {"CHANNEL(APP)": (5, 20, 0.5)}),
        (QUEUE + "clients = 5\n", APP.format(0, 20), {"CHANNEL(APP)": (5, 20, 5)}),
        (QUEUE + "clients = 5\n", APP.format(1, 999_999_999), {"CHANNEL(APP)": (5, None, 5)}),
        (QUEUE + "clients = 5\n", APP.format(1, 999_999_998), {"CHANNEL(APP)": (5, 999_999_998, 5)}),
        (
            QUEUE + "clients = 5\n",
            APP.format(1, 20) + APP.format(1, 30).replace("APP", "B"),
            {"CHANNEL(APP)": (None, 20, None), "CHANNEL(B)": (None, 30, None)},
        ),
        (
            QUEUE + "clients = 5\n" + CHANNEL.format("APP", 5),
            APP.format(1, 20) + APP.format(1, 30).replace("APP", "B"),
            {"CHANNEL(APP)": (5, 20, 5)},
        ),
        (
            QUEUE + "clients = 6\n" + CHANNEL.format("APP", 5),
            APP.format(1, 20) + APP.format(1, 30).replace("APP", "B"),
            {"CHANNEL(APP)": (5, 20, 5), "CHANNEL(B)": (None, 30, None)},
        ),
        (
            QUEUE + "clients = 5\n" + CHANNEL.format("X", 5),
            APP.format(1, 20),
            {"CHANNEL(APP)": (None, 20, None)},
        ),
        (
            QUEUE + "clients = 5\n" + TOPIC,  # of unknown publishers
            APP.format(10, 20),
            {"CHANNEL(APP)": (0.5, 20, 0.5)},
        ),
        (PAIRS.format(10), APP.format(1, 20), {}),
    ],
)
def test_the_instances_of_server_connections(rows, loads, script, instances):
    found = {one.resource: (one.used, one.limit, one.least) for one in rows("instances", loads, script)}
    assert found == instances
