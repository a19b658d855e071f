"""What is made from the declarations of the command line: `python -m mqtune._build.command_line [--check]`.

The options of lint and tui without the library that reads their help (`mqtune/cli/_plain_options.py`), and the
manual page (`docs/mqtune.1`), whose texts are those of `--help`.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args, get_origin

from typer.models import ArgumentInfo, OptionInfo

from mqtune import DOCUMENTATION_URL, __version__
from mqtune._build.__main__ import ROOT, refresh
from mqtune.cli.app import SPECIAL, declared, examples_of
from mqtune.cli.command import COMMON, FLAG, LIST, REAL, TEXT, WHOLE, CommonOptions, Option, options_of
from mqtune.cli.commands import COMMANDS, GROUP, GROUPS
from mqtune.cli.interactive import tui
from mqtune.cli.lint_command import lint
from mqtune.cli.question_options import QuestionCommand
from mqtune.questions.fields import without_none

# Every command with its help, examples and options, for manual page, site and tests.

KINDS = {bool: FLAG, str: TEXT, int: WHOLE, float: REAL}


class Described(NamedTuple):
    """One command: `words` are its words after `mqtune`."""

    words: str
    about: str
    examples: str
    options: list[Option]


def described(words: str, declaration: str = "") -> Described:
    """A command by its words and the function that declares it; without that it is a question."""
    if not declaration:
        command = QuestionCommand(words)
        return Described(words, command.about, command.examples, command.options)
    function: Callable[..., int] = declared(declaration)
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    options = [option_of(parameter) for parameter in parameters if parameter.name not in SPECIAL]
    examples = " · ".join(examples_of(function, words))
    return Described(words, inspect.getdoc(function) or "", examples, [*options, *options_of(CommonOptions)])


def option_of(parameter: inspect.Parameter) -> Option:
    """The option of a parameter that typer declares."""
    hint, info = get_args(parameter.annotation)[:2]
    plain, _ = without_none(hint)
    kind = LIST if get_origin(plain) is list else KINDS[plain]
    names: list[str] = []
    if isinstance(info, OptionInfo):
        # in an annotation the first name is at the place of the default
        names = [name for name in (info.default, *(info.param_decls or ())) if isinstance(name, str)]
        names = names or [f"--{parameter.name.replace('_', '-')}"]
    else:
        assert isinstance(info, ArgumentInfo), parameter
    default: Any = None if parameter.default is inspect.Parameter.empty else parameter.default
    panel = info.rich_help_panel or ""
    option = Option(names, kind, info.metavar or "", info.help or "", panel, default)
    option.field = parameter.name
    return option


def choices_of(parameter: inspect.Parameter) -> tuple[str, ...]:
    """All values of a parameter whose value is checked: completion offers them for an empty word."""
    info = get_args(parameter.annotation)[1]
    return tuple(info.autocompletion("")) if info.callback else ()


def single_commands() -> list[Described]:
    """The commands outside of groups, in the order of the help."""
    return [described(listed.name, listed.declaration) for listed in COMMANDS if listed.declaration != GROUP]


def grouped_commands() -> dict[str, list[Described]]:
    """The commands of each group."""
    return {
        group.name: [described(f"{group.name} {part.name}", part.declaration) for part in group.commands]
        for group in GROUPS
    }


def all_commands() -> list[Described]:
    """All of them."""
    return [*single_commands(), *(command for group in grouped_commands().values() for command in group)]


# The module of plain options.

PLAIN_OPTIONS = ROOT / "mqtune" / "cli" / "_plain_options.py"
HEAD = '''\
"""Made from lint_command.py and interactive.py by `python -m mqtune._build.command_line`: edit those."""

# fmt: off
# ruff: noqa: E501
from __future__ import annotations

from mqtune.cli.command import FLAG, LIST, WHOLE, CommonOptions, plain
'''
OPTION_KINDS = {FLAG: "bool", LIST: "list[str]", WHOLE: "int", TEXT: "str | None"}


def module() -> str:
    """The text of the module."""
    return HEAD + "".join([*fields("LintFields", lint), *fields("TuiFields", tui)])


def fields(name: str, command: Callable[..., int]) -> Iterator[str]:
    """A class with a field for each parameter of a command."""
    yield f'\n\nclass {name}(CommonOptions):\n    """The options of `mqtune {command.__name__}`."""\n\n'
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        if parameter.name not in SPECIAL:
            yield f"    {field(option_of(parameter), choices_of(parameter))}\n"


def field(option: Option, choices: tuple[str, ...]) -> str:
    """One field; lists are made for each run, whatever their default is."""
    words = [repr(name) for name in option.names]
    words += [f"kind={option.kind.upper()}"] if option.kind != TEXT else []
    words += [f"default={option.default!r}"] if option.default is not None and option.kind != LIST else []
    words += [f"choices={choices!r}"] if choices else []
    return f"{option.field}: {OPTION_KINDS[option.kind]} = plain({', '.join(words)})"




# Writes the manual page `docs/mqtune.1` from the declarations of the command line: `-m
# mqtune._build.command_line`.
#
# The texts are those of `--help`.

MAN_PAGE = ROOT / "docs" / "mqtune.1"
MAN_HEAD = f"""\
.\\" Generated by `python -m mqtune._build.command_line`: edit the declarations of the commands, not this file.
.TH MQTUNE 1 "" "mqtune {__version__}" "User Commands"
.SH NAME
mqtune \\- lint, tune and measure IBM MQ configuration
.SH SYNOPSIS
.B mqtune
.RI [ options ]
.I command
.RI [ arguments ]
.SH DESCRIPTION
mqtune reads MQSC scripts, qm.ini files and client channel tables, also inside Kubernetes manifests and shell
scripts, works out how queue managers interpret them, and reports what is wrong, why it matters and what to do.
It needs no queue manager. Nothing is sent over the network except by
.B mqtune collect
and by experiments on other hosts.
"""
TAIL = f"""\
.SH EXIT STATUS
.TP
.B 0
no finding at or above \\-\\-fail\\-on; success
.TP
.B 1
findings, or the condition of the command is met (\\-\\-check, \\-\\-diff, \\-\\-exit\\-code, \\-\\-fail\\-on)
.TP
.B 2
the invocation is wrong: an invalid option or mqtune.toml, a path that does not exist, nothing to check
.TP
.B 3
internal error; the rest of the run is still reported
.PP
Some commands have further ones, which their help lists.
.SH ENVIRONMENT
.TP
.B NO_COLOR
no colours; \\-\\-color takes precedence
.SH FILES
.TP
.B mqtune.toml
settings, the expected load and accepted findings; the nearest one at or above a file counts
.SH SEE ALSO
.BR runmqsc (1),
.BR dmpmqcfg (1)
.PP
Documentation: {DOCUMENTATION_URL}/
"""


def page() -> str:
    """The whole page."""
    parts = [MAN_HEAD, ".SH OPTIONS OF EVERY COMMAND\n"]
    parts += map(option_text, options_of(CommonOptions))
    parts.append(".SH COMMANDS\n")
    for command in all_commands():
        parts += command_text(command)
    return "".join([*parts, TAIL])


def command_text(command: Described) -> Iterator[str]:
    """One command: its synopsis, what it does, its options and examples."""
    options = [option for option in command.options if option.panel != COMMON]
    words = " ".join(option.metavar for option in options if not option.names)
    yield f".SS mqtune {escaped(command.words)}{' [options]' if any(option.names for option in options) else ''} {escaped(words)}\n"
    yield f"{escaped(command.about)}\n"
    yield from map(option_text, options)
    if command.examples:
        yield ".PP\nExamples:\n.nf\n"
        yield "".join(f"    {escaped(example)}\n" for example in command.examples.split(" · "))
        yield ".fi\n"


def option_text(option: Option) -> str:
    """One option or argument with its help."""
    value = "" if not option.metavar else f" \\fI{escaped(option.metavar)}\\fR"
    names = ", ".join(f"\\fB{escaped(name)}\\fR{value}" for name in option.names)
    return f".TP\n{names or value.strip()}\n{escaped(option.full_help)}\n"


def escaped(text: str) -> str:
    """A text without characters that have a meaning in the page, paragraphs separated by a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "")
    text = re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    return re.sub(r"\n\s*\n", "\n.PP\n", text)


def main(arguments: list[str]) -> int:
    """Write the module and the page if they are stale, or only report it."""
    return refresh({PLAIN_OPTIONS: module(), MAN_PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
