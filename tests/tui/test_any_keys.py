"""Random keys in random order: no error, no hang, and no abandoned work."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import shutil
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mqtune._build.pictures import RECORDED, recorded_id
from mqtune.tui.app import MqtuneApp

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((60, 15), (80, 24), (120, 40), (200, 50))
KEYS = (
    *"123456" * 2,
    *"abcdefghijklmnopqrstuvwxyzFNX/[]?+-",
    *("up", "down", "left", "right", "pageup", "pagedown", "home", "end") * 3,
    *("tab", "shift+tab", "space", "backspace", "ctrl+o", "ctrl+p", "ctrl+c") * 2,
    *("enter", "escape") * 8,
)
# the editor and the end of the program are other tests' matter
LEFT_OUT = {"o", "q"}
KEYS_A_RUN = int(os.environ.get("MQTUNE_ANY_KEYS", "40"))
SEEDS = [int(word) for word in os.environ.get("MQTUNE_ANY_SEEDS", "1 2 3").split()]
LONGEST_S = 120.0


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of the examples, a recorded experiment, and a state folder of its own."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    store = tmp_path / "state" / "mqtune" / "experiments"
    store.mkdir(parents=True)
    shutil.copy(RECORDED, store / f"{recorded_id()}.jsonl")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.chdir(tmp_path / "examples")


@pytest.mark.parametrize("seed", SEEDS)
def test_random_keys_cause_no_error(stage: Stage, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    pressed: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(MqtuneApp, "toast", lambda app, words, severity="information": said.append(words))

    async def scene(pilot: Pilot[None]) -> None:
        for _ in range(KEYS_A_RUN):
            key = chance.choice([one for one in KEYS if one not in LEFT_OUT])
            pressed.append(key)
            await asyncio.wait_for(pilot.press(key), LONGEST_S)
            if chance.random() < 0.1:
                await asyncio.wait_for(pilot.resize_terminal(*chance.choice(SIZES)), LONGEST_S)
            if chance.random() < 0.2:
                await asyncio.wait_for(pilot.pause(0.02), LONGEST_S)
        running = pilot.app.running
        if running is not None:
            running.stop_now()
            await asyncio.wait_for(running.ended(), LONGEST_S)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            stage.play(scene, size=chance.choice(SIZES), demo=True)
        except BaseException:
            print("keys:", " ".join(pressed))
            raise
        gc.collect()
    told = [str(one.message) for one in caught if "never awaited" in str(one.message)]
    assert told == [], " ".join(pressed)
    assert [words for words in said if "internal error" in words] == [], " ".join(pressed)
