"""Standard input without a name: the content decides what it is."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

WRONG = "DEFINE QLOCAL(A) MAXDEPHT(1)"
MANIFEST = (
    "---\n# Source: mq/templates/qm.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pay\ndata:\n"
    f"  a.mqsc: |\n    {WRONG}\n"
)


@pytest.fixture
def piped(mqtune: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `mqtune lint -` with a text on standard input."""

    def run(text: str, *words: str):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return mqtune("lint", "-", "--format", "concise", *words)

    return run


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (MANIFEST, 9),
        (MANIFEST + "---\n" + MANIFEST, 9),
        (
            f"apiVersion: v1\nkind: List\nitems:\n- kind: ConfigMap\n  data:\n    a.mqsc: |\n      {WRONG}\n",
            7,
        ),
        (f"mq:\n  mqsc: |\n    {WRONG}\n", 3),
        (f"* comment\n{WRONG}\n", 2),
        (f"runmqsc QM1 <<EOF\n{WRONG}\nEOF\n", 2),
        (f"#!/bin/sh\nrunmqsc QM1 <<EOF\n{WRONG}\nEOF\n", 3),
        (f'FROM mq\nRUN echo "{WRONG}" > /etc/mqm/a.mqsc\n', 2),
    ],
)
def test_mqsc_in_any_form(piped: Run, text: str, line: int) -> None:
    outcome = piped(text)
    assert outcome.status == 1
    assert any(
        one.startswith(f"<stdin>:{line}:") and "has no attribute MAXDEPHT" in one
        for one in outcome.out.splitlines()
    )


def test_ini_and_channel_tables(piped: Run) -> None:
    assert "LogPrimaryFilez" in piped("Log:\n   LogPrimaryFilez=3\n").out
    assert "clientConnection" in piped('{"channel": [{"name": "A", "type": "clientConnection"}]}').out


@pytest.mark.parametrize("text", ["", "\n \r\n"])
def test_empty_input_is_not_an_error(piped: Run, text: str) -> None:
    outcome = piped(text)
    assert (outcome.status, outcome.err) == (0, "skipped <stdin>: it is empty\n")


@pytest.mark.parametrize("text", ["hello world\n", "a: [\n", "\0\1\2", '{"a": 1}', "kind: Pod\n"])
def test_other_input_is_an_error_that_names_the_option(piped: Run, text: str) -> None:
    outcome = piped(text)
    assert outcome.status == 2
    assert "--stdin-filename" in outcome.err


def test_a_name_still_decides(piped: Run, folder: Path) -> None:
    assert piped(f"x\n{WRONG}\n", "--stdin-filename", "a.mqsc").out.startswith("a.mqsc:1:")
    assert list(folder.iterdir()) == []
