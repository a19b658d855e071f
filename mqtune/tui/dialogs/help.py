"""Help on the focused widget: the keys that are active now, which can be searched, then its page.

A widget or screen with a `help` attribute (a text whose first line is the title) provides the page. The keys
come from the bindings themselves, so that help and keys cannot differ. Bindings without an id are Textual's
own, such as those that scroll, and are left out.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Self

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, Static

from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog

NO_PAGE = "Keys\nThe keys that are active here."
KEY_WIDTH = 12
SCREEN, HERE, EVERYWHERE = OWNERS = ("On this screen", "In this list", "Everywhere")


class KeyWords(NamedTuple):
    """The keys of one action, whose they are (one of OWNERS), and what they do."""

    owner: str
    keys: str
    words: str


class Help(Dialog[None]):
    """The table of keys, and the page."""

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
            Content.assemble("  ", (one.keys.ljust(KEY_WIDTH), styles.KEY), f" {one.words}")
            for one in keys
            if one.owner == owner and all(word in f"{one.keys} {one.words}".lower() for word in wanted)
        ]
        if shown:
            parts += [Content.styled(f"\n{owner}", styles.STRONG), *shown]
    return Content("\n").join(parts) if parts else Content("\nno key matches")


def _owner(node: DOMNode, screen: Screen[object]) -> str:
    if node is screen.app:
        return EVERYWHERE
    return SCREEN if node is screen else HERE
