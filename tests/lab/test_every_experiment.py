"""Every experiment with stand-ins of MQ's programs and of its driver, to a verdict and with nothing left.

Time goes as much faster as the stand-ins live. A pretended person does what is asked for by hand.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.cli.experiment_read import TerminalPrompter
from mqtune.lab.core.experiment import Prompt
from tests.lab.test_end_to_end import QuickClock, folder, journals, mqtune, quick  # noqa: F401

pytestmark = [
    pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks for processes in /proc"),
    # real processes sixty times as fast as life: minutes of waiting, and a machine that does nothing else
    pytest.mark.slow,
]


class Person:
    """Carries out each request on the pretended host and answers yes, as prompter and as standard input."""

    def __init__(self, host: Path) -> None:
        self.host = host
        self.outages: list[Outage] = []
        self.acts: tuple[tuple[str, Callable[..., object]], ...] = (
            (r"ALTER QMGR REPOS\((?P<name>[\w.]+)\)", self.repository),
            (r"ALTER QMGR REPOS\(' '\)", self.repository),
            (r"set ExpiryInterval=(?P<value>\d+).*strmqm (?P<qmgr>\w+)", self.expiry),
            (r"ExpiryInterval .*previous value \((?P<value>\d+)\).*strmqm (?P<qmgr>\w+)", self.expiry),
            (r"set pscNumPubThreads=(?P<value>\d+).*strmqm (?P<qmgr>\w+)", self.threads),
            (r"pscNumPubThreads .*previous value \((?P<value>\d+)\).*strmqm (?P<qmgr>\w+)", self.threads),
            (r"sleep (?P<until>\d+); ip link .* down; sleep (?P<lasts>\d+);", self.outage),
            (r"create the folder (?P<path>\S+) on", self.make),
        )

    def hears(self, question: Prompt) -> None:
        for pattern, act in self.acts:
            if found := re.search(pattern, question.text):
                act(**found.groupdict())
                return

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        return "yes\n"

    def repository(self, name: str = "") -> None:
        (self.host / "QM1" / "qmgr.json").write_text(json.dumps({"REPOS": name}))

    def expiry(self, value: str, qmgr: str) -> None:
        (self.host / qmgr / "expiry-interval").write_text(value)

    def threads(self, value: str, qmgr: str) -> None:
        (self.host / qmgr / "threads").write_text(value)

    def make(self, path: str) -> None:
        Path(path).mkdir(parents=True, exist_ok=True)

    def outage(self, until: str, lasts: str) -> None:
        outage = Outage(self.host / "QM1", float(until), float(lasts))
        self.outages.append(outage)
        outage.start()


class Outage(threading.Thread):
    """Breaks the pretended network at a second of the next run, and restores it."""

    def __init__(self, qmgr: Path, until: float, lasts: float) -> None:
        super().__init__(daemon=True)
        self.qmgr = qmgr
        self.until = until
        self.lasts = lasts
        self.before = set(self.seen())

    def seen(self) -> list[Path]:
        connected = self.qmgr / "connected"
        return sorted(connected.iterdir()) if connected.is_dir() else []

    def run(self) -> None:
        while not set(self.seen()) - self.before:
            time.sleep(0.01)
        channels = self.qmgr / "channels"
        time.sleep(self.until / QuickClock.SPEED)
        channels.write_text("0")
        time.sleep(self.lasts / QuickClock.SPEED)
        channels.write_text("4")


@pytest.fixture
def person(quick, monkeypatch):  # noqa: F811
    """A person at the terminal of a host with one queue manager."""
    quick.queue_manager()
    quick.set("FAULT", "real")  # late first lines, stalls, whole rates, idle getters, meaningless totals
    # a stall of 0.7 s has to be noticed; what a busy machine is late with at this speed is mostly less
    monkeypatch.setattr("mqtune.lab.drivers.processes.outcomes._LATE_SECONDS", 0.4)
    someone = Person(quick.folder)
    monkeypatch.setattr("sys.stdin", someone)
    put = TerminalPrompter._put

    def heard(prompter, question):
        someone.hears(question)
        return put(prompter, question)

    monkeypatch.setattr(TerminalPrompter, "_put", heard)
    return someone


def left(host) -> list[str]:
    """Processes of the host that still run; given a moment to end."""
    deadline = time.monotonic() + 60
    while (found := host.processes()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def measured(
    run,
    host,
    name: str,
    *settings: str,
    own: tuple[str, ...] = (),
    repeat: int = 3,
    ends: tuple[int, ...] = (0,),
):
    """The result of an experiment that came to its end, and left nothing behind but what was there before."""
    words = [word for setting in settings for word in ("--set", setting)]
    outcome = run("run", name, "--qmgr", "QM1", "--yes", "--repeat", str(repeat), *words)
    assert outcome.status in ends, outcome.out + outcome.err
    assert "SIMULATED" not in outcome.out
    assert "not undone" not in outcome.out
    for qmgr in ("QM1", "QM2"):
        assert not (host.folder / qmgr).is_dir() or tuple(host.objects(qmgr)) == own
    assert left(host) == []
    result = json.loads(run("show", name, "--format", "json").out)
    assert result["left_over"] == []
    # a run that other work of this machine has disturbed is repeated
    assert {one["outcome"] for one in result["runs"]} - {"disturbed", "incomplete"} == {"ok"}
    return result


def test_topic_limit_and_isolation(person, quick, mqtune):  # noqa: F811
    settings = ("run-seconds=20", "cut-seconds=5")
    found = measured(mqtune, quick, "topic-limit", *settings)
    assert found["verdict"]["chosen"]["name"] == "4 publishers"
    settings += ("arms=inherited,isolated", "publishers=2")
    assert measured(mqtune, quick, "topic-isolation", *settings)["verdict"]["chosen"]["name"] == "isolated"


def test_fan_out(person, quick, mqtune):  # noqa: F811
    # a busy machine delivers the rates of a hundred subscribers so late that runs are too few in the time
    result = measured(mqtune, quick, "fan-out", "run-seconds=20", "cut-seconds=5", ends=(0, 1))
    assert result["verdict"]["word"] in ("winner", "undecided")


def test_triplets(person, quick, mqtune):  # noqa: F811
    settings = ("triplets=2,4,12", "run-seconds=20", "cut-seconds=5")
    found = measured(mqtune, quick, "triplets", *settings)["verdict"]["found"]
    assert set(found) >= {"capacity of inherited", "capacity of isolated", "capacity of point-to-point"}


def test_streaming(person, quick, mqtune):  # noqa: F811
    settings = ("modes=besteffort,pubsub", "putters=2,9", "run-seconds=20", "cut-seconds=5")
    found = measured(mqtune, quick, "streaming", *settings)["verdict"]["found"]
    assert found["share of besteffort"]["estimate"] == pytest.approx(0.63, abs=0.05)
    assert "share of pubsub" in found


def test_cluster_publish(person, quick, mqtune):  # noqa: F811
    quick.queue_manager("QM2")
    result = measured(mqtune, quick, "cluster-publish", "trial-seconds=150", repeat=1)
    assert result["verdict"]["chosen"]["name"] == "8 threads, 4 channels"  # of 8 cores
    assert json.loads((quick.folder / "QM1" / "qmgr.json").read_text()) == {"REPOS": ""}
    assert (quick.folder / "QM2" / "threads").read_text() == "1"


def test_expiry(person, quick, mqtune):  # noqa: F811
    result = measured(mqtune, quick, "expiry", f"queue-files={quick.folder}")
    assert result["verdict"]["found"]["ratio"]["estimate"] == pytest.approx(1, abs=0.05)
    assert (quick.folder / "QM1" / "expiry-interval").read_text() == "300"


def test_hub_recovery(person, quick, mqtune):  # noqa: F811
    quick.queue_manager("QM1", "Running", "QLOCAL(INPUTQ)", "QLOCAL(REPLYQ)")
    settings = ("outages=5", "outage=60", "watch-seconds=60", "break-at=75")
    result = measured(mqtune, quick, "hub-recovery", *settings, own=("QLOCAL(INPUTQ)", "QLOCAL(REPLYQ)"))
    assert len(person.outages) == 5
    assert result["verdict"]["found"]["channels"]["high"] < 30


def test_jms_put_get(person, quick, mqtune):  # noqa: F811
    settings = ("run-seconds=30", "cut-seconds=10", "threads=4")
    result = measured(mqtune, quick, "jms-put-get", *settings)
    assert result["verdict"]["chosen"]["name"] == "SHARECNV(1)"
    assert "ALTER CHANNEL(MQTUNE.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(1)" in done(quick)


def test_uniform_scaling(person, quick, mqtune):  # noqa: F811
    quick.queue_manager("QM")  # the group of the channel table
    quick.set("JMS_LIMIT", "30000")
    settings = ("queue-managers=1", "names=QM", "run-seconds=60", "cut-seconds=20")
    result = measured(mqtune, quick, "uniform-scaling", *settings)
    assert result["verdict"]["found"]["rate of one"]["estimate"] == pytest.approx(30000, rel=0.02)


def test_log_disk(person, quick, mqtune, folder):  # noqa: F811
    where = folder / "ldt"
    settings = (f"directory={where}", "block-sizes=4,64", "files=2", "file-pages=64")
    result = measured(mqtune, quick, "log-disk", *settings)
    assert {one["arm"] for one in result["levels"]} == {"4 KiB", "64 KiB"}


def done(host) -> str:
    """Everything that runmqsc was given."""
    return (host.folder / "QM1" / "log.mqsc").read_text()
