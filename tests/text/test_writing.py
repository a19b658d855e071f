"""Files are written whole or left alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mqtune.text.source import FileChangedError, write_file


def test_the_new_content_is_there_and_nothing_else_is(tmp_path: Path) -> None:
    file = tmp_path / "a.mqsc"
    file.write_bytes(b"old")
    write_file(str(file), b"new", expected=b"old")
    assert file.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.mqsc"]


def test_permissions_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.mqsc"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write_file(str(file), b"new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="the system has no names for descriptors")
def test_a_pipe_that_has_only_the_name_of_a_descriptor_is_written() -> None:
    read, write = os.pipe()
    with open(read, "rb") as file:
        write_file(f"/dev/fd/{write}", b"new")
        os.close(write)
        assert file.read() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_without_a_reader_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a pipe without a reader"):
        write_file(str(tmp_path / "pipe"), b"new")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with open(reader, "rb") as file:
        write_file(str(tmp_path / "pipe"), b"new")
        assert file.read() == b"new"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "real" / "a.mqsc"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "a.mqsc"
    link.symlink_to(target)
    write_file(str(link), b"new", expected=b"old")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_file_that_changed_since_it_was_read_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.mqsc"
    file.write_bytes(b"somebody else's")
    with pytest.raises(FileChangedError):
        write_file(str(file), b"new", expected=b"old")
    assert file.read_bytes() == b"somebody else's"
    assert os.listdir(tmp_path) == ["a.mqsc"]


def test_a_file_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(FileChangedError):
        write_file(str(tmp_path / "a.mqsc"), b"new", expected=b"old")
    assert os.listdir(tmp_path) == []


def test_a_failed_write_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.mqsc"
    file.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_file(str(file), b"new")
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.mqsc"]


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_file(str(tmp_path / "no" / "a.mqsc"), b"new")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anything"
)
def test_a_write_protected_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.mqsc"
    file.write_bytes(b"old")
    file.chmod(0o444)
    with pytest.raises(PermissionError):
        write_file(str(file), b"new")
    assert file.read_bytes() == b"old"


def test_something_that_is_no_plain_file_is_written_through() -> None:
    write_file(os.devnull, b"gone")
