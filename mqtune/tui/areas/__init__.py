"""The areas of the terminal UI: an area adds one entry to `AREAS`, and is imported when it is first shown."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True)
class Area:
    """An entry of `AREAS`.

    `screen` is the `module:class` of an AreaScreen. `summary` is the `module:function` that makes the area's
    line on Home: it takes an `OpenProject`, returns a text, and runs in a thread once the project is open.
    """

    key: str
    name: str
    title: str
    description: str
    screen: str
    summary: str = ""


AREAS: tuple[Area, ...] = (
    Area(
        "1",
        "home",
        "Home",
        "overview, and the findings to look at first",
        "mqtune.tui.areas.home:HomeScreen",
    ),
    Area(
        "2",
        "lint",
        "Lint",
        "what is wrong, why, and how to fix it",
        "mqtune.tui.areas.lint.screen:LintScreen",
        "mqtune.tui.areas.home_content:lint_summary",
    ),
    Area(
        "3",
        "topology",
        "Topology",
        "topics and their locks, message paths, clusters, clients",
        "mqtune.tui.areas.topology:TopologyScreen",
        "mqtune.tui.areas.summaries:topology_summary",
    ),
    Area(
        "4",
        "capacity",
        "Capacity",
        "what if: published models with your figures",
        "mqtune.tui.areas.capacity:CapacityScreen",
        "mqtune.tui.areas.summaries:capacity_summary",
    ),
    Area(
        "5",
        "lab",
        "Lab",
        "guided experiments: plan, measure, decide",
        "mqtune.tui.areas.lab.screen:LabScreen",
        "mqtune.tui.areas.summaries:lab_summary",
    ),
    Area(
        "6",
        "history",
        "History",
        "results: compare, replay, export",
        "mqtune.tui.areas.history:HistoryScreen",
        "mqtune.tui.areas.summaries:history_summary",
    ),
)


LOADED: dict[str, object] = {}


def load_object(reference: str) -> object:
    """Return the object that `module:name` refers to."""
    if reference not in LOADED:
        module, _, name = reference.partition(":")
        LOADED[reference] = getattr(import_module(module), name)
    return LOADED[reference]


async def load_area(area: Area) -> None:
    """Import the module of an area in a thread, unless `preload` has done it."""
    if area.screen not in LOADED:
        await asyncio.to_thread(load_object, area.screen)


def preload() -> None:
    """Import the modules of all areas. Called in a thread, so that no key press waits for the imports."""
    for area in AREAS:
        load_object(area.screen)
    import_module("mqtune.questions.models").all_models()  # read from files
