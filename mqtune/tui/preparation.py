"""Loads the areas once the findings are shown, so that a key that shows an area does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from mqtune.tui.areas import AREAS, load_object, preload
from mqtune.tui.collector import CollectorPaused

if TYPE_CHECKING:
    from mqtune.tui.app import MqtuneApp
    from mqtune.tui.project import OpenProject


def prepare_areas(app: MqtuneApp, opened: OpenProject, first: bool) -> None:
    """Load the areas and make their lines on Home, in a thread; the first time, offer to resume as well."""
    work = partial(_prepare, app, opened, first)
    app.run_worker(work, group="areas", thread=True, exclusive=True, exit_on_error=False)


def summaries(opened: OpenProject, names: tuple[str, ...] | None = None) -> dict[str, str]:
    """Return the lines on Home of these areas, or of all. Slow: call it in a thread."""
    tellers = {
        area.name: cast("Callable[[OpenProject], str]", load_object(area.summary))
        for area in AREAS
        if area.summary and (names is None or area.name in names)
    }
    return {name: tell(opened) for name, tell in tellers.items()}


def _prepare(app: MqtuneApp, opened: OpenProject, first: bool) -> None:
    with CollectorPaused():
        preload()
        lines = summaries(opened)
    app.call_from_thread(_show, app, opened, lines)
    # an experiment that was not finished
    offer = cast("Callable[[], str]", load_object("mqtune.tui.areas.lab.summary:offer"))() if first else ""
    if offer:
        app.call_from_thread(app.toast, offer)


def _show(app: MqtuneApp, opened: OpenProject, lines: dict[str, str]) -> None:
    if app.opened is opened:
        app.summaries = lines
