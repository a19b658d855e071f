"""The frame: status line, keys, help, palette, jump, small terminals, leaving."""

from __future__ import annotations

import pytest


def test_the_status_line_names_the_queue_manager_and_its_role(stage, project) -> None:
    async def scene(pilot) -> None:
        assert "QM1 (test)" in stage.text(pilot).splitlines()[0]

    stage.play(scene)


def test_production_is_said_in_capitals(stage, project) -> None:
    file = project / "mqtune.toml"
    file.write_text(file.read_text().replace('"test"', '"production"'))

    async def scene(pilot) -> None:
        assert "QM1 (PRODUCTION)" in stage.text(pilot).splitlines()[0]

    stage.play(scene)


@pytest.mark.parametrize(("width", "height"), [(20, 6), (59, 24), (80, 14)])
def test_a_terminal_that_is_too_small_says_what_is_needed(stage, project, width, height) -> None:
    async def scene(pilot) -> None:
        text = stage.text(pilot)
        assert "needs 60 x 15" in text
        assert f"has {width} x {height}" in text
        await pilot.press("question_mark")
        assert len(pilot.app.screen_stack) == 1
        await pilot.press("q")

    assert stage.play(scene, size=(width, height)).return_code == 0


def test_help_names_the_keys_that_are_bound(stage, project) -> None:
    async def scene(pilot) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        text = stage.text(pilot)
        assert "Everywhere" in text
        assert "^o" in text
        await pilot.press("escape")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1

    stage.play(scene, size=(120, 40))


def test_ctrl_c_without_an_experiment_stops_nothing(stage, project) -> None:
    async def scene(pilot) -> None:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "no experiment runs" in stage.text(pilot)

    stage.play(scene)


class Experiment:
    """An experiment that ends when it is told to."""

    name = "topic limit"

    def __init__(self) -> None:
        self.told: list[str] = []

    def stop_after_run(self) -> None:
        self.told.append("after")

    def stop_now(self) -> None:
        self.told.append("now")

    async def ended(self) -> None:
        self.told.append("ended")


@pytest.mark.parametrize(("key", "told"), [("a", ["after", "ended"]), ("n", ["now", "ended"])])
def test_quitting_asks_while_an_experiment_runs(stage, project, key, told) -> None:
    experiment = Experiment()

    async def scene(pilot) -> None:
        pilot.app.running = experiment
        await pilot.press("q")
        await pilot.pause()
        assert "topic limit is running" in stage.text(pilot)
        await pilot.press("escape")
        await pilot.press("q")
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()

    assert stage.play(scene).return_code == 0
    assert experiment.told == told


def test_enter_on_the_question_stops_nothing(stage, project) -> None:
    experiment = Experiment()

    async def scene(pilot) -> None:
        pilot.app.running = experiment
        await pilot.press("ctrl+c")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1

    stage.play(scene)
    assert experiment.told == []
