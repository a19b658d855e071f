"""Which files a run looks at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mqtune.project import discovery
from mqtune.project.discovery import discover
from mqtune.project.load import load_project
from mqtune.project.settings import Project

DUMP = "****\n* Script generated on 2024-01-01\n* Queue manager name: QM1\n****\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, *names: str, text: str = "") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def shown(*paths: str, project: Project | None = None) -> list[str]:
    return [found.shown for found in discover(list(paths) or ["."], project or load_project(None, ".")).files]


CANDIDATES = [
    "a.mqsc",
    "a.MQSC",
    "a.mqs",
    "a.mqsc.v2",
    "a.mqsc.j2",
    "qm.ini",
    "mqclient.ini",
    "other.ini",
    "qm.ini.j2",
    "10-ha.ini.tpl",
    "CCDT.JSON",
    "my-ccdt1.json",
    "ccdt.json.tmpl",
    "map.yaml",
    "map.yml",
    "map.yaml.j2",
    "run.sh",
    "run.bash",
    "run.ksh",
    "Dockerfile",
    "something.tpl",
    "something.j2",
    "something.in",
    "qm.ini.default",
]


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_name_of_mq_or_of_what_carries_it_is_found(here, name):
    write(here, name)
    assert shown() == [name]


@pytest.mark.parametrize("name", ["a.py", "a.md", "package.json", "notes.txt", "LICENSE", "a.mqscx", "a.xml"])
def test_other_names_are_left_alone(here, name):
    write(here, name, text="DEFINE QLOCAL(A)\n")
    assert shown() == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("QM1.txt", DUMP),
        ("QM1", DUMP),
        ("QM1.dmp", DUMP),
        ("setup", "#!/bin/sh\n"),
        ("setup", "#!/usr/bin/env bash\n"),
        ("clients.json", '{"channel": []}'),
    ],
)
def test_the_first_bytes_decide_if_the_name_does_not(here, name, text):
    write(here, name, text=text)
    assert shown() == [name]


def test_a_named_file_is_always_looked_at(here):
    write(here, "notes.md", ".hidden/a.mqsc", "archive/b.mqsc", ".gitignore", text="*\n")
    found = discover(["notes.md", ".hidden/a.mqsc", "archive/b.mqsc"], Project(exclude=("archive",)))
    assert [(one.shown, one.named) for one in found.files] == [
        (".hidden/a.mqsc", True),
        ("archive/b.mqsc", True),
        ("notes.md", True),
    ]


def test_a_path_that_does_not_exist_is_missing(here):
    write(here, "a.mqsc")
    found = discover(["a.mqsc", "b.mqsc", "no/folder"], Project())
    assert found.missing == ["b.mqsc", "no/folder"]
    assert [one.shown for one in found.files] == ["a.mqsc"]


def test_the_order_is_that_of_the_paths_whatever_is_named_first(here):
    write(here, "b/x.mqsc", "a/y.mqsc", "a/b/z.mqsc", "c.mqsc")
    expected = ["a/b/z.mqsc", "a/y.mqsc", "b/x.mqsc", "c.mqsc"]
    assert shown(".") == expected
    assert shown("c.mqsc", "b", "a", "b/x.mqsc") == expected


def test_a_file_met_twice_is_looked_at_once(here):
    write(here, "a/x.mqsc")
    found = discover(["a", "./a/x.mqsc", str(here / "a")], Project())
    assert [(one.shown, one.named) for one in found.files] == [("a/x.mqsc", True)]


def test_paths_outside_the_working_folder_are_shown_from_it(here, monkeypatch):
    write(here, "a/x.mqsc", "b/y.mqsc")
    monkeypatch.chdir(here / "a")
    assert shown("..") == ["../a/x.mqsc", "../b/y.mqsc"]


@pytest.mark.parametrize("folder", [".git", ".venv", "node_modules", "__pycache__"])
def test_folders_of_others_are_not_entered(here, folder):
    write(here, f"{folder}/a.mqsc")
    assert shown() == []


def test_files_that_git_ignores_are_skipped(here):
    write(here, "a.mqsc", "build/b.mqsc", "c.mqsc", "keep.mqsc", "deep/c.mqsc", "deep/build/x.mqsc")
    (here / ".gitignore").write_text("build/\n/c.mqsc\n")
    assert shown() == ["a.mqsc", "deep/c.mqsc", "keep.mqsc"]


def test_a_deeper_gitignore_counts_before_a_higher_one(here):
    write(here, "a/x.mqsc", "a/y.mqsc", "b/x.mqsc")
    (here / ".gitignore").write_text("*.mqsc\n")
    (here / "a" / ".gitignore").write_text("!x.mqsc\n")
    assert shown() == ["a/x.mqsc"]


def test_the_gitignore_files_up_to_the_root_of_the_repository_count(here, monkeypatch):
    write(here, "repo/a/x.mqsc", "repo/a/y.mqsc")
    (here / "repo" / ".git").mkdir()
    (here / "repo" / ".gitignore").write_text("x.mqsc\n")
    (here / ".gitignore").write_text("y.mqsc\n")
    monkeypatch.chdir(here / "repo" / "a")
    assert shown() == ["y.mqsc"]


def test_a_named_folder_that_git_ignores_is_walked_all_the_same(here):
    (here / ".git").mkdir()
    (here / ".gitignore").write_text("build/\n")
    write(here, "build/out/x.mqsc")
    assert shown() == []
    assert shown("build/out") == ["build/out/x.mqsc"]


def test_a_broken_gitignore_line_costs_itself(here):
    write(here, "a.mqsc", "b.mqsc")
    (here / ".gitignore").write_bytes(b"!\n\\\n\xff\na.mqsc\n")
    assert shown() == ["b.mqsc"]


def test_excluded_paths_are_skipped(here):
    write(here, "a.mqsc", "archive/b.mqsc", "x/old.mqsc")
    (here / "mqtune.toml").write_text('exclude = ["archive/**", "old.*"]\n')
    assert shown() == ["a.mqsc"]
    assert shown("archive") == ["archive/b.mqsc"]


def test_files_of_the_project_file_are_looked_at_whatever_their_name(here):
    write(here, "hub/objects.txt", "hub/more.txt", ".mq/hidden.cfg", "hub/other.doc")
    (here / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "A"\nfiles = ["hub/*.txt", ".mq/hidden.cfg"]\n'
    )
    found = discover(["."], load_project(None, "."))
    assert [one.shown for one in found.files] == [".mq/hidden.cfg", "hub/more.txt", "hub/objects.txt"]
    assert all(one.declared and not one.named for one in found.files)


def test_a_declared_file_is_read_once_however_its_path_is_written(here):
    write(here, "a/x.mqsc", "x.mqsc", "hub/hidden.cfg")
    (here / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "A"\nfiles = ["a/../x.mqsc", "a/.././hub/hidden.cfg"]\n'
    )
    found = discover(["."], load_project(None)).files
    assert [(one.shown, one.declared) for one in found] == [
        ("a/x.mqsc", False),
        ("hub/hidden.cfg", True),
        ("x.mqsc", True),
    ]


def test_links_to_folders_are_not_followed_and_links_to_files_are(here):
    write(here, "real/a.mqsc")
    (here / "real" / "loop").symlink_to(here)
    (here / "again").symlink_to("real")
    (here / "link.mqsc").symlink_to("real/a.mqsc")
    (here / "broken.mqsc").symlink_to("nowhere")
    assert shown() == ["link.mqsc", "real/a.mqsc"]
    assert shown("again") == ["again/a.mqsc"]


def test_a_folder_that_cannot_be_read_stops_nothing(here, monkeypatch):
    write(here, "a/x.mqsc", "b/y.mqsc")
    real = discovery.list_folder

    def refusing(path):
        if str(path).endswith(os.sep + "a"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(discovery, "list_folder", refusing)
    found = discover(["."], Project())
    assert [one.shown for one in found.files] == ["b/y.mqsc"]
    assert [(one.shown, one.reason) for one in found.unreadable] == [("a", "permission denied")]


def test_very_deep_folders_are_walked(here):
    path = here
    for _ in range(200):
        path = path / "d"
    path.mkdir(parents=True)
    write(path, "a.mqsc")
    assert len(shown()) == 1


def test_names_that_are_no_utf8_are_found(here):
    with open(os.fsencode(here) + b"/\xff.mqsc", "wb"):
        pass
    assert len(shown()) == 1
