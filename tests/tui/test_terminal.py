"""The requirements of the UI, and its adaptation to limited terminals."""

from __future__ import annotations

import asyncio
import contextlib
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

from mqtune.text.messages import UsageError
from mqtune.tui.app import MqtuneApp
from mqtune.tui.background import WITH_COLON, WITH_PLUS, editor_command
from mqtune.tui.start import AsciiFilter, MarksWithoutColour
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


@pytest.fixture
def editors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder with stand-ins of editors, while the working folder is that of a repository."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in (*WITH_PLUS, *WITH_COLON, "code", "codium", "cursor", "ed", "notepad"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    (tmp_path / "repository").mkdir()
    monkeypatch.chdir(tmp_path / "repository")
    return str(folder)


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("vim", ["vim", "+7", "FILE"]),
        ("nano -w", ["nano", "-w", "+7", "FILE"]),
        ("code --wait", ["code", "--wait", "--goto", "FILE:7"]),
        ("hx", ["hx", "FILE:7"]),
        ("ed", ["ed", "FILE"]),
    ],
)
def test_the_editor_gets_the_line(editors: str, editor: str, words: list[str]) -> None:
    command = editor_command({"EDITOR": editor, "PATH": editors}, "a.mqsc", 7)
    program, *rest = [word.replace("FILE", os.path.abspath("a.mqsc")) for word in words]
    assert command == [os.path.join(editors, program), *rest]


@pytest.mark.parametrize("editor", [*WITH_PLUS, *WITH_COLON, "code", "codium", "cursor", "ed", ""])
@pytest.mark.parametrize(
    "name",
    [
        "+!touch PWNED;:/a.mqsc",
        "+:!touch PWNED",
        "-c:!touch PWNED",
        "--cmd=!touch PWNED",
        "--help",
        "-",
        "--",
        "+",
        " a.mqsc",
        "a\n+!touch PWNED",
        "% # `touch PWNED` $(touch PWNED) 'a' \"b\".mqsc",
        "http://host/a.mqsc",
        "a.mqsc:9",
        "a.mqsc:9:9",
        "\udcff.mqsc",
    ],
)
def test_no_name_of_a_file_is_an_option_or_a_command_of_the_editor(
    editors: str, editor: str, name: str
) -> None:
    """The only words are the program, the line, `--goto` and the absolute path, of this file only."""
    program, *words = editor_command({"VISUAL": editor, "PATH": editors}, name, 7)
    path = os.path.abspath(name)
    assert os.path.isabs(program)
    assert words.pop() in ([path] if ":" in path else [path, f"{path}:7"])
    assert words in ([], ["+7"], ["--goto"])


def test_an_editor_of_the_working_folder_is_not_started(editors: str) -> None:
    for name in ("vim", "vi"):
        Path(name).write_text("#!/bin/sh\n")
        Path(name).chmod(0o755)
    for folders in ("", ".", os.pathsep, f".{os.pathsep}{editors}", f"{os.pathsep}{editors}"):
        with contextlib.suppress(ValueError):
            assert editor_command({"EDITOR": "vim", "PATH": folders}, "a", 7)[0] == f"{editors}/vim"
        assert editor_command({"PATH": folders}, "a", 7)[:1] in ([], [f"{editors}/vi"])


def test_an_editor_that_cannot_be_used_is_reported(editors: str) -> None:
    with pytest.raises(ValueError, match="emax was not found on the PATH"):
        editor_command({"EDITOR": "emax", "PATH": editors}, "a", 7)
    with pytest.raises(ValueError, match="No closing quotation"):
        editor_command({"EDITOR": "vim 'a", "PATH": editors}, "a", 7)


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
