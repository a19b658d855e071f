"""The palette entries of the Lint area: findings by rule and message."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from mqtune.tui.palette import PaletteProvider

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.tui.areas.lint.screen import LintScreen
    from mqtune.tui.palette import PaletteEntry


class RuleProvider(PaletteProvider):
    """Entries that go to the first finding of a rule."""

    listed = False  # there may be thousands

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield each rule with findings."""
        screen = cast("LintScreen", self.screen)
        seen = set()
        for item in screen.opened.items if screen.opened is not None else ():
            code = item.shown.code
            if code not in seen:
                seen.add(code)
                yield f"{code} {item.shown.name}", item.shown.message, partial(screen.go_to, item)
