"""The estates: what the linter finds in them is recorded, explained and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mqtune._build import recorded

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/mqtune.toml"))
OWNERS_RULES = {"PUB001", "PUB002", "CHL001", "CLU001", "EXP001"}
CODE = re.compile(r"\b[A-Z][A-Z0-9]{2}\d{3}\b")

each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)


def codes_of(text: str) -> set[str]:
    return set(CODE.findall(text))


def test_there_are_six_estates():
    assert [path.name for path in EXAMPLES] == [
        "jms-clients",
        "payments",
        "pubsub-branches",
        "retail-hub",
        "streaming",
        "uniform-cluster",
    ]


@each
def test_the_findings_are_the_recorded_ones(example):
    # refreshed by `python -m mqtune._build.recorded`; the difference is for the reviewer
    assert recorded.findings_of(example) == (example / "findings.txt").read_text(encoding="utf-8")


@each
def test_the_readme_explains_every_kind_of_finding(example):
    lines = (example / "findings.txt").read_text(encoding="utf-8").splitlines()
    found = codes_of("\n".join(line for line in lines if "held back: " not in line))
    explained = codes_of((example / "README.md").read_text(encoding="utf-8"))
    assert found == explained


def test_the_rules_the_project_began_with_all_find_something():
    found = set.union(*(codes_of((path / "findings.txt").read_text(encoding="utf-8")) for path in EXAMPLES))
    assert found >= OWNERS_RULES


@pytest.mark.parametrize("document", recorded.documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_outputs_shown_in_documents_are_those_of_today(document):
    text = document.read_text(encoding="utf-8")
    assert recorded.with_outputs(text) == text


def test_the_readme_begins_with_installing_and_linting_and_goes_on_with_the_tests():
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert "pip install" in blocks[0]
    assert "mqtune lint" in blocks[0]
    assert "examples" in blocks[0]
    assert "pip install" in blocks[1]
    assert "pytest" in blocks[1]
