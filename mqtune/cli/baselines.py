"""Writes baselines, and takes out of one what is no longer found. Does not decide what is known."""

from __future__ import annotations

import os

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.cli.lint_options import STDIN, LintOptions
from mqtune.engine.baseline import Baseline, of_findings, read, write
from mqtune.report.summary import plural
from mqtune.text.writing import FileChangedError, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.session.lint_result import LintResult
    from mqtune.session.session import Session


def write_new(path: str, result: LintResult, options: LintOptions) -> None:
    """Write down all findings of a run as known. Raises UsageError."""
    baseline = of_findings([*result.findings, *result.known])
    try:
        write_file(path, write(baseline).encode())
    except OSError as error:
        raise cannot_write(path, error) from error
    if not options.quiet:
        console.say(f"wrote {path}: {plural(baseline.size(), 'finding')} known")


def shrink(path: str, session: Session, result: LintResult, options: LintOptions) -> None:
    """Take out what is no longer found, where this run could have found it.

    A build server's checkout is thrown away, so nothing is written there.
    """
    with open(path, "rb") as file:
        data = file.read()
    old = read(data.decode())
    if not _could_find_all(old, session, result, options):
        return
    ran = session.selection.severities
    found = [*result.findings, *result.known]
    left = old.shrunk(found, lambda code: code in ran)
    gone = old.size() - left.size()
    if not gone:
        return
    if console.in_ci():
        _tell(options, f"{path} holds {plural(gone, 'finding')} that are gone")
        return
    try:
        write_file(path, write(left).encode(), expected=data)
    except (OSError, FileChangedError):
        _tell(options, f"{path} holds {plural(gone, 'finding')} that are gone, and cannot be written")
    else:
        _tell(options, f"{path}: {plural(gone, 'finding')} gone, taken out")


def _could_find_all(old: Baseline, session: Session, result: LintResult, options: LintOptions) -> bool:
    """Whether a finding that this run did not show is really gone."""
    narrowed = (options.min_confidence, options.profile, options.mq_version, options.platform)
    if result.faults or options.paths == [STDIN] or any(wish is not None for wish in narrowed):
        return False
    looked_at = {taken.shown for taken in session.intake.files}
    return all(file in looked_at or not os.path.exists(file) for file in old.files)


def _tell(options: LintOptions, text: str) -> None:
    if not options.quiet:
        console.say(text)
