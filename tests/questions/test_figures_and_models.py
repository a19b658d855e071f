"""`figures`, `model` and `load read` give the same answers in each front end."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.capacity.definition import models
from mqtune.present.answer import Table
from mqtune.present.layout import Medium, layout
from mqtune.present.shown import shown_sections
from mqtune.questions.asking import ask
from mqtune.questions.models import table_names
from mqtune.questions.table import QUESTIONS
from tests.questions.conftest import Asker

MODELS = {model.name: model.example.split() for model in models()}
WORDS = (
    "put-rate=2000",
    "disk=60GB",
    "disk=1XB",
    "subscribers=60",
    "cache=48",
    "cap-expiry=3000",
    "x=1",
    "depth=1000",
    "y",
)
LIMITS = ("depth=1000", "disk=60GB")
SOLVED = ("cap-expiry", "subscribers", "put-rate", "nope", "persistence")
STATUS = """\
AMQ8450I: Display queue status details.
   QUEUE(ORDERS)                           TYPE(QUEUE)
   CURDEPTH({depth})                             LPUTDATE(2026-11-02)
   LPUTTIME(08.01.{second})
"""
METRICS = '# HELP ibmmq_queue_depth Depth\nibmmq_queue_depth{{queue="ORDERS",qmgr="QM1"}} {depth}\n'


@pytest.fixture
def asks(tmp_path: Path, asker: Callable[[Path], Asker]) -> Asker:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    return asker(tmp_path)


@pytest.mark.parametrize("seed", range(2))
def test_models_are_run_alike(asks: Asker, seed: int) -> None:
    chance, statuses = random.Random(seed), set()
    for _ in range(60):
        name = chance.choice([*MODELS, "fan-outt"])
        inputs = MODELS.get(name, []) if chance.random() < 0.6 else chance.sample(WORDS, 2)
        statuses.add(asks.agree("model run", {"name": name, "inputs": inputs}).status)
    assert statuses == {0, 2}


@pytest.mark.parametrize("seed", range(2))
def test_models_are_solved_alike(asks: Asker, seed: int) -> None:
    chance, statuses = random.Random(seed), set()
    for _ in range(60):
        given = {"name": chance.choice(["expiry", "expiry", "fan-out", "log"]), "for": chance.choice(SOLVED)}
        given["inputs"] = chance.sample(WORDS[:3] if chance.random() < 0.5 else WORDS, chance.choice([1, 2]))
        if given["for"] == "cap-expiry" and chance.random() < 0.4:
            given |= {
                "name": "expiry",
                "inputs": ["put-rate=2000", chance.choice(LIMITS)],
            }
        statuses.add(asks.agree("model solve", given).status)
    assert statuses == {0, 1, 2}


@pytest.mark.parametrize("name", [*MODELS, "nope", None])
def test_models_are_listed_and_verified_alike(asks: Asker, name: str | None) -> None:
    given = {} if name is None else {"name": name}
    assert asks.agree("model list", given).status == asks.agree("model verify", given).status


def test_tables_are_listed_and_shown_alike(asks: Asker) -> None:
    for words in ([], ["streaming"], ["Streaming", "2021"], ["nothing-like-it"]):
        asks.agree("figures list", {"words": words} if words else {})
    for name in [*table_names()[::7], "v8-chart-51"]:
        asks.agree("figures show", {"name": name})
        asks.agree("figures export", {"names": [name], "corrected": True})


@pytest.mark.parametrize("name", table_names())
@pytest.mark.parametrize("width", [60, 200])
def test_a_table_of_any_width_shows_every_figure(name: str, width: int) -> None:
    answer = ask(QUESTIONS["figures show"], None, {"name": name})
    (section,) = [one for one in shown_sections(answer.sections("text")) if isinstance(one.body, Table)]
    shown = "\n".join("".join(text for text, _ in line.parts) for line in layout(section.body, Medium(width)))
    cells = [str(cell) for line in section.body.lines for cell in line.cells]
    assert [cell for cell in cells if cell not in shown] == []


@pytest.mark.parametrize("seed", range(2))
def test_measured_figures_are_read_alike(asks: Asker, tmp_path: Path, seed: int) -> None:
    paths = []
    for number in range(2):
        for form, text in (("status", STATUS), ("prom", METRICS)):
            path = tmp_path / f"{form}{number}.txt"
            path.write_text(text.format(depth=5 + 60 * number, second=10 + number))
            paths.append(str(path))
    chance = random.Random(seed)
    for _ in range(30):
        given: dict[str, object] = {"files": chance.sample([*paths, str(tmp_path / "none")], 2)}
        for name, values in (
            ("seconds", ("60", 5, "0", "x")),
            ("qmgr", ("QM1", "QM9")),
            ("exporter-values", ("delta", "total", "sum")),
            ("busiest", (True, False)),
            ("system", (True,)),
        ):
            if chance.random() < 0.4:
                given[name] = chance.choice(values)
        asks.agree("load read", given)
