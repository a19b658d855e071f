"""The base of all screens: what Textual does several times when a screen opens is done once, or ahead.

A new screen would compute all of its styles four times and draw itself three times before a key is handled.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from weakref import WeakSet

from rich.segment import Segment
from rich.style import Style
from textual._context import visible_screen_stack
from textual.app import App
from textual.color import Color
from textual.css.styles import RulesMap
from textual.events import ScreenSuspend
from textual.geometry import Region, Size
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.visual import RenderOptions, Visual

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import ScreenResume
    from textual.widget import AwaitMount, Widget


# The screen behind a dialog, in dimmed colours, each computed once.


class DimmedScreen(Visual):
    """Draws another screen in dimmed colours.

    Textual computes them for every piece of text in every frame, and divides the lines of the screen again:
    more than a third of the time in which a dialog opens.
    """

    def __init__(self, screen: Screen[Any], color: Color) -> None:
        self.screen = screen
        self.color = color

    def render_strips(
        self, width: int, height: int | None, style: VisualStyle, options: RenderOptions
    ) -> list[Strip]:
        """Return the lines of the screen."""
        size = Size(width, self.screen.size.height if height is None else height)
        return [self._dimmed(strip) for strip in self.screen._compositor.render_strips(size)]

    def _dimmed(self, strip: Strip) -> Strip:
        segments = [
            Segment(text, style if control else dimmed(style, self.color), control)
            for text, style, control in strip
        ]
        return Strip(segments, strip.cell_length)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the screen."""
        return self.screen.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the height of the screen."""
        return self.screen.size.height


@lru_cache(maxsize=1024)
def dimmed(style: Style | None, color: Color) -> Style | None:
    """Return a style as Textual dims it with a colour."""
    (segment,) = BackgroundScreen.process_segments([Segment("", style)], color)
    return segment.style


# The screen.

Answer = TypeVar("Answer")
Quiet = Callable[[], bool]  # whether no key has been pressed for a while
LAYOUTS = 4  # of a screen until its widgets no longer change with their size
SETTLE_S = 0.1
BAND = 8  # lines that are drawn in one step
BREATH_S = 0.005  # between two steps: a key that arrived in the first one is handled before the second


class QuickScreen(Screen[Answer]):
    """A screen that opens quickly."""

    _settling = False  # laid out for a new size, but not drawn yet
    _filled = False
    is_filling = False  # just opened, and without lines for which the next key may be meant
    quiet: Quiet | None = None  # a screen that is made ahead waits for it before each of its widgets

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.waits: WeakSet[asyncio.Event] = WeakSet()  # for the next frame, see `drawn`
        # later, they would change the styles again
        self.add_class(*breakpoint_classes(self.app), update=False)

    def render(self) -> RenderableType:
        """Return the background: its colour, or behind a dialog the screen below it."""
        background = super().render()
        if isinstance(background, BackgroundScreen):
            return cast("RenderableType", DimmedScreen(background.screen, background.color))  # or a Visual
        return background

    async def mount_composed_widgets(self, widgets: list[Widget]) -> None:
        """Mount the widgets: one after the other if the screen is made ahead."""
        if self.quiet is None:
            await super().mount_composed_widgets(widgets)
            return
        for widget in widgets:
            await mount_slowly(self, widget, partial(pause, self, self.quiet))
        if not all(widget.is_attached for widget in self.query()):
            raise asyncio.CancelledError

    async def _pre_process(self) -> bool:
        """Return whether the screen is complete: not if the program ended while it was made ahead."""
        try:
            return await super()._pre_process()
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            return False

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
        """End the work of a screen that was left, and do not wait for its next frame."""
        for wait in self.waits:
            wait.set()
        if self._filled and not is_shown(self):
            self._filled = False
            self.workers.cancel_node(self)
            self.set_focus(None)

    def on_unmount(self) -> None:
        """Let go of the screen: the app would refer to it until what it watches there changes."""
        for watchers in getattr(self.app, "__watchers", {}).values():
            watchers[:] = [watcher for watcher in watchers if not watcher[0]._closing]

    def show_content(self) -> None:
        """Show what the screen was filled with. Screens without `fill` show their content themselves."""

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Keep the styles: they were computed with the widgets, and follow every change of a class."""
        event.refresh_styles = False

    def _screen_resized(self, size: Size) -> None:
        """Lay out for the present size: a screen behind a dialog would alternate with an earlier one."""
        super()._screen_resized(self.app.size)

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


async def drawn(screen: QuickScreen[Any]) -> None:
    """Return after the next frame: a thread that is started then does not delay it.

    Return at once if another screen is shown, which Textual would wait for, although it may have been left.
    """
    done = asyncio.Event()
    screen.waits.add(done)
    screen.call_after_refresh(done.set)
    if screen.is_current:
        await done.wait()


def is_shown(screen: Screen[Any]) -> bool:
    """Return whether a screen is shown, or below one that is."""
    return any(screen in stack for stack in screen.app._screen_stacks.values())


def screen_of(app: App[Any], mode: str) -> Screen[Any] | None:
    """Return the first screen of a mode, None if the mode was not shown yet."""
    stack = app._screen_stacks.get(mode)
    return stack[0] if stack else None


async def pause(screen: Screen[Any], quiet: Quiet) -> None:
    """Let a key that has arrived be handled, and wait until none is pressed; not if the screen is shown."""
    await asyncio.sleep(BREATH_S)
    while not quiet() and not screen.is_current:
        await asyncio.sleep(BREATH_S)


async def mount_slowly(parent: Widget, widget: Widget, before: Callable[[], Awaitable[None]]) -> None:
    """Mount a widget, then its children one by one, so that no key waits for all of them.

    Raises CancelledError if the program has ended in the meantime.
    """
    children, widget._pending_children = widget._pending_children, []
    await before()
    if parent.is_attached:
        await parent.mount(widget)
    if not widget.is_attached:
        raise asyncio.CancelledError
    for child in children:
        await mount_slowly(widget, child, before)


def go_on(app: App[Any], mounted: AwaitMount) -> None:
    """Let the app handle keys while a screen is made ahead: Textual would wait until it is complete."""
    waiting = app._next_callbacks
    waiting[:] = [callback for callback in waiting if getattr(callback.callback, "func", None) is not mounted]


async def mount_ahead(app: App[Any], mode: str, quiet: Quiet) -> None:
    """Make the screen of a mode, as Textual does when the mode is shown for the first time."""
    await asyncio.sleep(BREATH_S)
    mounted = app._init_mode(mode)
    screen = cast("QuickScreen[Any]", screen_of(app, mode))
    screen.quiet = quiet
    go_on(app, mounted)
    await mounted
    if app.current_mode != mode:
        screen.post_message(ScreenSuspend())


async def switched(app: App[Any], mode: str) -> None:
    """Show the screen of a mode, and wait for one that is still being made ahead: it would lose keys.

    A screen that is shown first while the program ends is never made.
    """
    await app.switch_mode(mode)
    if not app.screen._closed:
        await app.screen._mounted_event.wait()


async def draw_ahead(screen: Screen[Any], quiet: Quiet) -> None:
    """Lay out and render a screen that is not shown, in steps; its widgets keep their lines until it is."""
    for _ in range(LAYOUTS):
        await pause(screen, quiet)
        if screen.is_current:
            return
        screen._layout_required = False
        screen._refresh_layout(screen.app.size)  # widgets receive their size, and change
        await asyncio.sleep(SETTLE_S)
        if not screen._layout_required:
            break
    compositor = screen._compositor
    await pause(screen, quiet)
    visible_screen_stack.set([])
    for _ in compositor._get_renders():
        await pause(screen, quiet)
        visible_screen_stack.set([])
    width, height = compositor.size
    for top in range(0, height, BAND):
        await pause(screen, quiet)
        visible_screen_stack.set([])
        band = range(top, min(top + BAND, height))
        for line in compositor._render_chops(Region(0, top, width, len(band)), band.__contains__):
            for strip in line.values():
                if strip is not None:
                    strip.render(screen.app.console)
    await pause(screen, quiet)


def breakpoint_classes(app: App[Any]) -> list[str]:
    """Return the classes of a screen for the size of the terminal."""
    sides = ((app.size.width, app.HORIZONTAL_BREAKPOINTS), (app.size.height, app.VERTICAL_BREAKPOINTS))
    return [max((at, name) for at, name in points if size >= at)[1] for size, points in sides if points]


# Screens that are made before their key is pressed, and kept after they are left: Textual needs longer to
# make a screen than a key may wait. A kept screen has no content of its own: `fill` gives it some each time
# before it is shown.

Made = TypeVar("Made", bound=QuickScreen[Any])


def ready_screen(app: App[Any], make: Callable[..., Made], *about: str) -> Made:
    """Return a screen to fill and show: one that is kept, else a new one, `make(*about)`."""
    screen = free_screen(app, make, *about)
    if screen is None:
        return with_styles(make(*about), app)
    if screen._css_update_count != app._css_update_count:  # the theme was changed
        app.stylesheet.update(screen)
        screen._css_update_count = app._css_update_count
    return screen


def free_screen(app: App[Any], make: Callable[..., Made], *about: str) -> Made | None:
    """Return a kept screen that is not shown now, None if there is none."""
    return next(iter(free_screens(app, make, *about)), None)


def free_screens(app: App[Any], make: Callable[..., Made], *about: str) -> list[Made]:
    """Return the kept screens of a kind that are not shown now."""
    kind = _kind(make, about)
    screens = [
        cast("Made", screen)
        for name, screen in app._installed_screens.items()
        if name.rpartition(" ")[0] == kind
    ]
    return [screen for screen in screens if not is_shown(screen)]


async def keep(app: App[Any], quiet: Quiet, make: Callable[..., Made], *about: str) -> None:
    """Make a screen and keep it, laid out and drawn, in steps with a pause between them."""
    screen = with_styles(make(*about), app)
    screen.quiet = quiet
    _, mounted = app._get_screen(screen)
    go_on(app, mounted)
    await mounted
    await draw_ahead(screen, quiet)
    app.install_screen(screen, f"{_kind(make, about)} {len(app._installed_screens)}")


def with_styles(screen: Made, app: App[Any]) -> Made:
    """Return a screen whose CSS is already part of the app's.

    Textual would add it when the screen is shown, and parse the whole style sheet again; a key press would
    have to wait.
    """
    place = style_source(type(screen))
    if screen.CSS and not app.stylesheet.has_source(*place):
        app.stylesheet.add_source(screen.CSS, place, is_default_css=False)
    screen._css_update_count = app._css_update_count
    return screen


def style_source(screen: type[QuickScreen[Any]]) -> tuple[str, str]:
    """Return where the CSS of a screen is written, as Textual names it."""
    return inspect.getfile(screen), f"{screen.__name__}.CSS"


def _kind(make: Callable[..., Made], about: tuple[str, ...]) -> str:
    return " ".join((make.__name__, *about))
