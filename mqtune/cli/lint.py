"""`mqtune lint`: opens a workspace, writes its report, and returns the exit status.

Computes nothing itself: the session finds and fixes, `present/` writes.
"""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.command import guarded
from mqtune.cli.console import Progress
from mqtune.cli.lint_options import LintOptions, session_options
from mqtune.cli.lint_output import (
    exit_status,
    make_report,
    passes_without_files,
    report_problems,
    write_outputs,
)
from mqtune.session.options import Stage
from mqtune.session.workspace import Workspace


def lint(options: LintOptions) -> int:
    """Run the command and return its exit status."""
    console.ready_stdout()
    return guarded(options, lambda: _watch(options) if options.watch else lint_once(options))


def _watch(options: LintOptions) -> int:
    from mqtune.cli.show_run import watch  # an endless run can wait for its import

    return watch(options, lint_once)


def lint_once(options: LintOptions) -> int:
    """One run. Raises UsageError and ProjectError."""
    wanted = session_options(options)
    options.fail_on = wanted.fail_on
    if options.show_files or options.show_settings:
        from mqtune.cli.show_run import show_run  # not a lint

        return show_run(wanted, options)
    wanted.stage = Stage()
    # a process with a second thread is not forked, see session/parallel.py
    with Progress(options.quiet or wanted.jobs > 1, wanted.stage):
        workspace = Workspace.open(wanted)
        result = None if options.fix or options.diff else workspace.lint()
    if result is None:
        from mqtune.cli.fixes import diff_run, fix_run  # most runs change nothing

        return fix_run(workspace, options) if options.fix else diff_run(workspace, options)
    report_problems(workspace, result, options)
    if options.write_baseline is not None or options.baseline is not None:
        from mqtune.cli import fixes as baselines

        if options.write_baseline is not None:
            baselines.write_new(options.write_baseline, workspace, result, options)
            return exit_status(result, options, ignore_findings=True)
        if options.baseline is not None:
            baselines.compare(options.baseline, workspace, result, options)
    if not result.nothing_to_check or result.crashes or passes_without_files(result, options):
        write_outputs(make_report(workspace, result, options), options)
    return exit_status(result, options)
