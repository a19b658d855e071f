"""The Capacity area, driven: every model, its answer and plot, and its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import OptionList

from mqtune.capacity.definition import MODEL_NAMES
from mqtune.tui.areas.capacity import ModelForm
from mqtune.tui.areas.capacity_answer import ModelQuery, answer
from mqtune.tui.widgets.form import Pick
from mqtune.tui.widgets.lists import FittedText

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

CONSTANT = """
[[constant]]
model = "fan-out"
name = "{name}"
value = {value}
low = 1
high = 99
result = "r1"
date = 2026-11-20
queue-manager = "QM1"
release = "9.4"
when = {{ location = "local", persistence = "no" }}
"""
OWN = {"time_to_one_us": 10, "per_cached_us": 2, "per_uncached_us": 4}

pytestmark = pytest.mark.usefixtures("project")


async def answered(stage: Stage, pilot: Pilot[None]) -> str:
    """The answer to what the form contains now."""
    await pilot.pause()
    screen = pilot.app.screen

    def current() -> bool:
        form = screen.query_one(ModelForm)
        asked = ModelQuery(form.model_name, form.words(), screen.calibration)
        return screen.answered is not None and screen.answered.asked == asked

    await stage.when(pilot, current, "an answer")
    return str(screen.query_one("#answer-text", FittedText).render())


async def go(stage: Stage, pilot: Pilot[None], model: str = "fan-out") -> str:
    await pilot.press("4")
    await pilot.pause()
    pilot.app.screen.query_one("#models", OptionList).highlighted = MODEL_NAMES.index(model)
    await pilot.pause()
    return await answered(stage, pilot)


def test_the_screen_at_every_size(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await go(stage, pilot)
        await stage.every_size(pilot, "capacity")

    stage.play(scene, areas=("home", "lint", "capacity"))


def test_every_model_answers_its_example(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        for name in MODEL_NAMES:
            told = await go(stage, pilot, name)
            assert f"mqtune model run {name}" in told
            assert "not for" in told

    stage.play(scene)


def test_the_answer_follows_the_typed_inputs_and_x_restores_the_example(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        assert "T(60)" in await go(stage, pilot)
        await pilot.press("s", "end", "backspace", "backspace", "7", "2")
        assert "T(72)" in await answered(stage, pilot)
        await pilot.press("escape", "x")
        await pilot.pause()
        assert "T(60)" in await answered(stage, pilot)

    stage.play(scene)


def test_arrow_keys_choose_a_value(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await go(stage, pilot)
        pick = pilot.app.screen.query(Pick).first()
        pick.focus()
        await pilot.press("right")
        assert "location=remote" in await answered(stage, pilot)

    stage.play(scene)


def test_an_invalid_input_shows_the_error_with_its_help(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await go(stage, pilot)
        await pilot.press("s", "end", "backspace", "backspace", "minus")
        told = await answered(stage, pilot)
        assert "subscribers" in told
        assert "on the command line" in told

    stage.play(scene)


def test_the_command_is_copied(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await go(stage, pilot)
        await pilot.press("y")
        assert pilot.app.clipboard.startswith("mqtune model run fan-out subscribers=60 cache=48")

    stage.play(scene)


def test_the_next_plot_shows_another_output(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await go(stage, pilot)
        assert "publish time, us by subscribers" in stage.text(pilot)
        await pilot.press("v")
        await pilot.pause()
        assert "total rate, msgs/s by subscribers" in stage.text(pilot)

    stage.play(scene, size=(120, 40))


def test_a_calibration_replaces_the_published_constants(stage: Stage, project: Path) -> None:
    (project / "mine.toml").write_text(
        "version = 1\n" + "".join(CONSTANT.format(name=name, value=value) for name, value in OWN.items())
    )

    async def scene(pilot: Pilot[None]) -> None:
        await go(stage, pilot)
        await pilot.press("K")
        await pilot.press(*"mine.toml", "enter")
        await pilot.pause()
        told = await answered(stage, pilot)
        assert "yours: " in told
        assert "--calibration mine.toml" in told

    stage.play(scene)


def test_an_invalid_input_is_rejected_with_a_message() -> None:
    found = answer(ModelQuery("fan-out", (("subscribers", "many"),)))
    assert found.outcome is None
    assert "many" in found.message
