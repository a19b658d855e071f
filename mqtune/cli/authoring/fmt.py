"""`mqtune fmt`: formats files in place, or standard input to standard output."""

from __future__ import annotations

import os
import sys

from mqtune.cli import console
from mqtune.cli.authoring.options import Format
from mqtune.cli.fixes import safe_diff
from mqtune.cli.progress import Progress
from mqtune.fixing.change import FileChanges
from mqtune.fixing.formatting import DUMP, NO_MQSC, REFUSED, FormattedFile, format_workspace
from mqtune.report.summary import plural
from mqtune.session.lint_result import FAULTY, WRONG_USE
from mqtune.session.named_paths import NAME_EXISTING, nothing_found
from mqtune.session.options import Options, UsageError
from mqtune.session.workspace import Workspace
from mqtune.text.printable import printable

WOULD_CHANGE = 1
STDIN_NAME = "stdin.mqsc"  # text without a name that does not show its kind is MQSC


def fmt(options: Format) -> int:
    """Format the files of the options. Raises UsageError and ProjectError."""
    if options.from_stdin:
        return _format_stdin(options)
    if options.lines is not None and not os.path.isfile(options.paths[0]):
        raise UsageError(f"--range needs one file, and {options.paths[0]} is not a file", "name a file")
    with Progress(options.quiet, "formatting"):
        workspace = Workspace.open(_session_options(options))
        for path in workspace.missing:
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
        files = format_workspace(workspace, options.dumps, options.lines)
    known = [one for one in files if one.reason != NO_MQSC]
    unread = _report_unreadable(workspace)
    if not known and not unread and not options.ignore_unknown:
        raise nothing_found(options.paths, "MQSC")
    changed = [one for one in known if one.is_changed]
    refused = [] if options.check_only or options.diff else _write(changed)
    for one in changed:
        _print_change(one, options, one.source.shown in refused)
    _print_summary(known, len(changed) - len(refused), options)
    return _status(known, bool(changed), bool(refused) or unread, options)


def _session_options(options: Format) -> Options:
    return Options(
        paths=options.paths,
        config=options.config,
        platform=options.platform,
        exclude=options.exclude,
        ignore_unknown=options.ignore_unknown,
        tracked=options.tracked,
        without_values=True,
    )


def _format_stdin(options: Format) -> int:
    """Print the formatted text of standard input, or what would change."""
    text = sys.stdin.buffer.read()
    files: list[FormattedFile] = []
    for name in (options.stdin_filename, STDIN_NAME):
        wanted = _session_options(options)
        wanted.stdin_text, wanted.stdin_name = text, name
        wanted.ignore_unknown = name is None
        files = format_workspace(Workspace.open(wanted), options.dumps, options.lines)
        if name is not None or any(one.reason != NO_MQSC for one in files):
            break
    if options.check_only or options.diff:
        for one in files:
            _print_change(one, options, not one.is_changed)
    else:
        for one in files:
            console.write_file(one.source.encode(one.text))
    return _status(files, any(one.is_changed for one in files), False, options)


def _report_unreadable(workspace: Workspace) -> bool:
    """Report the files that cannot be read, and links that are not followed; return whether there are any."""
    unread = [file for file in workspace.files if file.source is None]
    for file in unread:
        for diagnostic, _ in file.diagnostics:
            console.error(diagnostic.message, diagnostic.help)
    links = [one for one in workspace.refused if not one.text]
    for link in links:
        console.error(link.message)
    return bool(unread or links)


def _write(changed: list[FormattedFile]) -> set[str]:
    """Write the changed files; report those that could not be written, and return their shown paths."""
    refused = FileChanges("format", [one.change for one in changed]).write()
    for shown, reason in refused:
        console.error(f"did not write {shown}: {reason}", "run the command again")
    return {shown for shown, _ in refused}


def _print_change(one: FormattedFile, options: Format, is_refused: bool) -> None:
    """Print the name or the diff of a changed file."""
    if is_refused:
        return
    if options.diff:
        palette = console.palette(options.color)
        for line in safe_diff(one.source.text, one.text, one.source.shown, palette):
            console.write(line + "\n")
    else:
        did = "would format" if options.check_only else "formatted"
        console.line(printable(f"{did} {one.source.shown}"))


def _print_summary(files: list[FormattedFile], changed: int, options: Format) -> None:
    """Print how many files changed, and what stays as it is written."""
    if options.quiet or not files:
        return
    would = "Would format" if options.check_only or options.diff else "Formatted"
    console.say(f"{would} {changed} of {plural(len(files), 'file')}")
    dumps = sum(one.reason == DUMP for one in files)
    if dumps:
        console.say(f"{plural(dumps, 'dump')} of dmpmqcfg left as written; --dumps includes them")
    left = [(one, line) for one in files for line in one.left]
    if left:
        what = "`mqtune lint` reports errors" if options.verbose else "--verbose lists them"
        console.say(f"{plural(len(left), 'command')} left as written; {what}")
    for one, line in left if options.verbose else ():
        console.say(f"  {printable(one.source.shown)}:{line}")


def _status(files: list[FormattedFile], is_changed: bool, is_wrong: bool, options: Format) -> int:
    """The exit status; a file whose formatted text fails verification is an internal error."""
    refused = [one for one in files if one.reason == REFUSED]
    for one in refused:
        console.error(
            f"did not format {one.source.shown}: {REFUSED}", "this is an error in mqtune; report it"
        )
    if is_wrong:
        return WRONG_USE
    if refused:
        return FAULTY
    return WOULD_CHANGE if is_changed and (options.check_only or options.diff) else 0
