"""The base of all screens: what Textual does several times when a screen opens is done once, or ahead.

A new screen would compute all of its styles four times and draw itself three times before a key is handled.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self, TypeVar

from textual._context import visible_screen_stack
from textual.events import ScreenSuspend
from textual.screen import Screen

if TYPE_CHECKING:
    from textual.app import App
    from textual.events import ScreenResume
    from textual.geometry import Size

Answer = TypeVar("Answer")
DRAWN_S = 0.03  # after a key: a thread that is started later does not delay the frame that shows its effect
LAYOUTS = 4  # of a screen until its widgets no longer change with their size
SETTLE_S = 0.1


class QuickScreen(Screen[Answer]):
    """A screen that opens quickly."""

    _settling = False  # laid out for a new size, but not drawn yet
    _filled = False

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        # later, they would change the styles again
        self.add_class(*breakpoint_classes(self.app), update=False)

    def filled(self) -> Self:
        """Show what the screen was filled with: now, or once its widgets exist."""
        self._filled = True
        if self.is_mounted:
            self.set_focus(None)  # its first field has the focus when it is shown again
            self.show_content()
        return self

    def on_mount(self) -> None:
        """Show what a new screen was filled with."""
        if self._filled:
            self.show_content()

    def on_screen_suspend(self) -> None:
        """End the work of a screen that was left."""
        if self._filled and not is_shown(self):
            self._filled = False
            self.workers.cancel_node(self)
            self.set_focus(None)

    def show_content(self) -> None:
        """Show what the screen was filled with. Screens without `fill` show their content themselves."""

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Keep the styles: they were computed with the widgets, and follow every change of a class."""
        event.refresh_styles = False

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Draw after the last layout for a new size, because widgets change when they receive their size."""
        self._settling = size is not None
        super()._refresh_layout(size, scroll)
        if self._settling:
            self._settling = False
            self.refresh()

    def _compositor_refresh(self) -> None:
        if not self._settling:
            super()._compositor_refresh()


def is_shown(screen: Screen[Any]) -> bool:
    """Return whether a screen is shown, or below one that is."""
    return any(screen in stack for stack in screen.app._screen_stacks.values())


def screen_of(app: App[Any], mode: str) -> Screen[Any] | None:
    """Return the first screen of a mode, None if the mode was not shown yet."""
    stack = app._screen_stacks.get(mode)
    return stack[0] if stack else None


async def mount_ahead(app: App[Any], mode: str) -> None:
    """Make the screen of a mode, as Textual does when the mode is shown for the first time."""
    await app._init_mode(mode)
    if app.current_mode != mode:
        app._screen_stacks[mode][0].post_message(ScreenSuspend())


async def draw_ahead(screen: Screen[Any]) -> None:
    """Lay out and render a screen that is not shown, in steps; its widgets keep their lines until it is."""
    for _ in range(LAYOUTS):
        if screen.is_current:
            return
        screen._layout_required = False
        screen._refresh_layout(screen.app.size)  # widgets receive their size, and change
        await asyncio.sleep(SETTLE_S)
        if not screen._layout_required:
            break
    visible_screen_stack.set([])
    compositor = screen._compositor
    for _ in compositor._get_renders():
        await asyncio.sleep(0)
    if not screen.is_current:
        dirty = set(compositor._dirty_regions)
        compositor.render_full_update().render_segments(screen.app.console)
        compositor._dirty_regions |= dirty


def breakpoint_classes(app: App[Any]) -> list[str]:
    """Return the classes of a screen for the size of the terminal."""
    sides = ((app.size.width, app.HORIZONTAL_BREAKPOINTS), (app.size.height, app.VERTICAL_BREAKPOINTS))
    return [max((at, name) for at, name in points if size >= at)[1] for size, points in sides if points]
