"""Help on the focused widget: its page, then the keys that are active now.

A widget or screen with a `help` attribute (a text whose first line is the title) provides the page. The keys
come from the bindings themselves, so that help and keys cannot differ.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

from mqtune.tui import styles
from mqtune.tui.dialogs.dialog import Dialog

NO_PAGE = "Keys\nThe keys that are active here."
KEY_WIDTH = 12


class Help(Dialog[None]):
    """The page and the table of keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q", "close", "Close", show=False)]

    def __init__(self, page: str, keys: Content) -> None:
        super().__init__()
        self.page = page
        self.keys = keys

    def compose_box(self) -> ComposeResult:
        """Yield title, page and keys."""
        title, _, words = self.page.partition("\n")
        yield Static(title, markup=False, classes="title")
        with VerticalScroll():
            yield Static(words, markup=False, classes="words")
            yield Static(self.keys, classes="words")
        yield Static("Escape closes", markup=False, classes="foot")


def help_for(screen: Screen[object]) -> Help:
    """Return the help on the focused widget of a screen, collected before the dialog opens."""
    return Help(page_of(screen), keys_of(screen))


def page_of(screen: Screen[object]) -> str:
    """Return the page of the focused widget, or of its nearest ancestor that has one."""
    nodes: list[DOMNode] = list(screen.focused.ancestors_with_self) if screen.focused else [screen]
    for node in nodes:
        page = getattr(node, "help", None)
        if isinstance(page, str) and page:
            return page.strip()
    return NO_PAGE


def keys_of(screen: Screen[object]) -> Content:
    """Return the table of keys, grouped by owner: focused widget, screen, app."""
    groups: dict[str, list[ActiveBinding]] = {}
    for active in screen.active_bindings.values():
        if active.binding.description:
            groups.setdefault(_owner(active.node, screen), []).append(active)
    parts: list[Content] = []
    for owner, bindings in groups.items():
        parts.append(Content.styled(f"\n{owner}", styles.STRONG))
        parts += _rows(screen.app, bindings)
    return Content("\n").join(parts)


def _owner(node: DOMNode, screen: Screen[object]) -> str:
    if node is screen.app:
        return "Everywhere"
    return "On this screen" if node is screen else "Here"


def _rows(app: App[object], bindings: list[ActiveBinding]) -> list[Content]:
    """Return one line for each action, with all its keys."""
    by_action: dict[str, list[ActiveBinding]] = {}
    for active in bindings:
        by_action.setdefault(active.binding.action, []).append(active)
    rows = []
    for same in by_action.values():
        names = " ".join(dict.fromkeys(app.get_key_display(active.binding) for active in same))
        words = same[0].tooltip or same[0].binding.description
        rows.append(Content.assemble("  ", (names.ljust(KEY_WIDTH), styles.KEY), f" {words}"))
    return rows
