"""Questions as the screen asks them: a form from their parameters, the answer as sections with links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from mqtune.present.answer import SCREEN, Answer
from mqtune.present.bodies import DETAIL, NORMAL, Body, Code, Row, Rows, Steps, Table
from mqtune.present.shown import shown, shown_sections
from mqtune.project.load import ProjectError
from mqtune.questions import fields as parameters
from mqtune.questions.asking import ask, remark_rows, scope_words, words_of
from mqtune.questions.fields import NO, YES, fields_of
from mqtune.questions.parameter import spelled, spelled_error
from mqtune.questions.project import Scope
from mqtune.questions.table import QUESTIONS as ANSWERED
from mqtune.questions.table import Question
from mqtune.report.secrets import safe
from mqtune.session.options import UsageError
from mqtune.text.printable import printable
from mqtune.tui.card.layout import ShownSection
from mqtune.tui.fields.form import Field
from mqtune.views.questions import model as former
from mqtune.views.questions.all import QUESTIONS as FORMER

if TYPE_CHECKING:
    from mqtune.questions.project import Project
    from mqtune.tui.project import OpenProject

QMGR = "queue manager"
MOST_ITEMS = 2_000  # of a section
NOTES = "notes"
Values = Mapping[str, str]


class Asked(Protocol):
    """One question on the screen."""

    name: str
    title: str
    explanation: str

    def fields(self, opened: OpenProject) -> tuple[Field, ...]:
        """Return the fields of the form."""

    def answer(self, opened: OpenProject, values: Values) -> tuple[ShownSection, ...]:
        """Return the answer, or why there is none. Slow: call it only in a thread."""

    def command(self, opened: OpenProject, values: Values) -> list[str]:
        """Return the words of the equivalent command."""


class AskedQuestion:
    """A question by its parameters."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.name = question.name
        self.title = question.name.capitalize()
        self.explanation = question.summary

    @property
    def needs_project(self) -> bool:
        """Whether it is about the files."""
        return parameters.needs_project(self.question.ask)

    def fields(self, opened: OpenProject) -> tuple[Field, ...]:
        """Return the fields: the parameters, and the queue manager if there are several."""
        fields = [
            replace(form_field(field), optional=not field.is_required)
            for field in fields_of(self.question.ask)
        ]
        names = tuple(opened.cards.managers)
        if self.needs_project and len(names) > 1:
            every = names if self.question.one_manager else ("", *names)
            fields.append(Field(QMGR, every[0], "the queue manager; empty: all", choices=every))
        return tuple(fields)

    def answer(self, opened: OpenProject, values: Values) -> tuple[ShownSection, ...]:
        """Return the answer, or why there is none."""
        given = self.given(values)
        for field in fields_of(self.question.ask):
            if field.is_required and field.name not in given:
                text = f"{spelling(field.name)}: {field.declared.help}"
                return (ShownSection("answer", Rows(()), text),)
        try:
            project = self.project(opened, values) if self.needs_project else None
            answer = ask(self.question, project or opened.asked.settings, given)
            return tuple(answer_sections(project, answer))
        except (UsageError, ProjectError) as error:
            return (error_section(error),)

    def project(self, opened: OpenProject, values: Values) -> Project:
        """Return what is asked about."""
        return opened.asked.narrowed(*owner_of(opened, values))

    def given(self, values: Values) -> dict[str, object]:
        """Return the values of the fields that are filled, by the names of the parameters."""
        given: dict[str, object] = {}
        for field in fields_of(self.question.ask):
            text = values.get(spelling(field.name), "").strip()
            if text:
                given[field.name] = [part.strip() for part in text.split(",")] if field.is_repeated else text
        return given

    def command(self, opened: OpenProject, values: Values) -> list[str]:
        """Return the words of the equivalent command."""
        given = self.given(values)
        for field in fields_of(self.question.ask):
            if field.is_required and field.name not in given:
                given[field.name] = field.metavar.strip('"')
        words = words_of(self.question, given)
        if not self.needs_project:
            config = opened.asked.scope.config if parameters.needs_settings(self.question.ask) else None
            return [*words, *scope_words(Scope(config=config))]
        environments, qmgrs = owner_of(opened, values)
        return [*words, *scope_words(opened.asked.scope._replace(environments=environments, qmgrs=qmgrs))]


class FormerQuestion:
    """A question that has a form and an answer of its own."""

    def __init__(self, question: former.Question) -> None:
        self.question = question
        self.name, self.title, self.explanation = question.name, question.title, question.explanation

    def fields(self, opened: OpenProject) -> tuple[Field, ...]:
        """Return the fields of the form."""
        return tuple(
            Field(field.name, field.value, field.says, field.hint, field.choices)
            for field in self.question.fields(opened.cards)
        )

    def answer(self, opened: OpenProject, values: Values) -> tuple[ShownSection, ...]:
        """Return the answer, or why there is none."""
        try:
            sections = self.question.answer(opened.cards, values)
            return tuple(
                ShownSection(section.title, Rows(section.rows()), section.empty) for section in sections
            )
        except (UsageError, ProjectError) as error:
            return (error_section(error),)

    def command(self, opened: OpenProject, values: Values) -> list[str]:
        """Return the words of the equivalent command."""
        return former.command_of(self.question, opened.cards, values)


def spelling(name: str) -> str:
    """The name of a parameter on the screen."""
    return name.replace("-", " ")


def form_field(field: parameters.Field) -> Field:
    """The field of a form for a parameter."""
    name, says = spelling(field.name), spelled(field.declared.help, spelling)
    if field.is_truth:
        choices = (NO, YES) if field.is_flag else ("", YES, NO)
        value = "" if field.default is None else field.text(field.default)
        return Field(name, value, says, choices=choices)
    if field.is_repeated:
        return Field(name, "", f"{says}; several are separated by commas", field.declared.example)
    value = "" if field.default is None else field.text(field.default)
    if field.choices:
        empty = () if value or field.is_required else ("",)
        return Field(
            name,
            value or (field.choices[0] if field.is_required else ""),
            says,
            choices=(*empty, *field.choices),
        )
    return Field(name, value, says, field.declared.example or ("not stated" if field.is_optional else ""))


def owner_of(opened: OpenProject, values: Values) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The environment and the queue manager of the form, as patterns of a scope."""
    managers = opened.cards.managers.get(values.get(QMGR, ""), [])
    if not managers:
        return (), ()
    manager = managers[0][1]
    environment = (manager.environment_name or "") if manager.name else ""
    return ((environment,) if environment else ()), (manager.label,)


def answer_sections(project: Project | None, answer: Answer[Any]) -> Iterator[ShownSection]:
    """An answer on the screen, in full, and the notes. The headline is the title of a first section
    without one.
    """
    title = headline = safe(answer.headline)
    for section in shown_sections(answer.sections(SCREEN), NORMAL, DETAIL):
        yield ShownSection(section.title or title, limited(section.body), section.empty)
        title = ""
    if title:
        yield ShownSection(title, Rows(()), answer.outcome)
    notes = Rows([*answer.notes.rows, *remark_rows(project, answer).rows], answer.notes.more)
    body = shown(notes, DETAIL)
    if isinstance(body, Rows):
        yield ShownSection(NOTES, Rows([row for row in body.rows if row.text != headline]))


def limited(body: Body) -> Body:
    """A body with as many items as a screen can lay out at once, every line printable."""
    if isinstance(body, Code):
        lines = [printable(line) for line in islice(body.lines, MOST_ITEMS + 1)]
        cut = [*lines[:MOST_ITEMS], "…"] if len(lines) > MOST_ITEMS else lines
        return body._replace(lines=cut)
    if isinstance(body, Rows):
        more = len(body.rows) - MOST_ITEMS
        last = [Row("", f"{more:,} more")] if more > 0 else []
        return Rows([*body.rows[:MOST_ITEMS], *last])
    if isinstance(body, Table):
        return body._replace(lines=body.lines[:MOST_ITEMS])
    return body._replace(steps=body.steps[:MOST_ITEMS]) if isinstance(body, Steps) else body


def error_section(error: UsageError | ProjectError) -> ShownSection:
    """Why there is no answer."""
    if isinstance(error, UsageError):
        error = spelled_error(error, spelling)
    words = str(error) if isinstance(error, ProjectError) else error.message
    rows = [Row("", printable(words), "", None, "error")]
    rows += [Row("help", error.help)] if error.help else []
    return ShownSection("answer", Rows(rows))


FREQUENT = ("plan", "trace", "access", "budget", "tune", "query")  # listed first, with screens kept ready
QUESTIONS: dict[str, Asked] = {
    name: AskedQuestion(ANSWERED[name]) if name in ANSWERED else FormerQuestion(FORMER[name])
    for name in dict.fromkeys((*FREQUENT, *ANSWERED))
}
