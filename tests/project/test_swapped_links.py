"""What becomes a link between the check of a path and its use leads nowhere: nothing outside is opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.journal.journal import Journal
from mqtune.project.boundary import INSIDE, Boundary, make_folder, output_refusal, typed_refusal, write_output
from mqtune.syntax.mqsc.templates import file_names_mq
from mqtune.text import held
from mqtune.text.held import list_folder
from mqtune.text.source import read_file, read_head, read_typed, remove_file, write_file

REFUSED = r"leads out of the project|lies in the folder of git|was replaced|is a link, or below"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="only the superuser of Windows makes links")


@pytest.fixture(params=["handles", "names"])
def top(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a repository, and the same names outside; also where no system says what is open."""
    for folder in ("repo/conf", "repo/.git", "outside/conf"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("repo/conf/a.mqsc", "repo/.git/a.mqsc", "outside/conf/a.mqsc"):
        (tmp_path / name).write_text(name)
    if request.param == "names":
        monkeypatch.setattr(os, "readlink", _no_link(os.readlink))
    monkeypatch.chdir(tmp_path / "repo")
    return tmp_path / "repo"


def _no_link(real: Callable[..., str]) -> Callable[..., str]:
    def readlink(path: str, **more: int) -> str:
        if str(path).startswith("/proc/"):
            raise FileNotFoundError(path)
        return real(path, **more)

    return readlink


def swap(monkeypatch: pytest.MonkeyPatch, path: Path, target: str, name: str = "open") -> None:
    """Put a link in place of a folder or file at the next call of a function of `os`."""
    real, done = getattr(os, name), []

    def swapping(*words: object, **more: object) -> object:
        if not done:
            done.append(path.rename(f"{path}.old"))
            path.symlink_to(target)
        return real(*words, **more)

    monkeypatch.setattr(os, name, swapping)


def test_what_stays_is_read_and_written(top) -> None:
    path = str(top / "conf/a.mqsc")
    Boundary([str(top)])
    (top / "near").symlink_to("conf/a.mqsc")
    write_file(str(top / "near"), b"new", b"repo/conf/a.mqsc")
    write_output("conf/b.mqsc", b"new")
    make_folder("conf/new/deep")
    write_output("conf/new/deep/c.mqsc", b"new")
    assert read_file(path) == read_typed("near") == read_head("conf/new/deep/c.mqsc", 10) == b"new"
    assert read_file(".git/a.mqsc") == b"repo/.git/a.mqsc"  # the user may type it
    assert [entry.name for entry in list_folder("conf")] == ["a.mqsc", "b.mqsc", "new"]
    remove_file("conf/b.mqsc")


READS = [read_file, read_typed, lambda path: read_head(path, 10), file_names_mq]


@pytest.mark.parametrize("target", ["../outside/conf", ".git"])
@pytest.mark.parametrize("read", READS)
def test_a_folder_that_becomes_a_link_is_not_read(top, target, read, monkeypatch) -> None:
    path = str(top / "conf/a.mqsc")
    assert Boundary([str(top)]).refusal(path) == INSIDE
    swap(monkeypatch, top / "conf", target)
    with pytest.raises(OSError, match=REFUSED):
        read(path)


@pytest.mark.parametrize("target", ["../../outside/conf/a.mqsc", "../.git/a.mqsc", "/etc/passwd"])
@pytest.mark.parametrize("read", READS)
def test_a_file_that_becomes_a_link_is_not_read(top, target, read, monkeypatch) -> None:
    assert typed_refusal("conf/a.mqsc") == INSIDE
    swap(monkeypatch, top / "conf/a.mqsc", target)
    with pytest.raises(OSError, match=REFUSED):
        read("conf/a.mqsc")


@pytest.mark.parametrize("target", ["../outside/conf", ".git"])
@pytest.mark.parametrize("path", ["conf/new.jsonl", "conf/new/deep/new.jsonl"])
def test_no_journal_is_made_in_a_folder_that_becomes_a_link(top, target, path, monkeypatch) -> None:
    assert typed_refusal(path) == INSIDE

    def checked(_: str) -> None:
        (top / "conf").rename(top / "conf.old")
        (top / "conf").symlink_to(target)

    monkeypatch.setattr("mqtune.lab.journal.journal._require_no_link", checked)
    with pytest.raises(LabError, match=REFUSED):
        Journal.create(path, {"event": "opened", "format": 1})
    assert [one.name for one in (top / target).iterdir()] == ["a.mqsc"]


def test_a_link_that_leads_back_when_it_is_asked_about_is_seen(top, monkeypatch) -> None:
    """Where the system does not say what is open, the file is compared with the one that its path names."""
    path = top / "conf/a.mqsc"
    Boundary([str(top)])
    swap(monkeypatch, path, "../../outside/conf/a.mqsc")
    real = held.place_of

    def back(handle: int, name: str) -> str:
        path.unlink()
        (top / "conf/a.mqsc.old").rename(path)
        return real(handle, name)

    monkeypatch.setattr(held, "place_of", back)
    with pytest.raises(OSError, match=REFUSED):
        read_file(str(path))


def test_a_folder_that_becomes_a_link_is_not_listed(top, monkeypatch) -> None:
    Boundary([str(top)])
    swap(monkeypatch, top / "conf", "../outside/conf")
    with pytest.raises(OSError, match=REFUSED):
        list_folder(str(top / "conf"))


def test_a_folder_that_becomes_a_link_while_it_is_open_is_listed_as_it_was(top, monkeypatch) -> None:
    Boundary([str(top)])
    (top / "conf/b.mqsc").write_text("")
    swap(monkeypatch, top / "conf", "../outside/conf", "scandir")
    assert [entry.name for entry in list_folder(str(top / "conf"))] == ["a.mqsc", "b.mqsc"]


def everything(top: Path) -> dict[str, str]:
    return {str(path): path.read_text() for path in (top.parent / "outside").rglob("*") if path.is_file()}


@pytest.mark.parametrize("at", ["open", "stat", "access", "replace", "fsync"])
@pytest.mark.parametrize("expected", [None, b"repo/conf/a.mqsc"])
def test_nothing_is_written_behind_a_folder_that_becomes_a_link(top, at, expected, monkeypatch) -> None:
    Boundary([str(top)])
    before = everything(top)
    swap(monkeypatch, top / "conf", "../outside/conf", at)
    with suppress(OSError):
        write_file(str(top / "conf/a.mqsc"), b"new", expected)
    monkeypatch.undo()
    assert everything(top) == before
    assert not list(top.parent.rglob("*.tmp"))


@pytest.mark.parametrize("at", ["open", "replace"])
def test_nothing_is_written_behind_a_file_that_becomes_a_link(top, at, monkeypatch) -> None:
    Boundary([str(top)])
    before = everything(top)
    swap(monkeypatch, top / "conf/a.mqsc", "../../outside/conf/a.mqsc", at)
    with suppress(OSError):
        write_file(str(top / "conf/a.mqsc"), b"new")
    monkeypatch.undo()
    assert everything(top) == before


def test_a_folder_that_is_moved_away_gets_no_file(top, monkeypatch) -> None:
    Boundary([str(top)])
    real, done = os.fsync, []

    def moving(handle: int) -> None:
        if not done:
            done.append((top / "conf").rename(top.parent / "outside/moved"))
        real(handle)

    monkeypatch.setattr(os, "fsync", moving)
    with pytest.raises(OSError, match=r"leads out|No such file"):
        write_file(str(top / "conf/a.mqsc"), b"new")
    assert os.listdir(top.parent / "outside/moved") == ["a.mqsc"]
    assert (top.parent / "outside/moved/a.mqsc").read_text() == "repo/conf/a.mqsc"


def test_an_output_is_held_to_the_working_folder(top, monkeypatch) -> None:
    before = everything(top)
    assert output_refusal("conf/new") == INSIDE
    swap(monkeypatch, top / "conf", "../outside/conf")
    with pytest.raises(OSError, match=REFUSED):
        write_output("conf/new", b"new")
    monkeypatch.undo()
    assert everything(top) == before


def test_no_folder_is_made_behind_a_link(top, monkeypatch) -> None:
    swap(monkeypatch, top / "conf", "../outside/conf", "mkdir")
    with suppress(OSError):
        make_folder("conf/new/deep")
    assert not (top.parent / "outside/conf/new").exists()


def test_nothing_is_removed_behind_a_link(top, monkeypatch) -> None:
    Boundary([str(top)])
    before = everything(top)
    swap(monkeypatch, top / "conf", "../outside/conf")
    with pytest.raises(OSError, match=REFUSED):
        remove_file(str(top / "conf/a.mqsc"))
    monkeypatch.undo()
    assert everything(top) == before


def test_a_folder_that_the_user_typed_may_be_a_link(top) -> None:
    """Without a project around it, a link of the working folder is where the user wants to go."""
    (top.parent / "way").symlink_to("outside")
    os.chdir(top.parent)
    from mqtune.project.discovery import discover
    from mqtune.project.settings import Project

    found = discover(["way"], Project(folder="way"))
    assert [one.shown for one in found.files] == ["way/conf/a.mqsc"]
    assert read_file(found.files[0].path) == b"outside/conf/a.mqsc"
