"""`mqtune tune`: prints or writes the recommended changes. Applies nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from mqtune.cli import console
from mqtune.cli.command import cannot_write, open_workspace
from mqtune.cli.commands import Tune
from mqtune.cli.fixes import safe_diff
from mqtune.cli.options import JSON
from mqtune.masking.secrets import masked
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.summary import plural
from mqtune.session.named_paths import nothing_found
from mqtune.session.options import UsageError
from mqtune.session.workspace import Workspace
from mqtune.text.printable import printable
from mqtune.text.wording import listed
from mqtune.tune.advice import Hint, Tuned, Tuning
from mqtune.tune.edits import LeftOut
from mqtune.tune.missing import NOTHING_KNOWN, TABLES
from mqtune.tune.snippet import ini_snippet, mqsc_snippet, notes
from mqtune.views.models import calibration_of

# characters that must not get into a file name
UNSAFE = {ord(char): "_" for char in '/\\:*?"<>|%'}


def tune(options: Tune) -> int:
    """Print or write the snippets. Raises UsageError and ProjectError."""
    calibration = calibration_of(options.calibration)
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    tuned = workspace.tune(calibration)
    written = write_snippets(workspace, tuned, options) if options.output is not None else []
    palette = console.palette(options.color)
    if options.format == JSON:
        from mqtune.cli.tune_json import print_json  # only for this format

        diff = diff_lines(workspace, tuned, PLAIN) if options.diff else None
        print_json(workspace, tuned, diff)
    elif options.diff:
        _print_diff(workspace, tuned, palette)
    else:
        _print_text(tuned, options, palette)
    if not options.quiet:
        for file in written:
            console.say(f"wrote {printable(file)}")
        console.say(closing(tuned))
    return 0


def closing(tuned: Tuned) -> str:
    """`5 changes, 2 of them with a restart, 1 held back, 1 question, 2 hints`."""
    changes = [change for tuning in tuned.tunings for change in tuning.changes]
    restarts = sum(change.why.restart for change in changes)
    shown, undeclared = apart(tuned)
    questions = sum(len(tuning.questions) for tuning in shown) + bool(undeclared)
    hints = sum(len(tuning.hints) for tuning in tuned.tunings) + len(tuned.client_tables)
    parts = [plural(len(changes), "change")]
    if restarts:
        parts.append(f"{restarts} of them with a restart")
    held = sum(len(tuning.held_back) for tuning in tuned.tunings)
    opened = sum(len(tuning.open) for tuning in tuned.tunings)
    parts += [f"{held} held back"] * bool(held) + [f"{opened} open"] * bool(opened)
    parts += [plural(questions, "question")] * bool(questions) + [plural(hints, "hint")] * bool(hints)
    return ", ".join(parts)


def apart(tuned: Tuned) -> tuple[list[Tuning], list[Tuning]]:
    """The queue managers with recommendations, and those without a declared load."""
    undeclared = [
        one
        for one in tuned.tunings
        if one.undeclared and len(one.questions) == 1 and not (one.hints or one.held_back)
    ]
    return [one for one in tuned.tunings if one not in undeclared], undeclared


def load_question(undeclared: list[Tuning]) -> str:
    """One question for all queue managers without a load."""
    names = listed([tuning.name for tuning in undeclared])
    return f"? declare the expected load of {names} in mqtune.toml: {TABLES}\n  {NOTHING_KNOWN}"


def _print_diff(workspace: Workspace, tuned: Tuned, palette: Palette) -> None:
    """Print only the diff to standard output, so that it can be applied; the rest to standard error."""
    for line in diff_lines(workspace, tuned, palette):
        console.write(line + "\n")
    for one in workspace.tuned_texts(tuned)[1]:
        console.say(left_out_text(one))
    for tuning in apart(tuned)[0]:
        for held in tuning.held_back:
            console.say(printable(masked(f"{tuning.name}: held back: {held.text}: {held.reason}")))
        for one_open in tuning.open:
            console.say(printable(f"{tuning.name}: {one_open.text}: {one_open.reason}"))
        for question in tuning.questions:
            console.say(printable(f"{tuning.name}: {question.declare}: {question.follows}"))


def diff_lines(workspace: Workspace, tuned: Tuned, palette: Palette) -> Iterator[str]:
    """The unified diff of all files."""
    before = workspace.texts
    for shown, text in workspace.tuned_texts(tuned)[0].items():
        yield from safe_diff(before[shown], text, shown, palette)


def left_out_text(one: LeftOut) -> str:
    """Why a change is not in the diff."""
    return printable(f"{one.queue_manager}: {one.change} is not in the diff: {one.reason}")


def _print_text(tuned: Tuned, options: Tune, palette: Palette) -> None:
    shown, undeclared = apart(tuned)
    pieces = [piece for tuning in shown if (piece := _text_of(tuning, options, palette))]
    if undeclared:
        pieces.append(palette.bold("=== without a declared load") + f"\n{_safe(load_question(undeclared))}\n")
    if tuned.client_tables:
        pieces.append(_hints(tuned.client_tables, palette, "client tables"))
    if not pieces:
        pieces.append("nothing to change for the declared load\n")
    console.write("\n".join(pieces))


def _text_of(tuning: Tuning, options: Tune, palette: Palette) -> str:
    """One queue manager: snippets, questions, hints; empty if there is nothing to report."""
    parts = []
    for title, snippet in (
        ("MQSC", mqsc_snippet(tuning)),
        ("qm.ini", ini_snippet(tuning)),
    ):
        if snippet and options.output is None:
            parts.append(f"{palette.bold(f'--- {title}')}\n{_safe(snippet)}")
    if tuning.held_back:
        lines = [f"- {held.text}\n  {held.reason}" for held in tuning.held_back]
        parts.append(palette.bold("--- held back") + "\n" + _safe("\n".join(lines)) + "\n")
    if tuning.open:
        lines = [f"! {one.text}" + f"\n  {one.reason}" * bool(one.reason) for one in tuning.open]
        parts.append(
            palette.bold("--- open: no change above settles it") + "\n" + _safe("\n".join(lines)) + "\n"
        )
    if tuning.questions:
        lines = [f"? {question.declare}\n  {question.follows}" for question in tuning.questions]
        parts.append(palette.bold("--- questions") + "\n" + _safe("\n".join(lines)) + "\n")
    if tuning.hints:
        parts.append(_hints(tuning.hints, palette))
    if not parts:
        return ""
    return palette.bold(f"=== queue manager {printable(tuning.name)}") + "\n" + "\n".join(parts)


def _hints(hints: Sequence[Hint], palette: Palette, title: str = "hints") -> str:
    lines = [f"! {hint.text}\n  {hint.reason}\n  {hint.source}" for hint in hints]
    return palette.bold(f"--- {title}") + "\n" + _safe("\n".join(lines)) + "\n"


def _safe(text: str) -> str:
    """Text for a terminal, line by line, with secrets masked."""
    lines = masked(text).split("\n")
    return "\n".join(printable(line) for line in lines)


def write_snippets(workspace: Workspace, tuned: Tuned, options: Tune) -> list[str]:
    """Write the snippets of each queue manager and return the files. Raises UsageError."""
    assert options.output is not None  # the caller checks it
    from mqtune.project.outputs import make_folder  # needed only for files

    inputs = {os.path.abspath(file.source.path) for file in workspace.files if file.source is not None}
    written: list[str] = []
    try:
        make_folder(options.output)
        for file, text in snippet_files(tuned):
            path = os.path.join(options.output, file)
            if os.path.abspath(path) in inputs:
                raise UsageError(f"{path} is one of the input files", "name another folder")
            _write(path, text)
            written.append(path)
    except OSError as error:
        raise cannot_write(options.output, error, "name a folder that can be written to") from error
    return written


def _write(path: str, text: str) -> None:
    from mqtune.project.outputs import write_output  # as above

    write_output(path, text.encode("utf-8", "surrogateescape"))


def snippet_files(tuned: Tuned) -> Iterator[tuple[str, str]]:
    """The name and text of each snippet; two queue managers never share a name."""
    names: set[str] = set()
    for tuning in tuned.tunings:
        stem = tuning.name.translate(UNSAFE).strip(". ") or "queue-manager"
        while stem in names:
            stem += "_"
        names.add(stem)
        mqsc, ini = mqsc_snippet(tuning), ini_snippet(tuning)
        more = "" if tuning.undeclared else notes("#" if ini and not mqsc else "*", tuning)
        if mqsc or (more and not ini):
            yield f"{stem}.tune.mqsc", "\n".join(filter(None, (mqsc, more)))
        if ini:
            yield f"{stem}.tune.ini", ini if mqsc else "\n".join(filter(None, (ini, more)))
