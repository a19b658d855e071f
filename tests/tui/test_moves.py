"""Keys that move in a list, typed before the list is drawn or while it is empty, cause no error."""

from __future__ import annotations

from functools import partial

import pytest
from textual.command import CommandList
from textual.widgets import OptionList

from mqtune.tui.palette import Palette
from tests.tui.test_key_order import type_at_once

MOVES = "pagedown pageup end pageup home pagedown down up"
ACTIONS = ("page_down", "page_up", "last", "page_up", "first", "page_down", "cursor_down", "cursor_up")
EMPTY = {
    "the palette": "ctrl+p x z q j",
    "Lint": "2 / x z q j enter",
    "a card": "2 g / x z q j enter",
    "clusters": "3 ] ]",
    "results": "6 / x z q j enter",
    "what was written": "L",
    "a trace": "3 t escape",
}


def move_before_drawing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let every list receive the keys as soon as it has lines, and return the names of these lists."""
    add, lists = OptionList.add_options, []

    def act(widget, action: str) -> None:
        getattr(widget, f"action_{action}")()

    def added(widget, options):
        add(widget, options)
        if widget.is_attached:
            lists.append(type(widget).__name__)
        for marked in (None, 0) if widget.is_attached else ():
            widget.highlighted = marked if widget.option_count else None
            for action in ACTIONS:
                in_palette = isinstance(widget, CommandList)  # it receives no keys itself
                move = widget.screen._action_command_list if in_palette else partial(act, widget)
                move(action)
        return widget

    monkeypatch.setattr(OptionList, "add_options", added)
    return lists


@pytest.mark.parametrize(
    ("keys", "kind"),
    [("ctrl+p", "CommandList"), ("ctrl+p o r d", "CommandList"), ("5", "ExperimentList")],
)
def test_moving_before_a_list_is_drawn_causes_no_error(
    stage, project, monkeypatch, keys: str, kind: str
) -> None:
    lists = move_before_drawing(monkeypatch)

    async def scene(pilot) -> None:
        await pilot.press(*keys.split())
        await stage.when(pilot, lambda: kind in lists, "a list with lines")
        await pilot.press(*MOVES.split(), "escape")

    assert stage.play(scene).return_code is None


@pytest.mark.parametrize("keys", EMPTY.values(), ids=EMPTY.keys())
def test_moving_and_selecting_in_a_list_without_lines_causes_no_error(stage, project, keys: str) -> None:
    async def scene(pilot) -> None:
        type_at_once(pilot.app, f"{keys} {MOVES} enter")
        await stage.rest(pilot)
        await pilot.press(*MOVES.split(), "enter", "escape")

    assert stage.play(scene).return_code is None


def test_escape_after_enter_in_the_palette_leaves_it(stage, project, monkeypatch) -> None:
    done = []
    monkeypatch.setattr("mqtune.tui.app.MqtuneApp.open_card", lambda app, target: done.append(target))

    async def scene(pilot) -> None:
        type_at_once(pilot.app, "ctrl+p O R D E R S . C enter escape 2")
        await stage.rest(pilot)
        await stage.until(pilot, "with a fix")

    assert stage.play(scene).return_code is None


@pytest.mark.parametrize("typed", ["", "p", "trace"])
def test_the_palette_lists_equal_hits_in_one_order(stage, project, monkeypatch, typed: str) -> None:
    kinds = Palette._provider_classes.fget
    shown = []

    async def scene(pilot) -> None:
        await pilot.press("2")
        for backwards in (False, True):

            def ordered(palette, backwards: bool = backwards) -> list:
                return sorted(kinds(palette), key=repr, reverse=backwards)

            monkeypatch.setattr(Palette, "_provider_classes", property(ordered))
            await pilot.press("ctrl+p", *typed)
            screen = pilot.app.screen
            await stage.when(
                pilot,
                lambda: all(one.is_finished for one in pilot.app.workers if one.node is screen),  # noqa: B023
            )
            options = pilot.app.screen.query_one(CommandList).options
            shown.append([str(option.prompt) for option in options])
            await pilot.press("escape")

    stage.play(scene, size=(120, 40))
    assert shown[0]
    assert shown[0] == shown[1]
