"""`mqtune lint --show-files`, `--show-settings`, `--watch`: what a run uses, and repeated runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from mqtune.cli import console
from mqtune.cli.command import guarded
from mqtune.cli.lint_options import LintOptions, session_options
from mqtune.engine.pages import DEFAULT
from mqtune.present.safe import safe
from mqtune.project.load import shown_path
from mqtune.session.lint_result import CLEAN, LintResult
from mqtune.session.options import NAME_EXISTING, POLL_S, Options, Stamps, stamps_of
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace, files_of
from mqtune.text.messages import UsageError, plural, printable
from mqtune.text.not_checked import NO_LOAD

# What a run uses: its files, its settings, and with --verbose what was left out and why.

MOST_SOURCES = 20  # with --verbose, for each estate


def show_run(wanted: Options, options: LintOptions) -> int:
    """`--show-files` and `--show-settings`. Raises UsageError and ProjectError."""
    workspace = Workspace.open(wanted)
    for path in workspace.missing:
        raise UsageError(f"no such file or directory: {path}", NAME_EXISTING)
    if options.show_settings:
        for number, session in enumerate(workspace.sessions):
            for line in ["", *settings_of(session)] if number else settings_of(session):
                console.line(line)
    if options.show_files:
        for file in workspace.files:
            if file.trees or file.diagnostics:
                console.line(printable(file.shown))
    return CLEAN


def settings_of(session: Session) -> list[str]:
    """The effective settings of a project, one per line, as mqtune.toml names them."""
    project, selection, options = session.project, session.selection, session.options
    lines = [f"project file: {printable(project.file) or 'none'}", f"folder: {printable(project.folder)}"]
    lines += [
        f"profile: {project.profile}{' (default)' if project.profile == DEFAULT else ''}",
        f"mq-version: {project.mq_version or 'not declared'}",
        f"platform: {project.platform or 'not declared'}",
        f"ccdt-clients: {', '.join(project.ccdt_clients)}",
        f"exclude: {', '.join(map(printable, project.exclude)) or 'nothing'}",
        f"min-confidence: {options.min_confidence or 'low'}",
        f"fail-on: {options.fail_on}",
    ]
    if project.gate is not None:
        lines.append(f"gate: {project.gate.file}, allows {', '.join(project.gate.allow) or 'nothing'}")
    for manager in project.queue_managers:
        complete = "complete" if manager.complete or project.complete else "perhaps only a part"
        files = ", ".join(manager.files) or "by name"
        lines.append(f"queue manager: {printable(manager.name)}, {complete}, files {files}")
    if project.complete:
        lines.append("complete: all queue managers (--complete)")
    lines.append(f"exceptions: {len(project.exceptions)}")
    lines.append(f"policies: {', '.join(policy.code for policy in project.policies) or 'none'}")
    severities = selection.severities
    lines.append(f"rules: {len(severities)} of {len(selection.pages)}")
    lines += [f"  {code} {severity}" for code, severity in sorted(severities.items())]
    return lines


def report_details(workspace: Workspace, result: LintResult) -> None:
    """Print what --verbose adds: every project file, the rules, and each file that was not checked."""
    for session in workspace.sessions:
        console.say(project_line(session, workspace))
    files = [(file.shown, file.skipped) for file in workspace.files if file.skipped]
    skipped = sorted({*files, *workspace.omitted})
    for session in workspace.sessions:
        for environment, paths, count in session.inputs.uses_of_values():
            where = f" of environment {printable(environment)}" if environment else ""
            names = ", ".join(printable(shown_path(path)) for path in paths)
            console.say(f"values{where}: {names}; used in {plural(count, 'file')}")
    for note in workspace.notes:
        console.say(printable(note))
    console.say(f"files: {result.summary.files} checked, {len(skipped)} skipped")
    for path, reason in skipped:
        console.say(f"  {safe(path)}: {safe(reason)}")
    if any(held_back.reason.why == NO_LOAD.why for held_back in result.summary.held_back):
        for line in source_lines(workspace):
            console.say(printable(line))


def source_lines(workspace: Workspace) -> list[str]:
    """Where to declare the loads of queue managers without any: at the names from which they follow."""
    from mqtune.analysis.flow.derived import load_sources  # only runs with --verbose name sources

    lines = []
    for estate in workspace.estates:
        unloaded = {
            id(manager) for manager in estate.queue_managers if not manager.has_load and estate.shows(manager)
        }
        sources = [source for source in load_sources(estate) if id(source.queue_manager) in unloaded]
        where = f" (environment {estate.environment})" if estate.environment else ""
        if sources:
            lines.append(f"loads to declare at their source{where}:")
            lines += [f"  {source.queue_manager.label}: {source.text}" for source in sources[:MOST_SOURCES]]
        if len(sources) > MOST_SOURCES:
            lines.append(f"  and {len(sources) - MOST_SOURCES} more sources")
    return lines


def project_line(session: Session, workspace: Workspace) -> str:
    """The project file of a session with its profile and rules."""
    project, selection = session.project, session.selection
    rules = f"rules: {len(selection.severities)} of {len(selection.pages)} selected"
    count = sum(bool(file.trees) for file in session.inputs.distinct)
    files = f"; {plural(count, 'file')}" if len(workspace.sessions) > 1 else ""
    return f"project file: {printable(project.file) or 'none'}; profile {project.profile}; {rules}{files}"


# `mqtune lint --watch`: runs again whenever a file changes, appears or disappears.


def watch(options: LintOptions, lint_once: Callable[[LintOptions], int]) -> int:
    """Lint until interrupted."""
    before: Stamps | None = None
    while True:
        files = files_of(session_options(options))
        now = stamps_of([*files, options.baseline] if options.baseline is not None else files)
        if now != before:
            before = now
            _run_once(options, lint_once)
        time.sleep(POLL_S)


def _run_once(options: LintOptions, lint_once: Callable[[LintOptions], int]) -> None:
    """One run; an error of use is reported and the watch continues, since the next change may fix it."""
    console.clear_screen()
    guarded(options, lambda: lint_once(options))
    sys.stdout.flush()
    if not options.quiet:
        console.say("watching for changes; press Ctrl-C to stop")
