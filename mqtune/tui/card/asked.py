"""Questions as the screen asks them: a form from their parameters, the answer as sections with links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from mqtune.present.answer import DETAIL, NORMAL, SCREEN, Answer, Body, Code, Row, Rows, Section, Steps, Table
from mqtune.present.safe import safe
from mqtune.present.shown import shown, shown_sections
from mqtune.project.load import ProjectError
from mqtune.questions import fields as parameters
from mqtune.questions.asking import ask, remark_rows, scope_words, words_of
from mqtune.questions.fields import NO, YES, fields_of, spelled, spelled_error
from mqtune.questions.table import QUESTIONS as ANSWERED
from mqtune.questions.table import Question
from mqtune.session.opened import Project, Scope, Settings
from mqtune.text.messages import UsageError, printable
from mqtune.tui.widgets.form import Field

if TYPE_CHECKING:
    from mqtune.tui.project import OpenProject

QMGR = "queue manager"
MOST_ITEMS = 2_000  # of a section
NOTES = "notes"
EVERY = "/*"  # all queue managers of an environment
Values = Mapping[str, str]


class AskedQuestion:
    """A question by its parameters."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.name = question.name
        self.title = question.name.capitalize()
        self.explanation = question.summary

    @property
    def has_scope(self) -> bool:
        """Whether it is about the files."""
        return parameters.has_scope(self.question.ask)

    def fields(self, opened: OpenProject) -> tuple[Field, ...]:
        """Return the fields: the parameters, and the queue manager if there are several."""
        fields = [
            replace(form_field(field), optional=not field.is_required)
            for field in fields_of(self.question.ask)
            if not field.declared.typed
        ]
        names = tuple(opened.cards.managers)
        if self.has_scope and len(names) > 1:
            every = names if self.question.one_manager else ("", *environments_of(opened), *names)
            fields.append(Field(QMGR, every[0], "the queue manager; empty: all", choices=every))
        return tuple(fields)

    def answer(self, opened: OpenProject, values: Values) -> tuple[Section, ...]:
        """Return the answer, or why there is none."""
        given = self.given(values)
        for field in fields_of(self.question.ask):
            if field.is_required and field.name not in given:
                text = f"{spelling(field.name)}: {field.declared.help}"
                return (Section("answer", Rows(()), empty=text),)
        try:
            about = self.about(opened, values)
            answer = ask(self.question, about, given)
            return tuple(answer_sections(about if isinstance(about, Project) else None, answer))
        except (UsageError, ProjectError) as error:
            return (error_section(error),)

    def about(self, opened: OpenProject, values: Values) -> Project | Scope | Settings:
        """Return what is asked about."""
        if parameters.about_of(self.question.ask) == parameters.PROJECT:
            return opened.asked.narrowed(*owner_of(opened, values))
        return self.scope(opened, values) if self.has_scope else opened.asked.settings

    def scope(self, opened: OpenProject, values: Values) -> Scope:
        """Return the scope of the project, limited to what the form has."""
        environments, qmgrs = owner_of(opened, values)
        scope = opened.asked.scope._replace(environments=environments, qmgrs=qmgrs)
        return scope if parameters.takes_paths(self.question.ask) else scope._replace(paths=())

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
        if self.has_scope:
            return [*words, *scope_words(self.scope(opened, values))]
        is_settings = parameters.about_of(self.question.ask) == parameters.SETTINGS
        config = opened.asked.scope.config if is_settings else None
        return [*words, *scope_words(Scope(config=config))]


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
    chosen = values.get(QMGR, "")
    if chosen in environments_of(opened):
        return (chosen.removesuffix(EVERY),), ()
    managers = opened.cards.managers.get(chosen, [])
    if not managers:
        return (), ()
    manager = managers[0][1]
    environment = (manager.environment_name or "") if manager.name else ""
    return ((environment,) if environment else ()), (manager.label,)


def environments_of(opened: OpenProject) -> list[str]:
    """The environments, as choices in place of a queue manager: `prod/*`."""
    names = {estate.environment: None for estate in opened.asked.estates if estate.environment}
    return [f"{name}{EVERY}" for name in names] if len(names) > 1 else []


def answer_sections(project: Project | None, answer: Answer[Any]) -> Iterator[Section]:
    """An answer on the screen, in full, and the notes. The headline is the title of a first section
    without one.
    """
    title = headline = safe(answer.headline)
    for section in shown_sections(answer.sections(SCREEN), NORMAL, DETAIL):
        yield section._replace(title=section.title or title, body=limited(section.body))
        title = ""
    if title:
        yield Section(title, Rows(()), empty=answer.outcome)
    notes = Rows([*answer.notes.rows, *remark_rows(project)], answer.notes.more)
    body = shown(notes, DETAIL)
    if isinstance(body, Rows):
        yield Section(NOTES, Rows([row for row in body.rows if row.text != headline]))


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


def error_section(error: UsageError | ProjectError) -> Section:
    """Why there is no answer."""
    if isinstance(error, UsageError):
        error = spelled_error(error, spelling)
    words = str(error) if isinstance(error, ProjectError) else error.message
    rows = [Row("", printable(words), "", None, "error")]
    rows += [Row("help", error.help)] if error.help else []
    return Section("answer", Rows(rows))


# listed first, with screens kept ready
FREQUENT = ("plan since", "trace", "access", "budget", "tune", "query")
QUESTIONS = {name: AskedQuestion(ANSWERED[name]) for name in dict.fromkeys((*FREQUENT, *ANSWERED))}
