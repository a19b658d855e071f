"""Writes baselines, and removes entries that are no longer found. Does not decide what is known."""

from __future__ import annotations

import os

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.cli.lint_options import STDIN, LintOptions
from mqtune.engine.baseline import Baseline, of_findings, read, write
from mqtune.report.summary import plural
from mqtune.session.lint_result import LintResult
from mqtune.session.workspace import Workspace
from mqtune.text.writing import FileChangedError, write_file


def write_new(path: str, result: LintResult, options: LintOptions) -> None:
    """Record all findings of a run as known. Raises UsageError."""
    baseline = of_findings([*result.findings, *result.known])
    try:
        write_file(path, write(baseline).encode())
    except OSError as error:
        raise cannot_write(path, error) from error
    if not options.quiet:
        console.say(f"wrote {path}: {plural(baseline.size(), 'finding')} known")


def shrink(path: str, workspace: Workspace, result: LintResult, options: LintOptions) -> None:
    """Remove the entries that are no longer found, if this run could have found them.

    Nothing is written on a build server, because its checkout is discarded.
    """
    with open(path, "rb") as file:
        data = file.read()
    old = read(data.decode())
    if not _could_find_all(old, workspace, result, options):
        return
    ran = workspace.first.selection.severities
    found = [*result.findings, *result.known]
    left = old.shrunk(found, lambda code: code in ran)
    gone = old.size() - left.size()
    if not gone:
        return
    if console.in_ci():
        _say(options, f"{path}: {plural(gone, 'entry')} no longer found")
        return
    try:
        write_file(path, write(left).encode(), expected=data)
    except (OSError, FileChangedError):
        _say(options, f"cannot write {path}: {plural(gone, 'entry')} no longer found")
    else:
        _say(options, f"{path}: removed {plural(gone, 'entry')} no longer found")


def _could_find_all(old: Baseline, workspace: Workspace, result: LintResult, options: LintOptions) -> bool:
    """Whether a finding that this run did not report is really gone."""
    narrowed = (options.min_confidence, options.profile, options.mq_version, options.platform)
    if result.crashes or options.paths == [STDIN] or any(one is not None for one in narrowed):
        return False
    checked = {file.shown for file in workspace.files}
    return all(file in checked or not os.path.exists(file) for file in old.files)


def _say(options: LintOptions, text: str) -> None:
    if not options.quiet:
        console.say(text)
