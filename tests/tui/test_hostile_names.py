"""Names and values of strangers on the screens are shown as text, never as markup or links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.color import Color

from mqtune.tui.start import VISIBLE, TerminalApp
from tests.cli.test_escaping import PAYLOADS

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

NAMES = [one for one in PAYLOADS.values() if not {"\0", "\r", "\udcff"} & set(one)]
KEYS = (
    *("2", "down", "enter", "escape", "e", "escape", "f", "escape", "s", "escape", "down", "g", "escape"),
    *("3", "down", "enter", "escape", "down", "g", "down", "escape", "/", "r", "i", "enter", "escape"),
    *("4", "down", "escape", "5", "down", "escape", "6", "escape", "1", "ctrl+p", "r", "i", "escape"),
)


def shown(segments: list[Segment]) -> list[Segment]:
    """The line as the terminal gets it."""
    found = VISIBLE.apply(segments, Color(0, 0, 0))
    assert [one.cell_length for one in found] == [one.cell_length for one in segments]
    return [one for one in found if one.text != "\n"]


def test_no_name_is_markup_or_acts_on_the_terminal(stage: Stage, project: Path) -> None:
    quoted = [one.replace("'", "''") for one in NAMES]
    (project / "qm1.mqsc").write_text(
        "".join(
            f"DEFINE QLOCAL('{one}') REPLACE DESCR('{one}') MAXDEPTH(0)\n"
            f"DEFINE QALIAS('A{number}') TARGET('{one}x')\nDEFINE QLOCAL(X) {one}(1)\n"
            f"DEFINE TOPIC('T{number}') TOPICSTR('{one}') CLUSTER('{one}')\n"
            for number, one in enumerate(quoted)
        ),
        encoding="utf-8",
    )
    folder = project / "[red]a[link=x]"
    folder.mkdir()
    (folder / "[@click=app.bell]b.mqsc").write_text("DEFINE QLOCAL(B) BAD(1)\n")

    assert VISIBLE in TerminalApp().get_line_filters()

    async def scene(pilot: Pilot[None]) -> None:
        seen = ""
        for key in KEYS:
            await pilot.press(key)
            await pilot.pause()
            strips = pilot.app.screen._compositor.render_strips()
            for segment in (one for strip in strips for one in shown(list(strip))):
                assert segment.text.isprintable(), repr(segment.text)
                assert segment.style is None or not segment.style.link, repr(segment.text)
                assert segment.style is None or "app.bell" not in str(segment.style.meta)
                seen += segment.text
        assert "[red]" in seen

    stage.play(scene, size=(120, 40))


def test_what_is_copied_does_not_act_where_it_is_pasted() -> None:
    app = TerminalApp()
    app.copy_to_clipboard("DEFINE TOPIC(T) +\n\tTOPICSTR('p\rDELETE QLOCAL(Q)\r\x1b[201~\u202ex')\n")
    assert app.clipboard == ("DEFINE TOPIC(T) +\n\tTOPICSTR('p\\rDELETE QLOCAL(Q)\\r\\x1b[201~\\u202ex')\n")


def test_the_command_that_isolates_shows_each_character(stage: Stage, project: Path) -> None:
    (project / "qm1.mqsc").write_text("DEFINE SUB(S) TOPICSTR('p\x0b\x1b[201~q') DEST(D)\n", encoding="utf-8")

    async def scene(pilot: Pilot[None]) -> None:
        await stage.until(pilot, "1 info")
        await pilot.press("3", "down")
        await stage.until(pilot, "p\\x0b")
        await pilot.press("i")
        await stage.until(pilot, "y copies")
        assert r"TOPICSTR('p\x0b\x1b[201~q')" in stage.text(pilot)
        assert r"Isolate p\x0b\x1b[201~q" in stage.text(pilot)

    stage.play(scene, size=(120, 40))
