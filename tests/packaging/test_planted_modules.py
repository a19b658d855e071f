"""No command runs anything that lies in the folder that it is started in, or that it reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.plants import Plants, environment_of
from tests.tui.start_in_terminal import BareTerminal

SCRIPT = "DEFINE QLOCAL(A) DESCR(text) REPLACE\nDEFINE QALIAS(B) TARGET(A) REPLACE\n"
COMMANDS = [
    ("lint", "--jobs", "2", "--format", "full", "--format", "sarif", "--output-file", "a.sarif", "."),
    ("lint", "--fix", "a.mqsc"),
    ("fmt", "--check", "a.mqsc"),
    ("init", "--help"),
    ("report", "--output", "a.html", "."),
    ("query", "DISPLAY QLOCAL(*) ALL", "a.mqsc"),
    ("plan", "old.mqsc", "a.mqsc"),
    ("budget", "."),
    ("explain", "PUB001"),
    ("schema", "findings"),
    ("completion", "bash"),
]


@pytest.fixture
def plants(tmp_path: Path) -> Plants:
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("a.mqsc", "old.mqsc"):
        (folder / name).write_text(SCRIPT)
    return Plants(folder, tmp_path / "started")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """`mqtune` as pip writes it."""
    path = tmp_path / "mqtune"
    path.write_text(f"#!{sys.executable}\nimport sys\nfrom mqtune.cli.main import main\nsys.exit(main())\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_command_runs_nothing_of_its_folder(plants: Plants, program: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [program, *words], check=False, cwd=plants.folder, capture_output=True, text=True,
        env=environment_of({"PATH": "programs::."}), stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout or done.stderr
    assert plants.started() == []


@pytest.mark.parametrize("option", ["-I", "-P"])
def test_python_isolated_takes_no_module_of_the_folder(plants: Plants, option: str) -> None:
    command = [sys.executable, option, "-m", "mqtune", "lint", "--format", "json", "a.mqsc"]
    done = subprocess.run(command, check=False, cwd=plants.folder, capture_output=True, text=True)
    assert "summary" in json.loads(done.stdout)
    assert plants.started() == []


def test_the_server_of_editors_runs_nothing_of_the_folder(plants: Plants, program: Path) -> None:
    messages = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": plants.folder.as_uri()}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown", "params": None},
        {"method": "exit", "params": None},
    ]
    texts = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    given = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) for text in texts)
    done = subprocess.run(
        [program, "lsp"], check=False, cwd=plants.folder, capture_output=True, input=given,
        env=environment_of({"PATH": "programs::."}),
    )  # fmt: skip
    assert b'"id":2' in done.stdout.replace(b" ", b""), done.stderr
    assert plants.started() == []


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_the_terminal_ui_runs_nothing_of_the_folder(plants: Plants, program: Path) -> None:
    environment = environment_of({"PATH": "programs::."}) | {"TERM": "xterm-256color"}
    command = [str(program), "tui", str(plants.folder / "a.mqsc")]
    terminal = BareTerminal(command, (120, 40), str(plants.folder), environment)
    try:
        terminal.until("[1 Home")
        terminal.press("2")
        terminal.until("[2 Lint")
    finally:
        terminal.close()
    assert plants.started() == []
