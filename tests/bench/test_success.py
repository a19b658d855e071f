"""The measurement of how often methods are right asks what it says, and its page can be read."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def bench_importable(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.syspath_prepend(str(root))


def test_every_question_has_the_right_answer_where_there_is_hardly_any_noise():
    from bench.success import QUESTIONS, WITHIN

    for question in QUESTIONS:
        trial = question.ask(WITHIN, 0.0001, 60.0, 1)
        assert trial.right, question.name
        assert trial.decided
        assert trial.seconds <= 3600


def test_the_same_trial_ends_the_same():
    from bench.success import BETWEEN, QUESTIONS

    for question in QUESTIONS:
        assert question.ask(BETWEEN, 0.05, 10.0, 7) == question.ask(BETWEEN, 0.05, 10.0, 7)


def test_a_trial_keeps_to_its_minutes():
    from bench.success import BETWEEN, topic_limit

    trial = topic_limit("flat")(BETWEEN, 0.15, 9.0, 3)
    assert not trial.decided
    assert trial.seconds <= 9 * 60


def test_the_page_marks_what_does_not_hold():
    from bench.success import CELLS, QUESTIONS, Cell, page

    cells = [
        Cell(question.name, kind, share, 10, 0.9, 0.0, 0.1, 5.0, 6.0, bound, question.promised)
        for question in QUESTIONS
        for (kind, share), bound in zip(CELLS, question.bounds or (None,) * 6, strict=True)
    ]
    text = page(cells)
    assert text.startswith("# How often")
    assert "SIMULATED" in text
    for line in text.splitlines():
        if line.startswith("| topic-limit, peak5") and "at least 100%" in line:
            assert "FAIL" in line
    assert "literal" in text
