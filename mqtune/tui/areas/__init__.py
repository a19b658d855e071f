"""The areas of the UI: the list of them, and what the screen of each has in common.

An area adds one entry to `AREAS`. Its module is imported when the area is first shown.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen

from mqtune.tui.frame.key_line import KeyLine
from mqtune.tui.frame.status_line import StatusLine
from mqtune.tui.frame.too_small import TooSmall

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App, ComposeResult

    from mqtune.tui.app import MqtuneApp
    from mqtune.tui.project import OpenProject


@dataclass(frozen=True, slots=True)
class Area:
    """An entry of the list.

    `screen` is `module:class` of an AreaScreen. `summary` is `module:function` of what tells Home in one
    line what there is: it gets an `Opened`, gives a text, and runs in the thread that opens the project.
    """

    key: str
    name: str
    title: str
    description: str
    screen: str
    summary: str = ""


AREAS: tuple[Area, ...] = (
    Area("1", "home", "Home", "what is open, and where to look", "mqtune.tui.areas.home:HomeScreen"),
    Area(
        "2",
        "lint",
        "Lint",
        "what is wrong, why, and what to do",
        "mqtune.tui.areas.lint:LintScreen",
        "mqtune.tui.areas.home.content:lint_summary",
    ),
    Area(
        "3",
        "topology",
        "Topology",
        "topics and their locks, paths, clusters, clients",
        "mqtune.tui.areas.topology.screen:TopologyScreen",
        "mqtune.tui.areas.topology.summary:summary",
    ),
    Area(
        "4",
        "capacity",
        "Capacity",
        "what if: the published models with your figures",
        "mqtune.tui.areas.capacity.screen:CapacityScreen",
        "mqtune.tui.areas.capacity.summary:summary",
    ),
    Area(
        "5",
        "lab",
        "Lab",
        "guided experiments: plan, measure, decide",
        "mqtune.tui.areas.lab.screen:LabScreen",
        "mqtune.tui.areas.lab.summary:summary",
    ),
    Area(
        "6",
        "history",
        "History",
        "results: compare, replay, export",
        "mqtune.tui.areas.history.screen:HistoryScreen",
        "mqtune.tui.areas.history.summary:summary",
    ),
)


def load_object(reference: str) -> object:
    """What a `module:name` means."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def load_screen(area: Area, app: App[Any]) -> AreaScreen:
    """The screen of an area, its module imported now.

    Its CSS is added before the library would do it, which parses the whole style sheet anew each time: a key
    would wait for that.
    """
    screen = cast("Callable[[], AreaScreen]", load_object(area.screen))()
    place = (inspect.getfile(type(screen)), f"{type(screen).__name__}.CSS")
    if screen.CSS and not app.stylesheet.has_source(*place):
        app.stylesheet.add_source(screen.CSS, place, is_default_css=False)
    screen._css_update_count = app._css_update_count
    return screen


def preload() -> None:
    """Import the modules of all areas. For a thread: nobody waits for them then."""
    for area in AREAS:
        load_object(area.screen)


class AreaScreen(Screen[None]):
    """A screen of an area: status line, body, keys. Subclasses give `compose_body` and `show_project`.

    The first screen of an area and those pushed over it (steps of the Lab) are both of this class.
    `area` is the name of the entry in `AREAS`. CSS holds everywhere: begin every rule with the class.
    """

    SCOPED_CSS = False  # else `.-narrow` of a breakpoint would never match
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "Back", show=False, id="frame.back")]

    area: ClassVar[str] = ""

    @property
    def frame(self) -> MqtuneApp:
        """The app, by its type."""
        return cast("MqtuneApp", self.app)

    def compose(self) -> ComposeResult:
        """The frame around the body."""
        yield StatusLine()
        with Container(classes="body"):
            yield from self.compose_body()
        yield KeyLine()
        yield TooSmall()

    def compose_body(self) -> ComposeResult:
        """The area's own widgets."""
        yield from ()

    def on_mount(self) -> None:
        """Hear of the project: now, if it is open, and whenever it was looked at again."""
        self.watch(self.app, "opened", self._project_changed)

    def _project_changed(self, opened: OpenProject | None) -> None:
        if opened is not None:
            self.show_project(opened)

    def show_project(self, opened: OpenProject) -> None:
        """Show a project that was opened or looked at again. Called in the loop: no long work here."""

    def unavailable(self, action: str) -> str:
        """Why an action cannot be done now, in a sentence for a person; empty where it can."""
        return ""

    def refused(self, action: str) -> bool:
        """Whether an action cannot be done now; says why. The first line of such an action."""
        reason = self.unavailable(action)
        if reason:
            self.frame.toast(reason, "warning")
        return bool(reason)

    def step_back(self) -> bool:
        """Undo the last step inside of the screen, such as a filter; False where there is none."""
        return False

    async def action_back(self) -> None:
        """One step back: inside of the screen, to the screen below, to Home."""
        if self.step_back():
            return
        await self.frame.leave_screen()
