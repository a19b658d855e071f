"""Keys that are typed faster than they take effect do the same as keys that are typed slowly."""

from __future__ import annotations

import asyncio
import shutil
import threading

import pytest
from textual import events

from mqtune._build.pictures import RECORDED, recorded_id
from mqtune.tui import key_order, palette
from tests.tui.tmux import ROOT

NAMES = {"/": "slash", "?": "question_mark", "]": "right_square_bracket"}
TYPED = {  # what is typed at once
    "a word for the palette, Escape, and keys of an area": "ctrl+p o r d e r s escape 2 l",
    "a model, and a figure in its first field": "4 down tab 7 8",
    "words in the help, and an area": "? x y escape 3 j",
    "a filter, and a card": "2 / c o p y enter down g",
    "a section of a card, and its first line": "2 g ] ] enter",
    "a search that is left, and an area": "3 / a b escape 6",
}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key waits for the one before it also on a busy machine."""
    monkeypatch.setattr(key_order, "LONGEST_WAIT_S", 60.0)


def type_at_once(app, keys: str) -> None:
    """Send the keys as a terminal does that has all of them."""
    for key in keys.split():
        app.post_message(events.Key(NAMES.get(key, key), key if len(key) == 1 else None))


@pytest.mark.parametrize("keys", TYPED.values(), ids=TYPED.keys())
def test_keys_typed_at_once_end_where_slow_ones_end(stage, project, keys: str) -> None:
    ends: list[str] = []

    def scene(at_once: bool):
        async def type_them(pilot) -> None:
            app = pilot.app
            if at_once:
                type_at_once(app, keys)
                await stage.rest(pilot)
            for key in () if at_once else keys.split():
                await pilot.press(NAMES.get(key, key))
            await app.workers.wait_for_complete(one for one in app.workers if one.group != "watch")
            await pilot.pause()
            ends.append(stage.text(pilot))

        return type_them

    for at_once in (False, True):
        stage.play(scene(at_once), size=(120, 40))
    slow, fast = ends
    assert fast == slow


def test_enter_in_the_palette_waits_for_what_matches_the_whole_name(stage, tmp_path, monkeypatch) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(PAY)\nDEFINE QLOCAL(PAY.IN)\n")
    monkeypatch.chdir(tmp_path)
    found, typed = palette.targets_of, threading.Event()

    def slow(opened, query: str) -> list:
        assert query != "PAY.IN" or typed.wait(60)
        return found(opened, query)

    monkeypatch.setattr(palette, "targets_of", slow)

    async def scene(pilot) -> None:
        await pilot.press("ctrl+p", *"PAY")
        await stage.until(pilot, "QLOCAL(PAY)")
        app = pilot.app
        type_at_once(app, ". I N enter")
        while app.in_hand is None or app.in_hand.key != "enter":
            await asyncio.sleep(0)
        while app.in_hand is not None:
            await asyncio.sleep(0)
        typed.set()
        await stage.until(pilot, " QLOCAL(PAY.IN)  ")
        await stage.until(pilot, "definition")

    stage.play(scene)


def test_keys_typed_after_the_one_that_quits_do_nothing(stage, project) -> None:
    async def scene(pilot) -> None:
        type_at_once(pilot.app, "2 q 3 / a b escape")
        while pilot.app.return_code is None:
            await asyncio.sleep(0)

    assert stage.play(scene).return_code == 0


@pytest.mark.parametrize("keys", ["6 enter 3", "3 down down i 2"])
def test_what_opens_late_does_not_open_over_another_area(stage, tmp_path, monkeypatch, keys: str) -> None:
    store = tmp_path / ".state" / "mqtune" / "experiments"
    store.mkdir(parents=True)
    shutil.copy(RECORDED, store / f"{recorded_id()}.jsonl")
    monkeypatch.chdir(ROOT / "examples")

    async def scene(pilot) -> None:
        app = pilot.app
        await pilot.press("6", "3")
        await app.workers.wait_for_complete(one for one in app.workers if one.group != "watch")
        type_at_once(app, keys)
        await stage.rest(pilot)
        await app.workers.wait_for_complete(one for one in app.workers if one.group != "watch")
        await pilot.pause()
        assert len(app.screen_stack) == 1

    stage.play(scene, size=(120, 40), demo=True)
