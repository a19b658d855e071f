"""The pages of the experiments are made from their definitions, and are fresh."""

from __future__ import annotations

from mqtune._build.experiments import FOLDER, pages


def test_the_pages_are_fresh_and_there_are_no_others() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    made = pages()
    assert sorted(found) == sorted(made)
    for name, text in made.items():
        assert found[name] == text, f"{name}: run `python -m mqtune._build.experiments`"
