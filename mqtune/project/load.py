"""Finds and reads `mqtune.toml`; `schema.py` interprets the keys."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from mqtune.project.boundary import PROJECT_FILE, find_project_file, typed_folder, typed_refusal
from mqtune.project.settings import Project
from mqtune.text.messages import CorrectableError, reason_of
from mqtune.text.paths import relative_path
from mqtune.text.patterns import lazy_pattern
from mqtune.text.source import folder_of_typed, read_file, read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.tables import InvalidSetting

FILE_NAME = PROJECT_FILE
MOST_PARTS = 100  # of a dotted key: the time of Python's parser grows with their square
_DEEP_KEY = lazy_pattern(
    rf"""(?<![\w.'"-])(?:(?:[\w-]++|"(?>(?:[^"\\\n]|\\.)*)"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}"""
)


class ProjectError(CorrectableError):
    """A project file that cannot be used: where, what is wrong, what to do.

    `line` is 0 if no line applies. `others` are further errors in the same file.
    """

    def __init__(
        self,
        file: str,
        line: int,
        message: str,
        help: str = "",
        others: tuple[ProjectError, ...] = (),
    ) -> None:
        super().__init__(message, help)
        self.file = file
        self.line = line
        self.others = others

    def __str__(self) -> str:
        """Where, and what is wrong."""
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"

    def renamed(self, shown: Callable[[str], str]) -> ProjectError:
        """The same error with another path of the file."""
        others = tuple(error.renamed(shown) for error in self.others)
        return ProjectError(shown(self.file), self.line, self.message, self.help, others)


def load_project(config: str | None = None, start: str = ".", top: str = "") -> Project:
    """The project of a run: the file named by `config`, else the nearest one at or above `start`."""
    path = config or find_project_file(start, top)
    if path is None:
        return default_project(start)
    shown = shown_path(path)
    if reason := typed_refusal(path):
        help = "put a file there in place of the link"
        raise ProjectError(shown, 1, f"the project file is not read: it {reason}", help)
    try:
        data = read_typed(path) if config else read_file(path)
    except OSError as error:
        raise ProjectError(shown, 0, f"the project file cannot be read: {reason_of(error)}") from error
    return read_project(data, shown, folder_of_typed(path))


def default_project(start: str) -> Project:
    """The project of a run without a project file."""
    return Project(folder=typed_folder(start))


def read_project(data: bytes, shown: str, folder: str) -> Project:
    """The project that the bytes of a project file declare."""
    from mqtune.project.schema import read_tables  # imported only if there is a project file

    tables, text = parsed_toml(data, shown)
    project, invalid = read_tables(tables, text, shown, folder)
    raise_invalid(invalid, shown)
    return project


def parsed_toml(data: bytes, shown: str) -> tuple[dict[str, Any], str]:
    """The tables in the bytes of a TOML file, and its text. Raises ProjectError."""
    import tomllib  # only if there is a project file

    try:
        text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ProjectError(shown, line, "the file is not UTF-8", "save the file as UTF-8") from error
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        line = text.count("\n", 0, deep.start()) + 1
        raise ProjectError(shown, line, f"a key has more than {MOST_PARTS} parts", "write shorter keys")
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(shown, text, str(error)) from error
    except ValueError as error:
        # Python reads at most 4,300 digits
        raise ProjectError(shown, 0, "a number has too many digits") from error
    except RecursionError as error:
        raise ProjectError(shown, 0, "arrays or tables are nested too deeply") from error


def raise_invalid(invalid: Sequence[InvalidSetting], shown: str) -> None:
    """Raise ProjectError for the errors in a file, if it has any."""
    if invalid:
        errors = [ProjectError(shown, setting.line, setting.message, setting.help) for setting in invalid]
        errors[0].others = tuple(errors[1:])
        raise errors[0]


def shown_path(path: str) -> str:
    """A path as displayed in findings: relative to the working folder, with `/`."""
    return relative_path(path).replace(os.sep, "/")


def _syntax_error(shown: str, text: str, message: str) -> ProjectError:
    """The parser's message without its position: `Invalid value (at line 3, column 5)`."""
    words, _, position = message.partition(" (at ")
    line = text.rstrip("\n").count("\n") + 1
    if position.startswith("line "):
        line = int(position[5:].split(",")[0])
    words = words[:1].lower() + words[1:]
    lines = text.split("\n")
    wrong_line = lines[min(line, len(lines)) - 1].lstrip()
    if "date" in words or wrong_line.startswith("until"):
        return ProjectError(shown, line, "not a valid date", "write year-month-day, such as 2027-03-31")
    if "overwrite" in words or "twice" in words or "already" in words:
        return ProjectError(shown, line, f"not valid TOML: {words}", "write each key and table once")
    help = "enclose strings in quotation marks"
    if "array declaration" in words or "table declaration" in words:
        help = "write a table as [name], and a list of tables as [[name]]"
    return ProjectError(shown, line, f"not valid TOML: {words}", help)
