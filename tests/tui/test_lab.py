"""The Lab, driven: from the choice to the result and what follows, with the simulated driver."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input, OptionList

from mqtune.lab.api import list_experiments
from mqtune.tui.fields.form import Form
from mqtune.tui.fields.pick import Pick

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

AREAS = ("home", "lab")
SIZES = [(60, 15), (80, 24), (120, 40), (200, 50)]
NAMES = [one.name for one in list_experiments()]
ID = re.compile(r"([a-z-]+)-\d{8}-\d{6}-[0-9a-f]{4}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


@pytest.fixture(autouse=True)
def apart(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of its own, and the same numbers whenever it runs."""
    state = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    monkeypatch.setattr(secrets, "randbits", lambda bits: 7)
    monkeypatch.setattr(secrets, "token_hex", lambda size: "3f2a")
    return state


def same(text: str) -> str:
    """The text without what another day makes different."""
    return TIME.sub("2026-11-20T10:15:00.000Z", ID.sub(r"\1-20261120-101500-3f2a", text))


async def choose(pilot: Pilot[None], name: str = "topic-limit", driver: str = "simulated") -> None:
    """Go to the Lab and mark an experiment with a driver."""
    await pilot.press("5")
    await pilot.pause()
    pilot.app.screen.query_one("#experiments", OptionList).highlighted = NAMES.index(name)
    await pilot.pause()
    await pilot.pause()
    pick = next(one for one in pilot.app.screen.query(Pick) if one.name == "driver")
    while pick.value != driver:
        pick.action_turn(1)
    await pilot.pause()
    await pilot.pause()
    pilot.app.screen.query_one("#experiments", OptionList).focus()


async def put(pilot: Pilot[None], field: str, words: str) -> None:
    """Type into a field of the form."""
    box = next(one for one in pilot.app.screen.query(Input) if one.name == field)
    box.value = words
    await pilot.pause()


async def plan(stage: Stage, pilot: Pilot[None]) -> None:
    """From the choice to the plan."""
    await pilot.press("enter")
    await stage.until(pilot, "Enter shows the plan")
    await pilot.press("enter")
    await stage.until(pilot, "Enter starts it")


async def ended(pilot: Pilot[None]) -> None:
    """Wait until nothing runs any more and the screen says so."""
    for _ in range(2000):
        if pilot.app.running is None:
            break
        await asyncio.sleep(0.01)
    said = pilot.app.running.live.lines if pilot.app.running is not None else ()
    assert not said, "\n".join(list(said)[-12:])
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_every_step_at_every_size(stage: Stage, size: tuple[int, int]) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        def look(step: str) -> None:
            stage.golden(f"lab-{step}-{size[0]}x{size[1]}", same(stage.text(pilot)))

        await choose(pilot)
        await stage.until(pilot, "mqtune experiment run topic-limit")
        look("choose")
        await pilot.press("enter")
        await stage.until(pilot, "Enter shows the plan")
        look("preflight")
        await pilot.press("enter")
        await stage.until(pilot, "Enter starts it")
        look("plan")
        await pilot.press("enter")
        await ended(pilot)
        look("live")
        await pilot.press("enter")
        await pilot.pause()
        look("result")
        await pilot.press("enter")
        await pilot.pause()
        look("apply")

    stage.play(scene, size=size, areas=AREAS)


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_comes_to_a_verdict_in_a_demo(stage: Stage, name: str) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await choose(pilot, name)
        await put(pilot, "pace", "")
        await plan(stage, pilot)
        assert "SIMULATED" in stage.text(pilot)
        await pilot.press("enter")
        await ended(pilot)
        assert pilot.app.screen.feed.error == ""
        assert pilot.app.screen.feed.live.result.verdict is not None
        assert "SIMULATED" in stage.text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "SIMULATED: no queue manager was measured" in stage.text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "nothing to apply" in stage.text(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "is SIMULATED" in stage.text(pilot)

    stage.play(scene, demo=True)


def test_escape_goes_one_step_back_until_home(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await choose(pilot)
        await plan(stage, pilot)
        for words in ("Preflight:", "settings", "[1 Home]"):
            await pilot.press("escape")
            await stage.until(pilot, words)

    stage.play(scene)


def test_the_settings_make_the_command(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await choose(pilot)
        await put(pilot, "publishers", "3-6")
        await put(pilot, "at most, min", "40")
        await stage.until(pilot, "--set publishers=3,4,5,6 --max-minutes 40")
        await pilot.press("y")
        assert pilot.app.clipboard.endswith("--set publishers=3,4,5,6 --max-minutes 40")
        await put(pilot, "publishers", "x")
        await stage.until(pilot, "publishers: 'x' is not")
        await pilot.press("u")
        await pilot.pause()
        await pilot.pause()
        assert dict(pilot.app.screen.query_one(Form).words())["publishers"] == ""

    stage.play(scene, size=(120, 40))
