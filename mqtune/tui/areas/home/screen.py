"""The screen of Home: a list of areas and findings, and tables of counts beside or below it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mqtune.report.report import Item
from mqtune.tui import styles
from mqtune.tui.areas import Area, AreaScreen
from mqtune.tui.areas.home import content
from mqtune.tui.cells import padded
from mqtune.tui.project import ErrorMessage, OpenProject
from mqtune.tui.widgets.key_list import KeyList

TITLE_WIDTH = 10


class PlaceList(KeyList):
    """Areas and findings; Enter opens one."""

    help = """Home
An overview of the project: the areas with their contents, and the findings to look at first. Enter or a \
number opens one, Escape returns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Open", id="home.go", key_display="⏎"),
    ]


class HomeScreen(AreaScreen):
    """The first screen."""

    area = "home"
    AUTO_FOCUS = "PlaceList"
    CSS = """
    HomeScreen #top { height: auto; padding: 1 2 0 2; }
    HomeScreen #columns { layout: vertical; height: 1fr; padding: 1 0 0 0; overflow-y: auto; }
    HomeScreen PlaceList {
        height: auto; max-height: 100%; border: none; background: transparent; padding: 0 1;
        scrollbar-size: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
    }
    HomeScreen #tables { height: auto; padding: 1 2; }
    HomeScreen #tables Static { margin-bottom: 1; }
    HomeScreen.-wide #columns { layout: horizontal; }
    HomeScreen.-wide PlaceList { width: 3fr; }
    HomeScreen.-wide #tables { width: 2fr; height: 100%; padding: 0 2; min-width: 56; }
    HomeScreen.-low #top { padding: 0 2; }
    HomeScreen.-low #tables, HomeScreen.-middle.-narrow #tables { display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._first: dict[str, Item] = {}

    def compose_body(self) -> ComposeResult:
        """Yield the headline, the list and the tables."""
        yield Static(content.READING, markup=False, id="top")
        with Container(id="columns"):
            yield PlaceList(id="places", markup=False)
            with VerticalScroll(id="tables", can_focus=False):
                yield Static("", markup=False, id="families")
                yield Static("", markup=False, id="queue-managers")

    def on_mount(self) -> None:
        """Show the areas at once, and errors when there are any."""
        self._show_places(None)
        self.watch(self.app, "errors", self._errors_changed)

    def _errors_changed(self, errors: tuple[ErrorMessage, ...]) -> None:
        if errors and self.frame.opened is None:
            self.query_one("#top", Static).update(content.opening_errors(errors))

    def show_project(self, opened: OpenProject) -> None:
        """Show the figures of the project."""
        top = content.quick_start()
        if not opened.empty:
            top = Content("\n").join([content.headline(opened), content.circumstances(opened)])
        unchecked = content.unchecked(opened)
        if unchecked:
            top = Content("\n").join([top, unchecked])
        self.query_one("#top", Static).update(top)
        self.query_one("#families", Static).update(content.family_table(opened))
        self.query_one("#queue-managers", Static).update(content.queue_manager_table(opened))
        self._show_places(opened)

    def _show_places(self, opened: OpenProject | None) -> None:
        places = self.query_one(PlaceList)
        at = places.highlighted or 0
        summaries = opened.summaries if opened is not None and not opened.empty else {}
        options: list[Option | None] = [
            Option(self._area_line(area, summaries.get(area.name) or area.description), id=area.name)
            for area in self.frame.areas
            if area.name != self.area
        ]
        self._first = {
            f"finding-{number}": item
            for number, item in enumerate(content.most_severe(opened.items) if opened is not None else ())
        }
        if self._first:
            options += [None, Option(Content("Look at these first"), disabled=True)]
            options += [Option(content.finding_line(item), id=name) for name, item in self._first.items()]
        places.clear_options()
        places.add_options(options)
        places.highlighted = min(at, len(options) - 1)

    @staticmethod
    def _area_line(area: Area, text: str) -> Content:
        return Content.assemble(
            (area.key, styles.KEY), (f" {padded(area.title, TITLE_WIDTH)}", styles.STRONG), f" {text}"
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the selected area or finding."""
        item = self._first.get(event.option_id or "")
        if item is not None:
            self.run_worker(self._go_to(item), exit_on_error=False)
        elif event.option_id:
            self.frame.show_area(event.option_id)

    async def _go_to(self, item: Item) -> None:
        await self.frame.action_show_area("lint")
        screen = self.frame.screen
        go_to = getattr(screen, "go_to", None)
        if go_to is not None:
            screen.call_after_refresh(partial(go_to, item))
