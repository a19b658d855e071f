"""A question asked in three ways: the function, the command line, the editor."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from pygls.exceptions import JsonRpcException

from mqtune._build.schemas import data_schema
from mqtune.cli.main import main
from mqtune.lsp.server import answered
from mqtune.present.answer_text import data_of
from mqtune.questions.asking import ask, remarks_of, words_of
from mqtune.questions.fields import PROJECT, SCOPE, about_of, fields_of, spelled, takes_paths
from mqtune.questions.table import QUESTIONS, Question
from mqtune.session.opened import Scope, open
from mqtune.text.messages import UsageError
from tests.lsp.editor import Editor


@cache
def schema_of(name: str) -> dict[str, Any]:
    """The schema of the data, which has every key."""
    return data_schema(QUESTIONS[name], strict=True)


class Outcome(NamedTuple):
    """Status and data; a refusal has its message in place of data."""

    status: int
    data: Any


class Asker:
    """The files of a folder, open in an editor, and asked about on the command line."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.capture = capture
        self.editor = Editor(folder)
        self.project = open(Scope((str(folder),)))
        self.paths = [str(folder)]
        self.environments: list[str] = []  # to which questions are limited that open states themselves

    def function(self, question: Question, given: dict[str, Any]) -> Outcome:
        try:
            project = self.project if about_of(question.ask) == PROJECT else None
            scope = self.project.scope._replace(environments=self.environments)
            answer = ask(question, scope if about_of(question.ask) == SCOPE else project, given)
            return Outcome(answer.status, json.loads(json.dumps(data_of(answer, remarks_of(project)))))
        except UsageError as error:
            return Outcome(2, spelled(error.message, str))

    def command(self, question: Question, given: dict[str, Any]) -> Outcome:
        paths = self.paths if takes_paths(question.ask) else []
        chosen = [word for name in self.environments for word in ("--environment", name)]
        words = [*words_of(question, given), "--format", "json", *chosen, *paths]
        self.capture.readouterr()
        status = main(words)
        out, error = self.capture.readouterr()
        assert "internal error" not in error, (words, error)
        if status == 2 and not out:
            message = error.partition("mqtune: error: ")[2].partition("\n")[0]
            for name in ("environment", *(field.name for field in fields_of(question.ask))):
                message = message.replace(f"--{name}", name)
            return Outcome(2, message)
        return Outcome(status, json.loads(out))

    def asked(self, question: Question, given: dict[str, Any]) -> Outcome:
        try:
            limits = {"environment": self.environments} if self.environments else {}
            asked = {"question": question.name, "parameters": {**given, **limits}}
            return Outcome(0, json.loads(json.dumps(answered(self.editor.analysis, [asked]))))
        except JsonRpcException as error:
            return Outcome(2, error.message)

    def agree(self, name: str, given: dict[str, Any]) -> Outcome:
        """The outcome of the function, which the other two have as well."""
        question = QUESTIONS[name]
        direct = self.function(question, given)
        typed = self.command(question, given)
        editor = self.asked(question, given)
        assert typed.status == direct.status, (given, typed, direct)
        if isinstance(direct.data, str):
            assert editor.status == 2, (given, editor)
            assert editor.data.startswith(direct.data), (given, editor, direct)
        else:
            jsonschema.validate(direct.data, schema_of(name))
            assert typed.data == direct.data, given
            assert editor.data == direct.data, given
        return direct


@pytest.fixture
def asker(capfd: pytest.CaptureFixture[str]) -> Callable[[Path], Asker]:
    return lambda folder: Asker(folder, capfd)


@contextmanager
def within(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
