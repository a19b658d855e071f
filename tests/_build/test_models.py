"""The pages of the models are made from the code and fresh."""

from __future__ import annotations

import re
from pathlib import Path

from mqtune._build.models import MODELS_FOLDER as FOLDER, model_pages as pages
from mqtune.capacity.definition import MODEL_NAMES


def test_the_pages_are_what_the_code_makes_of_them() -> None:
    made = pages()
    assert {f"{name}.md" for name in MODEL_NAMES} <= set(made)
    for name, text in made.items():
        found = (FOLDER / name).read_text(encoding="utf-8")
        assert found == text, f"{name}: run `python -m mqtune._build.models`"


def test_every_link_of_the_pages_leads_somewhere() -> None:
    for page in (*FOLDER.glob("*.md"), FOLDER.parent / "unknowns.md"):
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert Path(page.parent / link).exists(), f"{page.name}: {link}"
