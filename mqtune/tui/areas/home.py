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

from mqtune.present.answer import Target
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas import Area
from mqtune.tui.areas import home_content as content
from mqtune.tui.areas.lint.finding_rows import FindingFilter
from mqtune.tui.background import computed
from mqtune.tui.cells import padded
from mqtune.tui.project import ErrorMessage, OpenProject
from mqtune.tui.status import AppStatus
from mqtune.tui.widgets.lists import KeyList, OneLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.present.report import Item  # the engine is loaded behind the first screen

TITLE_WIDTH = 10
OTHER_ROWS = 18  # of Home besides the findings to look at first


class PlaceList(KeyList):
    """Areas and findings; Enter opens one."""

    help = """Home
An overview of the project: the areas with their contents, and the findings to look at first. Enter or a \
number opens one, Escape returns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Open", id="home.go", key_display="⏎"),
    ]


class CountList(KeyList):
    """A table of counts; Enter shows its findings in Lint."""

    help = """Counts
The findings by rule family and by queue manager. Enter shows those of a line in Lint."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Show in Lint", id="home.counts", key_display="⏎"),
    ]


class HomeScreen(AreaScreen):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o", "edit", "Editor", id="home.edit", tooltip="open the file of the finding, or of the error"
        ),
    ]

    area = "home"
    AUTO_FOCUS = "PlaceList"
    CSS = """
    HomeScreen #top { height: auto; padding: 1 2 0 2; }
    HomeScreen #columns { layout: vertical; height: 1fr; padding: 1 0 0 0; overflow-y: auto; }
    HomeScreen PlaceList {
        height: auto; max-height: 100%; border: none; background: transparent; padding: 0 1;
        scrollbar-size: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
    }
    HomeScreen #tables { height: auto; padding: 1 1; }
    HomeScreen #tables Static { color: $text-muted; padding: 0 1; }
    HomeScreen CountList {
        height: auto; border: none; background: transparent; padding: 0 1; margin-bottom: 1;
        scrollbar-size: 0 1; text-wrap: nowrap;
    }
    HomeScreen #hints { height: auto; padding: 1 2 0 2; }
    HomeScreen #hints.-used { display: none; }
    HomeScreen.-low #hints { height: 1; padding: 0 2; }
    HomeScreen.-wide #columns { layout: horizontal; }
    HomeScreen.-wide PlaceList { width: 3fr; }
    HomeScreen.-wide #tables { width: 2fr; height: 100%; padding: 0 1; min-width: 56; }
    HomeScreen.-low #top { padding: 0 2; }
    HomeScreen.-low #tables, HomeScreen.-middle.-narrow #tables { display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._first: dict[str, Item] = {}
        self._overview: content.Overview | None = None

    def compose_body(self) -> ComposeResult:
        """Yield the headline, the list and the tables."""
        yield Static(content.READING, markup=False, id="top")
        yield Static("", markup=False, id="hints")
        with Container(id="columns"):
            yield PlaceList(id="places", markup=False)
            with VerticalScroll(id="tables", can_focus=False):
                yield Static("By family", markup=False, id="families-title")
                yield CountList(id="families", markup=False)
                yield Static("By queue manager", markup=False, id="queue-managers-title")
                yield CountList(id="queue-managers", markup=False)

    def on_mount(self) -> None:
        """Show the areas at once, and errors when there are any."""
        super().on_mount()
        if self._overview is None:
            self._show_tables()
            self._show_places(None)
        self.watch(self.app, "errors", self._errors_changed)
        self.watch(self.app, "status", self._status_changed)
        self.watch(self.app, "summaries", self._summaries_changed, init=False)

    def _summaries_changed(self) -> None:
        opened = self.frame.opened
        if self._overview is not None and opened is not None:
            self._show_places(opened)
            self._show_top(opened)

    def _status_changed(self, status: AppStatus) -> None:
        if self.frame.opened is None and status.activity and not self.frame.errors:
            self.query_one("#top", Static).update(Content(f"{content.READING}   {status.activity}"))

    def on_screen_resume(self) -> None:
        """Show the hints that were not used yet."""
        opened, overview, hints = self.frame.opened, self._overview, Content("")
        if opened is not None and not opened.empty and overview is not None:
            hints = content.hint_lines(self.frame.usage.hints, overview.fixable)
        self.query_one("#hints", Static).update(hints)
        self.query_one("#hints").set_class(not hints, "-used")

    def on_resize(self) -> None:
        """Lay out everything for the new size, once the widgets have theirs."""
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        self._show_tables()
        opened = self.frame.opened
        if self._overview is not None and opened is not None:
            self._show_places(opened)
            self._show_top(opened)

    def _errors_changed(self, errors: tuple[ErrorMessage, ...]) -> None:
        opened = self.frame.opened
        if opened is not None:
            self._show_top(opened)
        elif errors:
            self.query_one("#top", Static).update(content.opening_errors(errors))

    def show_project(self, opened: OpenProject) -> None:
        """Show the figures of the project."""
        self._show_top(opened)
        work = partial(content.overview, opened)
        computed(self, work, partial(self._show_overview, opened), len(opened.items), "overview")

    def _show_top(self, opened: OpenProject) -> None:
        """Show what was opened, and what was not checked."""
        lines = [line for line in (content.stale(self.frame.errors), content.unchecked(opened)) if line]
        if opened.empty:
            lines.insert(0, content.quick_start(self.has_class("-low")))
        else:
            lines = [content.headline(opened), content.circumstances(opened), *lines]
        self.query_one("#top", Static).update(Content("\n").join(lines))

    def _show_overview(self, opened: OpenProject, overview: content.Overview) -> None:
        self._overview = overview
        self.on_screen_resume()
        self._show_tables()
        self._show_places(opened)

    def _show_tables(self) -> None:
        """Show the tables, laid out for their width."""
        overview = self._overview
        width = max(40, self.query_one("#tables").size.width - 4)
        for name, rows in (
            ("families", overview.families if overview is not None else []),
            ("queue-managers", overview.queue_managers if overview is not None else []),
        ):
            box = self.query_one(f"#{name}", CountList)
            before = box.highlighted
            digits = max((len(str(count)) for row in rows for count in row.counts.values()), default=1)
            box.clear_options()
            box.add_options([Option(content.count_line(row, width, digits)) for row in rows])
            box.highlighted = min(before, len(rows) - 1) if before is not None and rows else None
            box.display = self.query_one(f"#{name}-title").display = bool(rows)

    def _show_places(self, opened: OpenProject | None) -> None:
        places = self.query_one(PlaceList)
        at = places.highlighted or 0
        summaries = self.frame.summaries if opened is not None and not opened.empty else {}
        options: list[Option | None] = [
            Option(OneLine(self._area_line(area, summaries.get(area.name) or area.description)), id=area.name)
            for area in self.frame.areas
            if area.name != self.area
        ]
        first = self._overview.first if self._overview is not None else []
        most = max(content.FIRST, self.size.height - OTHER_ROWS)
        self._first = {f"finding-{number}": finding.item for number, finding in enumerate(first[:most])}
        if self._first:
            options += [None, Option(Content("Look at these first"), disabled=True)]
            lines = content.finding_lines(first[:most], places.size.width)
            options += [Option(OneLine(line), id=name) for name, line in zip(self._first, lines, strict=True)]
        places.clear_options()
        places.add_options(options)
        places.highlighted = min(at, len(options) - 1)

    @staticmethod
    def _area_line(area: Area, text: str) -> Content:
        return Content.assemble(
            (area.key, styles.KEY), (f" {padded(area.title, TITLE_WIDTH)}", styles.STRONG), f" {text}"
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the selected area or finding, or the findings of a line of a table."""
        overview = self._overview
        if isinstance(event.option_list, CountList) and overview is not None:
            rows = overview.families if event.option_list.id == "families" else overview.queue_managers
            self.run_worker(self._go_to(None, rows[event.option_index].filter), exit_on_error=False)
            return
        item = self._first.get(event.option_id or "")
        if item is not None:
            self.run_worker(self._go_to(item), exit_on_error=False)
        elif event.option_id:
            self.frame.show_area(event.option_id)

    def card_target(self) -> Target | None:
        """Return the object of the marked finding."""
        from mqtune.questions.card_sources import subject_of  # first frame

        item = self._marked
        opened = self.frame.opened
        return subject_of(opened.cards, item.shown) if item is not None and opened is not None else None

    def rule_code(self) -> str:
        """Return the code of the marked finding."""
        item = self._marked
        return item.shown.code if item is not None else ""

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        return "" if action != "edit" or self._place else "mark a finding first: o opens its file"

    @property
    def _marked(self) -> Item | None:
        """The marked finding."""
        option = self.query_one(PlaceList).highlighted_option
        return self._first.get(option.id or "") if option is not None else None

    @property
    def _place(self) -> tuple[str, int] | None:
        """The file and line to edit: of the error in a project file, else of the marked finding."""
        errors = self.frame.errors
        if errors:
            file, _, line = errors[0].where.rpartition(":")
            return (file, int(line)) if line.isdigit() else None
        place = self._marked.finding.place if self._marked is not None else None
        return (place.file, place.span.line) if place is not None else None

    def action_edit(self) -> None:
        """Open the file of the marked finding, or the project file with an error, in the editor."""
        if not self.refused("edit") and self._place is not None:
            self.open_editor(*self._place)

    async def _go_to(self, item: Item | None, filter: FindingFilter | None = None) -> None:
        """Go to a finding in Lint, or to the findings that match a filter."""
        await self.frame.action_show_area("lint")
        screen = self.frame.screen
        if item is not None:
            screen.call_after_refresh(partial(screen.go_to, item))  # type: ignore[attr-defined]
        elif filter is not None:
            screen.call_after_refresh(partial(screen.show_filtered, filter))  # type: ignore[attr-defined]
