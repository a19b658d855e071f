"""Changes of files: the preview with the diff, and whether it was verified; writing, and undoing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import ClassVar, NamedTuple, Self

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.worker import WorkerFailed

from mqtune.present.report import Item
from mqtune.present.safe import safe
from mqtune.session.fixing.fixes import FileChanges
from mqtune.text.finding import Finding
from mqtune.text.messages import plural, printable
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.background import CollectorPaused, behind, stop_if_abandoned
from mqtune.tui.dialogs import Dialog
from mqtune.tui.quick_screen import drawn

TRYING = "checking the change on all files in memory …"
VERIFIED = "Verified: the finding is gone, no new one appears."
BRINGS = "Verified: the finding is gone. Less severe findings appear:"
MOST_BROUGHT = 5
MOST_LEFT = 3
CLOSES = "Escape closes"
KEYS = "Enter writes it, Escape changes nothing"
MOST_LINES = 2000


CHANGE_PREVIEW = """
ChangePreview .box { width: 92%; max-width: 130; height: auto; max-height: 92%; }
ChangePreview #diff { height: auto; max-height: 60vh; margin-top: 1; }
ChangePreview.-low .box { height: 100%; max-height: 100%; }
ChangePreview.-low #diff { height: 1fr; max-height: 100%; margin-top: 0; }
ChangePreview.-refused .box { height: auto; }
ChangePreview.-refused #diff { height: auto; max-height: 60vh; }
ChangePreview.-empty #diff { display: none; }
"""  # in the style sheet of every area that shows it


class Step(NamedTuple):
    """What can be done from a preview: its key, what it does, and whether it closes the preview."""

    key: str
    words: str
    act: Callable[[], None]
    closes: bool = True


def no_steps(change: FileChanges) -> tuple[Step, ...]:
    """Nothing that can be done besides writing the change."""
    return ()


class ChangePreview(Dialog["FileChanges"]):
    """Makes a change in a thread and shows it; Enter returns it to the caller, which writes it."""

    help = """Preview
Red lines are removed, green ones added. The change was tried in memory: all files were checked again, its \
finding is gone, and none of the same or a higher severity appears. A file that has changed in the meantime \
is not written. If the change is not applied, the keys below the reason lead on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "apply", "Apply", id="preview.apply", priority=True),
        Binding("escape,q", "close", "Back", id="preview.back"),
    ]

    def fill(
        self,
        title: str,
        warning: str | Callable[[], str],
        make: Callable[[], FileChanges],
        verified: str = VERIFIED,
        steps: Callable[[FileChanges], tuple[Step, ...]] = no_steps,
    ) -> Self:
        """Make a change, and show it below a title and a warning; `steps` are those of the change."""
        self.verified = verified
        self.steps_of = steps
        self.steps: tuple[Step, ...] = ()
        self.heading = title[:1].upper() + title[1:]
        self.warning = warning
        self.make = make
        self.change: FileChanges | None = None
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, warning, verdict and diff."""
        yield Static("", markup=False, classes="title")
        yield Static("", classes="words", id="warning")
        yield Static("", classes="words", id="verdict")
        with VerticalScroll(id="diff"):
            yield Static("", markup=False, classes="words", id="lines")

    def show_content(self) -> None:
        """Make the change in the background."""
        self.query_one(".title", Static).update(Content(self.heading))
        self._warn(self.warning if isinstance(self.warning, str) else "")
        self._show(Content(TRYING), Content(""), refused=False)
        behind(self, self._load, "preview")  # in place of that of a preview that was closed

    def _warn(self, words: str) -> None:
        warning = self.query_one("#warning", Static)
        warning.update(Content.styled(words, styles.WARNING))
        warning.display = bool(words)

    def _make(self) -> tuple[FileChanges, list[str], str]:
        """Return the change, its diff, and the warning. Runs in a thread: all files are checked again."""
        with CollectorPaused():
            warning = self.warning if isinstance(self.warning, str) else self.warning()
            stop_if_abandoned()
            change = self.make()
            return change, change.diff(), warning

    async def _load(self) -> None:
        await drawn(self)
        worker = self.app.run_worker(
            self._make, thread=True, group="change", exclusive=True, exit_on_error=False
        )
        try:
            change, lines, warning = await worker.wait()
        except WorkerFailed as error:
            self._show(
                Content.assemble((printable(f"{error.error}"), styles.ERROR), f"\n{CLOSES}"), Content("")
            )
            return
        self.steps = self.steps_of(change)
        if change.refusal:
            self._warn("")
            self._show(_refused(change), _listed(self.steps), refused=True)
            return
        self.change = change
        self._warn(warning)
        shown = [Content.styled(line.expandtabs(4), styles.diff_style(line)) for line in lines[:MOST_LINES]]
        if len(lines) > MOST_LINES:
            shown.append(Content.styled(f"and {len(lines) - MOST_LINES} more lines", styles.QUIET))
        self._show(Content.assemble(*self._verdict(change), f"\n{KEYS}"), Content("\n").join(shown))

    def _verdict(self, change: FileChanges) -> list[tuple[str, str]]:
        """What the check of the changed files showed."""
        return [*self._verified(change), *_left(change)]

    def _verified(self, change: FileChanges) -> list[tuple[str, str]]:
        gone = "the finding is gone"
        if change.count > 1:
            files = plural(len(change.files), "file")
            gone = f"{change.count} findings are gone, with changes in {files}"
        if not change.brings:
            return [(self.verified.replace("the finding is gone", gone), styles.GOOD)]
        lines = [_line(finding) for finding in change.brings[:MOST_BROUGHT]]
        more = len(change.brings) - len(lines)
        return [
            (BRINGS.replace("the finding is gone", gone), styles.WARNING),
            ("".join(lines) + (f"\nand {more} more" if more else ""), ""),
        ]

    def _show(self, verdict: Content, lines: Content, refused: bool | None = None) -> None:
        self.query_one("#verdict", Static).update(verdict)
        self.query_one("#lines", Static).update(lines)
        self.set_class(not lines if refused is None else refused, "-refused")
        self.set_class(not lines and refused is not False, "-empty")

    def on_key(self, event: events.Key) -> None:
        """Take the step of a key."""
        for step in self.steps:
            if event.character == step.key:
                event.stop()
                if step.closes:
                    self.dismiss(None)
                self.app.call_later(step.act)
                return

    def action_close(self) -> None:
        """Close without an answer, and end the check of the change."""
        self.workers.cancel_group(self, "preview")
        self.app.workers.cancel_group(self.app, "change")
        super().action_close()

    def action_apply(self) -> None:
        """Return the change to the caller."""
        if self.change is not None:
            self.dismiss(self.change)


def _line(finding: Finding) -> str:
    message = safe(finding.message)
    return f"\n{styles.LETTER[finding.severity]} {finding.code} {message}"


def _refused(change: FileChanges) -> Content:
    """Why a change is not applied, with the finding that it would cause."""
    caused = _line(change.caused) if change.caused is not None else ""
    words = printable(f"Not applied: {change.refusal}. Nothing is written.")
    return Content.assemble((words, styles.ERROR), caused)


def _listed(steps: tuple[Step, ...]) -> Content:
    """The steps after a refusal, one a line."""
    lines = [Content.assemble((step.key, styles.KEY), f"  {step.words}") for step in steps]
    return Content("\n").join([*lines, Content(CLOSES)])


def _left(change: FileChanges) -> list[tuple[str, str]]:
    """The findings that stay, with their number for each reason."""
    reasons = Counter(reason for _, reason in change.left)
    return [
        (f"\n{plural(number, 'finding')} left: {safe(reason)}", styles.WARNING)
        for reason, number in reasons.most_common(MOST_LEFT)
    ]


# Writes changes to files in the background, and undoes them.

MOST_NAMED = 2  # files named in a message; L shows all


class WrittenChange(NamedTuple):
    """A change that was written: the change that undoes it, and its finding, if any."""

    undo: FileChanges
    item: Item | None


class ChangeWriter:
    """The changes written from one screen, the newest last."""

    def __init__(self, screen: AreaScreen) -> None:
        self.screen = screen
        self.written: tuple[WrittenChange, ...] = ()

    async def write(self, change: FileChanges, item: Item | None = None) -> None:
        """Write a change in a thread, because flushing to disk is slow, and check the files again."""
        await self._write(change, (*self.written, WrittenChange(change.undone(), item)))

    async def undo(self) -> None:
        """Undo the last change."""
        if self.written:
            await self._write(self.written[-1].undo, self.written[:-1])

    async def _write(self, change: FileChanges, left: tuple[WrittenChange, ...]) -> None:
        frame = self.screen.frame
        before = len(self.written)
        worker = frame.run_worker(change.write, thread=True, group="write", exit_on_error=False)
        refused = await worker.wait()
        for shown, reason in refused:
            frame.toast(f"{shown} was not written: {reason}", "error")
        if not refused:
            self.written = left
            frame.usage.use_hint("fix")
            names = [file.shown for file in change.files]
            undone = len(left) < before

            def words(files: str) -> str:
                return f"restored {files} ({change.title})" if undone else f"wrote {files}: {change.title}"

            frame.usage.write(words(", ".join(names)))
            brief = words(", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} files")
            frame.toast(brief if undone else f"{brief}; u undoes it")
        self.screen.refresh_bindings()
        frame.open_again()
