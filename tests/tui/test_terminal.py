"""The requirements of the UI, and its adaptation to limited terminals."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from mqtune.session.options import UsageError
from mqtune.tui.app import MqtuneApp
from mqtune.tui.editor import editor_command
from mqtune.tui.line_filters import AsciiFilter, MarksWithoutColour
from mqtune.tui.terminal import check_terminal, is_ascii_only
from mqtune.tui.themes import BLUE_ORANGE, first_theme
from tests.tui.start_in_terminal import SIZES, start

ROOT = Path(__file__).resolve().parents[2]
BLACK = Color(0, 0, 0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_without_a_terminal_there_is_no_ui() -> None:
    for pair in ((io.StringIO(), Terminal()), (Terminal(), io.StringIO())):
        with pytest.raises(UsageError, match="needs a terminal"):
            check_terminal(*pair, "xterm")
    with pytest.raises(UsageError, match="TERM=dumb"):
        check_terminal(Terminal(), Terminal(), "dumb")
    check_terminal(Terminal(), Terminal(), "xterm")


def test_the_command_reports_it_with_status_2() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mqtune", "tui"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 2
    assert "the terminal UI needs a terminal; standard input is not one" in done.stderr


@pytest.mark.parametrize("size", SIZES)
def test_the_ui_opens_in_a_terminal_shows_every_area_and_quits_without_a_word(size: tuple[int, int]) -> None:
    command = [sys.executable, "-m", "mqtune"]
    start(command, [str(ROOT / "examples")], size, {**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.parametrize("arguments", [["--demo"], [str(ROOT / "examples/retail-hub")]])
def test_the_demo_and_a_single_project_open_too(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "mqtune"]
    start(command, arguments, SIZES[0], {**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.skipif(not hasattr(asyncio, "eager_task_factory"), reason="this Python starts all tasks later")
def test_the_ui_opens_where_tasks_would_start_at_once(project: Path) -> None:
    async def play() -> None:
        asyncio.get_running_loop().set_task_factory(
            asyncio.eager_task_factory
        )  # as Textual does in a terminal
        app = MqtuneApp()
        async with app.run_test() as pilot:
            await pilot.press("2")
            assert app.current_mode == "lint"
            await pilot.press("q")
        assert app.return_code == 0

    asyncio.run(play())


@pytest.mark.parametrize(
    ("environment", "theme"),
    [
        ({"TERM": "xterm-256color"}, "mqtune"),
        ({"TERM": "linux"}, "ansi-dark"),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, "mqtune"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "ansi-dark"),
        ({"TERM": "linux", "TEXTUAL_THEME": BLUE_ORANGE}, BLUE_ORANGE),
    ],
)
def test_the_terminal_decides_the_theme(environment: dict[str, str], theme: str) -> None:
    assert first_theme(environment) == theme


def test_an_encoding_without_box_characters_gets_ascii() -> None:
    assert is_ascii_only(io.TextIOWrapper(io.BytesIO(), encoding="iso-8859-1"))
    assert not is_ascii_only(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    shown = AsciiFilter().apply([Segment("╭─│ … ⣿ ü 漢")], BLACK)
    text = "".join(segment.text for segment in shown)
    assert text == "+-| . * ? ? "


def test_without_colour_a_mark_is_reversed() -> None:
    marked = Segment("cursor", Style(bgcolor="blue"))
    plain = Segment("plain", Style(color="red"))
    first, second = MarksWithoutColour().apply([marked, plain], BLACK)
    assert first.style is not None
    assert first.style.reverse
    assert second is plain


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("vim", ["vim", "+7", "a.mqsc"]),
        ("/usr/bin/nano -w", ["/usr/bin/nano", "-w", "+7", "a.mqsc"]),
        ("code --wait", ["code", "--wait", "--goto", "a.mqsc:7"]),
        ("hx", ["hx", "a.mqsc:7"]),
        ("ed", ["ed", "a.mqsc"]),
    ],
)
def test_the_editor_gets_the_line(editor: str, words: list[str]) -> None:
    assert editor_command({"EDITOR": editor}, "a.mqsc", 7) == words


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="the system has no such signals")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_leaves_the_terminal_clean(tmp_path: Path, number: int, status: int) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    output, code = asyncio.run(told_to_end(tmp_path, number))
    assert code == status
    # the alternate screen and the mouse are given back
    assert output.rindex(b"\x1b[?1049l") > output.rindex(b"\x1b[?1049h")
    assert output.rindex(b"\x1b[?1000l") > output.rindex(b"\x1b[?1000h")


async def told_to_end(folder: Path, number: int) -> tuple[bytes, int]:
    """Start the UI on a terminal of its own, send it a signal once it has drawn, and return its output."""
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "mqtune", "tui"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    os.close(theirs)
    output = bytearray()
    ended = asyncio.Event()
    drawn = asyncio.Event()

    def read() -> None:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            piece = b""
        output.extend(piece)
        if b"Home" in output:
            drawn.set()
        if not piece:
            asyncio.get_running_loop().remove_reader(ours)
            drawn.set()  # if it ends without a screen, its output tells why
            ended.set()

    asyncio.get_running_loop().add_reader(ours, read)
    await drawn.wait()
    if not ended.is_set():
        process.send_signal(number)
    code = await process.wait()
    await ended.wait()
    os.close(ours)
    return bytes(output), code
