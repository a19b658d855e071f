"""`mqtune lint --fix`, `--diff` and baselines: shows and writes fixed files, compares findings.

Which fixes are applied and which findings are known is decided elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from mqtune.cli import console
from mqtune.cli.command import STDIN, cannot_write
from mqtune.cli.console import Progress
from mqtune.cli.lint_options import LintOptions
from mqtune.cli.lint_output import exit_status, make_report, report_problems, write_outputs
from mqtune.engine.baseline import Anchor, Baseline, BaselineError, Entry, Located, of_findings, read, write
from mqtune.engine.rule import CCDT, DIAGNOSTIC, DOCUMENT, ESTATE, LINE
from mqtune.present.excerpt import painted_line
from mqtune.present.safe import safe
from mqtune.present.summary import PLAIN, Palette
from mqtune.project.boundary import write_output
from mqtune.session.fixing.fixes import diff_of, fix_workspace
from mqtune.session.lint_result import FAULTY, WRONG_USE, LintResult
from mqtune.session.workspace import Workspace, joined
from mqtune.text.messages import plural, printable
from mqtune.text.source import FileChangedError, folder_of_typed, read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.session.fixing.fixes import FixOutcome
    from mqtune.text.source import Source


# Baselines.

# a finding of these scopes depends on its file only, and one of the other scopes on more than its folder
OF_FILE = (DIAGNOSTIC, DOCUMENT, LINE)
OF_ALL = (ESTATE, CCDT)


def write_new(path: str, workspace: Workspace, result: LintResult, options: LintOptions) -> None:
    """Record all findings of a run as known, unless it is incomplete. Raises UsageError."""
    if exit_status(result, options) in (WRONG_USE, FAULTY):
        console.error(f"{path} is not written, because the run is incomplete")
        return
    anchor = Anchor(os.path.dirname(path))
    paths = [] if options.paths == [STDIN] else [anchor.file(typed) for typed in options.paths or ["."]]
    baseline = of_findings(located(anchor, workspace, result), paths)
    try:
        write_output(path, write(baseline).encode())
    except OSError as error:
        raise cannot_write(path, error) from error
    if not options.quiet:
        console.say(f"wrote {path}: {plural(baseline.size(), 'finding')} known")


def located(anchor: Anchor, workspace: Workspace, result: LintResult) -> Iterator[Located]:
    """All findings of a run as a baseline names them."""
    folders: dict[str, str] = {}
    for finding in (*result.findings, *result.known):
        file = finding.place.file
        if file not in folders:
            folders[file] = workspace.session_of(file).project.folder
        yield anchor.located(finding, folders[file])


def compare(path: str, workspace: Workspace, result: LintResult, options: LintOptions) -> None:
    """Report the entries that are no longer found, or remove them with --update-baseline. Raises UsageError.

    Only the part of the baseline that the run checked is compared.
    """
    try:
        data = read_typed(path)
        old = read(data.decode())
    except (OSError, UnicodeDecodeError, BaselineError) as error:
        problem = error if isinstance(error, OSError) else OSError("it changed while it was used")
        raise cannot_write(path, problem, "run the command again") from error
    checked = Checked(path, old, workspace, result, options)
    new = old.without_gone([*located(checked.anchor, workspace, result)], checked.is_compared)
    gone = plural(old.size() - new.size(), "entry")
    if not options.update_baseline:
        if old.size() > new.size():
            _say(options, f"{path}: {gone} no longer found; --update-baseline removes them")
        return
    if old.size() == new.size():
        _say(options, f"{path}: unchanged")
        return
    try:
        write_output(path, write(new).encode(), expected=data)
    except (OSError, FileChangedError) as error:
        problem = error if isinstance(error, OSError) else OSError(str(error))
        raise cannot_write(path, problem, "run the command again") from error
    _say(options, f"{path}: removed {gone} no longer found")


# Fixes.


class Checked:
    """What a run checked: which entries of a baseline it would have found again."""

    def __init__(
        self, path: str, baseline: Baseline, workspace: Workspace, result: LintResult, options: LintOptions
    ) -> None:
        self.anchor = Anchor(folder_of_typed(path))
        self._selection = workspace.first.selection
        self._files = {self.anchor.file(file.shown) for file in workspace.files}
        paths = [] if options.paths == [STDIN] else options.paths or ["."]
        self._folders = tuple(
            os.path.join(os.path.abspath(typed), "") for typed in paths if os.path.isdir(typed)
        )
        hidden = options.min_confidence or options.environments or options.qmgrs
        self._is_possible = not (result.crashes or hidden)
        if baseline.paths is None:
            self._is_all = all(self._is_checked(file) for file in baseline.files)
        else:
            self._is_all = all(
                recorded in self._files or self._is_below(recorded) for recorded in baseline.paths
            )

    def is_compared(self, entry: Entry) -> bool:
        """Whether the run would have found this entry again."""
        code = entry.key[0]
        if not self._is_possible or code not in self._selection.severities:
            return False
        if not entry.file:
            return self._is_all
        if not self._is_checked(entry.file):
            return False
        scope = self._selection.pages[code].scope
        return self._is_all or scope in OF_FILE or (scope not in OF_ALL and self._is_below(entry.file))

    def _is_checked(self, file: str) -> bool:
        """Whether a file was checked, or no longer exists in a folder that was."""
        if file in self._files:
            return True
        return self._is_below(file) and not os.path.exists(os.path.join(self.anchor.folder, file))

    def _is_below(self, file: str) -> bool:
        """Whether a file or folder is in a folder that was checked as a whole."""
        path = os.path.normpath(os.path.join(self.anchor.folder, file))
        return os.path.join(path, "").startswith(self._folders)


def _say(options: LintOptions, text: str) -> None:
    if not options.quiet:
        console.say(text)


def fix_run(workspace: Workspace, options: LintOptions) -> int:
    """Fix, write, and report the remaining findings."""
    with Progress(options.quiet, "fixing"):
        outcome = fix_workspace(workspace, options.unsafe_fixes)
    from_stdin = options.paths == [STDIN]
    written = [] if from_stdin else outcome.write()
    report_problems(outcome.workspace, outcome.result, options)
    report = make_report(outcome.workspace, outcome.result, options)
    if from_stdin:
        for shown in outcome.sources:
            _write_text(outcome, shown)
        write_outputs(report, options, console.write_error)
    elif not outcome.result.nothing_to_check or options.ignore_unknown:
        write_outputs(report, options)
    _report_fixes(outcome, "Fixed", len(outcome.texts if from_stdin else written), options)
    for shown, reason in outcome.refused:
        console.error(f"did not write {shown}: {reason}", "run the command again")
    return WRONG_USE if outcome.refused else exit_status(outcome.result, options)


def diff_run(workspace: Workspace, options: LintOptions) -> int:
    """Print what --fix would change, and change nothing."""
    with Progress(options.quiet, "fixing"):
        results = workspace.results()
        outcome = fix_workspace(workspace, options.unsafe_fixes, results)
        result = joined(results)
    report_problems(workspace, result, options)
    palette = console.palette(options.color)
    for shown, text in sorted(outcome.texts.items()):
        for line in safe_diff(outcome.sources[shown], text, palette):
            console.write(line + "\n")
    _report_fixes(outcome, "Would fix", len(outcome.texts), options)
    return exit_status(result, options)


def safe_diff(before: Source, after: str, palette: Palette = PLAIN) -> list[str]:
    """The coloured diff of a file, with secrets masked and control characters escaped."""
    return [painted_line(line, palette) for line in diff_of(before, after)]


def _write_text(outcome: FixOutcome, shown: str) -> None:
    """Write the fixed text of standard input, unchanged except for the fixes."""
    source = outcome.sources[shown]
    console.write_file(source.encode(outcome.texts.get(shown, source.text)))


def _report_fixes(outcome: FixOutcome, did: str, files: int, options: LintOptions) -> None:
    """Report how many findings were fixed, and which fixes failed verification."""
    if options.quiet:
        return
    if outcome.applied:
        findings = plural(len(outcome.applied), "finding")
        console.say(f"{did} {findings} in {plural(files, 'file')}")
    else:
        console.say("Nothing to fix")
    failed = [dropped for dropped in outcome.dropped if dropped.is_tried]
    if failed and not options.verbose:
        count = plural(len(failed), "fix")
        console.say(f"{count} omitted after failed verification; --verbose reports why")
    for dropped in failed if options.verbose else ():
        place = dropped.finding.place
        where = f"{printable(place.file)}:{place.span.line}"
        reason = safe(dropped.reason)
        console.say(f"  {where}: fix of {dropped.finding.code} omitted: {reason}")
    if len(failed) < len(outcome.dropped):
        count = plural(len(outcome.dropped) - len(failed), "fix")
        console.say(f"{count} not tried, because others failed; run the command again, or name fewer files")
