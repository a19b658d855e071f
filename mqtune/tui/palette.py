"""What ctrl+p finds: areas, the keys of the screen in words, queue managers, and what areas add.

An area adds providers of its own by `COMMANDS` of its screen.
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
    """Things to do: subclasses give them all, with name, explanation and call."""

    listed = True  # also before anything is typed

    @property
    def frame(self) -> MqtuneApp:
        """The app, by its type."""
        return cast("MqtuneApp", self.app)

    def offers(self) -> Iterable[PaletteEntry]:
        """All that there is to do."""
        return ()

    async def discover(self) -> Hits:
        """What is shown before anything is typed."""
        if self.listed:
            for name, words, call in self.offers():
                yield DiscoveryHit(Content(name), call, text=name, help=words)

    async def search(self, query: str) -> Hits:
        """What the typed letters find."""
        matcher = self.matcher(query)
        for name, words, call in self.offers():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), call, help=words)


class AppProvider(PaletteProvider):
    """What there is to do everywhere: what matters here first, what is rarely wanted last."""

    def offers(self) -> Iterable[PaletteEntry]:
        """The keys of the screen, areas, queue managers, and the rest."""
        yield from self._keys()
        for area in self.frame.areas:
            words = f"key {area.key}: {area.description}"
            yield f"Go to {area.title}", words, partial(self.frame.show_area, area.name)
        yield from self._queue_managers()
        for command in self.frame.get_system_commands(self.screen):
            yield command.title, command.help, command.callback

    def _keys(self) -> Iterable[PaletteEntry]:
        """What the keys of the screen below do, in words."""
        for active in self.screen.active_bindings.values():
            binding = active.binding
            # those without an id are the library's own
            if binding.id not in (None, "frame.back") and binding.description and active.node is self.screen:
                key = self.frame.get_key_display(binding)
                words = f"key {key}: {binding.tooltip}" if binding.tooltip else f"key {key}"
                yield binding.description, words, partial(self._do, binding.action, active.node)

    def _do(self, action: str, node: DOMNode) -> None:
        self.frame.run_worker(self.frame.run_action(action, node), exit_on_error=False)

    def _queue_managers(self) -> Iterable[PaletteEntry]:
        """Looking at one queue manager, or at all of them."""
        opened = self.frame.opened
        names = opened.queue_managers if opened is not None else ()
        if len(names) < 2:
            return
        yield "All queue managers", "look at the whole project", partial(self.frame.choose, "")
        for one in names:
            words = f"role {one.role}" if one.role else "no role declared"
            yield f"Queue manager {printable(one.name)}", words, partial(self.frame.choose, one.name)
