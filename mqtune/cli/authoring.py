"""`mqtune fmt`, `mqtune init` and `mqtune schema`: formats files, begins a project, prints JSON Schemas."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from mqtune.assets import asset_text
from mqtune.cli import console
from mqtune.cli.command import STDIN, CommonOptions, as_tracked, cannot_write, open_project, say_lacks
from mqtune.cli.console import Progress
from mqtune.cli.fixes import safe_diff
from mqtune.cli.init_text import Draft, draft_of
from mqtune.cli.parameters import Paths, choice, chosen
from mqtune.language.available import PLATFORMS
from mqtune.project.boundary import write_output
from mqtune.project.load import FILE_NAME
from mqtune.questions.table import schema_names
from mqtune.session.fixing.fixes import FileChanges
from mqtune.session.fixing.formatting import DUMP, NO_MQSC, REFUSED, FormattedFile, format_workspace
from mqtune.session.lint_result import FAULTY, WRONG_USE
from mqtune.session.opened import Scope
from mqtune.session.options import NAME_EXISTING, Options, nothing_found
from mqtune.session.workspace import Workspace
from mqtune.text.messages import UsageError, plural, printable

# `mqtune fmt`: formats files in place, or standard input to standard output.

RANGE_HELP = "write the first and the last line, such as --range 10-25, or one line"
EXAMPLES = (
    "mqtune fmt hub/",
    "mqtune fmt --check",
    "mqtune fmt --diff a.mqsc",
    "mqtune fmt --range 10-25 a.mqsc",
    "cat a.mqsc | mqtune fmt - --stdin-filename a.mqsc",
    "mqtune init hub/",
    "mqtune schema project > mqtune.schema.json",
    "mqtune schema findings",
)
WOULD_CHANGE = 1
STDIN_NAME = "stdin.mqsc"  # text without a name that does not show its kind is MQSC


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to format, and how to report it."""

    session: Options
    lines: tuple[int, int] | None
    dumps: bool
    check: bool
    diff: bool
    common: CommonOptions

    @property
    def writes(self) -> bool:
        """Whether files are changed."""
        return not (self.check or self.diff)


def fmt(
    common: CommonOptions,
    paths: Paths = None,
    check: Annotated[
        bool, typer.Option("--check", help="list the files that would change, write nothing")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="print what would change, write nothing")] = False,
    range: Annotated[
        str | None,
        typer.Option(metavar="LINES", help="format only the commands in these lines of one file: 10-25"),
    ] = None,
    dumps: Annotated[bool, typer.Option("--dumps", help="also format the output of dmpmqcfg")] = False,
    platform: Annotated[
        str | None, choice("--platform", choices=PLATFORMS, help="platform of the queue managers")
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN", help="files and folders to skip, in addition to those of mqtune.toml"
        ),
    ] = None,
    stdin_filename: Annotated[
        str | None, typer.Option(metavar="NAME", help="file name to assume for standard input, `-`")
    ] = None,
    ignore_unknown: Annotated[
        bool,
        typer.Option(
            "--ignore-unknown",
            help="treat named files as if found in a folder, and pass if there is nothing to format: "
            "for hooks",
        ),
    ] = False,
    tracked: Annotated[
        bool, typer.Option("--tracked", help="read only files that git tracks: for hooks")
    ] = False,
) -> int:
    """Give MQSC its canonical form: keywords in upper case, one attribute a line in long commands.

    The commands, their values, the comments and the effect on a queue manager stay the same. Works inside
    scripts and YAML too. Exit status: 0 formatted, 1 --check or --diff would change a file, 2 invalid use.
    """
    paths = as_tracked(paths or []) if tracked else paths or []
    lines = _lines(range)
    _check_paths(paths, lines, stdin_filename)
    session = Options(
        paths=paths,
        config=common.config,
        platform=platform,
        exclude=exclude or (),
        ignore_unknown=ignore_unknown,
        stdin_name=stdin_filename,
        tracked=tracked,
        without_values=True,
    )
    wanted = Wanted(session, lines, dumps, check, diff, common)
    return _format_stdin(wanted) if paths == [STDIN] else _format_files(wanted)


def _lines(text: str | None) -> tuple[int, int] | None:
    """The first and the last line of --range. Raises UsageError."""
    if text is None:
        return None
    first, dash, last = text.partition("-")
    digits = [first, last if dash else first]
    if not all(number.isascii() and number.isdigit() and int(number) for number in digits):
        raise UsageError(f"invalid --range {text!r}", RANGE_HELP)
    lines = int(digits[0]), int(digits[1])
    if lines[0] > lines[1]:
        raise UsageError(f"invalid --range {text!r}: it ends before it begins", RANGE_HELP)
    return lines


def _check_paths(paths: list[str], lines: tuple[int, int] | None, stdin_filename: str | None) -> None:
    """Raise UsageError for paths that do not fit the options."""
    if lines is not None and len(paths) != 1:
        raise UsageError("--range needs one file", "name the file")
    if STDIN not in paths and stdin_filename is not None:
        raise UsageError("--stdin-filename needs standard input", "add `-` to the paths")
    if STDIN in paths and len(paths) > 1:
        raise UsageError(
            "`-` is standard input and cannot be combined with other paths", "format them in a second run"
        )
    if lines is not None and paths != [STDIN] and not os.path.isfile(paths[0]):
        raise UsageError(f"--range needs one file, and {paths[0]} is not a file", "name a file")


def _format_files(wanted: Wanted) -> int:
    """Format the files. Raises UsageError and ProjectError."""
    with Progress(wanted.common.quiet, "formatting"):
        workspace = Workspace.open(wanted.session)
        for path in workspace.missing:
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
        files = format_workspace(workspace, wanted.dumps, wanted.lines)
    known = [file for file in files if file.reason != NO_MQSC]
    unread = _report_unreadable(workspace)
    if not known and not unread and not wanted.session.ignore_unknown:
        raise nothing_found(wanted.session.paths, "MQSC")
    changed = [file for file in known if file.is_changed]
    refused = _write(changed) if wanted.writes else []
    for file in changed:
        _print_change(file, wanted, file.source.shown in refused)
    _print_summary(known, len(changed) - len(refused), wanted)
    return _status(known, bool(changed), bool(refused) or unread, wanted)


def _format_stdin(wanted: Wanted) -> int:
    """Print the formatted text of standard input, or what would change."""
    session = wanted.session
    session.stdin_text, name = sys.stdin.buffer.read(), session.stdin_name
    session.ignore_unknown = name is None
    files = format_workspace(Workspace.open(session), wanted.dumps, wanted.lines)
    if name is None and all(file.reason == NO_MQSC for file in files):
        session.stdin_name, session.ignore_unknown = STDIN_NAME, False
        files = format_workspace(Workspace.open(session), wanted.dumps, wanted.lines)
    for file in files:
        if wanted.writes:
            console.write_file(file.source.encode(file.text))
        else:
            _print_change(file, wanted, not file.is_changed)
    return _status(files, any(file.is_changed for file in files), False, wanted)


def _report_unreadable(workspace: Workspace) -> bool:
    """Report the files that cannot be read, and links that are not followed; return whether there are any."""
    unread = [file for file in workspace.files if file.source is None]
    for file in unread:
        for diagnostic, _ in file.diagnostics:
            console.error(diagnostic.message, diagnostic.help)
    links = [link for link in workspace.refused if not link.text]
    for link in links:
        console.error(link.message)
    return bool(unread or links)


def _write(changed: list[FormattedFile]) -> set[str]:
    """Write the changed files; report those that could not be written, and return their shown paths."""
    refused = FileChanges("format", [file.change for file in changed]).write()
    for shown, reason in refused:
        console.error(f"did not write {shown}: {reason}", "run the command again")
    return {shown for shown, _ in refused}


def _print_change(file: FormattedFile, wanted: Wanted, is_refused: bool) -> None:
    """Print the name or the diff of a changed file."""
    if is_refused:
        return
    if wanted.diff:
        palette = console.palette(wanted.common.color)
        for line in safe_diff(file.source, file.text, palette):
            console.write(line + "\n")
    else:
        did = "would format" if wanted.check else "formatted"
        console.line(printable(f"{did} {file.source.shown}"))


def _print_summary(files: list[FormattedFile], changed: int, wanted: Wanted) -> None:
    """Print how many files changed, and what stays as it is written."""
    if wanted.common.quiet or not files:
        return
    would = "Would format" if wanted.check or wanted.diff else "Formatted"
    console.say(f"{would} {changed} of {plural(len(files), 'file')}")
    dumps = sum(file.reason == DUMP for file in files)
    if dumps:
        console.say(f"{plural(dumps, 'dump')} of dmpmqcfg left as written; --dumps includes them")
    left = [(file, line) for file in files for line in file.left]
    if left:
        what = "`mqtune lint` reports errors" if wanted.common.verbose else "--verbose lists them"
        console.say(f"{plural(len(left), 'command')} left as written; {what}")
    for file, line in left if wanted.common.verbose else ():
        console.say(f"  {printable(file.source.shown)}:{line}")


def _status(files: list[FormattedFile], is_changed: bool, is_wrong: bool, wanted: Wanted) -> int:
    """The exit status; a file whose formatted text fails verification is an internal error."""
    refused = [file for file in files if file.reason == REFUSED]
    for file in refused:
        console.error(
            f"did not format {file.source.shown}: {REFUSED}", "this is an error in mqtune; report it"
        )
    if is_wrong:
        return WRONG_USE
    if refused:
        return FAULTY
    return WOULD_CHANGE if is_changed and (wanted.check or wanted.diff) else 0


# `mqtune init`: writes a commented `mqtune.toml` based on the files. Never overwrites one.


def init(
    common: CommonOptions,
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="folder to search and to write to")] = ".",
) -> int:
    """Write a commented mqtune.toml for the files found in a folder."""
    if not os.path.isdir(folder):
        raise UsageError(f"not a folder: {folder}", "name the folder with the MQ files")
    path = os.path.normpath(os.path.join(folder, FILE_NAME))
    if os.path.lexists(path):
        raise UsageError(f"{path} already exists", "edit it, or move it first")
    project = open_project(Scope([folder], common.config, apart=True), common.quiet, empty=True)
    if not common.quiet:
        say_lacks(project)
    draft = draft_of(project.estates, folder)
    try:
        write_output(path, draft.text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise cannot_write(path, error, "check the permissions of the folder") from error
    if not common.quiet:
        console.line(f"wrote {path}: {_figures(draft)}")
    return 0


def _figures(draft: Draft) -> str:
    """`4 queue managers of 2 environments in 6 files, one name is a guess; comments name 2 more`."""
    environments = len({table.environment for table in draft.tables} - {None})
    files = len({path for table in draft.tables for path in table.files})
    guesses = sum(bool(table.guess) for table in draft.tables)
    where = f" of {plural(environments, 'environment')}" if environments else ""
    text = f"{plural(len(draft.tables), 'queue manager')}{where} in {plural(files, 'file')}"
    if guesses:
        text += f", {plural(guesses, 'name')} guessed from folders or files"
    if draft.mentioned:
        text += f"; {draft.mentioned} more without a table, see its comments"
    return text


# `mqtune schema`: prints a JSON Schema.

SCHEMAS = tuple(dict.fromkeys(("project", "findings", "plan", "budget", *schema_names())))


def schema(name: Annotated[str, chosen("NAME", SCHEMAS, "what it describes")]) -> int:
    """Print the JSON Schema of mqtune.toml, or of the JSON that a command prints.

    An editor uses it with the line `#:schema ./mqtune.schema.json` at the top of mqtune.toml.
    """
    console.write_exactly(asset_text(f"schemas/{name}.json"))
    return 0
