"""The pictures of the tour are self-contained; `python -m mqtune._build --check` makes each of them again."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mqtune._build.pictures import FOLDER, SCENES


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_small_and_stands_alone(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert len(text) < 64_000
    assert text.count("http") == 1, "the name of the language is the only address in it"
