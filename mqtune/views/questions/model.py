"""What a question consists of: fields to fill in, the answer as sections, and the equivalent command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from mqtune.present.bodies import Row
from mqtune.views.card.model import Section
from mqtune.views.card.sources import Sources

Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class QuestionField:
    """One field: its name, its description, the hint in the empty field, and the values to choose from."""

    name: str
    says: str
    hint: str = ""
    value: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the files.

    `fields` makes the fields, `answer` the sections of the answer; it may take long and raises UsageError.
    `command` are the words of the equivalent command after `mqtune`.
    """

    name: str
    title: str
    explanation: str
    fields: Callable[[Sources], tuple[QuestionField, ...]]
    answer: Callable[[Sources, Values], tuple[Section, ...]]
    command: Callable[[Values], list[str]]


def command_of(question: Question, sources: Sources, values: Values) -> list[str]:
    """The words of the equivalent command, with the project file and the paths that were opened."""
    config = sources.workspace.first.options.config
    paths = [] if list(sources.paths) == ["."] else sources.paths
    return [*question.command(values), *(["--config", config] if config else []), *paths]


def made(title: str, rows: Iterable[Row], empty: str = "") -> Section:
    """A section whose rows are known."""
    kept = tuple(rows)
    return Section(title, lambda: kept, empty)
