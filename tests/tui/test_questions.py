"""The screens of plan, trace, access, budget, tune and query, driven in one session at every size."""

from __future__ import annotations

import subprocess
import weakref
from typing import TYPE_CHECKING

import pytest

from mqtune.tui.background import collect_garbage
from mqtune.tui.card.question_screen import QuestionScreen
from mqtune.tui.card.row_list import RowList, words_of
from mqtune.tui.card.screen import CardScreen
from tests.tui.conftest import SIZES

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from mqtune.present.answer import Section
    from tests.tui.conftest import Stage

MQSC = """DEFINE QLOCAL(CLAIMS) MAXDEPTH(7000)
DEFINE QALIAS(CLAIMS.IN) TARGET(CLAIMS)
DEFINE TOPIC(RATES) TOPICSTR('rates')
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('web') AUTHADD(CONNECT)
SET AUTHREC PROFILE(CLAIMS.IN) OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)
"""
TOML = """mq-version = "9.4"

[[queue-manager]]
name = "INS"
complete = true
files = ["ins.mqsc"]
queue = [{ queue = "CLAIMS.IN", put-rate = 200 }, { queue = "CLAIMS", get-rate = 160 }]
topic = [{ topic = "rates", publish-rate = 500, subscribers = 60 }]
"""


@pytest.fixture
def insurance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mqtune.toml").write_text(TOML)
    path = tmp_path / "ins.mqsc"
    path.write_text(MQSC.replace("7000", "5000"))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    path.write_text(MQSC)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


async def answer(stage: Stage, pilot: Pilot[None], words: str) -> list[Section]:
    """The sections of the answer, once one of its lines contains some words."""

    def shown() -> bool:
        screen = pilot.app.screen
        rows = screen.query_one(RowList).rows if isinstance(screen, QuestionScreen) else []
        return any(words in words_of(row) for row in rows)

    await stage.when(pilot, shown, words)
    return list(pilot.app.screen.query_one(RowList).sections)


def test_each_question_is_answered_while_it_is_typed(insurance: Path, stage: Stage) -> None:
    async def golden(name: str, pilot: Pilot[None]) -> None:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            stage.golden(f"{name}-{size[0]}x{size[1]}", stage.text(pilot))
        await pilot.resize_terminal(120, 40)

    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("3", "b")
        await answer(stage, pilot, "125%")
        await golden("budget", pilot)
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert "Budget: keys" in stage.text(pilot)
        await pilot.press("escape")
        next(box for box in pilot.app.screen.query("Form Input") if box.name == "grow").value = "2"
        await answer(stage, pilot, "250%")

        await pilot.press("escape", "d", *"ql(*) maxdepth", "enter")
        await answer(stage, pilot, "7000")
        await golden("query", pilot)
        rows = pilot.app.screen.query_one(RowList)
        rows.mark(next(at for at, row in enumerate(rows.rows) if words_of(row).startswith("CLAIMS ")))
        await pilot.press("enter")
        await stage.when(pilot, lambda: isinstance(pilot.app.screen, CardScreen))

        await pilot.press("t")
        await answer(stage, pilot, "delivered")
        await golden("trace", pilot)
        await pilot.press("escape", "y")
        await stage.until(pilot, "copied: mqtune trace CLAIMS")
        pilot.app.clear_notifications()

        await pilot.press("escape", "w")
        for field, value in (("channel", "WEB"), ("user", "web"), ("credentials", "valid"), ("for", "get")):
            widget = next(one for one in pilot.app.screen.query("Form Input, Form Pick") if one.name == field)
            widget.value = value
        await answer(stage, pilot, "MQRC_NOT_AUTHORIZED")
        await golden("access", pilot)

        await pilot.press("escape", "escape", "escape", "escape", "escape", "2", "p")
        await answer(stage, pilot, "5000 -> 7000")
        await golden("plan", pilot)
        (insurance / "ins.mqsc").write_text(MQSC.replace("7000", "8000"))
        await answer(stage, pilot, "5000 -> 8000")
        await pilot.press("escape", "escape", "3", "T")
        await answer(stage, pilot, "PubSubCacheSize=")
        await golden("tune", pilot)
        pilot.app.screen.query_one(RowList).mark_line(len(pilot.app.screen.query_one(RowList).rows) - 2)
        await pilot.press("escape", "y")
        await stage.until(pilot, "copied the qm.ini")
        assert pilot.app.clipboard.endswith("PubSubCacheSize=62\n")

    stage.play(scene, size=(120, 40))


@pytest.mark.usefixtures("insurance")
def test_a_question_that_was_left_takes_no_memory(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        pilot.app.open_question("access")
        await stage.until(pilot, "whether a client")
        question = weakref.ref(pilot.app.screen)
        await pilot.press("escape", "escape")
        assert len(pilot.app.screen_stack) == 1
        await stage.when(pilot, lambda: collect_garbage() and question() is None)

    stage.play(scene)
