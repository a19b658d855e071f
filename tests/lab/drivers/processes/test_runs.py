"""Runs of stand-in drivers: good ones, and everything that a driver may do instead."""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Process, Prompt, Watch, Work
from mqtune.lab.core.run import Arm, Order
from mqtune.lab.drivers import real as real_driver
from mqtune.lab.drivers.base import LiveData, LogLine, RawRun, RealClock, Sample, WatchReading
from mqtune.lab.drivers.processes import outcomes as rates
from mqtune.lab.drivers.processes import process_run, run_process
from mqtune.lab.drivers.real import RealDriver

CPH = ("cph", "-vo", "3", "-ss", "1", "-wi", "10", "-wt", "10")
SPEED = 50
SECONDS = 10.0
PATIENT = 60.0  # real seconds; a loaded machine may not run a driver for a while
IMPATIENT = 0.5  # once a driver hangs
ENDLESS = 6000.0  # of a driver that the test ends

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks through /proc")


class FastClock(RealClock):
    """The clock of the stand-ins."""

    def now(self) -> float:
        return super().now() * SPEED


class SampleClock(RealClock):
    """The time of the last sample that a bench was told: as late as the driver is."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time


class Typist:
    """A prompter at which one answer is typed."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.questions: list[Prompt] = []

    def ask(self, question: Prompt) -> str:
        self.questions.append(question)
        return self.answer


def publisher(threads: int = 4, seconds: float | None = SECONDS, **facts: Any) -> Process:
    argv = (
        *CPH,
        "-tc",
        "Publisher",
        "-nt",
        str(threads),
        "-rl",
        f"{seconds or 0:g}",
        "-id",
        "P",
        "-jb",
        "QM1",
    )
    words = (*argv, "-jt", "mqb", "-d", "T")
    return Process("publisher", words, "cph", threads, seconds, measured=True, **facts)


def subscriber(threads: int = 3, **facts: Any) -> Process:
    argv = (
        *CPH,
        "-tc",
        "Subscriber",
        "-nt",
        str(threads),
        "-rl",
        "0",
        "-id",
        "S",
        "-jb",
        "QM1",
        "-jt",
        "mqb",
    )
    return Process(
        "subscriber", (*argv, "-d", "T", "-to", "-1"), "cph", threads, None, background=True, **facts
    )


ENDED = "Caught shutdown exception."


class Bench:
    """Makes a run and keeps everything that was told."""

    def __init__(self, name: str = "cph", **facts: Any) -> None:
        self.clock = SampleClock()
        self.driver = RealDriver(name, **{"clock": self.clock, "patience": PATIENT, **facts})
        self.told: list[LiveData] = []
        self.also: Callable[[LiveData], None] = lambda live: None

    def make(self, *processes: Process, watches: tuple[Watch, ...] = (), seconds: float = SECONDS) -> RawRun:
        return self.driver.make(1, Order(Arm("arm"), seconds), Work(processes, watches), self._listen)

    def _listen(self, live: LiveData) -> None:
        self.told.append(live)
        if isinstance(live, Sample):
            self.clock.time = live.at
        self.also(live)

    def stop_when_verified(self, live: LiveData) -> None:
        """End a run that has begun, once mqtune has told what it found."""
        if isinstance(live, (Sample, LogLine)) and self.said("mqtune") and self.clock.time:
            self.driver.stop(True)

    def lose_patience(self, live: LiveData) -> None:
        """After the third sample, where drivers that hang begin to."""
        making = self.driver._making
        if making is not None and isinstance(live, Sample) and live.at >= 3:
            making._tools = replace(making._tools, patience=IMPATIENT)

    def said(self, who: str) -> list[str]:
        return [one.text for one in self.told if isinstance(one, LogLine) and one.who == who]


def hasten(monkeypatch: pytest.MonkeyPatch, *drivers: str) -> None:
    """Give drivers that hear no signal little time between two; others may need long on a loaded machine."""
    monkeypatch.setattr(real_driver, "GRACE", dict.fromkeys(drivers or ("cph",), 0.3))


@pytest.fixture(autouse=True)
def nothing_stays(host: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """After each run no process is left, whatever it was."""
    host.queue_manager()
    monkeypatch.setattr(real_driver, "GRACE", dict.fromkeys(("cph", "jms", "mqldt"), PATIENT))
    monkeypatch.setattr(run_process, "_LINES_OF_SILENCE", 1)
    yield
    deadline = time.monotonic() + PATIENT
    while (left := host.processes()) and time.monotonic() < deadline:
        os.sched_yield()
    assert left == []


def test_a_good_run_gives_a_sample_a_second(host: Any) -> None:
    bench = Bench()
    raw = bench.make(publisher())
    assert (raw.outcome, raw.reason_code) == ("ok", None)
    assert raw.message.startswith("the run is complete")
    assert [one.at for one in raw.samples] == [float(second) for second in range(1, 11)]
    assert all(one.threads == 4 for one in raw.samples)
    assert [one for one in bench.told if isinstance(one, Sample)] == list(raw.samples)
    assert raw.figures["sent"] == pytest.approx(17786, rel=0.1)
    assert raw.figures["iterations"] == pytest.approx(17786 * SECONDS, rel=0.1)
    assert shlex.split(bench.said("$")[0])[1:] == list(publisher().argv[1:])


def test_getters_run_with_all_their_threads_before_the_load_begins(host: Any) -> None:
    bench = Bench()
    raw = bench.make(subscriber(5), publisher(1))
    assert raw.outcome == "ok"
    texts = [(one.who, one.text) for one in bench.told if isinstance(one, LogLine)]
    load = next(at for at, (who, text) in enumerate(texts) if who == "$" and "Publisher" in text)
    assert ("subscriber", "[Subscriber4] START") in texts[:load]
    # getters are ended by SIGINT after the load, and that is no fault
    assert "cphControlCInvoked flag triggered: 2 - Signal detected" in bench.said("subscriber")
    # each of five getters receives every publication while the load runs, which they outlive
    assert 0 <= raw.figures["received"] <= 5.5 * raw.figures["sent"]


def test_getters_that_end_under_load_end_first_and_what_follows_does_not_count(host: Any) -> None:
    host.set("WAIT", "2:30")  # the load, until its getters have ended
    bench = Bench()
    bench.also = lambda live: (
        (host.folder / "go").touch() if bench.said("subscriber")[-1:] == [ENDED] else None
    )
    raw = bench.make(subscriber(2, ends_first=True), publisher(1, seconds=60.0), seconds=20.0)
    assert raw.outcome == "ok"
    assert 19 <= len(raw.samples) <= 30
    last = [one.who for one in bench.told if isinstance(one, LogLine)]
    assert last.index("subscriber") < len(last) - 1 - last[::-1].index("publisher")


def test_rates_of_several_measured_processes_are_added(host: Any) -> None:
    host.set("NOISE", "0")
    raw = Bench().make(publisher(1), publisher(2))
    assert raw.outcome == "ok"
    assert {one.threads for one in raw.samples} == {3}
    assert all(one.rate == pytest.approx(8000 + 14000, rel=0.1) for one in raw.samples)


def test_a_process_without_a_run_length_is_ended_after_that_of_the_order(host: Any) -> None:
    raw = Bench().make(publisher(2, None), seconds=20.0)
    assert raw.outcome == "ok"
    assert len(raw.samples) >= 19  # more on a loaded machine


def late_after(bench: Bench, monkeypatch: pytest.MonkeyPatch, ready: Callable[[Any], bool]) -> None:
    """Let every limit of the run be exceeded once a process of it has come so far."""

    def now() -> float:
        run = bench.driver._making
        return time.monotonic() + (1000 if run is not None and any(map(ready, run._parts)) else 0)

    monkeypatch.setattr(process_run, "time", SimpleNamespace(monotonic=now))


OUTCOMES = {
    "hang": ("hung", "publisher printed nothing for"),
    "ignore,hang": ("hung", "publisher printed nothing for"),
    "silent": ("incomplete", "0 of about 10 rates"),
    "grandchild": ("ok", ""),
    "garbage": ("ok", ""),
    "long-line": ("ok", ""),
    "escapes": ("ok", ""),
    "inf,few": ("incomplete", "4 of about 10 rates"),
    "few": ("incomplete", "5 of about 10 rates"),
    "segv": ("died", "signal 11 (SIGSEGV) ended the driver"),
    "kill": (
        "died",
        "signal 9 (SIGKILL) ended the driver: by hand, or because the machine ran out of memory",
    ),
    "lose": ("incomplete", "threads were lost: 3 of 4"),
    "2035": ("failed", "MQRC_NOT_AUTHORIZED"),
    "2059": ("failed", "MQRC_Q_MGR_NOT_AVAILABLE"),
    "2059,exit-0": ("failed", "MQRC_Q_MGR_NOT_AVAILABLE"),
    "2085": ("failed", "MQRC_UNKNOWN_OBJECT_NAME"),
    "2009": ("incomplete", "MQRC_CONNECTION_BROKEN"),
    "no-properties": ("failed", "couldn't open properties file"),
    "no-library": ("failed", "Cannot find lib"),
}


@pytest.mark.parametrize("fault", OUTCOMES)
def test_every_misbehaviour_has_its_outcome(host: Any, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    host.set("FAULT", fault)
    word, message = OUTCOMES[fault]
    bench = Bench()
    if "hang" in fault:
        bench.also = bench.lose_patience
    if "ignore" in fault or fault == "grandchild":
        hasten(monkeypatch)
    raw = bench.make(publisher())
    assert raw.outcome == word
    assert message in raw.message
    code = re.match(r"\d{4}", fault)
    assert raw.reason_code == (int(code[0]) if code else None)
    assert all(text.isprintable() and len(text) <= 300 for text in bench.said("publisher"))


def test_a_rate_that_is_no_number_leaves_its_second_out(host: Any) -> None:
    host.set("FAULT", "inf")
    raw = Bench().make(publisher())
    assert [one.at for one in raw.samples] == [1, 2, 4, 5, 7, 8, 10]
    assert "rate lines without a number: 3" in raw.message


def test_a_flood_is_read_and_not_shown(host: Any) -> None:
    host.set("FAULT", "flood")
    host.speed(10)
    bench = Bench()
    raw = bench.make(publisher(seconds=3))
    assert raw.outcome == "ok"
    assert len(raw.samples) == 3
    told = bench.said("publisher")
    assert len(told) < 300
    assert re.fullmatch(r"… 59,\d{3} more lines are not shown", told[-1])


def test_the_last_words_of_a_bad_run_are_kept(host: Any) -> None:
    host.set("FAULT", "flood,segv")
    host.speed(10)
    bench = Bench()
    assert bench.make(publisher()).outcome == "died"
    assert bench.said("publisher")[-1] == "MQGET trace 19999: nothing to say"


def test_a_driver_that_goes_on_after_its_run_length_is_ended(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.set("FAULT", "endless")
    bench = Bench()
    late_after(bench, monkeypatch, lambda part: len(part.rates) > 3)
    raw = bench.make(publisher(seconds=1))
    assert (raw.outcome, "did not end within" in raw.message) == ("hung", True)


def test_intervals_that_are_longer_than_they_are_counted_are_set_right(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.set("FAULT", "late")
    monkeypatch.setattr(rates, "_LATE_SECONDS", 0.1)

    class LateClock(RealClock):
        """It shows a second and a quarter more whenever output is read."""

        def now(self) -> float:
            making = bench.driver._making
            return 1.25 * len(making._parts[0].rates) if making and making._parts else 0.0

    bench = Bench(clock=LateClock())
    raw = bench.make(publisher(seconds=30))
    assert raw.outcome == "ok"
    assert (
        "longer than the whole seconds by which it divides; each rate was corrected by the length of its own"
        in raw.message
    )


def test_a_failing_getter_ends_the_run_before_the_load(host: Any) -> None:
    host.set("FAULT", "Subscriber:2085")
    bench = Bench()
    raw = bench.make(subscriber(), publisher())
    assert (raw.outcome, raw.reason_code) == ("failed", 2085)
    assert raw.message.startswith("subscriber: ")
    assert not bench.said("publisher")


def test_a_getter_that_dies_spoils_the_run(host: Any) -> None:
    host.set("FAULT", "Subscriber:segv")
    raw = Bench().make(subscriber(), publisher())
    assert raw.outcome in ("died", "failed")
    assert raw.message.startswith("subscriber")


def test_getters_that_never_run_with_all_threads_are_told(host: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    short = subscriber(3)
    late_after(bench, monkeypatch, lambda part: part.threads == 3)
    raw = bench.make(Process("subscriber", short.argv, "cph", 4, None, background=True), publisher())
    assert (raw.outcome, raw.message) == ("failed", "not all getters started: 3 of 4 subscriber threads")


@pytest.mark.parametrize("content", [None, "no program"])
def test_a_driver_that_cannot_be_started_says_what_to_do(
    host: Any, tmp_path: Path, content: str | None
) -> None:
    program = tmp_path / "cph"
    if content:
        program.write_text(content)
        program.chmod(0o755)
    process = publisher()
    raw = Bench().make(
        Process("publisher", (str(program), *process.argv[1:]), "cph", 4, SECONDS, measured=True)
    )
    assert raw.outcome == "failed"
    assert (
        "could not be started: Exec format error" if content else "github.com/ibm-messaging/mq-cph"
    ) in raw.message


def test_stopping_now_ends_the_run_and_keeps_its_samples(host: Any) -> None:
    bench = Bench()
    bench.also = lambda live: bench.driver.stop(True) if isinstance(live, Sample) and live.at == 3 else None
    raw = bench.make(subscriber(), publisher(seconds=ENDLESS))
    assert (raw.outcome, raw.message) == ("cancelled", "the run was stopped by the user")
    assert 3 <= len(raw.samples) < ENDLESS
    assert "cphControlCInvoked flag triggered: 2 - Signal detected" in bench.said("publisher")


def test_stopping_after_the_run_lets_it_come_to_its_end(host: Any) -> None:
    bench = Bench()
    bench.also = lambda live: bench.driver.stop(False) if isinstance(live, Sample) else None
    raw = bench.make(publisher())
    assert (raw.outcome, len(raw.samples)) == ("ok", 10)
    bench.driver.stop(True)  # nothing runs: nothing happens


def test_a_journal_that_fails_ends_the_run_and_is_told(host: Any) -> None:
    bench = Bench()

    def full(live: LiveData) -> None:
        if isinstance(live, Sample):
            raise LabError("the disk is full", "make room")

    bench.also = full
    with pytest.raises(LabError, match="the disk is full"):
        bench.make(subscriber(), publisher(seconds=ENDLESS))


def test_watches_are_read_while_the_run_goes_on(host: Any, tmp_path: Path) -> None:
    (tmp_path / "queue").mkdir()
    (tmp_path / "queue" / "q").write_bytes(b"x" * 1234)
    watches = (
        Watch("channels", "channels", 3.0, "QM1", "DISPLAY CHSTATUS(*)"),
        Watch("file", "bytes", 3.0, path=str(tmp_path / "queue")),
        Watch("nothing", "bytes", 1.0, path=str(tmp_path / "missing")),
    )
    bench = Bench(clock=FastClock())

    def seen(live: LiveData) -> None:
        names = [one.name for one in bench.told if isinstance(one, WatchReading)]
        if bench.said("nothing") and names.count("channels") > 1 and names.count("file") > 1:
            bench.driver.stop(True)

    bench.also = seen
    raw = bench.make(publisher(seconds=ENDLESS), watches=watches)
    assert raw.outcome == "cancelled"
    assert set(raw.series["channels"].values) == {4.0}
    assert set(raw.series["file"].values) == {1234.0}
    assert raw.series["file"].unit == "bytes"
    assert list(raw.series["file"].at) == sorted(raw.series["file"].at)
    assert "nothing" not in raw.series
    assert len(bench.said("nothing")) == 1
    assert bench.said("nothing")[0].startswith("cannot be watched: ")
    readings = sum(len(one.at) for one in raw.series.values())
    assert len([one for one in bench.told if isinstance(one, WatchReading)]) == readings


def trusted(seconds: float = 40.0) -> Process:
    process = publisher(3, seconds)
    return Process(
        "publisher", (*process.argv, "-jf", "true"), "cph", 3, process.seconds, measured=True, trusted=True
    )


def test_fastpath_connections_are_told(host: Any) -> None:
    bench = Bench()
    bench.also = bench.stop_when_verified
    for _ in range(2):
        assert bench.make(trusted(seconds=ENDLESS)).outcome == "cancelled"
    assert bench.said("mqtune") == ["3 connections to QM1 are fastpath, as MQCNO_FASTPATH_BINDING shows"]


def test_a_driver_that_is_lowered_to_standard_bindings_measures_nothing(host: Any) -> None:
    host.set("NOT_MQM", "1")
    raw = Bench().make(trusted(seconds=ENDLESS))
    assert raw.outcome == "failed"
    assert "3 of 3 connections of publisher are not fastpath" in raw.message
    assert "run mqtune as user and group mqm" in raw.message


def test_fastpath_that_cannot_be_verified_is_told(host: Any) -> None:
    host.set("MQSC_FAULT", "2035")
    bench = Bench()
    bench.also = bench.stop_when_verified
    assert bench.make(trusted(seconds=ENDLESS)).outcome == "cancelled"
    assert "fastpath was not verified" in bench.said("mqtune")[0]


def test_a_trusted_driver_is_killed_only_for_a_typed_name(host: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    host.set("FAULT", "ignore,hang")
    hasten(monkeypatch)
    prompter = Typist("QM1")
    bench = Bench(prompter=prompter)
    bench.also = bench.lose_patience
    raw = bench.make(trusted())
    assert raw.outcome == "hung"
    assert "damaged, or have to be restarted" in prompter.questions[0].text
    assert prompter.questions[0].expect == "QM1"


def test_a_trusted_driver_is_left_alone_otherwise_and_named(
    host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.set("FAULT", "ignore,hang")
    hasten(monkeypatch)
    bench = Bench(prompter=Typist("no"))
    bench.also = bench.lose_patience
    raw = bench.make(trusted())
    left = [line for line in host.processes() if "Publisher" in line]
    found = re.search(r"process (\d+) still runs", raw.message)
    assert raw.outcome == "hung"
    assert found
    assert len(left) == 1
    os.kill(int(found[1]), 9)


def test_mqldt_gives_a_sample_for_each_block_size(host: Any, tmp_path: Path) -> None:
    argv = ("mqldt", f"--dir={tmp_path}", "--bsize=4K,16K", "--duration=5")
    raw = Bench("mqldt").make(Process("writer", argv, "mqldt", 1, 10.0, measured=True))
    assert raw.outcome == "ok"
    assert [one.at for one in raw.samples] == [5.0, 10.0]
    one = Bench("mqldt").make(
        Process("writer", (*argv[:2], "--bsize=4K", argv[3]), "mqldt", 1, 5.0, measured=True)
    )
    assert one.figures["block_bytes"] == 4096
    assert one.figures["latency_us"] == pytest.approx(55.8, rel=0.1)
    assert one.figures["bytes_per_s"] > 1e6
    assert one.figures["worst_latency_us"] > one.figures["latency_us"]


def test_mqldt_on_a_full_disk(host: Any, tmp_path: Path) -> None:
    host.set("FAULT", "full")
    argv = ("mqldt", f"--dir={tmp_path}", "--bsize=4K", "--duration=5")
    raw = Bench("mqldt").make(Process("writer", argv, "mqldt", 1, 5.0, measured=True))
    assert raw.outcome == "failed"
    assert "No space left on device" in raw.message


def test_a_run_of_jms(host: Any) -> None:
    argv = (
        "java",
        "-cp",
        "a.jar",
        "JMSPerfHarness",
        "-wi",
        "10",
        "-ss",
        "1",
        "-sc",
        "BasicStats",
        "-rl",
        "10",
    )
    words = (*argv, "-tc", "jms.r11.PutGet", "-nt", "4", "-jb", "QM1", "-d", "Q")
    raw = Bench("jms").make(Process("put and get", words, "jms", 4, 10.0, measured=True))
    assert raw.outcome == "ok"
    assert len(raw.samples) >= 10
    host.set("FAULT", "2538")
    raw = Bench("jms").make(Process("put and get", words, "jms", 4, 10.0, measured=True))
    assert (raw.outcome, raw.reason_code) == ("failed", 2538)
