"""The History area, driven: list, filter, comparison, replay and reports."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from mqtune.lab import api
from mqtune.lab.api import Request
from tests.tui.conftest import same_numbers, write_project
from tests.tui.lab_steps import same

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

AREAS = ("home", "lab", "history")

pytestmark = pytest.mark.usefixtures("state")


class DecliningPrompter:
    def ask(self, question: object) -> str:
        return "no"


def make(name: str, qmgr: str, *settings: str, seed: int = 7, minutes: float | None = None) -> str:
    """Store a result, and return its id."""
    request = Request(name, qmgr, "simulated", settings, seed=seed, max_minutes=minutes)
    engine = api.start(request, DecliningPrompter(), lambda entry: None)
    return engine.run().id


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A state folder with three results, two of them alike and one undecided, and their ids."""
    folder = tmp_path_factory.mktemp("results")
    numbers = iter(range(10, 60))
    with pytest.MonkeyPatch.context() as patch:
        same_numbers(patch, folder / "state")
        patch.setattr(api, "new_id", lambda name: f"{name}-20261120-1015{next(numbers)}-3f2a")
        write_project(folder)
        patch.chdir(folder)
        ids = [
            make("topic-limit", "QM1"),
            make("topic-limit", "QM2", "bindings=standard"),
            make("fan-out", "QM1", minutes=1),
        ]
    return folder / "state", ids


@pytest.fixture
def stored(state: Path, results: tuple[Path, list[str]]) -> list[str]:
    """The ids of three results that are in the state folder."""
    shutil.copytree(results[0], state)
    return list(results[1])


async def history(stage: Stage, pilot: Pilot[None], words: str = "3 results") -> None:
    """Go to the History, and wait for its list."""
    await pilot.press("6")
    await stage.until(pilot, "[6 History]")
    await stage.until(pilot, words)


def test_the_screens_at_every_size(stage: Stage, stored: list[str]) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        async def look(step: str) -> None:
            await stage.every_size(pilot, f"history-{step}", dated)

        await history(stage, pilot)
        await pilot.press("down")
        await pilot.pause()
        await look("list")
        await pilot.press("space", "down", "c")
        await stage.until(pilot, "Compare:")
        await look("compare")
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("r")
        await stage.until(pilot, "replay at")
        await pilot.press("space", "b", *"nnnnn")
        await stage.until(pilot, "0:02:00 of 0:05:30")
        await look("replay")
        await pilot.press("enter")
        await stage.until(pilot, "WINNER")
        await look("result")

    stage.play(scene, areas=AREAS)


def dated(text: str) -> str:
    """Return the text without its dates."""
    timed = re.sub(r"\d{4}-\d\d-\d\d( +)\d\d:\d\d ", r"2026-11-20\g<1>10:15 ", same(text))
    return re.sub(r"\d{4}-\d\d-\d\d ", "2026-11-20 ", timed)


def test_a_result_is_opened_and_escape_comes_back(stage: Stage, stored: list[str]) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot)
        await pilot.press("end", "enter")
        await stage.until(pilot, "WINNER")
        assert "[6 History]" in stage.text(pilot)
        await pilot.press("enter")
        await stage.until(pilot, "1 settings")
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("escape")
        await stage.until(pilot, "3 results")
        await pilot.press("y")
        assert pilot.app.clipboard == stored[0]

    stage.play(scene)


def test_a_filter_shows_results_with_all_its_words(stage: Stage, stored: list[str]) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot)
        await pilot.press("slash")
        await pilot.press(*"qm1 winner", "enter")
        await stage.until(pilot, "filter: qm1 winner, 1 shown")
        assert "QM2" not in stage.text(pilot)
        await pilot.press("slash", "x")
        await stage.until(pilot, "0 shown")
        await stage.until(pilot, "No result matches the filter; Escape removes it.")
        await pilot.press("escape")
        await stage.until(pilot, "filter: qm1 winner, 1 shown")
        await pilot.press("escape")
        await pilot.pause()
        assert "QM2" in stage.text(pilot)

    stage.play(scene)


def test_two_are_compared_with_warnings(stage: Stage, stored: list[str]) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot)
        await pilot.press("c")
        await stage.until(pilot, "mark two results")
        await pilot.press("end", "space", "up", "space")
        await stage.until(pilot, "2 of 2 marked")
        await pilot.press("c")
        await stage.until(pilot, "the queue managers differ: QM1, then QM2")
        assert "the setting bindings differs: fastpath, then standard" in stage.text(pilot)
        assert "SIMULATED" in stage.text(pilot)
        await pilot.press("y")
        assert pilot.app.clipboard == f"mqtune experiment compare {stored[0]} {stored[1]}"

    stage.play(scene, size=(120, 40))


def test_a_replay_is_paused_resumed_and_restarted(stage: Stage, stored: list[str]) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot)
        await pilot.press("end", "r")
        await stage.until(pilot, "replay at 20x")
        await pilot.press("space")
        await stage.until(pilot, "· paused")
        await pilot.press("plus", "plus", "minus")
        await stage.until(pilot, "replay at 60x")
        await pilot.press(*"n" * 14)
        await stage.until(pilot, "· ended")
        assert "WINNER" in stage.text(pilot)
        await pilot.press("n")
        await stage.until(pilot, "b restarts it")
        await pilot.press("b")
        await stage.until(pilot, "0:00:00 of 0:05:30")
        await pilot.press("plus", "plus", "plus", "space")
        await stage.until(pilot, "· ended")
        await pilot.press("escape")
        await stage.until(pilot, "3 results")

    stage.play(scene)


@pytest.mark.parametrize(("key", "ending"), [("m", "md"), ("h", "html"), ("j", "json")])
def test_a_report_is_exported(stage: Stage, stored: list[str], project: Path, key: str, ending: str) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot)
        await pilot.press("end", "w")
        await stage.until(pilot, "Markdown, for a wiki")
        await pilot.press(key)
        await stage.until(pilot, "Export as")
        assert pilot.app.screen.query_one(Input).value == f"{stored[0]}.{ending}"
        await pilot.press("enter")
        await stage.until(pilot, "written: ")

    stage.play(scene)
    text = (project / f"{stored[0]}.{ending}").read_text()
    assert "SIMULATED" in text
    assert stored[0] in text


def test_an_unreadable_result_is_reported_and_the_others_are_shown(
    stage: Stage, stored: list[str], state: Path
) -> None:
    (state / "mqtune" / "experiments" / "broken-20261120-101500-3f2a.jsonl").write_text('{"event": [/foo]\n')

    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot, "1 cannot be read")
        assert "fan-out" in stage.text(pilot)

    stage.play(scene)


def test_home_shows_the_last_result_and_the_experiments(
    stage: Stage, stored: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        text = stage.text(pilot)
        assert "3 results, the last SIMULATED fan-out on QM1: undecided" in text
        assert "11 guided experiments" in text

    stage.play(scene)


def test_an_empty_history_points_to_the_lab(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await history(stage, pilot, "No results yet. 5")
        await pilot.press("r")
        await stage.until(pilot, "no result is selected")

    stage.play(scene)
