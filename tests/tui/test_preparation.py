"""The screens of the areas are made ahead, and are then as if they had been made when they are shown."""

from __future__ import annotations

import inspect

from textual._compositor import Compositor
from textual.app import App
from textual.screen import Screen

from mqtune.tui import preparation
from mqtune.tui.areas import AREAS
from mqtune.tui.frame.quick_screen import screen_of
from mqtune.tui.preparation import parse_styles, prepare_screen

OTHERS = [area for area in AREAS if area.name != "home"]


PRIVATE = {
    App._init_mode: ["self", "mode"],
    Screen._on_screen_resume: ["self", "event"],
    Screen._refresh_layout: ["self", "size", "scroll"],
    Screen._compositor_refresh: ["self"],
    Compositor._get_renders: ["self", "crop"],
}


def test_the_private_methods_of_textual_are_those_that_frame_quick_screen_uses() -> None:
    assert {one: list(inspect.signature(one).parameters) for one in PRIVATE} == PRIVATE
    assert "_screen_stacks" in inspect.getsource(App._init_mode)
    assert "_layout_required" in inspect.getsource(Screen._on_idle)


def test_a_screen_made_ahead_looks_like_one_made_when_it_is_shown(stage, state, monkeypatch) -> None:
    shown: dict[bool, list[str]] = {True: [], False: []}

    def scene(ahead: bool):
        async def visit(pilot) -> None:
            app = pilot.app
            if ahead:
                monkeypatch.setattr(preparation, "QUIET_S", 0.0)
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
