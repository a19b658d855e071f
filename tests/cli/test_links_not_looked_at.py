"""Where a link of a repository leads out, nothing is looked at: a look at `/net/HOST` connects to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

NAMES = ("a.mqsc", "qm.ini", "a.sh", "a.yaml", "Chart.yaml", "ccdt.json", "a.dat", ".gitignore", "folder")
SCRIPT = "#!/bin/sh\nrunmqsc QM1 < ../planted/a.mqsc\nrunmqsc QM1 < ../planted/folder/a.mqsc\n"
TABLES = """[[queue-manager]]
name = "QM1"
files = ["planted/a.mqsc", "planted/folder/*", "planted/*.mqsc"]
[[environment]]
name = "prod"
values = ["planted/a.yaml", "planted/folder/a.yaml"]
"""
COMMANDS = {
    "lint": ("lint",),
    "lint --gate": ("lint", "--gate", "../gate.toml"),
    "lint of links": ("lint", "planted/a.mqsc", "planted/folder"),
    "lint of links under a gate": ("lint", "--gate", "../gate.toml", "planted/a.mqsc", "planted/folder"),
    "the hook that fixes": ("lint", "--fix", "--ignore-unknown", "--", "planted/a.mqsc", "planted/a.dat"),
    "the hook that formats": ("fmt", "--ignore-unknown", "--", "planted/a.mqsc", "planted/a.dat"),
    "fmt": ("fmt",),
    "query": ("query", "DISPLAY QLOCAL(*)"),
    "plan": ("plan", "other", "planted"),
    "report": ("report", "--output", "../report.html"),
    "tune": ("tune",),
}


@pytest.fixture
def outside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder beside a repository that is full of links to what is in it."""
    root = folder / "repository"
    for name in (".git", "planted", "other"):
        (root / name).mkdir(parents=True)
    for name in NAMES:
        (root / "planted" / name).symlink_to(folder / "net" / "host" / name)
    (root / "planted" / "relative.mqsc").symlink_to("../../net/host/a.mqsc")
    (root / "planted" / "back.mqsc").symlink_to("../../net/host/../../repository/other/a.mqsc")
    (root / "other" / "a.mqsc").write_text("DEFINE QLOCAL(A) DESCR('a')\n")
    (root / "other" / "run.sh").write_text(SCRIPT)
    (root / "mqtune.toml").write_text(TABLES)
    (folder / "gate.toml").write_text("")
    (folder / "net" / "host" / "folder").mkdir(parents=True)
    monkeypatch.chdir(root)
    return folder / "net"


@pytest.fixture
def looks(outside: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls of the operating system that look at what is outside."""
    found: list[str] = []
    realpath = os.path.realpath
    busy = False

    def watched(name: str, call: Callable[..., Any], follows: bool) -> Callable[..., Any]:
        def run(path: Any, *arguments: Any, **options: Any) -> Any:
            nonlocal busy
            if not busy and isinstance(path, str | os.PathLike):
                busy = True
                text = os.path.abspath(path)
                is_followed = follows and options.get("follow_symlinks", True)
                parent, last = os.path.split(text)
                real = realpath(text) if is_followed else os.path.join(realpath(parent), last)
                busy = False
                if Path(real).is_relative_to(outside):
                    found.append(f"{name} {path}")
            return call(path, *arguments, **options)

        return run

    for name in ("stat", "open", "access", "scandir", "listdir"):
        monkeypatch.setattr(os, name, watched(name, getattr(os, name), follows=True))
    for name in ("lstat", "readlink"):
        monkeypatch.setattr(os, name, watched(name, getattr(os, name), follows=False))
    return found


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
@pytest.mark.parametrize("where", ["", "planted", "project"])
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_outside_is_looked_at(
    outside: Path, looks: list[str], mqtune: Run, command: str, where: str
) -> None:
    if where:
        file = Path("planted/mqtune.toml" if where == "planted" else "mqtune.toml")
        file.unlink(missing_ok=True)
        file.symlink_to(outside / "host" / "mqtune.toml")
        looks.clear()
    mqtune(*COMMANDS[command])
    assert looks == []


@pytest.mark.parametrize("text", ["gitdir: {outside}/host/store", "gitdir: ../net/host/store"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_of_git_outside_is_not_looked_at(
    outside: Path, looks: list[str], mqtune: Run, command: str, text: str
) -> None:
    """An unpacked archive may contain a file `.git`."""
    Path(".git").rmdir()
    Path(".git").write_text(text.format(outside=outside) + "\n")
    looks.clear()
    mqtune(*COMMANDS[command])
    assert looks == []
