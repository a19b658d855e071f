"""The last step: what follows from a verdict for the queue manager, the models and the files of the project.

The recommended commands are saved or copied, never executed; the changes of tune are written to the files
after their diff has been shown; the measurement is then repeated to confirm the change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, cast

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.api import LabError, UsageError
from mqtune.lab.apply import DO_NOT_USE, calibration_text, snippet_text, snippets_of
from mqtune.lab.core.job import NOTICE
from mqtune.lab.core.run import INVALID, UNDECIDED
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import with_whole_advice
from mqtune.questions.models import calibration_in, conclusions, measured_constants
from mqtune.session.fixing.fixes import FileChanges
from mqtune.session.fixing.tuning import tuned_changes
from mqtune.session.workspace import Workspace
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.application import Application
from mqtune.tui.areas.lab.running_experiment import LAB_AREA, RunningExperiment, ScreenPrompter
from mqtune.tui.areas.lab.step import ShowsRunning, TextStep, confirmed_again, save_as, to_first
from mqtune.tui.background import behind, in_thread
from mqtune.tui.cells import hanging
from mqtune.tui.changes import ChangePreview, ChangeWriter
from mqtune.tui.project import OpenProject
from mqtune.tui.quick_screen import ready_screen

# Consequences: calibrated models, changed files, and what the other commands state.


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a measurement leads to.

    `models` compares each measured constant with the published one. `changes` are those of tune in the files
    of the queue manager, `left` the changes that no file receives, and `stated` what lint, tune and budget
    state, each as a line.
    """

    models: tuple[str, ...]
    changes: FileChanges
    left: tuple[str, ...]
    stated: tuple[str, ...]


def consequences(workspace: Workspace, qmgr: str, constants: str = "") -> Consequences:
    """Return what follows for a queue manager; `constants` is the text of a calibration file, or empty.

    Lints and tunes everything: call it in a thread. Raises UsageError.
    """
    calibration = calibration_in(constants) if constants else None
    models = tuple(measured_constants(calibration)) if calibration is not None else ()
    if workspace.is_empty:
        return Consequences(models, FileChanges("tune", (), "no MQ files were found"), (), ())
    changes, left = tuned_changes(workspace, qmgr, calibration)
    return Consequences(models, changes, left, tuple(conclusions(workspace, calibration, qmgr)))


# The screen.

ENDINGS = {"mqsc": "mqsc", "ini": "ini"}
TUNED = "The changes of mqtune tune for the declared load, with the constants of this result."


TUNING = "tuning the files with these constants …"
MOST_LINES = 400  # of the diff
CONFIRM = (
    "When the queue manager has the change, c measures again, and states whether the result is confirmed, "
    "in a journal of its own that contains all of this."
)


class ApplyScreen(TextStep):
    """Snippet, calibrated models, the changes of the files, and the confirmation."""

    help = """Apply
What follows from the verdict: MQSC for runmqsc and lines for qm.ini, the measured constants of the models, \
the changes that tune then recommends for the files of the project, and the measurement that confirms them. \
Enter shows the diff of the files and writes it after you agree; nothing is executed on the queue manager. \
On the command line: mqtune experiment apply, tune --calibration, experiment confirm."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "diff", "Diff", id="lab.diff", key_display="⏎", tooltip="change the files"),
        Binding("c", "confirm", "Confirm", id="lab.confirm", tooltip="measure again after the change"),
        Binding("s", "save", "Save", id="lab.save", tooltip="write the snippet to a file"),
        Binding("y", "copy", "Copy", id="lab.copy-snippet", tooltip="copy the snippet to the clipboard"),
        Binding(
            "K", "calibration", "Calibration", id="lab.calibration", tooltip="write the measured constants"
        ),
        Binding("u", "undo", "Undo", id="lab.undo", tooltip="undo the last change of the files"),
    ]

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result = with_whole_advice(result)
        preview = result.simulated
        self.snippet, self.why_no_snippet = _text(partial(snippet_text, result, preview=preview))
        self.constants, self.why_no_constants = _text(partial(calibration_text, result, preview=preview))
        self.follows: Consequences | None = None
        self.wrong = ""
        self.writer = ChangeWriter(self)

    def on_mount(self) -> None:
        """Show the texts at once; what follows for the files is added when it is known."""
        self._show()

    def show_project(self, opened: OpenProject) -> None:
        """Tune the files that were opened, or opened again."""
        behind(self, partial(self._tune, opened), "lab-consequences")

    async def _tune(self, opened: OpenProject) -> None:
        work = partial(consequences, opened.workspace, self.result.head.qmgr, self.constants)

        def attempt() -> Consequences | str:
            try:
                return work()
            except UsageError as error:
                return error.together

        follows = await in_thread(self.frame, attempt, "lab-tune")
        self.follows, self.wrong = (None, follows) if isinstance(follows, str) else (follows, "")
        self._show()
        self.refresh_bindings()

    def _show(self) -> None:
        foot = f"Nothing is executed here. Command: mqtune experiment apply {self.result.id} --output FILE"
        title = f"Apply: {printable(self.result.id)}"
        self.write(title, partial(apply_content, self), Content(printable(foot)))

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        result = self.result
        if action in ("save", "copy"):
            return self._simulated() or self.why_no_snippet
        if action == "calibration":
            return self._simulated() or self.why_no_constants
        if action == "diff":
            return self._simulated() or self._no_changes()
        if action == "undo":
            return "" if self.writer.written else "nothing was written here"
        if action == "confirm":
            if result.verdict is None or result.verdict.word in (UNDECIDED, INVALID):
                return "it is not decided: there is nothing to confirm"
            if self.frame.running is not None:
                return f"{self.frame.running.name} is running: one experiment at a time"
        return ""

    def _simulated(self) -> str:
        return f"{self.result.id} is {NOTICE}" if self.result.simulated else ""

    def _no_changes(self) -> str:
        if self.follows is None:
            return self.wrong or "the files are still being tuned"
        return self.follows.changes.refusal

    def action_diff(self) -> None:
        """Show the changes of the files, and write them if the user agrees."""
        if self.refused("diff") or self.follows is None:
            return
        changes = self.follows.changes
        preview = ready_screen(self.frame, ChangePreview).fill(changes.title, "", lambda: changes, TUNED)
        self.frame.push_screen(preview, self._write)

    def _write(self, changes: FileChanges | None) -> None:
        if changes is not None:
            self.run_worker(self.writer.write(changes), exit_on_error=False)

    def action_undo(self) -> None:
        """Undo the last change of the files."""
        if not self.refused("undo"):
            self.run_worker(self.writer.undo(), exit_on_error=False)

    def action_confirm(self) -> None:
        """Measure again; the engine asks first whether the change was applied."""
        if self.refused("confirm"):
            return
        result = self.result
        stated = self.follows.stated if self.follows is not None else ()
        begin = partial(confirmed_again, result.id, stated)
        name = f"{result.head.experiment} on {result.head.qmgr}"
        running = RunningExperiment(self.frame, name, begin, ScreenPrompter())
        work = self._start(self.frame, running)
        self.frame.run_worker(work, group="confirm", exclusive=True, exit_on_error=False)

    @staticmethod
    async def _start(frame: Application, running: RunningExperiment) -> None:
        """Start the experiment in the Lab, which then shows it and its question; this screen may be gone."""
        await frame.action_show_area(LAB_AREA)
        to_first(frame)
        running.go()
        cast("ShowsRunning", frame.screen).show_running()

    def action_save(self) -> None:
        """Write the snippet to a file."""
        if self.refused("save"):
            return
        languages = {snippet.language for snippet in snippets_of(self.result)}
        ending = ENDINGS.get(languages.pop(), "txt") if len(languages) == 1 else "txt"
        name = f"{self.result.id}.{ending}"
        words = "Its comments contain the id of the result and the interval."
        save_as(self.frame, "Save the snippet", words, name, lambda: self.snippet)

    def action_copy(self) -> None:
        """Copy the snippet to the clipboard."""
        if not self.refused("copy"):
            self.app.copy_to_clipboard(self.snippet)
            self.frame.toast("copied: the snippet, with its comments")

    def action_calibration(self) -> None:
        """Write the constants to a file."""
        if not self.refused("calibration"):
            words = "For key K in Capacity, and for mqtune model run --calibration FILE."
            name = f"{self.result.id}.toml"
            save_as(self.frame, "Save the calibration", words, name, lambda: self.constants)


def _text(make: Callable[[], str]) -> tuple[str, str]:
    """Return the text, or why there is none."""
    try:
        return make(), ""
    except LabError as error:
        return "", printable(error.together)


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
    if any(snippet.restart for snippet in snippets_of(result, preview=True)):
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
        files = ", ".join(file.shown for file in changes.files)
        yield from _wrapped(f"Enter shows this change again and writes it to {files}", width)
    diff = changes.diff()
    yield from (Content.styled(line.expandtabs(4), styles.diff_style(line)) for line in diff[:MOST_LINES])
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
