"""The recipes of docs/ci.md are valid YAML, and their commands have only options that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from mqtune.cli.commands import COMMANDS
from mqtune.cli.options import FLAG, options_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "ci.md"
TEXT = PAGE.read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
CODE = "\n".join(text for _, text in FENCES)
CALLS = sorted(set(re.findall(r"(?<![\w/.:-])mqtune (?:lint|fmt|plan|report|schema)[^\n']*", CODE)))


@pytest.mark.parametrize("text", [text for language, text in FENCES if language == "yaml"])
def test_yaml_is_valid(text: str) -> None:
    assert yaml.safe_load(text)


@pytest.mark.parametrize("call", CALLS)
def test_commands_have_options_that_exist(call: str) -> None:
    words = shlex.split(call.partition(" > ")[0].partition(" && ")[0], comments=True)
    command = next(one for one in COMMANDS if one.command == words[1])
    options = {name: one for one in options_of(command) for name in one.names}
    rest = iter(words[2:])
    for word in rest:
        if word.startswith("-"):
            option = options[word]
            if option.kind != FLAG:
                value = next(rest)
                if option.choices:
                    assert value in option.choices
    assert len(CALLS) > 8


def test_every_place_has_a_recipe() -> None:
    for name in ("GitHub", "GitLab", "Jenkins", "Tekton", "Azure"):
        assert f"\n## {name}\n" in TEXT
