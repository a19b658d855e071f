"""The page on configuration describes what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mqtune.project import policies, schema
from mqtune.project.directives import LOAD_KEYS, WORDS, parse_directive
from mqtune.project.load import read_project

PAGE = Path(__file__).resolve().parents[2] / "docs" / "configuration.md"
TEXT = PAGE.read_text(encoding="utf-8")


def fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_example_is_a_project_file():
    (example,) = fences("toml")
    project = read_project(example.encode(), "mqtune.toml", "/")
    assert project.queue_managers[0].topics
    assert project.exceptions


@pytest.mark.parametrize(
    ("title", "keys"),
    [
        ("Key", schema.PROJECT_KEYS),
        ("Key of `[lint]`", schema.LINT_KEYS),
        ("Key of `[[environment]]`", schema.ENVIRONMENT_KEYS),
        ("Key of `[[queue-manager]]`", schema.QUEUE_MANAGER_KEYS),
        ("Key of `[[queue-manager.topic]]`", schema.TOPIC_KEYS),
        ("Key of `[[queue-manager.queue]]`", schema.QUEUE_KEYS),
        ("Key of `[[queue-manager.cluster]]`", schema.CLUSTER_KEYS),
        ("Key of `[[exception]]`", schema.EXCEPTION_KEYS),
        ("Key of `[[policy]]`", policies.POLICY_KEYS),
    ],
)
def test_every_key_is_documented(title, keys):
    table = TEXT.split(f"\n| {title} |", 1)[1].split("\n\n", 1)[0]
    assert re.findall(r"^\| `([a-z-]+)`", table, re.MULTILINE) == list(keys)


def test_every_directive_of_the_page_is_understood():
    (example,) = fences("mqsc")
    directives = [parse_directive(line) for line in example.splitlines() if line.startswith("*")]
    assert {directive.kind for directive in directives} == set(WORDS)
    assert not any(directive.errors for directive in directives)


@pytest.mark.parametrize("key", LOAD_KEYS)
def test_every_key_of_a_workload_is_documented(key):
    assert f"`{key}`" in TEXT or f"`{key}=`" in TEXT
