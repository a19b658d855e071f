"""The Lab, driven: from the choice to the result and its recommendation, with the simulated driver."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from mqtune.lab.experiments import definitions
from mqtune.tui.widgets.form import Form
from tests.tui.lab_steps import choose, ended, plan, put, same

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

AREAS = ("home", "lab")

pytestmark = pytest.mark.usefixtures("state")


def test_every_step_at_every_size(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        async def look(step: str) -> None:
            await stage.every_size(pilot, f"lab-{step}", same)

        await choose(stage, pilot)
        await stage.until(pilot, "mqtune experiment run topic-limit")
        await look("choose")
        await pilot.press("enter")
        await stage.until(pilot, "Enter shows the plan")
        await look("preflight")
        await pilot.press("enter")
        await stage.until(pilot, "Enter starts it")
        await look("plan")
        await pilot.press("enter")
        await ended(stage, pilot)
        await look("live")
        await pilot.press("enter")
        await pilot.pause()
        await look("result")
        await pilot.press("enter")
        await stage.when(pilot, lambda: pilot.app.screen.follows is not None, "the tuned files")
        await look("apply")

    stage.play(scene, areas=AREAS)


def test_every_experiment_comes_to_a_verdict_in_a_demo(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        for number, name in enumerate(one.name for one in definitions()):
            await choose(stage, pilot, name)
            await put(pilot, "pace", "")
            await plan(stage, pilot)
            assert "SIMULATED" in stage.text(pilot)
            await pilot.press("enter")
            await ended(stage, pilot)
            assert pilot.app.screen.feed.error == ""
            assert pilot.app.screen.feed.live.result.verdict is not None, name
            assert "SIMULATED" in stage.text(pilot)
            await pilot.press("enter")
            await stage.until(pilot, "Apply  w Write report")
            assert "SIMULATED: no queue manager was measured" in stage.text(pilot)
            if number % 3:  # what is applied is made in the same way for all of them
                await pilot.press("escape")
                await stage.until(pilot, "settings")
                continue
            await pilot.press("enter")
            await stage.until(pilot, "1 settings")
            await pilot.press("s")
            await stage.until(pilot, "is SIMULATED")
            for words in ("Apply  w Write report", "settings"):
                await pilot.press("escape")
                await stage.until(pilot, words)

    stage.play(scene, demo=True)


def test_escape_goes_one_step_back_until_home(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await choose(stage, pilot)
        await plan(stage, pilot)
        for words in ("Preflight:", "settings", "[1 Home]"):
            await pilot.press("escape")
            await stage.until(pilot, words)

    stage.play(scene)


def test_the_settings_make_the_command_and_offer_what_is_declared(stage: Stage, project: Path) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await choose(stage, pilot)
        await put(pilot, "publishers", "3-6")
        await put(pilot, "max minutes", "40")
        await stage.until(pilot, "--set publishers=3,4,5,6 --max-minutes 40")
        assert "at most 40 min; blocks of 4 runs of 30 s" in stage.text(pilot)
        await pilot.press("y")
        assert pilot.app.clipboard.endswith("--set publishers=3,4,5,6 --max-minutes 40")
        await put(pilot, "repeat", "2000")
        await stage.until(pilot, "2000 blocks take 66 h 41 min, more than the maximum of 40 min")
        await put(pilot, "repeat", "")
        await put(pilot, "publishers", "x")
        await stage.until(pilot, "publishers: 'x' is not")
        await pilot.press("u")
        await pilot.pause()
        await pilot.pause()
        assert dict(pilot.app.screen.query_one(Form).words())["publishers"] == ""
        await pilot.press("s", *"an")
        await stage.until(pilot, "‹ another ›")
        await put(pilot, "its name", "QM7")
        await stage.until(pilot, "--qmgr QM7")
        await pilot.press("down", "down", "c")
        await stage.until(pilot, "‹ cph ›")
        (project / "hosts.ini").write_text("[drivers]\ndrv1\ndrv2\n")
        await put(pilot, "inventory", "hosts.ini")
        await pilot.press("down", *"dr")
        await stage.until(pilot, "‹ driver1 ›")
        await pilot.press("right")
        await stage.until(pilot, "‹ all ›")
        await pilot.press("right")
        await stage.until(pilot, "‹ drivers ›")
        await pilot.press("left", "left")
        await stage.until(pilot, "--host driver1 --inventory hosts.ini")

    (project / "mqtune.toml").write_text(
        '[[host]]\nname = "driver1"\nssh = "mq@d1"\n' + (project / "mqtune.toml").read_text()
    )
    stage.play(scene, size=(120, 40))


def test_the_checks_ask_before_they_connect_and_a_plan_connects_to_nothing(
    stage: Stage, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = project.parent / "programs"
    programs.mkdir()
    (programs / "ssh").write_text(f"#!/bin/sh\necho called >> '{programs}/calls'\nexit 255\n")
    (programs / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    (project / "mqtune.toml").write_text(
        '[[host]]\nname = "mq1"\nssh = "mqm@mq1.example"\nqueue-managers = ["QM1"]\n'
        + (project / "mqtune.toml").read_text()
    )

    async def scene(pilot: Pilot[None]) -> None:
        await choose(stage, pilot, driver="cph")
        await pilot.press("enter")
        await stage.until(pilot, "connects to other hosts")
        assert "mqm@mq1.example" in stage.text(pilot)
        await pilot.press("n")
        await stage.until(pilot, "no connection was made")
        await pilot.press("r")
        await stage.until(pilot, "connects to other hosts")
        await pilot.press("enter")  # pressed twice on the step before, it is not a consent
        await stage.until(pilot, "no connection was made")
        await pilot.press("enter")
        await stage.until(pilot, "Enter starts it")
        assert not (programs / "calls").exists()
        await pilot.press("escape")
        await stage.until(pilot, "Preflight")
        await pilot.press("r")
        await stage.until(pilot, "connects to other hosts")
        await pilot.press("y")
        await stage.until(pilot, "failed")
        assert (programs / "calls").exists()

    stage.play(scene, size=(120, 40))


def test_without_a_queue_manager_the_settings_ask_for_its_name(stage: Stage, project: Path) -> None:
    (project / "mqtune.toml").unlink()

    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("5")
        await stage.until(pilot, "name the queue manager to measure")
        text = stage.text(pilot)
        assert "--qmgr" not in text
        assert "no name yet" in text

    stage.play(scene, areas=AREAS)
