"""The palette's entries for every name, and for the keys of all areas."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from textual.binding import Binding
from textual.command import Hit, Hits
from textual.content import Content
from textual.markup import escape

from mqtune.tui.collector import in_engine
from mqtune.tui.palette import PaletteProvider
from mqtune.tui.styles import STRONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.present.target import Target
    from mqtune.tui.frame.area_screen import AreaScreen
    from mqtune.tui.palette import PaletteEntry
    from mqtune.tui.project import OpenProject

WHOLE, PART = 1000.0, 1.0  # scores: a whole name comes before all other entries


class NameProvider(PaletteProvider):
    """Entries that open the card of an object, topic, cluster, file, rule, model, experiment or result."""

    listed = False

    async def search(self, query: str) -> Hits:
        """Yield the names that contain the words of the query. The index is built in a thread, once."""
        opened = self.frame.opened
        if opened is None or not query.strip():
            return
        for number, target in enumerate(await in_engine(found, opened, query)):
            from mqtune.views.card.search import described

            whole = query.strip().upper() in (target.name.upper(), target.title.upper())
            score = WHOLE if whole else PART - number / 1000
            words = escape(described(opened.cards, target))
            yield Hit(
                score, Content.styled(target.title, STRONG), partial(self.frame.open_card, target), help=words
            )


def found(opened: OpenProject, query: str) -> list[Target]:
    """The targets of a query."""
    from mqtune.views.card.search import NameIndex

    return opened.cards.derived(NameIndex).search(query)


class KeyProvider(PaletteProvider):
    """Entries for the keys of the areas that are not on the screen: choosing one goes to its area."""

    listed = False

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield each key with its area."""
        from mqtune.tui.areas import load_object  # imported by the app, which imports this module

        for area in self.frame.areas:
            if area.name == getattr(self.screen, "area", ""):
                continue
            for binding in own_bindings(cast("type[AreaScreen]", load_object(area.screen))):
                if binding.id and binding.description:
                    key = self.frame.get_key_display(binding)
                    words = f"key {key} in {area.title}{f': {binding.tooltip}' if binding.tooltip else ''}"
                    yield (
                        f"{binding.description} ({area.title})",
                        words,
                        partial(self.frame.show_area, area.name),
                    )


def own_bindings(screen: type[AreaScreen]) -> Iterator[Binding]:
    """The keys of an area that other areas do not have."""
    for one in screen.__mro__:
        if one.__name__ == "AreaScreen":
            return
        yield from (binding for binding in vars(one).get("BINDINGS", ()) if isinstance(binding, Binding))
