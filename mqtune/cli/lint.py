"""`mqtune lint`: opens a session, shows what it finds, and turns it into an exit status.

Computes nothing itself: the session finds and mends, `report/` writes.
"""

from __future__ import annotations

import os
import sys

from mqtune.cli import console
from mqtune.cli.lint_options import STDIN, LintOptions, check
from mqtune.cli.outputs import write_outputs
from mqtune.cli.progress import Progress
from mqtune.project.load import ProjectError
from mqtune.report.report import EXTERNAL, IN_SOURCE, Report, Suppressed, Totals
from mqtune.session.options import Options, UsageError
from mqtune.session.projects import open_projects
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.session.lint_result import LintResult
    from mqtune.session.session import Session

CLEAN, FOUND, WRONG_USE = 0, 1, 2


def lint(options: LintOptions) -> int:
    """Run the command and give its exit status."""
    console.ready_stdout()
    try:
        check(options)
        if options.watch:
            from mqtune.cli.watch import watch  # an endless run can wait for its import

            return watch(options)
        return lint_once(options)
    except UsageError as fault:
        console.usage_error(fault)
    except ProjectError as fault:
        console.project_error(fault)
    return WRONG_USE


def lint_once(options: LintOptions) -> int:
    """One run. Raises UsageError and ProjectError."""
    wanted = session_options(options)
    with Progress(options.quiet):
        session = open_projects(wanted)
        result = session.lint() if not options.fix else None
    if result is None or options.diff:
        from mqtune.cli.fixes import diff_run, fix_run  # most runs change nothing

        return diff_run(session, result, options) if result is not None else fix_run(session, options)
    tell_problems(session, result, options)
    if options.write_baseline is not None or options.baseline is not None:
        from mqtune.cli import baselines

        if options.write_baseline is not None:
            baselines.write_new(options.write_baseline, result, options)
            return exit_status(result, options, known=True)
        if options.baseline is not None:
            baselines.shrink(options.baseline, session, result, options)
    if not result.nothing_to_check or result.faults:
        write_outputs(make_report(session, result, options), options)
    return exit_status(result, options)


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


def make_report(session: Session, result: LintResult, options: LintOptions) -> Report:
    """The outcome as the formats want it."""
    texts = {taken.shown: taken.source for taken in session.intake.files if taken.source is not None}
    pages = session.selection.pages

    def text_of(file: str) -> str | None:
        source = texts.get(file)
        return None if source is None else source.text

    def describe(code: str) -> str:
        return pages[code].summary if code in pages else ""

    summary = result.summary
    return Report(
        result.findings,
        Totals(summary.files, summary.commands, summary.suppressed),
        text_of,
        _suppressed(result),
        [safe_words(str(fault), session) for fault in result.faults],
        options.fail_on,
        describe,
        session.intake.lines_of,
    )


def _suppressed(result: LintResult) -> list[Suppressed]:
    silenced = [
        Suppressed(held.finding, IN_SOURCE if held.in_source else EXTERNAL, held.reason)
        for held in result.silenced
    ]
    return silenced + [Suppressed(finding, EXTERNAL, "known in the baseline") for finding in result.known]


def exit_status(result: LintResult, options: LintOptions, known: bool = False) -> int:
    """The exit status; with `known` findings count for nothing, as with --exit-zero."""
    status = result.status(options.fail_on)
    return CLEAN if status == FOUND and (known or options.exit_zero) else status


def tell_problems(session: Session, result: LintResult, options: LintOptions) -> None:
    """Say what kept files or rules from being checked."""
    for path in result.missing:
        console.error(f"{path} is not there", "name a file or folder that is")
    for path, reason in result.refused:
        console.error(f"{path} holds nothing that can be checked: {reason}")
    if result.nothing_to_check and not result.missing and not result.refused:
        where = ", ".join(session.options.paths)
        console.error(
            f"no file in {where} holds MQSC, an ini file of MQ or a CCDT",
            "name the files; .gitignore and `exclude` in mqtune.toml leave some out",
        )
    tell_skipped(session, result, options)
    tell_faults(session, result, options)
    if options.verbose:
        tell_details(session, result)


def tell_skipped(session: Session, result: LintResult, options: LintOptions) -> None:
    """Say of the files that were named, or that are all there is, why nothing in them was checked.

    They are known to hold something else, such as what runmqsc printed; --verbose tells of all others too.
    """
    if options.verbose or options.quiet:
        return
    named = {taken.shown for taken in session.intake.files if taken.named}
    for path, reason in result.skipped:
        if (path, reason) not in result.refused and (path in named or result.nothing_to_check):
            console.say(f"{printable(path)} is skipped: {printable(reason)}")


def safe_words(words: str, session: Session) -> str:
    """What a fault says, without the secrets of the files of the run."""
    from mqtune.report.redact import covered  # needed only when something broke

    sources = (taken.source for taken in session.intake.files)
    return covered(words, (source.text for source in sources if source is not None))


def tell_faults(session: Session, result: LintResult, options: LintOptions) -> None:
    """Say which rules broke, and how to report that."""
    for fault in result.faults:
        console.error(f"internal fault: {safe_words(str(fault), session)}", where="mqtune")
        if options.verbose:
            for line in safe_words(fault.trace, session).splitlines():
                console.say(f"  {printable(line)}")
    if result.faults:
        console.say("  this is a fault of mqtune, not of your files; the rest of the run is reported")
        if not options.verbose:
            console.say("  help: report it with the lines that --verbose adds")


def tell_details(session: Session, result: LintResult) -> None:
    """What --verbose adds."""
    project = session.project
    console.say(f"project file: {project.file or 'none'}; profile {project.profile}")
    console.say(f"rules: {len(session.selection.severities)} of {len(session.selection.pages)} selected")
    console.say(f"files: {result.summary.files} checked, {len(result.skipped)} skipped")
    for path, reason in result.skipped:
        console.say(f"  {printable(path)}: {printable(reason)}")
