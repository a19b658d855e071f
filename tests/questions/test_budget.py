"""`budget` gives the same answer as a function, on the command line and in an editor."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.present.answer import SCREEN, Table
from mqtune.present.layout import Medium, layout
from mqtune.present.shown import shown_sections
from mqtune.questions.asking import ask
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Scope, open
from tests.questions.conftest import Asker

TOML = """\
[[queue-manager]]
name = "QM1"
complete = true
files = ["a.mqsc"]
queue = [{ queue = "ORDERS", put-rate = 200, get-rate = 100 }, { queue = "orders.in", put-rate = 20 }]
[[queue-manager]]
name = "QM2"
files = ["b.mqsc"]
topic = [{ topic = "prices", publish-rate = 900, subscribers = 60 }]
"""
GROWTHS = ("1", "2", 2, 0.5, "1e3", "999999", "1000000", "0", "-1", "nan", "x", "", None)
LIMITS = ("0.8", 0.5, "3", "9.9", "10", "80", "0", "y", None)


def screen(
    folder: Path, toml: str, script: str = "DEFINE QLOCAL(Q)\n", **given: object
) -> dict[str, list[str]]:
    """The sections of the screen, each as its lines."""
    (folder / "mqtune.toml").write_text(toml)
    (folder / "a.mqsc").write_text(script)
    answer = ask(QUESTIONS["budget"], open(Scope((str(folder),))), given)
    medium = Medium(200, bars=True)
    return {
        section.title: ["".join(text for text, _ in line.parts) for line in layout(section.body, medium)]
        for section in shown_sections(answer.sections(SCREEN))
    }


@pytest.mark.parametrize("seed", range(2))
def test_all_front_ends_give_the_same_answer(
    tmp_path: Path, asker: Callable[[Path], Asker], seed: int
) -> None:
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(ORDERS)\nDEFINE QLOCAL('orders.in')\n")
    (tmp_path / "b.mqsc").write_text("DEFINE TOPIC(T) TOPICSTR('prices')\nDEFINE QLOCAL(B)\n")
    chance, asks = random.Random(seed), asker(tmp_path)
    statuses = set()
    for _ in range(60):
        values = {"grow": chance.choice(GROWTHS), "fail-on": chance.choice(LIMITS)}
        given = {name: value for name, value in values.items() if value is not None and chance.random() < 0.6}
        if chance.random() < 0.3:
            given["without"] = chance.choice([["QM1"], ["QM1", "QM2"], ["QM3"]])
        statuses.add(asks.agree("budget", given).status)
    assert statuses == {0, 1, 2}


def test_the_outcome_does_not_depend_on_what_is_expected(tmp_path: Path) -> None:
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(ORDERS)\nDEFINE QLOCAL('orders.in')\n")
    (tmp_path / "b.mqsc").write_text("DEFINE TOPIC(T) TOPICSTR('prices')\n")
    project = open(Scope((str(tmp_path),)))
    answers = [
        ask(QUESTIONS["budget"], project, {} if limit is None else {"fail-on": limit})
        for limit in (None, "0.1", "9")
    ]
    assert [answer.met for answer in answers] == [None, False, True]
    assert {answer.outcome for answer in answers} == {"exceeded"}


def test_the_screen_begins_with_the_first_bottleneck_and_has_bars(tmp_path: Path) -> None:
    load = 'queue = [{ queue = "Q", put-rate = 200, get-rate = 100 }]\n'
    toml = f'[[queue-manager]]\nname = "INS"\nfiles = ["a.mqsc"]\n{load}'
    found = screen(tmp_path, toml)
    assert next(iter(found)) == "first bottleneck"
    assert found["first bottleneck"][0].startswith("E  first: QLOCAL(Q) of INS is exhausted")
    assert any("QLOCAL(Q)" in line and "█" in line and "200%" in line for line in found["INS"])
    assert "400%" in " ".join(screen(tmp_path, toml, grow="2")["INS"])


def test_a_lower_bound_has_a_hatched_bar_and_is_left_open(tmp_path: Path) -> None:
    loads = 'queue = [{ queue = "Q", put-rate = 4000, get-rate = 5000, persistent = false }]\n'
    toml = f'[[queue-manager]]\nname = "HUB"\nfiles = ["a.mqsc"]\ncores = 8\n{loads}'
    found = screen(tmp_path, toml)
    at = next(at for at, line in enumerate(found["HUB"]) if line.startswith("cpu "))
    cpu = " ".join(found["HUB"][at:])
    assert "╱" in found["HUB"][at]
    assert "░" not in found["HUB"][at]
    assert ">= " in cpu
    assert "a lower bound: channels, streamed copies and other work are not included" in " ".join(cpu.split())
    first, *others = found["first bottleneck"]
    assert "QLOCAL(Q) of HUB is exhausted first" in first
    assert any("left open: cpu of HUB (>= " in line for line in others)


def test_what_does_not_depend_on_rates_is_first(tmp_path: Path) -> None:
    load = '{ queue = "Q", put-rate = 40, get-rate = 50, clients = 500 }'
    toml = f'[[queue-manager]]\nname = "HUB"\nfiles = ["a.mqsc"]\nqueue = [{load}]\n'
    first, growing, *_ = screen(tmp_path, toml)["first bottleneck"]
    assert "first: MaxChannels of HUB (500%) is above the limit at any rate" in first
    assert "by growth: QLOCAL(Q) of HUB is exhausted first, at 1.25 times" in growing


def test_lines_lead_to_the_models_on_which_shares_are_based(tmp_path: Path) -> None:
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "b.mqsc").write_text("DEFINE TOPIC(T) TOPICSTR('prices')\n")
    answer = ask(QUESTIONS["budget"], open(Scope((str(tmp_path),))), {})
    tables = [section.body for section in answer.sections(SCREEN) if isinstance(section.body, Table)]
    targets = {line.target.kind for table in tables for line in table.lines if line.target is not None}
    assert "model" in targets
