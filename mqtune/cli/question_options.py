"""The options of a command of questions: its parameters, what is asked about, and the format."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from mqtune.cli.command import (
    ENVIRONMENTS,
    FLAG,
    JSON,
    LIST,
    MARKDOWN,
    PATHS,
    QMGRS,
    REQUIRED,
    STATES,
    TEXT,
    VALUES,
    CommonOptions,
    Option,
    argument,
    arguments,
    flag,
    options_of,
    value,
)
from mqtune.questions.asking import switches_of
from mqtune.questions.fields import Field, fields_of, has_scope, spelled
from mqtune.questions.table import Question, questions_of

CSV = "csv"


class AskOptions(CommonOptions):
    """The words of one command of questions: what is asked about, and the values as they were typed."""

    values_files: list[str] = VALUES
    environments: list[str] = ENVIRONMENTS
    qmgrs: list[str] = QMGRS
    complete: bool = flag("--complete", help="the files are the whole configuration")

    def __init__(self, command: QuestionCommand, **given: object) -> None:
        super().__init__(**given)
        self.asked = command
        self.words: Sequence[str] = given["words"] or ()  # type: ignore[assignment]
        self.output = str(given.get("output") or "")
        self.out = str(given.get("out") or "")
        self.format = str(given["format"] or command.formats[0])
        typed = {field.name: given.get(field.parameter) for field in command.fields}
        typed |= {name: given.get(name) for name in command.switches}
        stated = {field.name for field in command.fields if field.is_truth and field.is_optional}
        absent: tuple[object, ...] = (None, [], ())
        self.given = {
            name: value
            for name, value in typed.items()
            if value not in absent and (value is not False or name in stated)
        }
        self.order: list[str] = []

    def read_order(self, words: Sequence[str]) -> None:
        """Read which of the options that select a question is the last one."""
        names = [word.partition("=")[0].removeprefix("--") for word in words if word.startswith("--")]
        self.order = [name for name in names if name in self.given]


class QuestionCommand:
    """One command with its questions, in the form that help, completion and manual page are made of."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.command = words.rpartition(" ")[2]
        self.questions = questions_of(words)
        every = [field for question in self.questions for field in fields_of(question.ask)]
        firsts = {field.name: field for field in every[::-1]}  # several may have one; the first declares it
        self.fields = [firsts.pop(field.name) for field in every if field.name in firsts]
        self.switches: dict[str, Question] = {}
        for question in self.questions:
            for name in switches_of(question):
                self.switches.setdefault(name, question)
        self.formats = list(dict.fromkeys(chain(*map(formats_of, self.questions))))

    @property
    def has_scope(self) -> bool:
        """Whether the command is about files."""
        return any(has_scope(question.ask) for question in self.questions)

    @property
    def about(self) -> str:
        """The help: the docstrings of its questions."""
        return "\n\n".join(map(_help_of, self.questions))

    @property
    def examples(self) -> str:
        """Command lines, of those that a module has for its commands."""
        every = dict.fromkeys(chain(*(question.module.EXAMPLES for question in self.questions)))
        return " · ".join(line for line in every if f"{line} ".startswith(f"mqtune {self.words} "))

    @property
    def options(self) -> list[Option]:
        """Arguments, options, scope, format, and what every command has."""
        options = [option_of(field, self.is_common(field)) for field in self.fields]
        options += [switch_of(name, question) for name, question in self.switches.items()]
        options.sort(key=lambda option: bool(option.names))
        if self.has_scope:
            words = arguments("[PATH]...", PATHS)
            words.field = "paths"
            options.insert(sum(not option.names for option in options), words)
            options += [option for option in vars(AskOptions).values() if isinstance(option, Option)]
        form = value(
            "--format", metavar="NAME", help="output format", choices=self.formats, default=self.formats[0]
        )
        form.field = "format"
        options.append(form)
        first = self.questions[0]
        for name, metavar, help in (("output", "DIR", first.output), ("out", "FILE", first.out)):
            if help:
                written = value(f"--{name}", metavar=metavar, help=help)
                written.field = name
                options.append(written)
        return [*options, *options_of(CommonOptions)]

    def is_common(self, field: Field) -> bool:
        """Whether every question of the command has a parameter."""
        names = [{parameter.name for parameter in fields_of(question.ask)} for question in self.questions]
        return all(field.name in known for known in names)

    @property
    def typed_options(self) -> list[Option]:
        """The same with one list of words for all arguments: which is which depends on the question."""
        every = self.options
        positional = [option for option in every if not option.names]
        if not positional:
            return every
        words = arguments(
            " ".join(option.metavar for option in positional),
            "; ".join(option.full_help for option in positional),
            default=REQUIRED if len(positional) == 1 and positional[0].default == REQUIRED else None,
            completes=next((option.completes for option in positional if option.completes), ""),
        )
        words.field = "words"
        return [words, *(option for option in every if option.names)]


def formats_of(question: Question) -> list[str]:
    """The formats in which the answer to a question can be written, the usual one first."""
    usual = [*question.layouts, JSON, MARKDOWN, *([CSV] if question.records else [])]
    return list(question.formats) or usual


def option_of(field: Field, is_common: bool) -> Option:
    """A parameter as an argument or option. An argument may be absent unless every question has it."""
    declared = field.declared
    option: Option
    if field.is_positional:
        required = field.is_required and is_common
        metavar, default = metavar_of(field, required), REQUIRED if required else ""
        option = argument(metavar, declared.help, default, declared.completes, field.choices)
    else:
        kind = LIST if field.is_repeated else TEXT
        if field.is_truth:
            kind = STATES if field.is_optional else FLAG
        names = (f"--{field.name}", *(f"--{name}" for name in declared.also))
        metavar = "" if field.is_truth else field.metavar
        choices = () if field.is_truth else field.choices
        option = Option(names, kind, metavar, help_of(field), choices=choices, completes=declared.completes)
    option.field = field.parameter
    return option


def switch_of(name: str, question: Question) -> Option:
    """The option that does nothing but select a question."""
    switch: Option = flag(f"--{name}", help=question.summary[0].lower() + question.summary[1:].rstrip("."))
    switch.field = name
    return switch


def metavar_of(field: Field, required: bool) -> str:
    """`NAME`, `[NAME]`, `CODE...`."""
    name = field.metavar if required else f"[{field.metavar}]"
    return f"{name}..." if field.is_repeated else name


def help_of(field: Field) -> str:
    """The help of an option, with the names of other options as they are typed."""
    repeatable = ", repeatable" if field.is_repeated and "repeatable" not in field.declared.help else ""
    return spelled(field.declared.help, "--{}".format) + repeatable


def _help_of(question: Question) -> str:
    """The docstring of a question, after the options that select it: `--since: Show what …`."""
    import inspect

    chosen_by = " with ".join(f"--{name}" for name in question.chosen_by.split())
    about = inspect.getdoc(question.ask) or ""
    return f"{chosen_by}: {about[0].lower()}{about[1:]}" if chosen_by else about
