"""Forms and fields: arrow keys move, letters typed ahead are kept, a new check keeps the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import events
from textual.widgets import Input

from mqtune.tui.widgets.form import Form
from mqtune.tui.widgets.lists import SearchLine

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tests.tui.conftest import Stage


pytestmark = pytest.mark.usefixtures("state")


async def to_the_form(stage: Stage, pilot: Pilot[None]) -> None:
    await pilot.press("5")
    await stage.until(pilot, "mqtune experiment run topic-limit")
    await pilot.press("s")
    await pilot.pause()


def test_arrow_keys_move_between_fields(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await to_the_form(stage, pilot)
        names = [pilot.app.focused.name]
        for key in ("down", "down", "up", "up", "up"):
            await pilot.press(key)
            names.append(pilot.app.focused.name)
        first, driver, third, *back, last = names
        assert (first, driver, third) == ("queue manager", "driver", "driver host")
        assert back == [driver, first]
        assert last == "max minutes"

    stage.play(scene, size=(120, 40))


def test_keys_typed_ahead_reach_the_form_also_while_it_changes(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        for key in ("5", "s", "down"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await stage.when(pilot, lambda: getattr(pilot.app.focused, "name", "") == "driver")
        screen = pilot.app.screen
        assert screen.query_one("#experiments").highlighted == 0
        await pilot.press("down")  # to the host, which the simulated driver does not have
        form = screen.query_one(Form)
        form.show([field for field in form.fields if field.name not in ("driver host", "inventory")])
        assert pilot.app.focused.name == "publishers"

    stage.play(scene, size=(120, 40))


def test_a_new_check_of_the_files_keeps_what_is_being_typed(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await to_the_form(stage, pilot)
        await pilot.press(*["down"] * 4, "3", "comma", "4")
        before = pilot.app.opened
        pilot.app.open_again()
        await stage.opened(pilot, before)
        await pilot.pause()
        await pilot.press("comma", "5")
        assert dict(pilot.app.screen.query_one(Form).words())["publishers"] == "3,4,5"

    stage.play(scene, size=(120, 40))


def test_letters_typed_ahead_of_the_filter_field_are_kept(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("2")
        await pilot.pause()
        for key, character in (("slash", "/"), *((letter, letter) for letter in "maxdepth")):
            pilot.app.post_message(events.Key(key, character))
        await stage.until(pilot, "filter: maxdepth")
        assert pilot.app.screen.query_one("#filter", Input).value == "maxdepth"
        await pilot.press("escape", "escape", "3", "slash", "a", "down")  # a tree without topics has no match
        assert isinstance(pilot.app.focused, SearchLine)

    stage.play(scene, size=(120, 40))


def test_optional_fields_beyond_eight_are_folded_until_they_are_wanted(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        def names() -> list[str | None]:
            return [box.name for box in pilot.app.screen.query("Form Input, Form Pick") if box.display]

        pilot.app.open_question("access", channel="WEB")
        await stage.until(pilot, "5 hidden")
        assert names()[-2:] == ["credentials", "further fields"]
        await pilot.press(*["down"] * 8)
        await stage.until(pilot, "login, cert, issuer, partner, object qmgr")
        await pilot.press("right")
        await pilot.pause()
        assert names()[-1] == "object qmgr"
        assert "further fields" not in names()
        assert pilot.app.focused.name == "login"
        assert dict(pilot.app.screen.query_one(Form).words())["channel"] == "WEB"
        await pilot.press("escape", "escape")
        pilot.app.open_question("access", partner="QM9")
        await stage.until(pilot, "--partner QM9")
        assert names()[-1] == "object qmgr"

    stage.play(scene, size=(120, 40))
