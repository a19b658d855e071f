"""The apply step as text: the commands, the calibrated models, the changes of the files, the confirmation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from mqtune.lab.core.job import NOTICE
from mqtune.lab.reports.apply import DO_NOT_USE, snippets_of
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.dialogs.change_preview import diff_style
from mqtune.tui.tables import hanging

if TYPE_CHECKING:
    from mqtune.tui.areas.lab.apply_screen import ApplyScreen

TUNING = "tuning the files with these constants …"
MOST_LINES = 400  # of the diff
CONFIRM = (
    "When the queue manager has the change, c measures again, and states whether the result is confirmed, "
    "in a journal of its own that contains all of this."
)


def apply_content(screen: ApplyScreen, width: int) -> Content:
    """Return the whole step for a width."""
    lines = [Content.styled(NOTICE, styles.ALARM)] if screen.result.simulated else []
    for number, (title, part) in enumerate(
        (
            ("settings", _snippet(screen, width)),
            ("models", _models(screen, width)),
            ("your files", _files(screen, width)),
            ("confirm", _confirm(screen, width)),
        ),
        1,
    ):
        lines += [
            *([Content("")] if lines else []),
            Content.styled(f"{number} {title}", styles.ACTIVE),
            *part,
        ]
    return Content("\n").join(lines)


def _snippet(screen: ApplyScreen, width: int) -> Iterator[Content]:
    result = screen.result
    if not screen.snippet:
        yield from _wrapped(f"none: {screen.why_no_snippet}", width, styles.QUIET)
        return
    for line in screen.snippet.splitlines():
        yield Content.styled(printable(line), styles.ALARM if line.endswith(DO_NOT_USE) else "")
    if any(one.restart for one in snippets_of(result, preview=True)):
        yield Content.styled(f"restart needed: {printable(result.head.qmgr)}", styles.WARNING)


def _models(screen: ApplyScreen, width: int) -> Iterator[Content]:
    if not screen.constants:
        yield from _wrapped(f"none: {screen.why_no_constants}", width, styles.QUIET)
    elif screen.follows is not None:
        if screen.result.simulated:
            yield Content.styled(f"{DO_NOT_USE}; a measured result would give", styles.ALARM)
        for line in screen.follows.models:
            yield from _wrapped(line, width)
        if not screen.result.simulated:
            yield Content.styled("K saves them as a calibration file for Capacity and tune", styles.QUIET)


def _files(screen: ApplyScreen, width: int) -> Iterator[Content]:
    follows = screen.follows
    if follows is None:
        style = styles.WARNING if screen.wrong else styles.QUIET
        yield Content.styled(printable(screen.wrong) or TUNING, style)
        return
    changes = follows.changes
    if changes.refusal:
        yield from _wrapped(changes.refusal, width, styles.QUIET)
    elif screen.result.simulated:
        yield Content.styled(f"{DO_NOT_USE}; these would be the changes", styles.ALARM)
    else:
        files = ", ".join(one.shown for one in changes.files)
        yield from _wrapped(f"Enter shows this change again and writes it to {files}", width)
    diff = changes.diff()
    yield from (Content.styled(line.expandtabs(4), diff_style(line)) for line in diff[:MOST_LINES])
    if len(diff) > MOST_LINES:
        yield Content.styled(f"and {len(diff) - MOST_LINES} more lines", styles.QUIET)
    for line in follows.left:
        yield from _wrapped(f"not in a file: {line}", width, styles.QUIET)
    for line in follows.stated:
        yield from _wrapped(line, width, styles.QUIET)


def _confirm(screen: ApplyScreen, width: int) -> Iterator[Content]:
    yield from _wrapped(screen.unavailable("confirm") or CONFIRM, width)
    yield from _wrapped(f"mqtune experiment confirm {screen.result.id}", width, styles.QUIET)


def _wrapped(text: str, width: int, style: str = "") -> Iterator[Content]:
    return (Content.styled(line, style) for line in hanging(text, width))
