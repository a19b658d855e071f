"""`.gitignore` hides no file that git tracks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mqtune.project import git as tracked_files
from mqtune.project.discovery import discover
from mqtune.project.ignore_files import IGNORED
from mqtune.project.load import load_project

NAMES = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *NAMES, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    return folder


def write(folder: Path, *names: str, text: str = "DEFINE QLOCAL(A)\n") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def shown(*paths: str, ignore_unknown: bool = False) -> list[str]:
    chosen = list(paths) or ["."]
    return [one.shown for one in discover(chosen, load_project(None, "."), False, ignore_unknown).files]


def omitted() -> dict[str, str]:
    return dict(discover(["."], load_project(None, "."), list_omitted=True).omitted)


@pytest.mark.parametrize("pattern", ["*.mqsc", "hub/", "/hub", "**/a.mqsc", "*"])
def test_no_pattern_hides_a_tracked_file(here: Path, pattern: str) -> None:
    write(here, "hub/a.mqsc", "hub/deep/er/a.mqsc", "hub/local.mqsc")
    git(here, "add", "hub/a.mqsc", "hub/deep")
    write(here, ".gitignore", text=pattern + "\n")
    git(here, "add", "-f", ".gitignore")
    untracked = ["hub/local.mqsc"] if pattern == "**/a.mqsc" else []
    assert shown() == ["hub/a.mqsc", "hub/deep/er/a.mqsc", *untracked]
    named = [*shown(), "hub/local.mqsc"]
    assert shown(*named, ignore_unknown=True) == shown()


def test_files_that_were_added_by_force_below_an_ignored_folder_are_read(here: Path) -> None:
    write(here, ".gitignore", text="build/\n")
    write(here, "build/a.mqsc", "build/b.mqsc", "build/sub/c.mqsc", "build/sub/d.mqsc", "other/e.mqsc")
    assert shown() == ["other/e.mqsc"]
    git(here, "add", "-f", "build/sub/c.mqsc")
    assert shown() == ["build/sub/c.mqsc", "other/e.mqsc"]
    git(here, "add", "-f", "build/b.mqsc")
    assert shown() == ["build/b.mqsc", "build/sub/c.mqsc", "other/e.mqsc"]
    git(here, "rm", "-q", "-f", "--cached", "build/sub/c.mqsc")
    assert shown() == ["build/b.mqsc", "other/e.mqsc"]
    assert omitted() == {"build/a.mqsc": IGNORED, "build/sub": IGNORED}


def test_a_folder_below_the_top_and_a_deeper_gitignore_hide_nothing_either(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here, ".gitignore", text="*.mqsc\n")
    write(here, "a/b/.gitignore", text="*\n")
    write(here, "a/b/x.mqsc", "a/b/y.mqsc")
    git(here, "add", "-f", "a/b/x.mqsc")
    assert shown("a") == ["a/b/x.mqsc"]
    monkeypatch.chdir(here / "a")
    assert shown() == ["b/x.mqsc"]
    assert shown("b") == ["b/x.mqsc"]


def test_a_link_to_the_repository_changes_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, "a.mqsc")
    git(here, "add", "a.mqsc")
    write(here, ".gitignore", text="*\n")
    (here.parent / "link").symlink_to(here)
    monkeypatch.chdir(here.parent / "link")
    monkeypatch.setenv("PWD", str(here.parent / "link"))
    assert shown(str(here.parent / "link"))[0].endswith("a.mqsc")


def test_linked_work_trees_and_submodules_ask_their_own_index(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here, "a.mqsc")
    git(here, "add", "a.mqsc")
    git(here, "commit", "-qm", "x")
    git(here, "worktree", "add", "-q", "../linked")
    linked = here.parent / "linked"
    write(linked, ".gitignore", text="*\n")
    write(linked, "b.mqsc", "c.mqsc")
    git(linked, "add", "-f", "b.mqsc")
    monkeypatch.chdir(linked)
    assert shown() == ["a.mqsc", "b.mqsc"]
    monkeypatch.chdir(here)
    outer = here.parent / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", str(here), "vendor/sub")
    write(outer, ".gitignore", text="vendor/\n")
    write(outer, "vendor/other/d.mqsc", "vendor/sub/untracked.mqsc")
    monkeypatch.chdir(outer)
    assert shown() == ["vendor/sub/a.mqsc"]


@pytest.mark.parametrize("version", ["2", "3", "4", "split"])
def test_every_form_of_the_index_is_read(here: Path, version: str) -> None:
    write(here, "build/a.mqsc", "build/ä.mqsc", "build/b.mqsc")
    write(here, ".gitignore", text="build\n")
    if version == "split":
        git(here, "config", "core.splitIndex", "true")
    git(here, "add", "-f", "build/a.mqsc", "build/ä.mqsc")
    if version != "split":
        git(here, "update-index", "--index-version", version)
    assert shown() == ["build/a.mqsc", "build/ä.mqsc"]


def test_outside_of_a_repository_and_without_git_ignored_files_are_hidden_with_the_reason(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here, "a.mqsc")
    git(here, "add", "a.mqsc")
    write(here, ".gitignore", text="*.mqsc\n")
    monkeypatch.setattr(tracked_files, "_known", {})
    monkeypatch.setenv("PATH", str(here))
    assert shown() == []
    assert omitted() == {"a.mqsc": f"{IGNORED}; git cannot be started"}
    outside = here.parent / "outside"
    write(outside, "a.mqsc")
    write(outside, ".gitignore", text="*.mqsc\n")
    monkeypatch.chdir(outside)
    assert (shown(), omitted()) == ([], {"a.mqsc": IGNORED})


def test_git_is_asked_once_and_only_if_a_file_is_ignored(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = tracked_files.output
    monkeypatch.setattr(tracked_files, "output", lambda *words: asked.append(words) or real(*words))
    write(here, "a.mqsc", *(f"build{number}/a.mqsc" for number in range(20)))
    write(here, ".gitignore", text="*.log\n")
    assert len(shown()) == 21
    assert asked == []
    write(here, ".gitignore", text="build*\n")
    assert shown() == ["a.mqsc"]
    assert len(asked) == 1
    assert os.path.exists(here / ".git" / "index") is False


def test_a_gitignore_that_is_a_link_is_not_read(here: Path) -> None:
    write(here, "a.mqsc")
    write(here.parent, "patterns", text="*.mqsc\n")
    (here / ".gitignore").symlink_to(here.parent / "patterns")
    assert shown() == ["a.mqsc"]
