"""The command as a process: pipes, standard input, start-up."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

BROKEN = "DEFINE QLOCAL(ORDERS) DESCR('Fred's queue') REPLACE\n"
MENDED = "DEFINE QLOCAL(ORDERS) DESCR('Fred''s queue') REPLACE\n"
CLEAN = "DEFINE QLOCAL(ORDERS) DESCR('Orders of today') REPLACE\n"
COMMAND = [sys.executable, "-m", "mqtune"]

# typing and dataclasses cost milliseconds each, the others tens of them
SLOW = [
    *("typer", "rich", "lark", "textual", "dataclasses", "logging", "importlib.resources", "asyncio"),
    *("typing", "json", "hashlib", "tomllib", "yaml", "pathlib", "inspect", "datetime", "threading"),
    *("difflib", "argparse", "unicodedata"),
]


HERE = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}


def run(folder: Path, *words: str, text: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *words], cwd=folder, input=text, capture_output=True, env={**HERE, **more}, check=False
    )


def test_a_clean_lint_loads_no_slow_module(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text(CLEAN)
    program = (
        "import sys; before = set(sys.modules); sys.argv = ['mqtune', 'lint', 'a.mqsc']\n"
        "from mqtune.cli.main import main\n"
        "status = main()\n"
        f"print(sorted(set({SLOW!r}) & (set(sys.modules) - before)), status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "[] 0", done.stdout + done.stderr


def test_standard_input_is_linted_under_its_name(tmp_path: Path) -> None:
    done = run(
        tmp_path, "lint", "-", "--stdin-filename", "x/a.mqsc", "--format", "concise", text=BROKEN.encode()
    )
    assert done.returncode == 1
    assert done.stdout.startswith(b"x/a.mqsc:1:")


def test_standard_input_is_fixed_to_standard_output(tmp_path: Path) -> None:
    text = (BROKEN + "* caf\u00e9\n").encode("latin-1").replace(b"\n", b"\r\n")
    done = run(tmp_path, "lint", "-", "--stdin-filename", "a.mqsc", "--fix", "--select", "SYN", text=text)
    assert done.stdout == (MENDED + "* caf\u00e9\n").encode("latin-1").replace(b"\n", b"\r\n")
    assert b"Fixed 1 finding" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="pipes of a POSIX shell")
def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text(BROKEN * 1500)  # more output than a pipe holds
    line = f"{shlex.join(COMMAND)} lint --format concise | head -n 1"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, env=environment, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_an_ascii_terminal_gets_escapes(tmp_path: Path) -> None:
    (tmp_path / "é.mqsc").write_text(BROKEN)
    done = run(tmp_path, "lint", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 1
    assert b"\\xe9.mqsc:1:" in done.stdout


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_standard_output_on_a_full_disk_is_no_internal_error(tmp_path: Path, unbuffered: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    with open("/dev/full", "w") as full:
        environment = {**HERE, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(
            [*COMMAND, "lint"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment,
            check=False,
        )
    assert done.returncode == 2
    assert b"cannot write: no space left on device" in done.stderr
    assert b"Exception" not in done.stderr


def test_a_full_disk_is_reported_without_a_traceback(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    (tmp_path / "a.mqsc").write_text(BROKEN)
    done = run(tmp_path, "lint", "--format", "json", "-o", "/dev/full")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows closes no output")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_is_no_error_of_the_program(tmp_path: Path, closed: str) -> None:
    for text, status in ((CLEAN, 0), (BROKEN, 1)):
        (tmp_path / "a.mqsc").write_text(text)
        command = f"{shlex.join(COMMAND)} lint a.mqsc {closed}"
        assert subprocess.run(command, shell=True, cwd=tmp_path, env=HERE, check=False).returncode == status
