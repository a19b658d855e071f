"""Where programs are found: in absolute folders of the PATH, never in the working folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from mqtune.hosts.command import run_command
from mqtune.text.paths import physical, program_path, resolved


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with programs that nobody should start, and a folder of the PATH beside it."""
    (tmp_path / "here/bin").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    for name in ("ssh", "dspmq", "java", "git.exe", "bin/ssh"):
        put(tmp_path / "here" / name)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin", str(tmp_path / "bin")]))
    return tmp_path


def put(path: Path, mode: int = 0o755) -> Path:
    path.write_text("#!/bin/sh\necho started\n")
    path.chmod(mode)
    return path


@pytest.mark.parametrize("system", [sys.platform, "win32"])
@pytest.mark.parametrize("name", ["ssh", "dspmq", "java", "git", "git.exe"])
def test_a_program_in_the_working_folder_is_not_found(planted: Path, monkeypatch, name, system) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert program_path(name) is None
    with pytest.raises(FileNotFoundError):
        resolved([name, "x"])
    right = put(planted / "bin" / name)
    assert program_path(name) == str(right)
    assert resolved([name, "x"]) == [str(right), "x"]


def test_the_endings_of_windows_count_there(planted: Path, monkeypatch) -> None:
    right = put(planted / "bin/ssh.exe")
    assert program_path("ssh") is None
    monkeypatch.setattr(sys, "platform", "win32")
    assert program_path("ssh") == str(right)


def test_what_cannot_be_started_or_is_inside_is_passed_over(planted: Path) -> None:
    put(planted / "bin/ssh", 0o644)
    (planted / "bin/git").mkdir()
    assert program_path("ssh") is None
    assert program_path("git") is None
    (planted / "bin/ssh").chmod(0o755)
    assert program_path("ssh", outside=(physical(str(planted)),)) is None
    assert program_path("ssh", os.path.join(planted, "here")) == str(planted / "here/ssh")


def test_a_name_with_a_folder_is_that_file(planted: Path) -> None:
    assert program_path("./ssh") == str(planted / "here/ssh")
    assert program_path("./other") is None
    assert resolved(["./ssh"]) == ["./ssh"]


def test_a_command_without_a_program_outside_of_the_working_folder_is_refused(planted: Path) -> None:
    answer = run_command(["dspmq"])
    assert (answer.status, answer.text, answer.refused) == (None, "", os.strerror(2))
    put(planted / "bin/dspmq")
    assert (
        run_command(["dspmq"], environment={"PATH": f"{planted / 'bin'}{os.pathsep}/bin"}).text == "started\n"
    )
