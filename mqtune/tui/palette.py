"""What ctrl+p finds: areas, the keys of the screen in words, queue managers, and what areas add.

An area adds providers of its own by `COMMANDS` of its screen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.types import IgnoreReturnCallbackType

    from mqtune.tui.app import MqtuneApp

    Offer = tuple[str, str, IgnoreReturnCallbackType]


class Offers(Provider):
    """Things to do: subclasses give them all, with name, explanation and call."""

    listed = True  # also before anything is typed

    @property
    def frame(self) -> MqtuneApp:
        """The app, by its type."""
        return cast("MqtuneApp", self.app)

    def offers(self) -> Iterable[Offer]:
        """All that there is to do."""
        return ()

    async def discover(self) -> Hits:
        """What is shown before anything is typed."""
        if self.listed:
            for name, words, call in self.offers():
                yield DiscoveryHit(name, call, help=words)

    async def search(self, query: str) -> Hits:
        """What the typed letters find."""
        matcher = self.matcher(query)
        for name, words, call in self.offers():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), call, help=words)


class AreaOffers(Offers):
    """Going to another area."""

    def offers(self) -> Iterable[Offer]:
        """Every area."""
        for area in self.frame.areas:
            yield (
                f"Go to {area.title}",
                f"key {area.key}: {area.tells}",
                partial(self.frame.show_area, area.name),
            )


class KeyOffers(Offers):
    """What the keys of the screen below do, in words."""

    def offers(self) -> Iterable[Offer]:
        """Every key with a description that the screen below has."""
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.description and active.node is not self.app:
                call = partial(self.frame.run_action, binding.action, active.node)
                yield binding.description, f"key {self.frame.get_key_display(binding)}", call


class QueueManagerOffers(Offers):
    """Looking at one queue manager, or at all of them."""

    def offers(self) -> Iterable[Offer]:
        """Every queue manager of the project."""
        opened = self.frame.opened
        names = opened.queue_managers if opened is not None else ()
        if len(names) > 1:
            yield "All queue managers", "look at the whole project", partial(self.frame.choose, "")
        for one in names:
            words = f"role {one.role}" if one.role else "no role declared"
            yield f"Queue manager {one.name}", words, partial(self.frame.choose, one.name)
