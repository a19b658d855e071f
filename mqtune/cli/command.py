"""What the commands share: the options of every command, the errors of use, and the projects below paths."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from mqtune.cli import console
from mqtune.project.load import ProjectError
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.messages import UsageError, printable, reason_of
from mqtune.text.record import record
from mqtune.text.source import limit_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeVar

    from mqtune.session.opened import Project, Scope

    Command = TypeVar("Command", bound="CommonOptions")


# Options, and the plain reader of those of lint and tui.

FLAG, TEXT, LIST, WHOLE, REAL = "flag", "text", "list", "whole", "real"
STATES = "states"  # a flag with a name for each of its two states, which may be absent
REQUIRED = "required"  # the default of an argument that must be present
RULES, MODELS, EXPERIMENT_NAMES, TABLES = "rules", "models", "experiments", "tables"
COLOURS = ("auto", "always", "never")
TABLE, JSON, MARKDOWN = "table", "json", "markdown"
COMMON = "Common"
PATHS = "files and folders, by default this folder"


def as_tracked(paths: Sequence[str]) -> list[str]:
    """Paths of files that git may track: `-` is a file of that name, not standard input."""
    return [f"./{path}" if path == STDIN else path for path in paths]


def listed(choices: Iterable[str]) -> str:
    """`a, b or c`."""
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def invalid(option: str, text: str, choices: Iterable[str]) -> UsageError:
    """The error for a value of an option that is not among its choices."""
    return UsageError(f"invalid {option} {text!r} (choose from {', '.join(choices)})")


def size_option(name: str, text: str) -> int:
    """The bytes that an option states. Raises UsageError."""
    from mqtune.project.settings import UNITS, bytes_of  # few runs have such an option

    size = bytes_of(text)
    if not size:
        help = f"write a number and a unit, such as 64 MiB; units are {', '.join(UNITS)}"
        raise UsageError(f"invalid {name} {text!r}", help)
    return size


@record
class Option:
    """One option, or one argument if it has no names.

    `kind` decides the type of the value: bool, str, list of str, int or float. `field` is the attribute that
    holds it. `choices` are all valid values, if they can be listed; `panel` is the heading in the help.
    `completes` names what shell completion offers: RULES, MODELS, EXPERIMENT_NAMES or TABLES.
    """

    names: Sequence[str]
    kind: str
    metavar: str
    help: str
    panel: str = ""
    default: object = None
    choices: Sequence[str] = ()
    field: str = ""
    completes: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.field = name

    @property
    def full_help(self) -> str:
        """The help with the valid values."""
        return f"{self.help}: {listed(self.choices)}" if self.choices else self.help

    def check(self, value: Any) -> None:
        """Raise UsageError for a value that is not among the choices."""
        for choice in value if self.kind == LIST else (value,):
            if self.choices and choice is not None and choice not in self.choices:
                raise invalid(self.names[0] if self.names else self.metavar, choice, self.choices)


# the functions that declare fields return Any, so that the annotation of a field gives its type


def flag(*names: str, help: str, panel: str = "") -> Any:
    """An option without a value."""
    return Option(names, FLAG, "", help, panel, default=False)


def value(
    *names: str,
    metavar: str,
    help: str,
    panel: str = "",
    default: object = None,
    choices: Sequence[str] = (),
) -> Any:
    """An option with one value."""
    return Option(names, TEXT, metavar, help, panel, default, choices)


def values(
    *names: str,
    metavar: str,
    help: str,
) -> Any:
    """An option that can be repeated."""
    return Option(names, LIST, metavar, help)


def plain(*names: str, kind: str = TEXT, default: object = None, choices: Sequence[str] = ()) -> Any:
    """A parameter whose help is declared elsewhere."""
    return Option(names, kind, "", "", default=default, choices=choices)


def argument(
    metavar: str,
    help: str,
    default: str = REQUIRED,
    completes: str = "",
    choices: Sequence[str] = (),
) -> Any:
    """A single argument."""
    return Option((), TEXT, metavar, help, default=default, completes=completes, choices=choices)


def arguments(metavar: str, help: str, default: object = None, completes: str = "") -> Any:
    """All remaining arguments; REQUIRED as default means at least one."""
    return Option((), LIST, metavar, help, default=default, completes=completes)


class CommonOptions:
    """The options of every command. May precede the command or follow it.

    A field of the class is its declaration, a field of an instance its value. Commands are declared for typer
    (`parameters.py`); the fields of lint and tui are made from that (`_plain_options.py`), because a lint in
    its plain forms loads no library.
    """

    config: str | None = value("--config", metavar="FILE", help="project file to use", panel=COMMON)
    color: str = value(
        "--color", metavar="WHEN", help="use colours", panel=COMMON, default="auto", choices=COLOURS
    )
    max_file_size: str | None = value(
        "--max-file-size",
        metavar="SIZE",
        help="largest file to read, such as '64 MiB'; 32 MiB by default",
        panel=COMMON,
    )
    quiet: bool = flag("--quiet", "-q", help="print only findings and errors", panel=COMMON)
    verbose: bool = flag("--verbose", "-v", help="print more about the run", panel=COMMON)

    def __init__(self, **given: object) -> None:
        for option in options_of(type(self)):
            setting = given.get(option.field)
            if setting is None:
                setting = [] if option.kind == LIST else option.default
            setattr(self, option.field, setting)

    def read_order(self, words: Sequence[str]) -> None:
        """Read what depends on the order of options from the words that follow the command."""

    def check(self) -> None:
        """Raise UsageError for values that are invalid, or invalid together."""
        for option in options_of(type(self)):
            option.check(getattr(self, option.field))
        if self.max_file_size is not None:
            size_option("--max-file-size", self.max_file_size)

    def __eq__(self, options: object) -> bool:
        return type(options) is type(self) and vars(options) == vars(self)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return ", ".join(f"{name}={setting!r}" for name, setting in vars(self).items())


def options_of(command: type[CommonOptions]) -> list[Option]:
    """The declarations of a command, its own before those that it inherits."""
    return [
        option for base in command.__mro__ for option in vars(base).values() if isinstance(option, Option)
    ]


def named_options(command: type[CommonOptions]) -> dict[str, Option]:
    """The declarations of a command by the names that are typed."""
    return {name: option for option in options_of(command) for name in option.names}


def read_plain(command: type[Command], words: Sequence[str]) -> Command | None:
    """The options in the words that follow the command; None for anything that may be wrong.

    For a fast start, without a library; `app.py` reads everything else (help, completion, errors) from the
    same declarations. A test gives both the same command lines.
    """
    options: Any = command()
    known = named_options(command)
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word == "--":
            options.paths += reversed(waiting)
            break
        if not word.startswith("-") or word == STDIN:
            options.paths.append(word)
        elif not _read_option(options, known, word, waiting):
            return None
    options.read_order(words)
    return options  # type: ignore[no-any-return]


def _read_option(options: CommonOptions, known: dict[str, Option], word: str, waiting: list[str]) -> bool:
    """Read an option and its value; False if that is not possible."""
    name, equals, text = word.partition("=")
    option = known.get(name)
    if option is None or (equals and (option.kind == FLAG or not name.startswith("--"))):
        return False
    if option.kind == FLAG:
        setattr(options, option.field, True)
        return True
    if not equals:
        if not waiting or (waiting[-1].startswith("-") and waiting[-1] != STDIN):
            return False
        text = waiting.pop()
    if option.kind == LIST:
        getattr(options, option.field).append(text)
    elif option.kind == TEXT:
        setattr(options, option.field, text)
    elif text.isascii() and text.isdigit():
        setattr(options, option.field, int(text))
    else:
        return False
    return True


# declarations that several commands share
VALUES: Any = values(
    "--values",
    metavar="FILE",
    help="values for the placeholders of templates: YAML, JSON or NAME=value, repeatable",
)
ENVIRONMENTS: Any = values(
    "--environment", metavar="NAME", help="only this environment, repeatable; * matches any characters"
)
QMGRS: Any = values(
    "--qmgr", metavar="NAME", help="only this queue manager, repeatable; * matches any characters"
)


STDIN = "-"


def guarded(options: CommonOptions, work: Callable[[], int]) -> int:
    """Check the options and run a command; an error of use is reported and is exit status 2."""
    try:
        options.check()
        limit = options.max_file_size
        limit_files(size_option("--max-file-size", limit) if limit is not None else None)
        return work()
    except UsageError as error:
        console.usage_error(error)
    except ProjectError as error:
        console.project_error(error)
    finally:
        limit_files(None)
    return WRONG_USE


def cannot_write(path: str, error: OSError, help: str = "name a file in an existing folder") -> UsageError:
    """The error for a file that the user named and that cannot be written."""
    return UsageError(f"cannot write {path}: {reason_of(error)}", help)


def scope_of(paths: Sequence[str], config: str | None, stdin: bool = False) -> Scope:
    """Some paths as what is asked about; `-` alone is standard input, which is also read with `stdin`."""
    from mqtune.session.opened import Scope

    from_stdin = list(paths) == [STDIN]
    text = sys.stdin.buffer.read() if from_stdin or stdin else None
    return Scope(() if from_stdin else paths, config, stdin=text)


def open_project(scope: Scope, quiet: bool, empty: bool = False) -> Project:
    """The project of a scope, with its secrets covered in all that is printed; `empty` if it need not contain
    files of MQ. Raises UsageError and ProjectError.
    """
    from mqtune.cli.console import Progress
    from mqtune.session import opened as projects

    with Progress(quiet, "reading"):
        project = projects.open(scope, empty=empty)
    console.hide(project.workspace.secrets())
    return project


def say_lacks(project: Project) -> None:
    """Print what the files lack."""
    for lack in project.workspace.lacks:
        console.say(printable(f"note: {lack}"))
