"""`mqtune lint`: opens a session, writes its report, and returns the exit status.

Computes nothing itself: the session finds and fixes, `report/` writes.
"""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.lint_options import LintOptions, check, session_options
from mqtune.cli.lint_output import exit_status, make_report, tell_problems
from mqtune.cli.outputs import write_outputs
from mqtune.cli.progress import Progress
from mqtune.project.load import ProjectError
from mqtune.session.lint_result import WRONG_USE
from mqtune.session.options import UsageError
from mqtune.session.projects import open_projects


def lint(options: LintOptions) -> int:
    """Run the command and give its exit status."""
    console.ready_stdout()
    try:
        check(options)
        if options.watch:
            from mqtune.cli.watch import watch  # an endless run can wait for its import

            return watch(options, lint_once)
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
