"""Answers that are recorded beside the tests: a file of cases, each a line with `$ ` and below it the answer.

`MQTUNE_RECORD=1 pytest tests/…` writes the answers of today; the difference is for the reviewer, as with the
findings of the examples. A new case is a new line.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

CASE = "$ "


def read_cases(path: Path) -> dict[str, str]:
    """The cases of a file with their answers; lines before the first case are left out."""
    parts = ("\n" + path.read_text(encoding="utf-8")).split(f"\n{CASE}")[1:]
    return {case: answer.strip("\n") for case, _, answer in (part.partition("\n") for part in parts)}


answers_of = cache(read_cases)


def cases(path: Path) -> pytest.MarkDecorator:
    """The parameter `case` of a test: each case of a file."""
    return pytest.mark.parametrize("case", read_cases(path))


def check(path: Path, case: str, answer: str) -> None:
    """Hold that the answer to a case is the recorded one, or record it."""
    answer = "\n".join(line.rstrip() for line in answer.strip("\n").splitlines())
    if os.environ.get("MQTUNE_RECORD"):
        known = read_cases(path)
        text = ("\n" + path.read_text(encoding="utf-8")).partition(f"\n{CASE}")[0].strip("\n")
        parts = [f"{CASE}{name}\n{one}".rstrip("\n") for name, one in (known | {case: answer}).items()]
        path.write_text("\n\n".join([text, *parts]).lstrip("\n") + "\n", encoding="utf-8")
    else:
        known = answers_of(path)
        assert case in known, "record it: MQTUNE_RECORD=1 pytest with the name of this test"
        assert answer == known[case]
