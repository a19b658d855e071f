"""Asks a question with the values that a front end has, and words the equivalent command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mqtune.present.answer import DETAIL, Answer, Place, Row, link
from mqtune.present.answer_text import data_of
from mqtune.questions.fields import (
    PROJECT,
    SCOPE,
    SETTINGS,
    Field,
    Values,
    about_of,
    fields_of,
    groups_of,
    has_scope,
    named,
)
from mqtune.questions.table import QUESTIONS, Question, questions_of
from mqtune.session.opened import Project, Refused, Scope, Settings
from mqtune.text.messages import UsageError, plural
from mqtune.text.spelling import nearest, nearest_help

ENVIRONMENT, QMGR = "environment", "qmgr"  # what is asked about


def ask(question: Question, about: Project | Settings | Scope | None, given: Values) -> Answer[Any]:
    """The answer to a question about a project, about settings alone, or about what it opens itself.

    `given` are values by the names of users; those that are absent are not passed. Raises UsageError and
    ProjectError.
    """
    function = question.ask
    fields = {field.name: field for field in fields_of(function)}
    project = about if isinstance(about, Project) else None
    values = read_values(question, fields, given)
    needed = about_of(function)
    if needed == SETTINGS:
        values[needed] = about if isinstance(about, Settings) else project.settings if project else Settings()
    elif needed == SCOPE:
        values[needed] = about if isinstance(about, Scope) else project.scope if project else Scope()
    elif needed == PROJECT:
        if project is None:
            raise UsageError("nothing to ask about", "name the files")
        if question.one_manager:
            project.require_one_name()
        values[needed] = project
    return function(**values)  # type: ignore[no-any-return]


def data_asked(question: Question, project: Project | None, given: Values) -> dict[str, Any]:
    """The JSON of an answer, for front ends that ask by names.

    Of a question about files `environment` and `qmgr` are what it is limited to. Raises UsageError and
    ProjectError.
    """
    if project is None or not has_scope(question.ask):
        return data_of(ask(question, project, given), remarks_of(None))
    environments, qmgrs = (names_of(given.get(name, ())) for name in (ENVIRONMENT, QMGR))
    values = {name: value for name, value in given.items() if name not in (ENVIRONMENT, QMGR)}
    if about_of(question.ask) == SCOPE:
        scope = project.scope
        scope = scope._replace(environments=environments or scope.environments, qmgrs=qmgrs or scope.qmgrs)
        return data_of(ask(question, scope, values), remarks_of(None))
    project = project.narrowed(environments, qmgrs)
    project.check()
    return data_of(ask(question, project, values), remarks_of(project))


def names_of(value: object) -> tuple[str, ...]:
    """One name or several."""
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else ()


def files_opened(question: Question, given: Values) -> list[str]:
    """The files among the values that are read with those that are asked about."""
    fields = fields_of(question.ask)
    return [str(given[field.name]) for field in fields if field.declared.opens and given.get(field.name)]


def read_values(question: Question, fields: Mapping[str, Field], given: Values) -> dict[str, object]:
    """The values of the parameters. Raises UsageError."""
    for name in given:
        if name not in fields:
            raise unknown(question, name, fields)
    for field in fields.values():
        if field.is_required and field.name not in given:
            raise UsageError(f"{named(field.name)} is missing", field.declared.help)
    groups: dict[str, dict[str, object]] = {"": {}, **{name: {} for name in groups_of(question.ask)}}
    for name, value in given.items():
        groups[fields[name].group][fields[name].parameter] = fields[name].read(value)
    group_values = {name: kind(**groups[name]) for name, kind in groups_of(question.ask).items()}
    return {**groups[""], **group_values}


def unknown(question: Question, name: str, fields: Mapping[str, Field]) -> UsageError:
    """The error for a parameter that a question does not have: another question of its command may."""
    for twin in questions_of(question.command):
        if name in (*twin.chosen_by.split(), *(field.name for field in fields_of(twin.ask))):
            chosen_by = " ".join(map(named, twin.chosen_by.split()))
            owner = chosen_by or f"the question {twin.name}"
            return UsageError(f"{named(name)} does not apply to {question.name}", f"it belongs to {owner}")
    near = nearest(name, fields)
    listed = (
        f"the nearest is {named(near)}" if near else f"its parameters are {', '.join(map(named, fields))}"
    )
    return UsageError(f"{question.name} has no parameter '{named(name)}'", listed)


def chosen_question(command: str, given: Iterable[str]) -> Question:
    """The question of a command that the given parameters select: of several the one that needs most of them,
    else the one whose parameter is the last.
    """
    order = {name: number for number, name in enumerate(given)}
    first, *others = questions_of(command)
    chosen = [question for question in others if set(question.chosen_by.split()) <= set(order)]

    def weight(question: Question) -> tuple[int, int]:
        names = question.chosen_by.split()
        return len(names), max(order[name] for name in names)

    return max(chosen, key=weight, default=first)


def switches_of(question: Question) -> list[str]:
    """What selects a question of a command without being a parameter of it: flags of the command line."""
    names = {field.name for field in fields_of(question.ask)}
    return [name for name in question.chosen_by.split() if name not in names]


def question_named(name: str) -> Question:
    """A question by its name. Raises UsageError."""
    if name not in QUESTIONS:
        help = nearest_help(name, QUESTIONS, f"the questions are {', '.join(QUESTIONS)}")
        raise UsageError(f"there is no question {name!r}", help)
    return QUESTIONS[name]


def words_of(question: Question, given: Values) -> list[str]:
    """The words of the equivalent command: arguments first, without values that are defaults, except of
    what selects the question.
    """
    words, options = question.command.split(), [f"--{name}" for name in switches_of(question)]
    for field in fields_of(question.ask):
        chooses = field.name in question.chosen_by.split()
        value = given.get(field.name, field.default if chooses else None)
        if value is None or (not field.is_required and not chooses and same(field, value)):
            continue
        texts = [field.text(item) for item in (value if isinstance(value, list | tuple) else [value])]
        if field.is_positional:
            words += texts
        elif field.is_truth:
            options += [flag_name(field, field.read(value) is True)]
        else:
            options += [word for text in texts for word in option_words(field.name, text)]
    return [*words, *options]


def option_words(name: str, text: str) -> list[str]:
    """An option with its value."""
    return [f"--{name}={text}"] if text.startswith("-") else [f"--{name}", text]


def flag_name(field: Field, wanted: bool) -> str:
    """The option of a truth value."""
    negative = list(field.declared.also) or [f"no-{field.name}"]
    return f"--{field.name if wanted else negative[0]}"


def same(field: Field, value: object) -> bool:
    """Whether a value is the default; an invalid one is not."""
    try:
        return field.read(value) == field.default
    except UsageError:
        return False


def scope_words(scope: Scope) -> list[str]:
    """The options and paths of a scope, for the equivalent command."""
    words: list[str] = []
    for option, values in (
        ("config", [scope.config] if scope.config else []),
        ("values", scope.values),
        ("environment", scope.environments),
        ("qmgr", scope.qmgrs),
    ):
        words += [word for value in values for word in option_words(option, value)]
    words += ["--complete"] if scope.complete else []
    return [*words, *([] if list(scope.paths) == ["."] else scope.paths)]


def remarks_of(project: Project | None) -> dict[str, object]:
    """What the JSON of every answer has: refused commands."""
    return {"refused": list(project.refused)} if project is not None else {}


def remark_rows(project: Project | None) -> list[Row]:
    """What every answer says in words: what the files lack, commands that are refused."""
    if project is None:
        return []
    lacks = [Row("", f"note: {lack}") for lack in project.workspace.lacks]
    return [*lacks, *refused_rows(project.refused)]


def refused_rows(refused: Sequence[Refused]) -> list[Row]:
    """How many commands are refused, and in detail which."""
    rows = []
    if refused:
        verb = "is" if len(refused) == 1 else "are"
        rows.append(
            Row("", f"{plural(len(refused), 'command')} of the files {verb} refused and without effect")
        )
    for command in refused:
        place = (command["file"], command["line"])
        text = f"  {command['command']}: {command['text']} ({Place(*place)})"
        rows.append(Row("", text, "", link(place), "", place, level=DETAIL))
    return rows
