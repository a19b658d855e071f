"""The options of `mqtune lint`, and their plain forms read without any library.

Two readers fill the same class: `read_plain` here, for the sake of a fast start, and the commands of
`app.py` for all the rest (help, completion, errors). A test gives both the same command lines.
"""

from __future__ import annotations

import os
import sys

from mqtune.findings.finding import SEVERITIES
from mqtune.report.formats import COUNTING, FORMATS, FULL
from mqtune.session.lint_result import NEVER
from mqtune.session.options import Options, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

STDIN = "-"
COLOURS = ("auto", "always", "never")
FAIL_ON = (*SEVERITIES, NEVER)

# option -> field, by how it is given
FLAGS = {
    "--fix": "fix",
    "--unsafe-fixes": "unsafe_fixes",
    "--diff": "diff",
    "--no-cache": "no_cache",
    "--statistics": "statistics",
    "--exit-zero": "exit_zero",
    "--watch": "watch",
    "--quiet": "quiet",
    "-q": "quiet",
    "--verbose": "verbose",
    "-v": "verbose",
}
VALUES = {
    "--profile": "profile",
    "--min-confidence": "min_confidence",
    "--fail-on": "fail_on",
    "--mq-version": "mq_version",
    "--platform": "platform",
    "--baseline": "baseline",
    "--write-baseline": "write_baseline",
    "--jobs": "jobs",
    "-j": "jobs",
    "--stdin-filename": "stdin_filename",
    "--config": "config",
    "--color": "color",
}
LISTS = {
    "--select": "select",
    "--ignore": "ignore",
    "--extend-select": "extend_select",
    "--format": "formats",
    "--output-file": "output_files",
    "-o": "output_files",
}


class LintOptions:
    """What was asked of `mqtune lint`, unchecked. `outputs` pairs each format with its file, or None."""

    __slots__ = (
        *dict.fromkeys(FLAGS.values()),
        *dict.fromkeys(VALUES.values()),
        "select",
        "ignore",
        "extend_select",
        "outputs",
        "paths",
    )

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.outputs: list[tuple[str, str | None]] = [(FULL, None)]
        self.select: list[str] = []
        self.ignore: list[str] = []
        self.extend_select: list[str] = []
        self.profile: str | None = None
        self.min_confidence: str | None = None
        self.fail_on = "warning"
        self.mq_version: str | None = None
        self.platform: str | None = None
        self.fix = False
        self.unsafe_fixes = False
        self.diff = False
        self.baseline: str | None = None
        self.write_baseline: str | None = None
        self.jobs = 1
        self.no_cache = False
        self.statistics = False
        self.stdin_filename: str | None = None
        self.exit_zero = False
        self.watch = False
        self.config: str | None = None
        self.color = "auto"
        self.quiet = False
        self.verbose = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LintOptions):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)


def read_plain(arguments: Sequence[str]) -> LintOptions | None:
    """The options of what follows `lint`; None for anything that is not plainly right."""
    options = LintOptions()
    waiting = list(reversed(arguments))
    while waiting:
        word = waiting.pop()
        if word == "--":
            options.paths += reversed(waiting)
            break
        if not word.startswith("-") or word == STDIN:
            options.paths.append(word)
        elif word in FLAGS:
            setattr(options, FLAGS[word], True)
        elif not _take_value(options, word, waiting):
            return None
    options.outputs = pair_outputs(arguments)
    return options


def _take_value(options: LintOptions, word: str, waiting: list[str]) -> bool:
    """Read an option with a value; whether that was possible."""
    name, equals, value = word.partition("=")
    if name not in VALUES and name not in LISTS:
        return False
    if equals and not name.startswith("--"):
        return False
    if not equals:
        if not waiting or (waiting[-1].startswith("-") and waiting[-1] != STDIN):
            return False
        value = waiting.pop()
    if name in LISTS:
        if LISTS[name] not in ("formats", "output_files"):
            getattr(options, LISTS[name]).append(value)
        return True
    if VALUES[name] == "jobs":
        if not value.isascii() or not value.isdigit():
            return False
        options.jobs = int(value)
    else:
        setattr(options, VALUES[name], value)
    return True


def pair_outputs(arguments: Sequence[str]) -> list[tuple[str, str | None]]:
    """Each format with the file it goes to: a file belongs to the format before it, else to the next.

    Read from the words themselves, because the order of two options is what counts.
    """
    pairs: list[list[str | None]] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name not in LISTS and name not in VALUES:
            continue
        if not equals:
            value = next(words, "")
        field = LISTS.get(name)
        if field == "formats":
            if pairs and pairs[-1][0] is None:
                pairs[-1][0] = value
            else:
                pairs.append([value, None])
        elif field == "output_files":
            if pairs and pairs[-1][1] is None:
                pairs[-1][1] = value
            else:
                pairs.append([None, value])
    return [(format or FULL, file) for format, file in pairs] or [(FULL, None)]


def check(options: LintOptions) -> None:
    """Raise UsageError for what cannot be done, whichever way the options were read."""
    _one_of("--fail-on", options.fail_on, FAIL_ON)
    _one_of("--color", options.color, COLOURS)
    for format, _ in options.outputs:
        _one_of("--format", format, FORMATS)
        if options.statistics and format not in COUNTING:
            raise UsageError(
                f"--statistics has no form for --format {format}", f"it has one for {', '.join(COUNTING)}"
            )
    files = [file for _, file in options.outputs if file is not None]
    if len(options.outputs) - len(files) > 1:
        raise UsageError(
            "more than one format would go to the standard output",
            "follow all but one --format with an --output-file",
        )
    if len(set(files)) < len(files):
        raise UsageError("two formats would go to the same file", "give each its own --output-file")
    _check_stdin(options)
    if options.fix and options.diff:
        raise UsageError("--fix writes and --diff does not", "leave one of them out")


def _check_stdin(options: LintOptions) -> None:
    if STDIN not in options.paths:
        if options.stdin_filename is not None:
            raise UsageError(
                "--stdin-filename names a text that is not read", "add `-` for the standard input"
            )
        return
    if len(options.paths) > 1:
        raise UsageError("`-` is the standard input and goes with no other path", "lint the files apart")
    if options.watch:
        raise UsageError("--watch cannot watch the standard input", "name files or folders")


def _one_of(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise UsageError(f"{option} cannot be {value!r}", f"it is one of {', '.join(allowed)}")


def session_options(options: LintOptions) -> Options:
    """What the session is asked for."""
    from_stdin = options.paths == [STDIN]
    return Options(
        paths=() if from_stdin else options.paths,
        config=options.config,
        select=options.select,
        ignore=options.ignore,
        extend_select=options.extend_select,
        profile=options.profile,
        min_confidence=options.min_confidence,
        fail_on=options.fail_on,
        mq_version=options.mq_version,
        platform=options.platform,
        jobs=options.jobs or os.cpu_count() or 1,
        baseline=options.baseline,
        stdin_name=options.stdin_filename,
        stdin_text=sys.stdin.buffer.read() if from_stdin else None,
    )
