"""The pages of the experiments are made from their definitions, and are fresh."""

from __future__ import annotations

import pytest

from mqtune._build.experiments import FOLDER, pages

MADE = pages()


@pytest.mark.parametrize("name", MADE)
def test_a_page_is_fresh(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == MADE[name], "run `python -m mqtune._build.experiments`"


def test_there_is_no_page_of_an_experiment_that_is_gone():
    assert {path.name for path in FOLDER.glob("*.md")} == set(MADE)
