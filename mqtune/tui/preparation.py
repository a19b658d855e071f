"""Prepares the areas while no key is pressed, so that the first key that shows one does not wait.

Lint is prepared while the files are read, and the rest once the findings are shown, or if reading takes long.
Modules are imported, and lines of Home made, in a thread. Screens can only be made in the event loop: widget
by widget, so that a key which arrives meanwhile waits for one of them only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from textual.worker import WorkerError

from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas import AREAS, Area, load_area, load_object, preload
from mqtune.tui.background import CollectorPaused, freeze_young
from mqtune.tui.quick_screen import draw_ahead, free_screens, keep, mount_ahead, screen_of, style_source

if TYPE_CHECKING:
    from mqtune.tui.application import Application
    from mqtune.tui.project import OpenProject

QUIET_S = 0.12  # since the last key
LONG_S = 5.0  # of reading, after which the other areas are prepared too
SHOWN_S = 0.3  # since the findings are known, which Home and Lint arrange in threads
OFFER = "mqtune.tui.areas.summaries:offer"
EXPERIMENTS = "mqtune.lab.experiments"
STATE = "mqtune.lab.journal.store:state_folder"
FIRST = "lint"
QUESTION_SCREEN = "mqtune.tui.card.question_screen:QuestionScreen"  # as areas, because it works in a thread
KEPT = (
    (2, "mqtune.tui.card.screen:CardScreen"),  # cards lead to cards
    (1, "mqtune.tui.palette:Palette"),
    (1, "mqtune.tui.dialogs:Help"),
    (1, "mqtune.tui.changes:ChangePreview"),
    (1, "mqtune.tui.areas.lint.explanation:RulePage"),
    (1, "mqtune.tui.areas.lint.explanation:SuppressDialog"),
    (1, "mqtune.tui.areas.topology:IsolationDialog"),
    (1, "mqtune.tui.areas.lab.plan_screen:PreflightScreen"),
    (1, "mqtune.tui.areas.lab.plan_screen:PlanScreen"),
    (1, "mqtune.tui.dialogs:WrittenLog"),
    (1, "mqtune.tui.dialogs:Jump"),
    (1, "mqtune.tui.dialogs:ChoiceDialog"),
    (1, "mqtune.tui.dialogs:LineDialog"),
)


def summaries(opened: OpenProject, names: tuple[str, ...] | None = None) -> dict[str, str]:
    """Return the lines on Home of these areas, or of all. Slow: call it in a thread."""
    tellers = {
        area.name: cast("Callable[[OpenProject], str]", load_object(area.summary))
        for area in AREAS
        if area.summary and (names is None or area.name in names)
    }
    return {name: tell(opened) for name, tell in tellers.items()}


async def prepare_first(app: Application) -> None:
    """Prepare Lint while the files are read, and the rest if that takes long."""
    await asyncio.to_thread(load_object, STATE)  # of the hints on Home
    area = next(area for area in AREAS if area.name == FIRST)
    await load_area(area)
    await prepare_screen(app, area)
    await asyncio.sleep(LONG_S)
    await asyncio.to_thread(_load_screens)
    await _make_screens(app)


async def prepare_areas(app: Application, opened: OpenProject, first: bool) -> None:
    """Load the areas, show their lines on Home, and make their screens; `first` also offers to resume."""
    await asyncio.sleep(SHOWN_S)
    await _until_quiet(app)
    lines = await asyncio.to_thread(_load, opened)
    if app.opened is opened:
        app.summaries = lines
    # an experiment that was not finished
    offer = await asyncio.to_thread(cast("Callable[[], str]", load_object(OFFER))) if first else ""
    if offer:
        app.toast(offer)
    await _make_screens(app)


async def _make_screens(app: Application) -> None:
    await parse_styles(app)
    for area in AREAS:
        await prepare_screen(app, area)
    await keep_screens(app)


def _load(opened: OpenProject) -> dict[str, str]:
    with CollectorPaused():
        _load_screens()
        return summaries(opened)


def _load_screens() -> None:
    preload()
    import_module("rich.traceback")  # Textual logs one when a worker fails
    experiments = import_module(EXPERIMENTS)
    for definition in experiments.definitions():
        experiments.find(definition.name)  # its module is needed when it is marked
    for reference in (QUESTION_SCREEN, *(reference for _, reference in KEPT)):
        load_object(reference)


async def parse_styles(app: Application) -> None:
    """Replace the style sheet by one that includes the styles of all areas, parsed in a thread."""
    references = (*(area.screen for area in AREAS), QUESTION_SCREEN)
    screens = [cast("type[AreaScreen]", load_object(reference)) for reference in references]
    new = [screen for screen in screens if not app.stylesheet.has_source(*style_source(screen))]
    if not new:  # a copy would be without rules
        return
    theme, sheet = app.theme, app.stylesheet.copy()
    for screen in new:
        sheet.add_source(screen.CSS, style_source(screen), is_default_css=False)
    await asyncio.to_thread(lambda: sheet.rules_map)
    if app.theme != theme:
        return
    for place, source in app.stylesheet.source.items():  # those that were added in the meantime
        sheet.add_source(source.content, place, source.is_defaults, source.tie_breaker, source.scope)
    app.stylesheet = sheet


async def prepare_screen(app: Application, area: Area) -> None:
    """Make the screen of an area, or show it the project that it has not shown yet, and draw it."""
    quiet = partial(_is_quiet, app)
    await _until_quiet(app)
    if screen_of(app, area.name) is None:
        await mount_ahead(app, area.name, quiet)
        await _until_quiet(app)
    screen = cast("AreaScreen", screen_of(app, area.name))
    screen.catch_up()
    at_work = [worker for worker in app.workers if worker.node is screen]
    if at_work:
        with suppress(WorkerError):  # the app reports it
            await app.workers.wait_for_complete(at_work)
    await draw_ahead(screen, quiet)
    freeze_young()


async def keep_screens(app: Application) -> None:
    """Make the screens that open over an area, as long as there are not enough of them."""
    for count, make, *about in kept_screens(app.opened is not None):
        while len(free_screens(app, make, *about)) < count:
            await keep(app, partial(_is_quiet, app), make, *about)
            freeze_young()


def kept_screens(opened: bool) -> Iterator[tuple[Any, ...]]:
    """Yield how many screens of a kind are kept, their class, and what it is made with.

    The fields of a question depend on the project.
    """
    from mqtune.tui.card.asked import FREQUENT

    for count, reference in KEPT:
        yield count, load_object(reference)
    for name in FREQUENT if opened else ():
        yield 1, load_object(QUESTION_SCREEN), name


async def _until_quiet(app: Application) -> None:
    """Wait until no key has been pressed for a while."""
    while not _is_quiet(app):
        await asyncio.sleep(QUIET_S / 4)


def _is_quiet(app: Application) -> bool:
    return monotonic() - app.last_key >= QUIET_S
