"""The base class of the screens of areas, and of those over them: frame, status line, actions on names."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widget import Widget

from mqtune.present.answer import FINDING, RULE
from mqtune.tui.quick_screen import QuickScreen, ready_screen
from mqtune.tui.status import AppStatus, KeyLine, TooSmall, status_content, tab_at
from mqtune.tui.widgets.lists import SearchLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.content import Content
    from textual.events import Click

    from mqtune.present.answer import Target
    from mqtune.tui.application import Application
    from mqtune.tui.project import OpenProject


# The first line: the areas with their keys, queue manager, role, experiment, time left.


class StatusLine(Widget):
    """One line, rendered from the app's `status`."""

    def on_mount(self) -> None:
        """Follow the app's status."""
        self.watch(self.app, "status", self._changed)

    def _changed(self, status: AppStatus) -> None:
        self.set_class(status.production, "-production")
        self.set_class(bool(status.experiment), "-running")
        self.refresh()

    def render(self) -> Content:
        """Return the line for the current width."""
        app = cast("Application", self.app)
        area = getattr(self.screen, "area", "")
        return status_content(self.size.width, app.tabs(area), app.status)

    def on_click(self, event: Click) -> None:
        """Go to the area whose name was clicked."""
        app = cast("Application", self.app)
        tabs = app.tabs(getattr(self.screen, "area", ""))
        tab = tab_at(self.size.width, tabs, app.status, event.x)
        area = next((area for area in app.areas if tab is not None and area.key == tab.key), None)
        if area is not None:
            app.show_area(area.name)


# The screen.

NOT_OPENED = "The files could not be opened; Home (1) shows why."
NO_NAME = "nothing with a name is marked"


class AreaScreen(QuickScreen[None]):
    """A screen of an area: status line, body, keys. Subclasses define `compose_body` and `show_project`.

    The first screen of an area and those pushed over it (the steps of the Lab) are of this class. `area` is
    the name of the entry in `AREAS`. Its CSS applies to the whole app: begin every rule with the class name.
    """

    SCOPED_CSS = False  # otherwise a breakpoint's class such as `.-narrow` would never match
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="frame.back"),
        Binding(
            "g,enter", "card", "Card", show=False, id="frame.card", tooltip="open the card of the marked name"
        ),
        Binding("y", "copy", "Copy", show=False, id="frame.copy", tooltip="copy the marked name"),
        Binding("o", "edit", "Editor", show=False, id="frame.edit", tooltip="open the file in $EDITOR"),
        Binding("e", "explain", "Explain", show=False, id="frame.explain", tooltip="show the rule's page"),
    ]

    area: str = ""
    _shown: OpenProject | None = None

    @property
    def frame(self) -> Application:
        """The app, with its own type."""
        return cast("Application", self.app)

    def belong_to(self, area: str) -> None:
        """Show that the screen belongs to an area."""
        self.area = area
        for line in self.query(StatusLine):
            line.refresh()

    def compose(self) -> ComposeResult:
        """Yield the frame around the body."""
        yield StatusLine()
        with Container(classes="body"):
            yield from self.compose_body()
        yield SearchLine()
        yield KeyLine()
        yield TooSmall()

    def compose_body(self) -> ComposeResult:
        """Yield the area's own widgets."""
        yield from ()

    def on_mount(self) -> None:
        """Follow the project: now, if it is open, and whenever it has been checked again.

        A screen that is not shown follows when it is, or when no key is pressed, see `preparation.py`.
        """
        self.watch(self.app, "opened", self._project_changed)

    def _project_changed(self, opened: OpenProject | None) -> None:
        if self.is_current:
            self.catch_up()

    def on_screen_resume(self) -> None:
        """Show the project if it was checked again while another screen was shown."""
        if self.is_current:
            self.catch_up()

    def catch_up(self) -> None:
        """Show the project unless it is shown already."""
        opened = self.frame.opened
        if opened is not None and opened is not self._shown:
            self._shown = opened
            self.show_project(opened)

    @property
    def before_opening(self) -> str:
        """What to show while no project is open: how far the reading is, or that it failed."""
        return NOT_OPENED if self.frame.errors else f"{self.frame.status.activity or 'reading the files'} …"

    def show_project(self, opened: OpenProject) -> None:
        """Show a project that was opened or checked again. Called in the event loop: no long work here."""

    def card_target(self) -> Target | None:
        """Return the name whose card g opens; None if no name is marked."""
        return None

    def show_target(self, target: Target) -> None:
        """Mark a name that the area shows."""

    @property
    def has_names(self) -> bool:
        """Whether the screen has names with cards."""
        return type(self).card_target is not AreaScreen.card_target

    def action_card(self) -> None:
        """Open the card of the marked name."""
        target = self.card_target()
        if target is None:
            self.frame.toast(NO_NAME, "warning")
        else:
            self.frame.open_card(target)

    def action_copy(self) -> None:
        """Copy the marked name."""
        target = self.card_target()
        if target is None:
            self.frame.toast(NO_NAME, "warning")
        else:
            self.copy(target.name or target.title)

    def action_edit(self) -> None:
        """Open the file that defines the marked name in the user's editor."""
        from mqtune.questions.cards import card_of  # first frame

        target, opened = self.card_target(), self.frame.opened
        card = card_of(opened.cards, target) if target is not None and opened is not None else None
        if card is None or card.place is None:
            self.frame.toast("no file defines what is marked", "warning")
        else:
            self.open_editor(*card.place)

    def rule_code(self) -> str:
        """Return the code of the marked rule or finding, "" if none is marked."""
        target = self.card_target()
        return target.name if target is not None and target.kind in (RULE, FINDING) else ""

    def action_explain(self) -> None:
        """Show the page of the marked rule."""
        self.show_page(self.rule_code())

    def show_page(self, code: str) -> None:
        """Show the page of a rule."""
        opened = self.frame.opened
        selection = opened.workspace.selection_with(code) if code and opened is not None else None
        if selection is None:
            self.frame.toast("only findings and rules have a page", "warning")
        else:
            from mqtune.tui.areas.lint.explanation import RulePage  # first frame

            self.frame.push_screen(ready_screen(self.frame, RulePage).fill(selection.pages[code]))

    def action_question(self, name: str) -> None:
        """Open a question about the files, for the queue manager of the marked name."""
        target = self.card_target() if self.frame.opened is not None else None
        given = {"queue_manager": target.owner} if target is not None and target.owner else {}
        self.frame.open_question(name, **given)

    def unavailable(self, action: str) -> str:
        """Return why an action is not possible now, as a message for the user; empty if it is possible."""
        return ""

    def refused(self, action: str) -> bool:
        """Return whether an action is not possible now, and show why. The first line of such an action."""
        reason = self.unavailable(action)
        if reason:
            self.frame.toast(reason, "warning")
        return bool(reason)

    def copy(self, text: str, words: str = "") -> None:
        """Copy a text to the clipboard, and show it, or these words about it."""
        self.app.copy_to_clipboard(text)
        self.frame.toast(words or f"copied: {text}")

    def open_editor(self, shown: str, line: int) -> None:
        """Open a file of the project in the user's editor, at a line; the UI is suspended meanwhile.

        `shown` is the displayed path of the file. The files are checked again afterwards.
        """
        from mqtune.tui.background import edit  # first frame

        opened = self.frame.opened
        sources = {file.shown: file.source for file in opened.workspace.files} if opened is not None else {}
        source = sources.get(shown)
        words, severity = edit(self.app, source.path if source is not None else shown, line)
        if words:
            self.frame.toast(words, severity)
        if severity != "error":
            self.frame.open_again()

    def step_back(self) -> bool:
        """Undo the last step inside the screen, such as a filter; False if there is none."""
        return False

    async def action_back(self) -> None:
        """Go one step back: inside the screen, to the screen below, or to Home."""
        if self.step_back():
            return
        await self.frame.leave_screen()
