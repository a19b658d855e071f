"""What a question consists of: fields to fill in, the answer as sections, and the equivalent command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from mqtune.estate.model import Estate, QueueManager
from mqtune.present.bodies import Row
from mqtune.session.options import UsageError
from mqtune.text.spelling import nearest_help
from mqtune.views.card.model import Section
from mqtune.views.card.sources import Sources

QMGR, ENVIRONMENT = "queue manager", "environment"

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


def manager_field(sources: Sources) -> tuple[QuestionField, ...]:
    """The field for the queue manager, if there are several."""
    names = tuple(sources.managers)
    if len(names) < 2:
        return ()
    return (QuestionField(QMGR, "the queue manager", choices=names, value=names[0]),)


def manager_of(sources: Sources, values: Values) -> tuple[Estate, QueueManager]:
    """The chosen queue manager. Raises UsageError."""
    found = sources.owners(values.get(QMGR, ""))
    if not sources.managers:
        raise UsageError("these files do not configure a queue manager", "open MQSC or a qm.ini")
    if not found:
        name = values.get(QMGR, "")
        help = nearest_help(name, sources.managers, "the files contain no such queue manager")
        raise UsageError(f"no queue manager is named {name!r}", help)
    return found[0]


def option(values: Values, name: str, word: str) -> list[str]:
    """An option with the value of a field; nothing for an empty field."""
    value = values.get(name, "").strip()
    return [word, value] if value else []


def owner(values: Values) -> list[str]:
    """The options for a queue manager."""
    return [*option(values, ENVIRONMENT, "--environment"), *option(values, QMGR, "--qmgr")]


def command_of(question: Question, sources: Sources, values: Values) -> list[str]:
    """The words of the equivalent command, with the project file and the paths that were opened. On the
    command line the environment is an option of its own, and a queue manager without a name is called by its
    folder or file.
    """
    found = sources.managers.get(values.get(QMGR, ""), [])
    if found:
        manager = found[0][1]
        environment = (manager.environment_name or "") if manager.name else ""
        values = {**values, QMGR: manager.label, ENVIRONMENT: environment}
    config = sources.workspace.first.options.config
    paths = [] if list(sources.paths) == ["."] else sources.paths
    return [*question.command(values), *(["--config", config] if config else []), *paths]


def made(title: str, rows: Iterable[Row], empty: str = "") -> Section:
    """A section whose rows are known."""
    kept = tuple(rows)
    return Section(title, lambda: kept, empty)
