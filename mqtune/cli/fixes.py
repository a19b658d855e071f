"""`mqtune lint --fix` and `--diff`: shows and writes the fixed files. Does not choose fixes."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.lint_options import LintOptions
from mqtune.cli.lint_output import exit_status, make_report, report_problems, write_outputs
from mqtune.cli.options import STDIN
from mqtune.cli.progress import Progress
from mqtune.fixing.fixes import fix_workspace
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.covered_diff import covered_diff, painted_line
from mqtune.report.secrets import safe
from mqtune.session.lint_result import WRONG_USE
from mqtune.session.workspace import joined
from mqtune.text.printable import printable
from mqtune.text.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.fixing.fixes import FixOutcome
    from mqtune.session.workspace import Workspace


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
        for line in safe_diff(outcome.before(shown), text, shown, palette):
            console.write(line + "\n")
    _report_fixes(outcome, "Would fix", len(outcome.texts), options)
    return exit_status(result, options)


def safe_diff(old: str, new: str, shown: str, palette: Palette = PLAIN) -> list[str]:
    """The coloured diff of a file, with secrets masked and control characters escaped."""
    return [painted_line(line, palette) for line in covered_diff(old, new, shown)]


def _write_text(outcome: FixOutcome, shown: str) -> None:
    """Write the fixed text of standard input, unchanged except for the fixes."""
    source = outcome.sources[shown]
    console.write_file(source.encode(outcome.texts.get(shown, source.text)))


def _report_fixes(outcome: FixOutcome, did: str, files: int, options: LintOptions) -> None:
    """Report how many findings were fixed, and which fixes failed verification."""
    if options.quiet:
        return
    if outcome.applied:
        found = plural(len(outcome.applied), "finding")
        console.say(f"{did} {found} in {plural(files, 'file')}")
    else:
        console.say("Nothing to fix")
    if outcome.dropped and not options.verbose:
        count = plural(len(outcome.dropped), "fix")
        console.say(f"{count} omitted after failed verification; --verbose reports why")
    for dropped in outcome.dropped if options.verbose else ():
        place = dropped.finding.place
        where = f"{printable(place.file)}:{place.span.line}"
        reason = safe(dropped.reason)
        console.say(f"  {where}: fix of {dropped.finding.code} omitted: {reason}")
    if not outcome.settled:
        console.say("some fixes undo each other; run the command again to see the remaining findings")
