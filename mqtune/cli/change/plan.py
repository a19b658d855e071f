"""`mqtune plan`: what a change does, as text, Markdown or JSON, and as MQSC."""

from __future__ import annotations

import os
import re
import sys

from mqtune.cli import console
from mqtune.cli.command import cannot_write
from mqtune.cli.options import JSON
from mqtune.cli.progress import Progress
from mqtune.plan.held_back import script_text
from mqtune.plan.risk import is_as_bad
from mqtune.project.outputs import make_folder, write_output
from mqtune.report.redact import Redactor
from mqtune.session.comparison import Comparer, Comparison, Opened
from mqtune.session.options import Options, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.change.options import PlanOptions
    from mqtune.findings.finding import Finding

MARKDOWN = "markdown"
NOT_COMPLETE = 2  # exit status if one of the states is not complete, as for other invalid input
DIFFERENT = 1  # exit status if something changes, or if a change is as bad as --fail-on


def print_plan(options: PlanOptions) -> int:
    """Print the plan, and write the MQSC. Raises UsageError and ProjectError."""
    texts = options.states
    wanted = Options(
        config=options.config,
        values=options.values_files,
        environments=[] if options.against else options.environments,
        queue_managers=options.qmgrs,
        stdin_text=sys.stdin.buffer.read() if "-" in (*texts, options.apply) else None,
        stdin_name=None,
    )
    with Comparer(wanted) as comparer, Progress(options.quiet, "comparing"):
        found = compared(comparer, options)
    for state in (found.old, found.new):
        state.check()
    if options.out is not None:
        write_script(found, options.out)
    status = status_of(found, options)
    gaps = [part.gaps[0] for part in found.plan.parts if part.gaps]
    if options.only is not None:
        found.plan.show_only(options.only)
    print_found(found, options)
    for note in gaps:
        console.error(note)
    return NOT_COMPLETE if gaps else status


def compared(comparer: Comparer, options: PlanOptions) -> Comparison:
    """The comparison that the options ask for."""
    texts = options.states
    if options.against is not None:
        return comparer.environments(
            options.environments[0], options.against, comparer.open_paths(texts or ["."])
        )
    if options.apply is not None:
        return comparer.script(comparer.open(options.apply), comparer.open(texts[0]))
    if options.since is not None:
        paths = texts or ["."]
        here = [os.path.abspath(path) for path in paths]
        old = comparer.open_revision(options.since, options.since, here, is_absolute=True)
        return comparer.states(old, comparer.open_paths(paths, "the working tree"))
    return comparer.states(comparer.open(texts[0], texts[1]), comparer.open(texts[1], texts[0]))


def status_of(found: Comparison, options: PlanOptions) -> int:
    """The exit status, which follows from the changes that are printed."""
    changes = found.plan.changes
    if options.exit_code and changes:
        return DIFFERENT
    limit = options.fail_on
    return DIFFERENT if limit is not None and any(is_as_bad(one.worst, limit) for one in changes) else 0


def print_found(found: Comparison, options: PlanOptions) -> None:
    """Print the plan in its format."""
    console.hide([*found.old.workspace.texts.values(), *found.new.workspace.texts.values()])
    new = shown_findings(found.findings.new, found.new, found.old)
    gone = shown_findings(found.findings.gone, found.old, found.old)
    out = console.write
    if options.format == JSON:
        from mqtune.report.plan import json_format

        json_format.write(found.plan, new, gone, found.costs, out)
    elif options.format == MARKDOWN:
        from mqtune.report.plan import markdown

        if not (options.skip_empty and not found.plan.changes and not new and not gone):
            markdown.write(found.plan, new, gone, found.costs, out, options.max_bytes)
    else:
        from mqtune.report.plan import text

        text.write(found.plan, new, gone, found.costs, console.palette(options.color), out)


def shown_findings(findings: list[Finding], opened: Opened, other: Opened) -> list[Finding]:
    """Findings that may be shown, with their files as displayed."""
    if not findings:
        return []
    workspace = opened.workspace
    texts = {**other.workspace.texts, **workspace.texts}
    redactor = Redactor(texts.get, workspace.texts_with_values, [one.place.file for one in findings])
    found = [redactor.finding(one) for one in findings]
    for one in found:
        one.place.file = opened.side.shown(one.place.file)
        for related in one.related:
            related.place.file = opened.side.shown(related.place.file)
        for fix in one.fixes:
            for edit in fix.edits:
                edit.place.file = opened.side.shown(edit.place.file)
    return found


def write_script(found: Comparison, path: str) -> None:
    """Write the MQSC of the plan: to a file, or with several queue managers to files in a folder."""
    parts = found.plan.parts
    if len(parts) == 1 or (os.path.isdir(path) is False and sum(bool(part.commands) for part in parts) < 2):
        write_file(path, "".join(script_text(part) for part in parts if part.commands or len(parts) == 1))
        return
    if os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(f"{path} is a file, and the plan is for several queue managers", "name a folder")
    try:
        make_folder(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    for part in parts:
        if part.commands:
            label = "-".join(filter(None, (part.environment, part.label)))
            name = re.sub(r'[/\\:*?"<>|]', "-", label) or "qmgr"  # for every file system
            write_file(os.path.join(path, f"{name}.mqsc"), script_text(part))


def write_file(path: str, text: str) -> None:
    """Write one script. Raises UsageError."""
    try:
        write_output(path, text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise cannot_write(path, error) from error
