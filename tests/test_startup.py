"""Start-up is a feature: a lint loads the rules and parsers that have something to look at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mqtune.tui.areas import AREAS

PROGRAM = """
import sys
from mqtune.session.session import Options, Session
result = Session.open(Options(["a.mqsc"])).lint()
assert not result.crashes and result.summary.files == 1
print("\\n".join(sys.modules))
"""


def modules_after(script: str, folder: Path) -> set[str]:
    (folder / "a.mqsc").write_text(script)
    root = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_families_that_have_nothing_to_look_at_are_not_loaded(tmp_path: Path) -> None:
    loaded = modules_after("DEFINE QLOCAL(ORDERS) REPLACE MAXDEPTH(5000)\n", tmp_path)
    assert "mqtune.rules.que.limits" in loaded
    assert not {name for name in loaded if name.startswith(("mqtune.rules.clt", "mqtune.rules.k8s"))}
    assert "mqtune.rules.cat.display" not in loaded
    assert "mqtune.syntax.ccdt.parse" not in loaded
    assert "mqtune.session.parallel" not in loaded
    assert "mqtune.engine.suppression" not in loaded
    assert "mqtune.capacity.topics" not in loaded


ENTRANCE = """
import sys
from mqtune.cli.main import main
status = main({words!r})
print("\\n".join(sys.modules))
"""


def modules_of(words: list[str], folder: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", ENTRANCE.format(words=words)],
        cwd=folder,
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_a_lint_loads_nothing_of_the_terminal_ui(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE MAXDEPTH(5000)\n")
    loaded = modules_of(["lint", "a.mqsc"], tmp_path)
    assert not {name for name in loaded if name.split(".")[0] in ("textual", "rich", "typer")}
    assert "mqtune.tui" not in loaded


def test_a_lint_without_secrets_loads_no_slow_modules(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE MAXDEPTH(5000)\n")
    slow = {"dataclasses", "datetime", "fnmatch", "inspect", "string", "typing", "mqtune.present.safe"}
    assert not slow & modules_of(["lint", "a.mqsc", "--quiet"], tmp_path)


def test_a_lint_loads_nothing_of_the_lab(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(ORDERS) REPLACE MAXDEPTH(5000)\n")
    for words in (["lint", "a.mqsc"], ["lint", "a.mqsc", "--statistics"], ["rules", "--family", "PUB"]):
        loaded = modules_of(words, tmp_path)
        assert not {name for name in loaded if name.startswith("mqtune.lab")}, words


def test_other_commands_and_a_refused_ui_load_no_textual(tmp_path: Path) -> None:
    for words in (["rules", "--family", "PUB"], ["tui", "--help"], ["tui"]):
        assert "textual" not in modules_of(words, tmp_path), words


FIRST_FRAME = """
import asyncio, sys
import mqtune.cli._plain_options, mqtune.cli.command, mqtune.cli.console, mqtune.cli.main
from mqtune.tui.start import TerminalApp

async def first_frame():
    app = TerminalApp()
    app.open_again = lambda: None
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "Home" in str(app.screen.query_one("StatusLine").render())
        print("\\n".join(sys.modules))

asyncio.run(first_frame())
"""
HEAVY = (
    "typer",
    "json",
    "mqtune.engine.engine",
    "mqtune.estate",
    "mqtune.session.fixing",
    "mqtune.analysis.flow",
    "mqtune.lab",
)
HEAVY += ("mqtune.capacity", "mqtune.syntax", "mqtune.session.session", "mqtune.session.workspace")
HEAVY += ("textual.widgets._data_table", "textual.widgets._markdown")


def test_the_first_frame_of_the_terminal_ui_loads_only_home(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[1]), "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert "mqtune.tui.areas.home" in loaded
    assert not {name for name in loaded for heavy in HEAVY if f"{name}.".startswith(f"{heavy}.")}
    screens = {area.screen.partition(":")[0] for area in AREAS}
    assert loaded & screens == {"mqtune.tui.areas.home"}
