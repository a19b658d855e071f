"""The entries of the command palette (ctrl+p): areas, the screen's keys, queue managers.

An area adds its own providers in `COMMANDS` of its screen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from mqtune.text.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.dom import DOMNode
    from textual.types import IgnoreReturnCallbackType

    from mqtune.tui.app import MqtuneApp

    PaletteEntry = tuple[str, str, IgnoreReturnCallbackType]


class PaletteProvider(Provider):
    """A source of palette entries: name, explanation and callback. Subclasses define `entries`."""

    listed = True  # also shown before anything is typed

    @property
    def frame(self) -> MqtuneApp:
        """The app, with its own type."""
        return cast("MqtuneApp", self.app)

    def entries(self) -> Iterable[PaletteEntry]:
        """Return all entries."""
        return ()

    async def discover(self) -> Hits:
        """Yield the entries shown before anything is typed."""
        if self.listed:
            for name, words, call in self.entries():
                yield DiscoveryHit(Content(name), call, text=name, help=words)

    async def search(self, query: str) -> Hits:
        """Yield the entries that match the typed text."""
        matcher = self.matcher(query)
        for name, words, call in self.entries():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), call, help=words)


class AppProvider(PaletteProvider):
    """The entries available on every screen, the most specific ones first."""

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield the screen's keys, areas, queue managers, and the app's commands."""
        yield from self._keys()
        for area in self.frame.areas:
            words = f"key {area.key}: {area.description}"
            yield f"Go to {area.title}", words, partial(self.frame.show_area, area.name)
        yield from self._queue_managers()
        for command in self.frame.get_system_commands(self.screen):
            yield command.title, command.help, command.callback

    def _keys(self) -> Iterable[PaletteEntry]:
        """Yield the keys of the screen below, with their descriptions."""
        for active in self.screen.active_bindings.values():
            binding = active.binding
            # bindings without an id are Textual's own
            if binding.id not in (None, "frame.back") and binding.description and active.node is self.screen:
                key = self.frame.get_key_display(binding)
                words = f"key {key}: {binding.tooltip}" if binding.tooltip else f"key {key}"
                yield binding.description, words, partial(self._do, binding.action, active.node)

    def _do(self, action: str, node: DOMNode) -> None:
        self.frame.run_worker(self.frame.run_action(action, node), exit_on_error=False)

    def _queue_managers(self) -> Iterable[PaletteEntry]:
        """Yield the selection of one queue manager, or of all of them."""
        opened = self.frame.opened
        names = opened.queue_managers if opened is not None else ()
        if len(names) < 2:
            return
        yield "All queue managers", "select the whole project", partial(self.frame.choose, "")
        for one in names:
            words = f"role {one.role}" if one.role else "role not declared"
            yield f"Queue manager {printable(one.name)}", words, partial(self.frame.choose, one.name)
