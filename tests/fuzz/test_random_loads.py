"""Random estates with random declared loads: every command that uses the loads ends with an answer.

The estates differ in each run. A failure names the seed, with which the same estate comes again:
`MQTUNE_SEED=123 pytest tests/fuzz/test_random_loads.py`. `MQTUNE_ESTATES` is the number of estates.
"""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest

from bench.random_loads import estate
from mqtune.cli.main import main
from mqtune.present.answer import SCREEN
from mqtune.present.layout import Medium, layout
from mqtune.present.shown import shown_sections
from mqtune.questions.asking import ask
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Scope, open

SEED = os.environ.get("MQTUNE_SEED")
ESTATES = int(os.environ.get("MQTUNE_ESTATES", "260"))
PARTS = 20
ONE = ("--qmgr", "QM1")
GROWTHS = ("0.000001", "0.3", "3.7", "999999")
# each is run with every tenth estate or so, the budget and the lint with all
COMMANDS = (
    ("budget", "--format", "markdown"),
    ("budget", "--verbose", "--fail-on", "0.8"),
    ("budget", "--without", "QM1", "--grow", "2"),
    ("tune",),
    ("tune", "--diff"),
    ("tune", "--format", "json"),
    ("lint", "--profile", "regulated", "--select", "ALL", "--format", "json"),
    ("trace", *ONE, "topic:t/a"),
    ("trace", *ONE, "A1", "--size", "2 KiB", "--format", "json"),
    ("show", "paths"),
    ("show", "topics", "--format", "json"),
    ("show", "clusters"),
    ("show", "outage"),
    ("show", "objects", "--format", "json"),
    ("query", "DISPLAY QUEUE(*) ALL"),
    ("plan", "../before", ".", "--format", "json"),
    ("plan", "../before", "."),
    ("report", "--output", "../report.html"),
)
NO_FIGURE = re.compile(r"\bnan\b|\binf\b|(?<!e)-\d[\d,.]*(%| times)", re.IGNORECASE)
MAY_FAIL = {"lint": (0, 1), "budget": (0, 1)}


class Estate:
    """The folder of one estate, and the commands that are run there."""

    def __init__(self, capsys: pytest.CaptureFixture[str], seed: int) -> None:
        self.capsys = capsys
        self.seed = seed

    def run(self, *words: str) -> str:
        """The output of a command that ends with an answer."""
        status = main(list(words))
        out, err = self.capsys.readouterr()
        assert status in MAY_FAIL.get(words[0], (0,)), err
        assert "internal error" not in out + err
        if words[0] in ("budget", "tune"):
            assert not NO_FIGURE.search(out)
        if words[-1] == "json":
            json.loads(out, parse_constant=refused)
        return out

    def budget(self) -> None:
        """Text and JSON name the same first limit, and every figure is one."""
        growth = GROWTHS[self.seed % len(GROWTHS)]
        text = self.run("budget", "--grow", growth)
        found = json.loads(self.run("budget", "--grow", growth, "--format", "json"))
        for row in found["resources"]:
            for key in ("rate_per_s", "used", "limit", "share"):
                assert row[key] is None or row[key] >= 0, row
            assert row["bound"] == "exact" or row["used"] is not None, row
            assert (row["bound"] == "at-least") == any("a lower bound: " in one for one in row["warnings"]), (
                row
            )
        first = found["first"]
        if first is None:
            assert "is exhausted," not in text
            assert "is exhausted first" not in text
            assert "above the limit at any rate" not in text
        else:
            assert first["bound"] != "at-least" or first["share"] >= 1, first
            line = next(one for one in text.splitlines() if one.startswith("first: "))
            assert line.startswith(f"first: {first['resource']} of {first['queue_manager']}")


def refused(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def write(folder: Path, seed: int, state: int = 0) -> None:
    """The files of an estate in a state."""
    for path, text in estate(seed, state).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def check(folder: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands on one estate, and the budget and the trace of the terminal UI."""
    write(folder, seed)
    found = Estate(capsys, seed)
    found.budget()
    found.run("lint")
    environment = ("--environment", "test") if "[[environment]]" in Path("mqtune.toml").read_text() else ()
    for number in range(2):
        words = COMMANDS[(2 * seed + number) % len(COMMANDS)]
        if words[0] in ("trace", "plan"):
            words = (words[0], *environment, *words[1:])
        if words[0] == "plan":
            write(Path("../before").resolve(), seed, 1)
        found.run(*words)
    if seed % 10 == 0:
        answer = ask(QUESTIONS["budget"], open(Scope()), {"grow": "2"})
        for section in shown_sections(answer.sections(SCREEN)):
            list(layout(section.body, Medium(80, bars=True)))


@pytest.mark.parametrize("part", range(PARTS))
def test_every_command_answers_for_any_declared_load(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    count = ESTATES // PARTS
    first = (int(SEED) if SEED else time.time_ns() % 10**9) + part * count
    for seed in range(first, first + count):
        folder = tmp_path / str(seed) / "now"
        folder.mkdir(parents=True)
        monkeypatch.chdir(folder)
        try:
            check(folder, seed, capsys)
        except Exception as wrong:
            again = f"MQTUNE_SEED={seed} MQTUNE_ESTATES={PARTS} pytest {__file__} -k 'load and 0'"
            raise AssertionError(f"an estate fails; to try it again: {again}") from wrong
