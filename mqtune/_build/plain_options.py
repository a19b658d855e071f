"""Writes `mqtune/cli/_plain_options.py`: the options of lint and tui without the library that reads their help.

    python -m mqtune._build.plain_options [--check]
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator

from mqtune._build.__main__ import ROOT, refresh
from mqtune._build.described import choices_of, option_of
from mqtune.cli.app import SPECIAL
from mqtune.cli.command import FLAG, LIST, TEXT, WHOLE, Option
from mqtune.cli.interactive import tui
from mqtune.cli.lint_command import lint

TARGET = ROOT / "mqtune" / "cli" / "_plain_options.py"
HEAD = '''\
"""Made from lint_command.py and tui_command.py by `python -m mqtune._build.plain_options`: edit those."""

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


def main(arguments: list[str]) -> int:
    """Write the module if it is stale, or only report it."""
    return refresh({TARGET: module()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
