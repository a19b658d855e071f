"""The screens of the areas are made ahead, and are then as if they had been made when they are shown."""

from __future__ import annotations

import asyncio
import inspect

import pytest
from textual._compositor import Compositor
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from mqtune.tui import preparation, quick_screen
from mqtune.tui.areas import AREAS
from mqtune.tui.areas.lint.explanation import SuppressDialog
from mqtune.tui.card.question_screen import QuestionScreen
from mqtune.tui.card.screen import CardScreen
from mqtune.tui.dialogs import Help
from mqtune.tui.preparation import parse_styles, prepare_screen
from mqtune.tui.quick_screen import keep, mount_ahead, screen_of, switched

OTHERS = [area for area in AREAS if area.name != "home"]
LONG_S = 60.0  # what waits for longer would wait for ever


PRIVATE = {
    App._get_screen: ["self", "screen"],
    App._init_mode: ["self", "mode"],
    App._refresh_notifications: ["self"],
    App._check_bindings: ["self", "key", "priority"],
    Widget._on_key: ["self", "event"],
    Screen._on_screen_resume: ["self", "event"],
    Screen._pre_process: ["self"],
    Screen._refresh_layout: ["self", "size", "scroll"],
    Screen._screen_resized: ["self", "size"],
    Screen._compositor_refresh: ["self"],
    Compositor._get_renders: ["self", "crop"],
    Compositor._render_chops: ["self", "crop", "is_rendered_line"],
}


def test_the_private_methods_of_textual_are_those_that_are_used() -> None:
    assert {one: list(inspect.signature(one).parameters) for one in PRIVATE} == PRIVATE
    assert "_screen_stacks" in inspect.getsource(App._init_mode)
    assert "_layout_required" in inspect.getsource(Screen._on_idle)
    assert {"_message_queue", "_pending_message"} <= set(MessagePump._get_message.__code__.co_names)


def test_a_screen_made_ahead_looks_like_one_made_when_it_is_shown(stage, state, monkeypatch) -> None:
    shown: dict[bool, list[str]] = {True: [], False: []}

    def scene(ahead: bool):
        async def visit(pilot) -> None:
            app = pilot.app
            if ahead:
                monkeypatch.setattr(preparation, "QUIET_S", 0.0)
                monkeypatch.setattr(quick_screen, "SETTLE_S", 0.01)
                await parse_styles(app)
                for area in OTHERS:
                    await prepare_screen(app, area)
                assert all(screen_of(app, area.name).size == app.size for area in OTHERS)
                assert app.current_mode == "home"
            made = {area.name: screen_of(app, area.name) for area in OTHERS}
            for area in OTHERS:
                await pilot.press(area.key)
                await app.workers.wait_for_complete(one for one in app.workers if one.group != "watch")
                await pilot.pause()
                shown[ahead].append(stage.text(pilot))
                assert not ahead or app.screen is made[area.name]

        return visit

    for ahead in (True, False):
        stage.play(scene(ahead))
    assert shown[True] == shown[False]


KEPT = {  # the keys that open each, and letters typed there before it is left
    (Help,): ("question_mark", "su"),
    (SuppressDialog,): ("s", "because"),
    (CardScreen,): ("g", "/max"),
    (QuestionScreen, "trace"): ("3 t", "a"),
}


def test_a_screen_that_is_kept_looks_like_a_new_one_each_time(stage, state, monkeypatch) -> None:
    monkeypatch.setattr(quick_screen, "SETTLE_S", 0.0)
    shown: dict[bool, list[str]] = {True: [], False: []}

    def scene(kept: bool):
        async def visit(pilot) -> None:
            app = pilot.app
            if kept:
                await parse_styles(app)
                for what in KEPT:
                    await keep(app, lambda: True, *what)
            for _ in range(2 if kept else 1):
                for keys, typed in KEPT.values():
                    await pilot.press("2", "home", "down", *keys.split())
                    await app.workers.wait_for_complete(one for one in app.workers if one.group != "watch")
                    await pilot.pause()
                    shown[kept].append(stage.text(pilot))
                    assert not kept or app.screen in app._installed_screens.values()
                    await pilot.press(*typed)
                    while len(app.screen_stack) > 1:
                        await pilot.press("escape")

        return visit

    for kept in (True, False):
        stage.play(scene(kept))
    for first, again, new in zip(shown[True], shown[True][len(KEPT) :], shown[False], strict=False):
        assert first == new
        assert again == new


def test_a_screen_that_is_not_shown_follows_the_files_later(stage, project) -> None:
    async def scene(pilot) -> None:
        await pilot.press("2", "1")
        before = pilot.app.opened
        with (project / "qm1.mqsc").open("a") as file:
            file.write("DEFINE QLOCAL(LATER) REPLACE MAXDEPHT(1)\n")
        pilot.app.open_again()
        await stage.opened(pilot, before)
        await pilot.press("2")
        await stage.until(pilot, "LATER")

    stage.play(scene, size=(120, 40))


def test_keys_are_handled_while_screens_are_made_ahead(stage, project) -> None:
    async def scene(pilot) -> None:
        app = pilot.app
        quiet = asyncio.Event()
        for making in (mount_ahead(app, "topology", quiet.is_set), keep(app, quiet.is_set, Help)):
            app.run_worker(making, exit_on_error=False)
        async with asyncio.timeout(LONG_S):
            await pilot.press("2")
            assert app.current_mode == "lint"
            await pilot.press("3", "down")
            assert app.screen.is_mounted
        quiet.set()

    stage.play(scene, size=(120, 40))


@pytest.mark.parametrize("mode", ["topology", "lab", "capacity"])
@pytest.mark.parametrize("widgets", [1, 5])
def test_the_program_can_end_while_a_screen_is_made_ahead(stage, state, mode, widgets) -> None:
    async def scene(pilot) -> None:
        asked = []

        def quiet() -> bool:
            asked.append(pilot.app.exit() if len(asked) == widgets else None)
            return True

        pilot.app.run_worker(mount_ahead(pilot.app, mode, quiet), exit_on_error=False)
        while len(asked) <= widgets:
            await asyncio.sleep(0)

    stage.play(scene)


def test_a_key_that_shows_an_area_while_the_program_ends_does_not_wait(stage, state) -> None:
    async def scene(pilot) -> None:
        pilot.app._running = False  # as at the end: Textual then starts no screen
        await asyncio.wait_for(switched(pilot.app, "topology"), LONG_S)

    stage.play(scene)
