"""Every recorded transcript of the real drivers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mqtune.lab.core.run import DriverOutput
from mqtune.lab.output import read_output
from mqtune.lab.output.parser import decimal

KINDS = {"cph": "mq-cph", "jms": "jms-perfharness", "mqldt": "mqldt"}
NEVER_RAN = {
    "cph-fail-2035-client-not-authorized": 2035,
    "cph-fail-2058-qmgr-unknown": 2058,
    "cph-fail-2059-qmgr-not-running": 2059,
    "cph-fail-2085-unknown-queue": 2085,
    "cph-fail-2538-client-no-listener": 2538,
    "cph-fail-2540-client-unknown-channel": 2540,
    "jms-fail-mq-bindings-no-native": 2495,
    "jms-fail-mq-no-listener": 2538,
}
RAN_A_WHILE = {
    "cph-fail-2009-qmgr-ended-midrun": 2009,
    "cph-fail-2053-queue-full": 2053,
    "jms-fail-wp-socketcommand-npe": None,
}


@pytest.fixture(scope="module")
def readings(data: Path) -> dict[str, DriverOutput]:
    folder = data / "transcripts"
    return {
        path.name: read_output(str(path), path.name.split("-")[0])
        for path in sorted(folder.iterdir())
        if path.suffix in (".txt", ".csv")
    }


@pytest.fixture(scope="module")
def patterns(data: Path) -> dict[str, dict[str, re.Pattern[str]]]:
    rows = json.loads((data / "transcripts/patterns.json").read_text())
    return {kind: {row["line"]: re.compile(row["regex"]) for row in lines} for kind, lines in rows.items()}


def lines(data: Path, name: str) -> list[str]:
    return (data / "transcripts" / name).read_text().splitlines()


def test_every_rate_line_is_a_sample(readings, patterns, data) -> None:
    wanted = {"cph": ("rate",), "jms": ("BasicStats", "RollingAvgStats", "ResponseTimeStats", "FileStats")}
    checked = 0
    for name, reading in readings.items():
        driver = name.split("-")[0]
        if driver == "mqldt" or "dialogue" in name:
            continue
        kind = "runcph_agg" if "runcph" in name else KINDS[driver]
        rules = [patterns[kind][line] for line in wanted["cph" if kind == "runcph_agg" else driver]]
        printed = []
        for line in lines(data, name):
            if found := next((one for one in (rule.match(line) for rule in rules) if one), None):
                groups = found.groupdict() or {"rate": found[1], "threads": found[2]}
                printed.append((decimal(groups["rate"]), int(groups["threads"])))
        assert list(reading.samples) == printed, name
        checked += len(printed)
    assert checked > 300


def test_every_summary_line_is_the_summary(readings, patterns, data) -> None:
    for name, reading in readings.items():
        driver = name.split("-")[0]
        if driver == "mqldt" or "runcph" in name:
            continue
        rules = [rule for line, rule in patterns[KINDS[driver]].items() if line.endswith("summary")]
        printed = [
            found
            for line in lines(data, name)
            for found in (rule.match(line) for rule in rules)
            if found and "its" in found.groupdict()
        ]
        if "responsetimestats" in name:
            assert (reading.summary.iterations, reading.summary.seconds) == (33210, 8.31)
            assert reading.summary.average_rate == 3995.38
        elif not printed:
            assert reading.summary is None, name
        else:
            assert reading.summary.iterations == int(printed[0]["its"]), name
            assert reading.summary.seconds == decimal(printed[0]["secs"]), name


def test_every_block_of_the_disk_tests_is_a_sample(readings, data) -> None:
    for name, reading in readings.items():
        if not name.startswith("mqldt") or name.endswith(".csv"):
            continue
        rows = [
            line.partition(":") for line in lines(data, name) if line.startswith(("IOPS", "Total writes"))
        ]
        values = [int(value.replace(",", "")) for _, _, value in rows]
        assert list(reading.samples.rates) == values[1::2], name
        assert (reading.summary.iterations if reading.summary else 0) == sum(values[0::2]), name


def test_a_csv_file_says_what_the_text_of_the_same_run_says(readings) -> None:
    for csv, text in (
        ("mqldt-three-blocksizes-csv.csv", "mqldt-three-blocksizes-csv.txt"),
        ("mqldt-3-queue-managers.csv", "mqldt-3-queue-managers.txt"),
    ):
        assert list(readings[csv].samples.threads) == list(readings[text].samples.threads)
        for one, other in zip(readings[csv].samples.rates, readings[text].samples.rates, strict=True):
            assert one == pytest.approx(other, rel=1e-4)
        assert readings[csv].summary.seconds == readings[text].summary.seconds
        assert [one.size for one in readings[csv].blocks] == [one.size for one in readings[text].blocks]


def test_every_failure_ends_in_its_outcome_with_its_reason(readings) -> None:
    for name, reading in readings.items():
        stem, outcome = name.rpartition(".")[0], reading.outcome
        if stem in RAN_A_WHILE:
            assert (outcome.word, outcome.reason_code) == ("incomplete", RAN_A_WHILE[stem]), name
        elif "-fail-" in name:
            assert (outcome.word, outcome.reason_code) == ("failed", NEVER_RAN.get(stem)), name
            assert not reading.samples.any_work
            assert len(outcome.message) > 15


def test_runs_that_somebody_ended_are_cancelled(readings) -> None:
    cancelled = [name for name, reading in readings.items() if reading.outcome.word == "cancelled"]
    assert cancelled == ["cph-ctrl-c.txt", "cph-forever-ctrl-c.txt", "jms-ctrl-c.txt", "mqldt-ctrl-c.txt"]


def test_help_and_versions_hold_no_data(readings) -> None:
    empty = {name for name, reading in readings.items() if reading.outcome.word == "no-data"}
    assert empty == {name for name in readings if "help" in name or "version" in name}


def test_all_others_are_good_except_getters_that_gave_up_waiting(readings) -> None:
    for name, reading in readings.items():
        if any(word in name for word in ("fail", "ctrl-c", "help", "version", "dialogue")):
            continue
        waited = name.startswith(("cph-fanout", "cph-triplets")) and "subscriber" in name
        expected = ("incomplete", 2033) if waited else ("ok", None)
        assert (reading.outcome.word, reading.outcome.reason_code) == expected, name


def test_a_transcript_cut_anywhere_is_never_called_good(data, tmp_path) -> None:
    folder = data / "transcripts"
    cut = tmp_path / "cut.txt"
    for name in ("cph-publisher-isolated-4thr-fastpath", "jms-putget-4q-8thr", "mqldt-three-blocksizes-csv"):
        text = (folder / f"{name}.txt").read_text()
        body = text[: text.find("totalIterations") if "mqldt" not in name else text.rfind("Avg latency")]
        whole = list(read_output(str(folder / f"{name}.txt"), name.split("-")[0]).samples)
        for end in range(0, len(body), 37):
            cut.write_text(body[:end])
            reading = read_output(str(cut), name.split("-")[0])
            assert reading.outcome.word in ("incomplete", "no-data"), (name, end)
            assert list(reading.samples) == whole[: len(reading.samples)], (name, end)
