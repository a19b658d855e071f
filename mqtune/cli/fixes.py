"""`mqtune lint --fix` and `--diff`: shows and writes what the session mended. Decides on no fix."""

from __future__ import annotations

import sys

from mqtune.cli import console
from mqtune.cli.lint import WRONG_USE, exit_status, make_report, tell_problems
from mqtune.cli.lint_options import STDIN, LintOptions
from mqtune.cli.outputs import write_outputs
from mqtune.cli.progress import Progress
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.covered_diff import covered_diff
from mqtune.report.secrets import masked
from mqtune.report.summary import plural
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.repair import Repair
    from mqtune.session import LintResult, Session


def fix_run(session: Session, options: LintOptions) -> int:
    """Mend, write, and report what is left."""
    with Progress(options.quiet, "fixing"):
        repair = session.fix(options.unsafe_fixes)
    from_stdin = options.paths == [STDIN]
    written = [] if from_stdin else repair.write()
    tell_problems(repair.session, repair.result, options)
    report = make_report(repair.session, repair.result, options)
    if from_stdin:
        for shown in repair.sources:
            _write_text(repair, shown)
        write_outputs(report, options, sys.stderr.write)
    elif not repair.result.nothing_to_check:
        write_outputs(report, options)
    tell_fixes(repair, "Fixed", len(repair.texts if from_stdin else written), options)
    for shown, reason in repair.refused:
        console.error(f"{shown} was not written: {reason}", "run the command again")
    return WRONG_USE if repair.refused else exit_status(repair.result, options)


def diff_run(session: Session, result: LintResult, options: LintOptions) -> int:
    """Show what --fix would change, and change nothing."""
    with Progress(options.quiet, "fixing"):
        repair = session.fix(options.unsafe_fixes)
    tell_problems(session, result, options)
    palette = Palette(console.wants_colour(options.color))
    for shown, text in sorted(repair.texts.items()):
        for line in safe_diff(repair.before(shown), text, shown, palette):
            sys.stdout.write(line + "\n")
    tell_fixes(repair, "Would fix", len(repair.texts), options)
    return exit_status(result, options)


def safe_diff(old: str, new: str, shown: str, palette: Palette = PLAIN) -> list[str]:
    """The diff of a file with secrets covered and nothing that steers a terminal, painted."""
    return [_painted(line, palette) for line in covered_diff(old, new, shown)]


def _painted(line: str, palette: Palette) -> str:
    end = "\r" if line.endswith("\r") else ""
    body = line.removesuffix("\r")
    if line.startswith(("---", "+++")):
        return palette.bold(body) + end
    if line.startswith("@@"):
        return palette.frame(body) + end
    if line.startswith("+"):
        return palette.added(body) + end
    return (palette.removed(body) if line.startswith("-") else body) + end


def _write_text(repair: Repair, shown: str) -> None:
    """The mended text of the standard input, byte for byte as it came but for the fixes."""
    source = repair.sources[shown]
    sys.stdout.flush()
    sys.stdout.buffer.write(source.encode(repair.texts.get(shown, source.text)))
    sys.stdout.buffer.flush()


def tell_fixes(repair: Repair, did: str, files: int, options: LintOptions) -> None:
    """How many findings were mended, and which fixes did not stand their test."""
    if options.quiet:
        return
    if repair.applied:
        found = plural(len(repair.applied), "finding")
        console.say(f"{did} {found} in {plural(files, 'file')}")
    else:
        console.say("Nothing to fix")
    if repair.dropped and not options.verbose:
        count = plural(len(repair.dropped), "fix").replace("fixs", "fixes")
        console.say(f"{count} left out, which did not stand the test; --verbose tells why")
    for dropped in repair.dropped if options.verbose else ():
        place = dropped.finding.place
        where = f"{printable(place.file)}:{place.span.line}"
        reason = printable(masked(dropped.reason, prose=True))
        console.say(f"  {where}: fix of {dropped.finding.code} left out: {reason}")
    if not repair.settled:
        console.say("some fixes undo each other; run the command again to see what is left")
