"""The advice in each situation without one of its parts, as recorded in variations.txt: `$ A`.

Advice that differs from that of the situation is in the answer, without figures and shortened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from mqtune.project.load import ProjectError
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import SITUATIONS
from tests.analysis.tune.test_answers import FILE, HEAD, laid_out, tuning_text, whole_text
from tests.recorded import check
from tests.variations import FIGURES, variations

ANSWERS = Path(__file__).with_name("variations.txt")
MOST_LINES, SHOWN, LONGEST = 40, 30, 80


def advice(text: str, folder: Path) -> list[str]:
    laid_out(text, folder)
    with chdir(folder):
        tuned = tune_session(Session.open(Options(["."])))
    return [FIGURES.sub("N", line) for tuning in tuned.tunings for line in tuning_text(tuning)]


def answer(letter: str, folder: Path) -> Iterator[str]:
    text = whole_text(letter)
    usual = advice(text, folder)
    body = text.removeprefix(HEAD)
    for words, varied in variations(body, MOST_LINES):
        if varied.count(FILE) != body.count(FILE) or not words.startswith("without"):
            continue
        try:
            lines = advice(HEAD + varied, folder)
        except ProjectError:
            continue  # of a declaration that is no longer one
        if lines != usual:
            yield words
            yield from (f"- {line[:SHOWN]}" for line in usual if line not in lines)
            yield from (f"+ {line[:LONGEST]}" for line in lines if line not in usual)


@pytest.mark.parametrize("letter", SITUATIONS)
def test_the_advice_is_the_recorded_one(letter: str, tmp_path: Path) -> None:
    check(ANSWERS, letter, "\n".join(answer(letter, tmp_path)))
