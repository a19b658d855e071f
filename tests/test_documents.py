"""The documents point at what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
DOCUMENTS = sorted([*TOP, *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document):
    targets = [target for target in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in target]
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_every_page_is_reachable_from_the_index():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    missing = sorted(name for name in pages if name not in index)
    assert missing == []


def test_walkthroughs_name_files_that_exist_in_at_most_seven_steps():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## Four walkthroughs")[1].split("\n## ")[0]
    walks = [
        [line for line in part.splitlines() if re.match(r"\d+\. ", line)] for part in section.split("\nFrom ")
    ]
    walks = [steps for steps in walks if steps]
    assert len(walks) == 4
    for steps in walks:
        assert len(steps) <= 7
        for step in steps:
            path = re.search(r"`((?:mqtune|rules)/[^`]+)`", step)
            assert path is not None, step
            assert (ROOT / path[1]).is_file(), step
