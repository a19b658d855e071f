"""The pictures of the tour match the program, and are self-contained."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mqtune._build.pictures import FOLDER, SCENES, picture, same_everywhere, words_of


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_fresh(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "")
    same_everywhere()
    made = picture(name)
    drawn = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert words_of(drawn) == words_of(made), "run python -m mqtune._build.pictures and look at it"


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_small_and_stands_alone(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert len(text) < 64_000
    assert text.count("http") == 1, "the name of the language is the only address in it"
