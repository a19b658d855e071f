"""Steps through the Lab that several tests take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.widgets import Input, OptionList

from mqtune.tui.widgets.form import Pick

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

ID = re.compile(r"([a-z-]+)-\d{8}-\d{6}-[0-9a-f]{4}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


def same(text: str) -> str:
    """The text without ids and times, which differ from run to run."""
    return TIME.sub("2026-11-20T10:15:00.000Z", ID.sub(r"\1-20261120-101500-3f2a", text))


def pick_of(pilot: Pilot[None], name: str) -> Pick | None:
    """The field of the form with that name, once it is shown."""
    return next((one for one in pilot.app.screen.query(Pick) if one.name == name), None)


async def choose(
    stage: Stage, pilot: Pilot[None], name: str = "topic-limit", driver: str = "simulated"
) -> None:
    """Go to the Lab and mark an experiment with a driver."""
    await pilot.press("5")
    await pilot.pause()
    experiments = pilot.app.screen.query_one("#experiments", OptionList)
    experiments.highlighted = experiments.get_option_index(name)
    await pilot.pause()
    await stage.when(pilot, lambda: pick_of(pilot, "driver") is not None, "the form")
    pick = pick_of(pilot, "driver")
    while pick is not None and pick.value != driver:
        pick.action_turn(1)
    await pilot.pause()

    def settled() -> bool:
        """Once the form has the fields of the driver."""
        now = pick_of(pilot, "driver")
        working = any(one.group == "lab-form" and not one.is_finished for one in pilot.app.workers)
        return now is not None and now.value == driver and not working

    await stage.when(pilot, settled, "the form of the driver")
    experiments.focus()
    await stage.when(pilot, lambda: experiments.has_focus, "the focus")


async def put(pilot: Pilot[None], field: str, words: str) -> None:
    """Type into a field of the form."""
    box = next(one for one in pilot.app.screen.query(Input) if one.name == field)
    box.value = words
    await pilot.pause()


async def plan(stage: Stage, pilot: Pilot[None]) -> None:
    """Go from the choice to the plan."""
    await pilot.press("enter")
    await stage.until(pilot, "Enter shows the plan")
    await pilot.press("enter")
    await stage.until(pilot, "Enter starts it")


async def ended(stage: Stage, pilot: Pilot[None]) -> None:
    """Wait until no experiment is running and the screen shows it."""
    await stage.when(pilot, lambda: pilot.app.running is None, "the end of the experiment")
    await pilot.pause()
