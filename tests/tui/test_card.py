"""The card of a name, driven: at every size, from every area, links and back, and the palette's search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mqtune.present.answer import OBJECT, Target
from mqtune.tui.card.row_list import RowList, pending
from mqtune.tui.card.screen import CardScreen
from mqtune.tui.palette import Palette
from mqtune.tui.quick_screen import keep

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

MQSC = """* desk
DEFINE TOPIC(FX) TOPICSTR('rates/fx') DEFPSIST(NO)
DEFINE SUB(DESK) TOPICSTR('rates/#') DEST(QUOTES)
DEFINE QLOCAL(QUOTES) MAXDEPTH(90000) DESCR('[b]quotes[/] of the desk')
DEFINE QALIAS(QUOTES.IN) TARGET(QUOTES) PUT(ENABELD)
SET AUTHREC PROFILE(QUOTES**) OBJTYPE(QUEUE) GROUP('dealers') AUTHADD(GET,PUT)
"""
TOML = """mq-version = "9.4"

[[queue-manager]]
name = "DESK.QM"
role = "test"
files = ["*.mqsc"]
topic = [{ topic = "rates/fx/#", publish-rate = 500000, subscribers = 60 }]
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "desk.mqsc").write_text(MQSC)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


async def card(stage: Stage, pilot: Pilot[None], title: str) -> CardScreen:
    """The card on the screen, once it is complete."""

    def complete() -> bool:
        screen = pilot.app.screen
        if not isinstance(screen, CardScreen) or screen.card is None:
            return False
        waiting = [one for one in screen.sections if one == pending(one.title)]
        return screen.card.target.title == title and not waiting

    await stage.when(pilot, complete, title)
    screen = pilot.app.screen
    assert isinstance(screen, CardScreen)
    return screen


async def mark(pilot: Pilot[None], text: str) -> None:
    """Move the cursor to the first line that leads to a card and contains a text."""
    rows = pilot.app.screen.query_one(RowList)
    rows.mark(next(at for at, one in enumerate(rows.rows) if text in one.text and one.target is not None))
    await pilot.pause()


@pytest.mark.usefixtures("desk")
def test_names_open_cards_and_cards_lead_to_each_other(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("2", "g")  # the first finding is on the topic object
        await card(stage, pilot, "TOPIC(FX)")
        await stage.every_size(pilot, "card")
        await pilot.resize_terminal(120, 40)
        await mark(pilot, "DESK")
        await pilot.press("enter")
        await card(stage, pilot, "SUB(DESK)")
        await mark(pilot, "QUOTES")
        await pilot.press("g")
        queue = await card(stage, pilot, "QLOCAL(QUOTES)")
        assert "[b]quotes[/] of the desk" in stage.text(pilot)
        assert "group dealers" in stage.text(pilot)
        await pilot.press("slash", *"alias")
        await stage.when(
            pilot, lambda: [one.text for one in queue.query_one(RowList).rows] == ["QALIAS(QUOTES.IN)"]
        )
        await pilot.press("enter", "enter")
        alias = await card(stage, pilot, "QALIAS(QUOTES.IN)")
        await pilot.press("end", "y")
        await stage.until(pilot, "copied:")
        rows = alias.query_one(RowList)
        rows.mark(next(at for at, one in enumerate(rows.rows) if one.label == "CAT015"))
        await pilot.press("a")
        await stage.when(pilot, lambda: len(pilot.app.screen_stack) == 1, "the Lint area")
        await stage.until(pilot, "ENABELD is not")
        await pilot.press("g", "a")  # from the object to its findings
        await stage.until(pilot, "filter: qalias(quotes.in)")
        await pilot.press("3")
        await stage.until(pilot, "rates")
        await pilot.press("j", "j", "g")
        await card(stage, pilot, "topic rates/fx")
        await pilot.press("escape", "q")

    stage.play(scene, size=(120, 40))


@pytest.mark.usefixtures("desk")
def test_the_palette_may_be_open_while_another_one_is_made_ahead(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p")
        await keep(pilot.app, lambda: True, Palette)
        await stage.until(pilot, "Search for commands")

    stage.play(scene)


def test_a_queue_manager_without_a_name_is_called_by_its_folder(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pay[red]"
    folder.mkdir()
    (folder / "all.mqsc").write_text(MQSC)
    monkeypatch.chdir(folder)

    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        await stage.until(pilot, "▼ pay[red]  lock")
        await pilot.press("ctrl+p", *"QUOTES.IN")
        await stage.until(pilot, "card: QALIAS of queue manager pay[red]")
        await pilot.press("enter")
        await stage.until(pilot, "QALIAS(QUOTES.IN)  pay[red]  all.mqsc:5")

    stage.play(scene)


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("leaves", [False, True])
def test_a_card_does_not_wait_for_a_frame_that_is_not_drawn(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    # as with a screen that is shown over the card and removed before it is drawn
    monkeypatch.setattr(CardScreen, "call_after_refresh", lambda *_: True)

    async def scene(pilot: Pilot[None]) -> None:
        app = pilot.app
        app.open_card(Target(OBJECT, "QUOTES", "QLOCAL", "DESK.QM"))
        await app.screen._mounted_event.wait()
        if leaves:
            app.pop_screen()
        else:
            app.action_help()
            await app.screen._mounted_event.wait()
            app.pop_screen()
            await card(stage, pilot, "QLOCAL(QUOTES)")
        await stage.when(pilot, lambda: not [one for one in app.workers if one.group == "card"])

    stage.play(scene)


@pytest.mark.usefixtures("desk")
def test_the_card_of_a_rule_that_is_off(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"CAT025")
        await stage.until(pilot, "rule CAT025")
        await pilot.press("enter")
        await card(stage, pilot, "rule CAT025")
        await stage.until(pilot, "severity  off")

    stage.play(scene)


@pytest.mark.usefixtures("desk")
def test_a_long_path_in_the_title_of_a_card_is_one_line(stage: Stage, tmp_path: Path) -> None:
    folder = tmp_path / "a-folder-with-a-long-name" / "and-another-one-below-it-with-a-longer-one"
    folder.mkdir(parents=True)
    (folder / "prices.mqsc").write_text("DEFINE QLOCAL(ALONE)\n")

    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p", *"ALONE")
        await stage.until(pilot, "QLOCAL(ALONE)")
        await pilot.press("enter")
        await card(stage, pilot, "QLOCAL(ALONE)")
        lines = stage.text(pilot).splitlines()
        assert lines[1:4] == [" QLOCAL(ALONE)", lines[2], " definition"]
        assert lines[2].startswith(" …")
        assert lines[2].endswith("longer-one/prices.mqsc:1")

    stage.play(scene)


@pytest.mark.usefixtures("desk")
def test_the_palette_finds_every_name_and_the_keys_of_every_area(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        async def find(words: str, *shown: str) -> None:
            await pilot.press("ctrl+p", *words)
            for text in shown:
                await stage.until(pilot, text)

        await find("quotes", "QLOCAL(QUOTES)", "QALIAS(QUOTES.IN)")
        await stage.every_size(pilot, "palette", lambda text: text.replace(Path.cwd().name, "desk"))
        await pilot.press("escape")
        await find("suppress", "Suppress (Lint)")
        await pilot.press("escape")
        await find("desk.mqsc", "desk.mqsc")
        await pilot.press("escape")
        await find("topic-limit", "model topic-limit", "experiment topic-limit")
        await pilot.press("escape")
        await find("rates/fx", "topic rates/fx")
        await pilot.press("enter")
        await card(stage, pilot, "topic rates/fx")
        await mark(pilot, "publications/s")
        await pilot.press("g")
        await stage.when(pilot, lambda: pilot.app.screen.card.target.kind in ("model", "file", "finding"))

    stage.play(scene, size=(120, 40))
