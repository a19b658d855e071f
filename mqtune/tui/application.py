"""What screens may ask of the app: the project, the status, messages, other screens, what was done."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from time import strftime
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.app import App
from textual.reactive import reactive

from mqtune.text.messages import visible
from mqtune.tui.areas import AREAS
from mqtune.tui.status import PRODUCTION, AppStatus, Tab

if TYPE_CHECKING:
    from mqtune.present.answer import Target
    from mqtune.tui.project import ErrorMessage, OpenProject, QueueManagerName


# A running experiment, which the app stops and whose end it awaits.


class ExperimentControl(Protocol):
    """A running experiment. The Lab sets `app.running` to it, and to None when it has ended."""

    name: str

    def stop_after_run(self) -> None:
        """Let the current run end, then stop; returns at once."""

    def stop_now(self) -> None:
        """Stop the current run; returns at once."""

    async def ended(self) -> None:
        """Wait until the driver has ended and the journal is closed."""


# What the user did: the changes written since the start, and the hints of Home that were used.

HINTS = ("fix", "topology", "lab")


class Usage:
    """`written` are the changes, each with its time of day.

    The hints are kept in the user's state folder; if it cannot be written, hints appear again.
    """

    def __init__(self) -> None:
        self.written: list[tuple[str, str]] = []
        self._hints: set[str] | None = None

    def write(self, words: str) -> None:
        """Record a change, an undone change or an export."""
        self.written.append((strftime("%H:%M:%S"), words))

    @property
    def hints(self) -> set[str]:
        """The hints that were used, also in earlier sessions."""
        if self._hints is None:
            self._hints = set()
            with suppress(OSError, ValueError), open(_file(), encoding="utf-8") as file:
                self._hints.update(file.read().split())
        return self._hints

    def use_hint(self, name: str) -> None:
        """Record that what a hint proposes was done."""
        if name not in HINTS or name in self.hints:
            return
        self.hints.add(name)
        with suppress(OSError):
            os.makedirs(os.path.dirname(_file()), exist_ok=True)
            with open(_file(), "w", encoding="utf-8") as file:
                file.write(" ".join(sorted(self.hints)))


def _file() -> str:
    from mqtune.lab.journal.store import state_folder  # first frame

    return os.path.join(os.path.dirname(state_folder()), "hints")


# The app.


class Application(App[None]):
    """The app as its screens see it. `paths` are the files and folders to open; with `demo`, experiments are
    simulated.
    """

    last_key = 0.0  # the time of the last key press
    status: reactive[AppStatus] = reactive(AppStatus())
    opened: reactive[OpenProject | None] = reactive(None)
    summaries: reactive[dict[str, str]] = reactive(dict)  # the lines of the areas on Home
    errors: reactive[tuple[ErrorMessage, ...]] = reactive(())
    running: reactive[ExperimentControl | None] = reactive(None)

    def __init__(self, paths: tuple[str, ...], config: str | None, demo: bool, **given: Any) -> None:
        super().__init__(**given)
        self.areas = AREAS
        self.paths = paths
        self.config = config
        self.demo = demo
        self.usage = Usage()
        self.chosen: QueueManagerName | None = None  # the selected queue manager, None for all

    def open_again(self) -> None:
        """Read and check the files again; a check that is still running is abandoned."""
        raise NotImplementedError

    async def action_show_area(self, name: str) -> None:
        """Go to an area, in the state in which it was left."""
        raise NotImplementedError

    async def leave_screen(self) -> None:
        """Go one step back: from a pushed screen to the one below, from an area to Home."""
        raise NotImplementedError

    def open_card(self, target: Target) -> None:
        """Show the card of a name over this screen."""
        raise NotImplementedError

    def open_question(self, name: str, /, **given: str) -> None:
        """Show a question about the files over this screen."""
        raise NotImplementedError

    def open_question_on(self, name: str, target: Target | None) -> None:
        """Show trace or access with the fields that a marked name fills."""
        raise NotImplementedError

    def go_to_target(self, target: Target) -> None:
        """Go to the area that shows a name, and mark the name there."""
        raise NotImplementedError

    def show_area(self, name: str) -> None:
        """Go to an area."""
        self.run_worker(self.action_show_area(name), exit_on_error=False)

    def update_status(self, **changes: Any) -> None:
        """Change parts of the status: `update_status(experiment="topic limit", percent=41, left="7 min")`."""
        self.status = replace(self.status, **changes)

    def choose(self, queue_manager: QueueManagerName | None) -> None:
        """Select one queue manager, or all of them with None."""
        self.chosen = queue_manager
        self._show_subject()
        if queue_manager is not None:
            areas = "Lint, Topology, Lab and History"
            self.toast(f"{areas} show {queue_manager.qualified}; ctrl+p, All queue managers ends this")

    def _show_subject(self) -> None:
        opened = self.opened
        names = opened.queue_managers if opened is not None else ()
        chosen = [self.chosen] if self.chosen is not None else list(names)
        nameless = opened.nameless if opened is not None and self.chosen is None else 0
        roles = [manager.role for manager in chosen] + [""] * nameless
        words = (
            f"{len(roles)} queue managers"
            if len(roles) > 1
            else "".join(manager.qualified for manager in chosen)
        )
        role = roles[0] if len(set(roles)) == 1 else ""
        self.update_status(queue_manager=words, role=role, in_production=roles.count(PRODUCTION))

    def tabs(self, active: str) -> tuple[Tab, ...]:
        """Return the areas for the status line."""
        return tuple(Tab(area.key, area.title, area.name == active) for area in self.areas)

    def toast(self, words: str, severity: str = "information") -> None:
        """Show a message that disappears by itself. Never markup: it may contain text from files."""
        self.notify(visible(words), severity=cast("Any", severity), markup=False)
