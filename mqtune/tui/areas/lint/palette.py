"""The palette entries of the Lint area: findings by rule and message."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from mqtune.tui.palette import PaletteProvider

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from mqtune.report.report import Item
    from mqtune.tui.palette import PaletteEntry
    from mqtune.tui.project import OpenProject

    class FindingsScreen(Protocol):
        """A screen that shows the findings of a project."""

        @property
        def opened(self) -> OpenProject | None:
            """The project."""

        def go_to(self, item: Item) -> None:
            """Mark a finding."""


class RuleProvider(PaletteProvider):
    """Entries that go to the first finding of a rule."""

    listed = False  # there may be thousands

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield each rule with findings."""
        screen = cast("FindingsScreen", self.screen)
        seen = set()
        for item in screen.opened.items if screen.opened is not None else ():
            code = item.shown.code
            if code not in seen:
                seen.add(code)
                yield f"{code} {item.shown.name}", item.shown.message, partial(screen.go_to, item)
