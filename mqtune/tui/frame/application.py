"""What screens may ask of the app: the project, the status, messages, and the way to other screens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from textual.app import App
from textual.reactive import reactive

from mqtune.text.printable import visible
from mqtune.tui.areas import AREAS
from mqtune.tui.past import Past
from mqtune.tui.status import PRODUCTION, AppStatus, Tab

if TYPE_CHECKING:
    from mqtune.present.target import Target
    from mqtune.tui.experiment_control import ExperimentControl
    from mqtune.tui.project import ErrorMessage, OpenProject, QueueManagerName


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
        self.past = Past()
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
        roles = [one.role for one in chosen] + [""] * nameless
        words = f"{len(roles)} queue managers" if len(roles) > 1 else "".join(one.qualified for one in chosen)
        role = roles[0] if len(set(roles)) == 1 else ""
        self.update_status(queue_manager=words, role=role, in_production=roles.count(PRODUCTION))

    def tabs(self, active: str) -> tuple[Tab, ...]:
        """Return the areas for the status line."""
        return tuple(Tab(area.key, area.title, area.name == active) for area in self.areas)

    def toast(self, words: str, severity: str = "information") -> None:
        """Show a message that disappears by itself. Never markup: it may contain text from files."""
        self.notify(visible(words), severity=cast("Any", severity), markup=False)
