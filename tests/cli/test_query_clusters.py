"""What all queue managers see in their clusters is listed up to a limit, and the rest is counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MANAGER = """* Script generated on 2026-01-01
* Queue manager name: QM{0}
ALTER QMGR REPOS(C)
DEFINE CHANNEL(C.QM{0}) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('h{0}(1414)')
DEFINE QLOCAL(Q{0}) CLUSTER(C)
DEFINE QLOCAL(${{APP}}.{0}) CLUSTER(C)
"""


@pytest.fixture
def cluster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for number in range(6):
        (folder / f"q{number}.mqsc").write_text(MANAGER.format(number))
    monkeypatch.setattr("mqtune.analysis.query.answer.MOST_SEEN", 24)
    return folder


def data(mqtune, *words: str) -> dict:
    return json.loads(mqtune("query", *words, "--format", "json").out)


def test_objects_beyond_the_limit_are_counted(mqtune, cluster: Path) -> None:
    answer = data(mqtune, "DISPLAY QCLUSTER(*)")
    assert (len(answer["rows"]), answer["left_out"], answer["considered"]) == (24, 48, 72)
    assert "48 objects left out" in mqtune("query", "DISPLAY QCLUSTER(*)").err


@pytest.mark.parametrize(
    ("words", "found", "undecided"),
    [
        (("DISPLAY QCLUSTER(*)", "--qmgr", "QM5"), 12, 0),
        (("DISPLAY QCLUSTER(Q5)", "--qmgr", "QM5"), 1, 0),
        (("DISPLAY QCLUSTER(Q*)", "--qmgr", "QM5"), 6, 6),
    ],
)
def test_a_narrower_question_has_a_whole_answer(mqtune, cluster, words, found: int, undecided: int) -> None:
    answer = data(mqtune, *words)
    assert (len(answer["rows"]), len(answer["undecided"]), answer["left_out"]) == (found, undecided, 0)


def test_a_name_is_looked_up_for_every_queue_manager(mqtune, cluster: Path, monkeypatch) -> None:
    monkeypatch.setattr("mqtune.analysis.query.answer.MOST_SEEN", 50)  # each sees one, and six that may be it
    answer = data(mqtune, "DISPLAY QCLUSTER(Q5)")
    assert (len(answer["rows"]), answer["left_out"]) == (6, 0)


def test_nothing_found_within_the_limit_is_no_answer(mqtune, cluster: Path) -> None:
    outcome = mqtune("query", "DISPLAY QCLUSTER(*) WHERE(CLUSQMGR EQ NONE)")
    assert (outcome.status, outcome.out) == (2, "")
    assert "select queue managers" in outcome.err
