"""Dialogs over the area: a choice, a line of text, the jump to a widget, what was written, and help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.quick_screen import QuickScreen
from mqtune.tui.status import TooSmall
from mqtune.tui.widgets.lists import KeyList

# A choice between a few answers, each with its own key, and a line of text.

Answer = TypeVar("Answer")


class Dialog(QuickScreen[Answer], ModalScreen[Answer], Generic[Answer]):
    """A box over the area. Escape closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back", show=False)]

    def compose(self) -> ComposeResult:
        """Yield the box, and the notice for a terminal that is too small."""
        with Vertical(classes="box"):
            yield from self.compose_box()
        yield TooSmall()

    def compose_box(self) -> ComposeResult:
        """Yield the content of the box."""
        yield from ()

    def show_text(self, title: str, words: str) -> None:
        """Show the title, and the text below it, if there is one."""
        self.query_one(".title", Static).update(title)
        self.query_one(".words", Static).update(words)
        self.query_one(".words").display = bool(words)

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


@dataclass(frozen=True, slots=True)
class DialogChoice:
    """One answer: its key, its text, and the value that the caller receives."""

    key: str
    words: str
    value: str


class ChoiceDialog(Dialog[str]):
    """Asks for one of a few answers; Enter selects the first. The caller receives its value, or None."""

    def fill(self, title: str, words: str, choices: Sequence[DialogChoice], alarm: bool = False) -> Self:
        """Ask one question; with `alarm` the box has another colour."""
        self.question = title
        self.words = words
        self.choices = tuple(choices)
        self.alarm = alarm
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield the title, the text, and the answers as a list."""
        yield Static("", markup=False, classes="title")
        yield Static("", markup=False, classes="words")
        yield KeyList(markup=False)
        yield Static("Enter selects the marked answer, Escape goes back", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the question, with the first answer marked."""
        self.show_text(self.question, self.words)
        answers = self.query_one(KeyList)
        answers.clear_options()
        answers.add_options(
            Option(Content.assemble((choice.key, styles.KEY), f"  {choice.words}")) for choice in self.choices
        )
        answers.highlighted = 0
        self.query_one(".box").set_class(self.alarm, "-alarm")

    def on_key(self, event: events.Key) -> None:
        """Select an answer by its key."""
        for choice in self.choices:
            if event.key == choice.key or event.character == choice.key:
                event.stop()
                self.dismiss(choice.value)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Select the marked answer."""
        event.stop()
        self.dismiss(self.choices[event.option_index].value)


class LineDialog(Dialog[str]):
    """Asks for one line of text. The caller receives it without surrounding blanks, or None."""

    def fill(self, title: str, words: str, value: str = "", hint: str = "", help: str = "") -> Self:
        """Ask for a line, with its first value, and a `hint` shown while it is empty."""
        self.heading = title
        self.words = words
        self.value = value
        self.hint = hint
        self.help = help
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, text and field."""
        yield Static("", markup=False, classes="title")
        yield Static("", markup=False, classes="words")
        yield Input(compact=True)
        yield Static("Enter accepts, Escape goes back", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the first value."""
        self.show_text(self.heading, self.words)
        field = self.query_one(Input)
        field.value = self.value
        field.placeholder = self.hint

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Return the line."""
        message.stop()
        self.dismiss(message.value.strip())


# Jump mode: a letter over every widget that can have the focus.

LETTERS = "asdfghjklqwertyuiopzxcvbnm"
USUAL = 6  # panes


class Jump(QuickScreen[str], ModalScreen[str]):
    """The letters over the panes. The caller receives the letter, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+o", "close", "Back", show=False)]

    def fill(self, targets: dict[str, Widget]) -> Self:
        """Show the letters of these widgets."""
        self.targets = targets
        return self.filled()

    def compose(self) -> ComposeResult:
        """Yield a label for each letter."""
        for _ in range(USUAL):
            yield Static("", markup=False, classes="letter")
        yield Static("", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show a letter at the corner of each target."""
        labels = list(self.query(".letter").results(Static))
        more = [Static("", markup=False, classes="letter") for _ in range(len(self.targets) - len(labels))]
        self.mount_all(more)
        for number, label in enumerate((*labels, *more)):
            label.display = number < len(self.targets)
        for label, (letter, widget) in zip((*labels, *more), self.targets.items(), strict=False):
            label.update(f"[{letter}]")
            label.styles.offset = (widget.region.x, widget.region.y)
        self.query_one(".foot", Static).update("press a letter to go to its pane, Escape to stay")

    def on_key(self, event: events.Key) -> None:
        """Go to the target of a letter."""
        if event.character in self.targets:
            event.stop()
            self.dismiss(event.character)
        elif event.is_printable:
            event.stop()
            letters = " ".join(self.targets)
            self.query_one(".foot", Static).update(
                f"no pane has {event.character}: {letters}, Escape to stay"
            )

    def action_close(self) -> None:
        """Stay."""
        self.dismiss(None)


def targets_of(screen: Screen[object]) -> dict[str, Widget]:
    """Return the focusable widgets of a screen by letter, starting at the top left."""
    shown = [widget for widget in screen.focus_chain if widget.region.area and widget.is_on_screen]
    shown.sort(key=lambda widget: (widget.region.y, widget.region.x))
    return dict(zip(LETTERS, shown, strict=False))


# Files written since the start, the newest first.

NOTHING = "Nothing was written yet. mqtune writes only what a dialog has shown before."


class WrittenLog(Dialog[None]):
    """One line for each change, undo and export, with its time."""

    help = "Log\nWhat was written to files since the start: changes, undone changes and exports."

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,L", "close", "Back", id="log.back"),
        Binding("y", "copy", "Copy", id="log.copy"),
    ]

    def fill(self, entries: Sequence[tuple[str, str]]) -> Self:
        """Show these entries, the oldest first."""
        self.entries = tuple(reversed(entries))
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, lines and keys."""
        yield Static("Written since the start", markup=False, classes="title")
        with VerticalScroll(classes="scroll"):
            yield Static("", classes="words")
        yield Static("y copies it, Escape closes", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the lines."""
        lines = [
            Content.assemble((time, styles.QUIET), f"  {printable(words)}") for time, words in self.entries
        ]
        words = Content("\n").join(lines) if lines else Content(NOTHING)
        self.query_one(".words", Static).update(words)

    def action_copy(self) -> None:
        """Copy all lines."""
        self.app.copy_to_clipboard("\n".join(f"{time}  {words}" for time, words in self.entries))


# Help on the focused widget: the keys that are active now, which can be searched, then its page.

NO_PAGE = "Keys\nThe keys that are active here."
KEY_WIDTH = 12
SCREEN, HERE, EVERYWHERE = OWNERS = ("On this screen", "In this list", "Everywhere")


class KeyWords(NamedTuple):
    """The keys of one action, whose they are (one of OWNERS), and what they do."""

    owner: str
    keys: str
    words: str


class Help(Dialog[None]):
    """The table of keys, and the page.

    A widget or screen with a `help` attribute (a text whose first line is the title) provides the page. The
    keys come from the bindings themselves, so that help and keys cannot differ. Bindings without an id are
    Textual's own, such as those that scroll, and are left out.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("pagedown", "scroll(10)", "Page down", show=False),
        Binding("pageup", "scroll(-10)", "Page up", show=False),
    ]

    def fill(self, page: str, keys: tuple[KeyWords, ...]) -> Self:
        """Show a page, a text whose first line is the title, and keys."""
        self.page = page
        self.keys = keys
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, search, keys and page."""
        yield Static("", markup=False, classes="title")
        yield Input(placeholder="type to search the keys", id="wanted", compact=True)
        with VerticalScroll(can_focus=False):
            yield Static("", classes="words", id="keys")
            yield Static("", markup=False, classes="words", id="page")
        yield Static("Escape closes", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show all keys."""
        title, _, words = self.page.partition("\n")
        self.query_one(".title", Static).update(f"{title}: keys")
        self.query_one("#page", Static).update(words)
        self.query_one(Input).value = ""
        self._search("")
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show the keys that match the typed text."""
        self._search(message.value)

    def _search(self, typed: str) -> None:
        self.query_one("#keys", Static).update(key_table(self.keys, typed))
        self.query_one("#page").display = not typed.strip()

    def action_scroll(self, by: int) -> None:
        """Scroll the keys, while the search keeps the focus."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


def page_of(screen: Screen[object]) -> str:
    """Return the page of the focused widget, or of its nearest ancestor that has one."""
    nodes: list[DOMNode] = list(screen.focused.ancestors_with_self) if screen.focused else [screen]
    for node in nodes:
        page = getattr(node, "help", None)
        if isinstance(page, str) and page:
            return page.strip()
    return NO_PAGE


def keys_of(screen: Screen[object]) -> tuple[KeyWords, ...]:
    """Return the keys: those of the screen, of the focused widget, and of the app."""
    groups: dict[str, dict[str, list[ActiveBinding]]] = {owner: {} for owner in OWNERS}
    for active in screen.active_bindings.values():
        if active.binding.description and active.binding.id is not None:
            group = groups[_owner(active.node, screen)]
            group.setdefault(active.binding.action, []).append(active)
    rows = []
    for owner, by_action in groups.items():
        for same in by_action.values():
            names = dict.fromkeys(screen.app.get_key_display(active.binding) for active in same)
            words = ": ".join(filter(None, (same[0].binding.description, same[0].tooltip)))
            rows.append(KeyWords(owner, " ".join(names), words))
    return tuple(rows)


def key_table(keys: tuple[KeyWords, ...], typed: str) -> Content:
    """Return the keys that match all typed words, below the names of their owners."""
    wanted = typed.lower().split()
    parts: list[Content] = []
    for owner in OWNERS:
        shown = [
            Content.assemble("  ", (key.keys.ljust(KEY_WIDTH), styles.KEY), f" {key.words}")
            for key in keys
            if key.owner == owner and all(word in f"{key.keys} {key.words}".lower() for word in wanted)
        ]
        if shown:
            parts += [Content.styled(f"\n{owner}", styles.STRONG), *shown]
    return Content("\n").join(parts) if parts else Content("\nno key matches")


def _owner(node: DOMNode, screen: Screen[object]) -> str:
    if node is screen.app:
        return EVERYWHERE
    return SCREEN if node is screen else HERE
