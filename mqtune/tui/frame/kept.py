"""Screens that are made before their key is pressed, and kept after they are left.

Textual needs longer to make a screen than a key may wait; to show one again takes a fraction of that. A kept
screen has no content of its own: `fill` gives it some each time before it is shown.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from textual.app import App

from mqtune.tui.frame.quick_screen import QuickScreen, Quiet, draw_ahead, go_on, is_shown

Made = TypeVar("Made", bound=QuickScreen[Any])


def taken(app: App[Any], make: Callable[..., Made], *about: str) -> Made:
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
