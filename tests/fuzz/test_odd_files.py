"""Files that are none, that vanish, and folders named like files: told, and nothing waits or breaks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session

SOUND = "DEFINE QLOCAL(A) REPLACE\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sound.mqsc").write_text(SOUND)
    return tmp_path


def told(*paths: str) -> list[str]:
    return [finding.message for finding in Session.open(Options(paths=paths)).lint().findings]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_is_told_when_it_is_named_and_passed_by_on_a_walk(folder: Path) -> None:
    os.mkfifo(folder / "pipe.mqsc")
    assert told("pipe.mqsc") == ["cannot read pipe.mqsc: a pipe or a device, not a file"]
    assert told(".") == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_in_place_of_the_project_file_does_not_wait(folder: Path) -> None:
    os.mkfifo(folder / "mqtune.toml")
    assert told("sound.mqsc") == []


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no devices in folders here")
def test_a_device_is_not_read(folder: Path) -> None:
    (folder / "zero.mqsc").symlink_to("/dev/zero")
    assert told("zero.mqsc") == ["cannot read zero.mqsc: a pipe or a device, not a file"]
    assert told(".") == ["zero.mqsc is not read: it leads out of the project"]


def test_a_link_to_a_file_beside_it_defines_nothing_twice(folder: Path) -> None:
    (folder / "sound.mqsc").write_text("DEFINE QLOCAL(A)\n")
    (folder / "current.mqsc").symlink_to("sound.mqsc")
    assert told(".") == []
    assert told("current.mqsc") == []


def test_a_link_out_of_the_folder_is_followed(folder: Path) -> None:
    (folder / "inside").mkdir()
    (folder / "inside/wrong.mqsc").symlink_to("../wrong.txt")
    (folder / "wrong.txt").write_text("NONSENSE\n")
    assert len(told("inside")) == 1


def test_a_loop_of_links_ends(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below/up").symlink_to("..")
    (folder / "self.mqsc").symlink_to("self.mqsc")
    assert told(".") == []


def test_a_folder_with_the_name_of_a_file_is_walked(folder: Path) -> None:
    (folder / "folder.mqsc").mkdir()
    (folder / "folder.mqsc/a.mqsc").write_text("NONSENSE\n")
    assert len(told("folder.mqsc")) == 1


def test_a_file_that_vanishes_after_the_walk_costs_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import mqtune.session.loading as intake

    discover = intake.discover

    def discover_and_lose(*arguments: object) -> object:
        found = discover(*arguments)  # type: ignore[arg-type]
        os.unlink("gone.mqsc")
        return found

    Path("gone.mqsc").write_text(SOUND)
    Path("wrong.mqsc").write_text("NONSENSE\n")
    monkeypatch.setattr(intake, "discover", discover_and_lose)
    first, second = told(".")
    assert first.startswith("cannot read gone.mqsc")
    assert second.startswith("NONSENSE")
