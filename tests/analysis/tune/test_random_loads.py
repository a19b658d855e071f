"""Random estates with random declared loads: what tuning recommends respects what is declared."""

from __future__ import annotations

import os
import random
from math import ceil
from pathlib import Path

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.tune.edits import tuned_texts
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import cluster, queue, table, topic

ESTATES = int(os.environ.get("MQTUNE_ESTATES", "60"))
SIZES = {"512 B": 512, "2 KiB": 2048, "100 KB": 100_000}
RULES = {
    "MAXDEPTH": ("EXP001", "QUE027"),
    "MAXINST": ("CHL011", "CHL030"),
    "LogPrimaryFiles": ("LOG011",),
    "LogFilePages": ("LOG009",),
    "LogBufferPages": ("LOG005",),
    "MaxChannels": ("CHL015", "CHL030"),
    "MaxActiveChannels": ("CHL015", "CHL030"),
    "PubSubCacheSize": ("PUB002",),
    "pscNumPubThreads": ("CLU001", "PUB006"),
}
DECISIONS = ("do not change: agreed", "stays, because memory is tight", "at most this, as tested")


class RandomEstate:
    """Files and declarations of one queue manager, written by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.complete = seed % 2 == 0
        self.text = ""
        self.loads = ""
        self.exceptions = ""
        self.clients: dict[str, int] = {}
        self.decided: dict[tuple[str, str], str] = {}  # values that a decision keeps, by object and keyword
        head = self.head()
        for number in range(self.random.randint(0, 3)):
            self.queue(f"Q{number}")
        for number in range(self.random.randint(0, 2)):
            self.topic(f"t{number}")
        for number in range(self.random.randint(0, 2)):
            self.channel(f"APP{number}")
        if self.some(0.2):
            self.loads += cluster("PS", ordered=self.some(0.5), channel_pairs=self.pick(10, 400, 900))
            self.text += "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CONNAME('h(1414)') CLUSTER(PS) REPLACE\n"
        self.ini = self.stanzas()
        self.loads = head + self.loads + self.exceptions

    def pick(self, *values):
        return self.random.choice(values)

    def some(self, share: float) -> bool:
        return self.random.random() < share

    def maybe(self, **values):
        return {key: value for key, value in values.items() if self.complete or self.some(0.8)}

    def head(self) -> str:
        values = self.maybe(
            cores=self.pick(2, 8, 64),
            memory=self.pick("1 GiB", "64 GiB"),
            queue_disk=self.pick("1 GB", "50 GB", "4 TB"),
            longest_transaction=self.pick("1 s", "120 s"),
        )
        values |= {"outage": "1 h"} if self.some(0.3) else {}
        self.memory = values.get("memory")
        self.disk = {"1 GB": 1e9, "50 GB": 50e9, "4 TB": 4e12}.get(values.get("queue_disk"))
        return table("", **values).partition("\n")[2]

    def comment(self, object: str, keyword: str, value: str, sign: str) -> str:
        """A decision on a value as a comment above it, or as a directive or exceptions; or nothing."""
        if not self.some(0.25):
            return ""
        self.decided[object, keyword] = value
        form = self.pick("comment", "directive", "exceptions")
        if form == "exceptions":
            name = object if sign == "*" else f"STANZA({object})"
            for rule in RULES[keyword]:
                self.exceptions += f'[[exception]]\nrule = "{rule}"\nobject = "{name}"\nreason = "agreed"\n'
            return ""
        words = f"mqtune: ignore {' '.join(RULES[keyword])}" if form == "directive" else self.pick(*DECISIONS)
        return f"{sign} {words}\n"

    def queue(self, name: str) -> None:
        depth = str(self.pick(5000, 100_000, 20_000_000))
        above = self.comment(f"QLOCAL({name})", "MAXDEPTH", depth, "*")
        cap = " CAPEXPRY(3000)" if self.some(0.3) else ""
        self.text += (
            f"DEFINE QLOCAL({name}){cap} SHARE DEFSOPT(SHARED) +\n{above}  MAXDEPTH({depth}) REPLACE\n"
        )
        self.loads += queue(
            name,
            **self.maybe(
                put_rate=self.pick(1, 80, 2000),
                message_size=self.pick(*SIZES),
                persistent=self.some(0.5),
                consumers=self.pick(0, 2, 40),
                burst=self.pick("0 B", "2 MB"),
                binding=self.pick("client", "fastpath"),
                producers=self.pick(1, 30, 600),
                get_rate=self.pick(50, 5000),
            ),
        )

    def topic(self, name: str) -> None:
        self.text += f"DEFINE TOPIC({name.upper()}) TOPICSTR('{name}') REPLACE\n"
        self.loads += topic(
            f"{name}/#",
            self.pick(2, 900, 300_000),
            **self.maybe(
                publishers=self.pick(1, 20, 3000),
                subscribers=self.pick(1, 70),
                binding=self.pick("client", "standard"),
                persistent=self.some(0.2),
                message_size="2 KiB",
            ),
        )

    def channel(self, name: str) -> None:
        limit = str(self.pick(5, 100, 999_999_999))
        above = self.comment(f"CHANNEL({name})", "MAXINST", limit, "*")
        user = " MCAUSER('mqm')" if self.some(0.2) else ""
        each = f" MAXINSTC({self.pick(2, 500)})" if self.some(0.3) else ""
        self.text += f"DEFINE CHANNEL({name}) CHLTYPE(SVRCONN){user}{each} SHARECNV({self.pick(1, 10)}) +\n"
        self.text += f"{above}  MAXINST({limit}) REPLACE\n"
        if self.some(0.5):
            self.clients[name] = self.pick(3, 60, 4000)
            self.loads += table("channel", channel=name, clients=self.clients[name])

    def stanzas(self) -> str:
        text = ""
        for stanza, keys in {
            "Log": {
                "LogPrimaryFiles": (3, 200),
                "LogFilePages": (4096, 65_535),
                "LogBufferPages": (0, 512, 4096),
            },
            "Channels": {"MaxChannels": (50, 300, 50_000), "MaxActiveChannels": (50, 300)},
            "TuningParameters": {"PubSubCacheSize": (20, 200), "pscNumPubThreads": (1, 3)},
        }.items():
            text += f"{stanza}:\n"
            for key, values in keys.items():
                if self.some(0.7):
                    value = str(self.pick(*values))
                    text += self.comment(stanza, key, value, "#") + f"   {key}={value}\n"
        return text

    def opened(self, folder: Path) -> Session:
        listed = '["a.mqsc", "qm.ini"]'
        head = f'mq-version = "9.4"\nplatform = "linux"\n[[queue-manager]]\nname = "QM1"\nfiles = {listed}\n'
        (folder / "mqtune.toml").write_text(head + self.loads)
        (folder / "a.mqsc").write_text(self.text or "DEFINE QLOCAL(ANY) REPLACE\n")
        (folder / "qm.ini").write_text(self.ini)
        return Session.open(Options([str(folder)]))


@pytest.fixture(params=range(ESTATES))
def estate(request) -> RandomEstate:
    return RandomEstate(request.param)


def value_of(manager, object: str, keyword: str) -> str:
    type, _, name = object.partition("(")
    if not name:
        return manager.ini_value(object, keyword) or ""
    found = manager.queue(name[:-1]) if type == "QLOCAL" else manager.channel(name[:-1])
    return found.text(keyword)


def test_nothing_to_change_is_said_only_if_the_budget_fits(tmp_path, estate):
    session = estate.opened(tmp_path)
    (tuning,) = tune_session(session).tunings
    if not tuning.is_settled:
        return
    rows = [row for one in session.estates for row in budget(one)]
    assert [row.resource for row in rows if (row.share or 0) >= 1] == []
    unknown = [row for row in rows if row.limit is not None and row.share is None]
    assert [row.resource for row in unknown] == []


def test_the_diff_keeps_decisions_and_declared_limits_and_a_second_run_is_empty(tmp_path, estate):
    before = estate.opened(tmp_path)
    tuned = tune_session(before)
    after = before.with_texts(tuned_texts(tuned, before.texts)[0])
    (old,), (new,) = before.queue_managers, after.queue_managers
    assert [str(one) for one in tune_session(after).tunings[0].changes] == []
    for (object, keyword), value in estate.decided.items():
        assert value_of(new, object, keyword) == value
    every = [row for row in budget(before.estates[0]) if row.kind in ("channels", "instances")]
    used = max((row.used or 0 for row in every if row.kind == "channels"), default=0)
    for key in ("MaxChannels", "MaxActiveChannels"):
        now, then = old.ini_number("Channels", key), new.ini_number("Channels", key)
        assert then is None or then <= max(now or 0, ceil(used * 1.5))
    instances = {row.resource: row.used or 0 for row in every if row.kind == "instances"}
    for channel in old.of_type("CHANNEL", "SVRCONN"):
        then = new.channel(channel.name)
        most = ceil(instances.get(f"CHANNEL({channel.name})", 0) * 1.5)
        assert then.number("MAXINST") <= max(channel.number("MAXINST"), most)
        assert then.number("MAXINSTC") == channel.number("MAXINSTC")
        if channel.text("MCAUSER") == "mqm":
            assert (then.text("MAXINST"), then.text("SHARECNV")) == (
                channel.text("MAXINST"),
                channel.text("SHARECNV"),
            )


def test_queues_are_deepened_only_as_far_as_the_declared_disk(tmp_path, estate):
    before = estate.opened(tmp_path)
    tuned = tune_session(before)
    deeper = [change for change in tuned.tunings[0].changes if "MAXDEPTH" in change.values]
    if not deeper or estate.disk is None:
        return
    sizes = {load.queue: load.message_size_bytes for load in before.queue_managers[0].queue_loads}
    assert all(sizes[change.name] for change in deeper)
    assert sum(int(change.values["MAXDEPTH"]) * sizes[change.name] for change in deeper) <= estate.disk
