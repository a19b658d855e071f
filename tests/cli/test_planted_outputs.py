"""No output is written through a link of a repository, and no copy has more rights than its file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mqtune.text import source as writing
from tests.cli.conftest import BROKEN, CLEAN, Run

KEPT = "kept\n"
LOAD = """[[queue-manager]]
name = "QM1"
files = ["a.mqsc"]

[[queue-manager.queue]]
queue = "ORDERS"
put-rate = 10
"""


@pytest.fixture
def repo(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository as working folder; beside it a folder with a file."""
    (folder / "outside/inner").mkdir(parents=True)
    (folder / "outside/victim").write_text(KEPT)
    (folder / "repo/.git").mkdir(parents=True)
    (folder / "repo/.git/config").write_text(KEPT)
    (folder / "repo/a.mqsc").write_text(BROKEN)
    (folder / "repo/old").mkdir()
    (folder / "repo/old/a.mqsc").write_text(CLEAN)
    (folder / "repo/source.txt").write_text(KEPT)
    monkeypatch.chdir(folder / "repo")
    return folder / "repo"


# commands that write a file, and those that write into a folder, with OUT for its name
FILES = [
    ("lint", "--format", "json", "-o", "OUT"),
    ("lint", "--write-baseline", "OUT"),
    ("report", "--output", "OUT"),
    ("plan", "old/a.mqsc", "a.mqsc", "--out", "OUT"),
]
FOLDERS = [
    ("figures", "export", "--output", "OUT"),
    ("tune", "a.mqsc", "--output", "OUT"),
]
TARGETS = ["../outside/victim", "../outside/new", ".git/config", "source.txt"]


def state(folder: Path) -> dict[str, str]:
    """The files outside and of git, and the source, each with its content."""
    places = [*(folder.parent / "outside").rglob("*"), *(folder / ".git").rglob("*"), folder / "source.txt"]
    return {str(path): path.read_text() if path.is_file() else "" for path in places}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("words", FILES, ids=" ".join)
def test_a_link_at_the_name_of_an_output_is_not_followed(words, target, repo, mqtune: Run) -> None:
    Path("planted").symlink_to(target)
    before = state(repo)
    outcome = mqtune(*(word.replace("OUT", "planted") for word in words))
    assert outcome.status == 2
    assert "cannot write planted: it is a link" in outcome.err
    assert state(repo) == before
    assert os.readlink("planted") == target


@pytest.mark.parametrize("words", [*FILES, *FOLDERS], ids=" ".join)
def test_a_link_at_a_folder_on_the_way_is_not_followed(words, repo, mqtune: Run) -> None:
    Path("out").symlink_to("../outside")
    before = state(repo)
    outcome = mqtune(*(word.replace("OUT", "out/inner/new") for word in words))
    assert outcome.status == 2
    assert "below one" in outcome.err
    assert state(repo) == before


@pytest.mark.parametrize("words", FOLDERS, ids=" ".join)
def test_a_link_in_the_folder_of_an_output_is_not_followed(words, repo, mqtune: Run) -> None:
    (repo / "mqtune.toml").write_text(LOAD)
    mqtune(*(word.replace("OUT", "first") for word in words))
    Path("second").mkdir()
    for file in Path("first").iterdir():
        (Path("second") / file.name).symlink_to("../../outside/victim")
    before = state(repo)
    outcome = mqtune(*(word.replace("OUT", "second") for word in words))
    assert outcome.status == 2 or not list(Path("second").iterdir())
    assert state(repo) == before


@pytest.mark.parametrize("target", ["../outside/new", "../outside/victim", "source.txt"])
def test_init_does_not_write_through_a_link(target, repo, mqtune: Run) -> None:
    Path("mqtune.toml").symlink_to(target)
    before = state(repo)
    assert mqtune("init").status == 2
    assert state(repo) == before


@pytest.mark.parametrize("words", FILES, ids=" ".join)
def test_the_user_may_write_anywhere_and_through_links_of_his_own(words, repo, mqtune: Run) -> None:
    own = repo.parent / "outside/own"
    own.symlink_to("victim")
    for place in ("../outside/own", "/dev/null", "new"):
        assert mqtune(*(word.replace("OUT", place) for word in words)).status in (0, 1)
    assert own.is_symlink()
    assert (repo.parent / "outside/victim").read_text() != KEPT
    assert Path("new").is_file()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o400, 0o644, 0o604])
@pytest.mark.parametrize("words", [("lint", "--fix"), ("fmt",)], ids=" ".join)
def test_a_copy_never_has_more_rights_than_the_file(words, mode, repo, mqtune: Run, monkeypatch) -> None:
    file = repo / "a.mqsc"
    file.chmod(mode)
    seen: list[int] = []
    real = os.open

    def watched(path: str, flags: int, *more: int) -> int:
        handle = real(path, flags, *more)
        if flags & os.O_CREAT:
            seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        return handle

    monkeypatch.setattr(writing.os, "open", watched)
    mqtune(*words, "a.mqsc")
    assert all(found & ~mode == 0 for found in seen)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_the_usual_rights(repo, mqtune: Run) -> None:
    before = os.umask(0o027)
    try:
        mqtune("lint", "--format", "json", "-o", "new.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE(Path("new.json").stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser has groups")
def test_a_group_that_cannot_be_kept_gets_no_rights(repo, mqtune: Run, monkeypatch) -> None:
    file = repo / "a.mqsc"
    os.chown(file, -1, 12345)
    file.chmod(0o660)

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(writing.os, "fchown", refused)
    mqtune("lint", "--fix", "a.mqsc")
    assert file.read_text() != BROKEN
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
