"""Revisions of a stranger: what their names and links reach, and what git runs for them."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mqtune.project import git
from mqtune.project import ignore_files as git_ignore
from mqtune.session import revisions
from mqtune.session import revisions as revision_tree
from tests.cli.conftest import Run

FILE, LINK, FOLDER, SUBMODULE = "100644", "120000", "40000", "160000"
QUEUE = b"DEFINE QLOCAL(GOOD) REPLACE\n"
BAD = b"DEFINE QLOCAL(BAD) REPLACE\n"
NAMES = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")


def run(folder: Path, *words: str, given: bytes = b"") -> str:
    command = ["git", *NAMES, *words]
    done = subprocess.run(command, cwd=folder, input=given, check=True, capture_output=True)
    return done.stdout.decode().strip()


class Repository:
    """A repository whose trees have any names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        run(folder, "init", "-q")

    def blob(self, data: bytes) -> str:
        return run(self.folder, "hash-object", "-w", "--stdin", given=data)

    def tree(self, *entries: tuple[str, str, str]) -> str:
        """A tree with entries of mode, name and object."""
        raw = b"".join(
            f"{mode} {name}".encode("utf-8", "surrogateescape") + b"\0" + bytes.fromhex(object)
            for mode, name, object in entries
        )
        return run(self.folder, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", given=raw)

    def commit(self, branch: str, *entries: tuple[str, str, str]) -> None:
        commit = run(self.folder, "commit-tree", "-m", "x", self.tree(*entries))
        run(self.folder, "update-ref", f"refs/heads/{branch}", commit)


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    place = folder / "repository"
    place.mkdir()
    (folder / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder / "temporary"))
    monkeypatch.chdir(place)
    made = Repository(place)
    made.commit("old", (FILE, "qm.mqsc", made.blob(b"DEFINE QLOCAL(OLD)\n")))
    return made


@pytest.mark.parametrize(
    "name", [".gitignore", ".GITIGNORE", "GITIGN~1", ".GitIgnore. ", ".git\u200cignore", ".gitignore::$DATA"]
)
@pytest.mark.parametrize("place", ["", "hub"])
def test_no_file_of_a_revision_is_ignored_however_a_file_system_spells_names(
    repository: Repository, mqtune: Run, monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    ignoring, queue = repository.blob(b"*.mqsc\n"), repository.blob(QUEUE)
    entries = [(FILE, name, ignoring), (FILE, "qm.mqsc", queue)]
    repository.commit("new", *([(FOLDER, place, repository.tree(*entries))] if place else entries))
    monkeypatch.setattr(git_ignore, "FILE_NAME", name)  # the file system takes it for `.gitignore`
    assert "GOOD" in mqtune("plan", "git:old", "git:new").out


@pytest.mark.parametrize("asked", ["origin/main", "origin/main~0", "{short}", "{short}^{{commit}}"])
@pytest.mark.parametrize("command", [("plan", "--since"), ("access", "--matrix", "--since")])
def test_no_tag_stands_for_a_branch_or_a_commit(repository: Repository, mqtune: Run, asked, command) -> None:
    main = run(repository.folder, "rev-parse", "old")
    repository.commit("new", (FILE, "qm.mqsc", repository.blob(QUEUE)))
    run(repository.folder, "update-ref", "refs/remotes/origin/main", main)
    (repository.folder / "qm.mqsc").write_bytes(QUEUE)
    assert mqtune(*command, asked.format(short=main[:7]), ".").status in (0, 1)
    for name in ("origin/main", main[:7]):
        run(repository.folder, "update-ref", f"refs/tags/{name}", main)
    assert mqtune(*command, asked.format(short=main[:7]), ".").status in (0, 1)  # all mean the same
    for name in ("origin/main", main[:7]):
        run(repository.folder, "update-ref", f"refs/tags/{name}", "refs/heads/new")
    refused = mqtune(*command, asked.format(short=main[:7]), ".")
    assert refused.status == 2
    assert "is the name of several revisions" in refused.err
    for clear in ("refs/remotes/origin/main", main):
        assert mqtune(*command, clear, ".").status in (0, 1)


def plan(mqtune: Run, *words: str) -> tuple[list[str], list[str]]:
    """The names of the objects that the branch `new` creates, and the notes."""
    found = mqtune("plan", "git:old", "git:new", "--format", "json", *words)
    assert found.status in (0, 1), found.err
    report = json.loads(found.out)
    created = [one["object"]["name"] for one in report["changes"] if one["action"] == "create"]
    return created, report["notes"]


HOSTILE = [
    "..",
    ".",
    ".git",
    ".GIT",
    "git~1",
    ".git ",
    ".git.",
    ".g\u200cit",
    ".git::$INDEX_ALLOCATION",
    ".git\\x",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_folder_whose_name_leads_elsewhere_is_named_and_the_rest_is_read(
    repository: Repository, mqtune: Run, name: str
) -> None:
    inner = repository.tree((FILE, "bad.mqsc", repository.blob(BAD)))
    deeper = repository.tree((FOLDER, name, inner))
    good = (FILE, "good.mqsc", repository.blob(QUEUE))
    for entries in ((good, (FOLDER, name, inner)), (good, (FOLDER, "hub", deeper))):
        repository.commit("new", *entries)
        created, notes = plan(mqtune)
        assert created == ["GOOD"]
        assert any("bad.mqsc is not read" in note for note in notes)
    assert not [*repository.folder.parent.rglob("bad.mqsc")]


@pytest.mark.parametrize(
    "name", ["/tmp/mqtune-absolute.mqsc", "../bad.mqsc", "a/../../../bad.mqsc", "a//bad.mqsc"]
)
def test_a_file_whose_name_is_a_path_elsewhere_is_named_and_not_written(
    repository: Repository, mqtune: Run, name: str
) -> None:
    repository.commit("new", (FILE, name, repository.blob(BAD)), (FILE, "good.mqsc", repository.blob(QUEUE)))
    created, notes = plan(mqtune)
    assert created == ["GOOD"]
    assert any("is not read: its name leads out of the revision" in note for note in notes)
    assert not os.path.exists("/tmp/mqtune-absolute.mqsc")
    assert not [*repository.folder.parent.rglob("bad.mqsc")]


@pytest.mark.parametrize("mode", [FILE, LINK])
@pytest.mark.parametrize("is_folder", [False, True])
def test_a_name_that_no_file_system_accepts_is_a_note(
    repository: Repository, mqtune: Run, mode: str, is_folder: bool
) -> None:
    long, target = "x" * 300, repository.blob(b"good.mqsc" if not is_folder else b"../good.mqsc")
    entry = (mode, "a.mqsc" if is_folder else f"{long}.mqsc", target)
    entries = [(FOLDER, long, repository.tree(entry)) if is_folder else entry]
    repository.commit("new", (FILE, "good.mqsc", repository.blob(QUEUE)), *entries)
    created, notes = plan(mqtune)
    assert created == ["GOOD"]
    assert ["mqsc is not read: " in note and "too long" in note.lower() for note in notes] == [True]
    assert "temporary" not in notes[0]


def test_names_of_windows_are_refused_there_only() -> None:
    for name in ("C:\\x.mqsc", "C:x.mqsc", "hub\\..\\..\\x.mqsc"):
        assert revision_tree.unfit(name, FILE, windows=True) == revision_tree.NOT_A_NAME
        assert revision_tree.unfit(name, FILE, windows=False) == ""


def test_two_entries_of_a_name_are_a_note_and_the_first_is_read(repository: Repository, mqtune: Run) -> None:
    good, bad = repository.blob(QUEUE), repository.blob(BAD)
    target = repository.blob(b"../../..")
    for second in (
        (FILE, "a.mqsc", bad),
        (LINK, "a.mqsc", target),
        (FOLDER, "a.mqsc", repository.tree((FILE, "b.mqsc", bad))),
    ):
        repository.commit("new", (FILE, "a.mqsc", good), second)
        created, notes = plan(mqtune)
        assert created == (["BAD"] if second[0] == FOLDER else ["GOOD"])
        assert any("a.mqsc is not read: a second entry has its name" in note for note in notes)


def test_nothing_is_written_through_a_link_of_the_revision(repository: Repository, mqtune: Run) -> None:
    outside = repository.folder.parent / "outside"
    outside.mkdir()
    inner = repository.tree(
        (FILE, "bad.mqsc", repository.blob(BAD)), (LINK, "l.mqsc", repository.blob(b"bad.mqsc"))
    )
    for target in (str(outside), "../../../outside", "../../outside"):
        link = (LINK, "x", repository.blob(target.encode()))
        for entries in ((link, (FOLDER, "x", inner)), ((FOLDER, "x", inner), link)):
            repository.commit("new", *entries)
            assert plan(mqtune)[0] == ["BAD"]
            assert [*outside.iterdir()] == []


@pytest.mark.parametrize(
    "links",
    [
        {"a.mqsc": "../../../outside/secret.mqsc"},
        {"a.mqsc": "{outside}/secret.mqsc"},
        {"d": "hub", "a.mqsc": "d/../../../../outside/secret.mqsc"},
        {"hub/deep/up": "../..", "a.mqsc": "hub/deep/up/up/../../../outside/secret.mqsc"},
        {"one": ".", "two": "one/..", "three": "two/..", "a.mqsc": "three/../outside/secret.mqsc"},
        {"b": "../../../outside", "a.mqsc": "b/secret.mqsc"},
        {"a.mqsc": "b.mqsc", "b.mqsc": "a.mqsc"},
        {"a.mqsc": "/proc/self/environ"},
        {"p/q/up": "../..", "a.mqsc": "p/q/up/../../../outside/secret.mqsc"},
    ],
)
def test_no_chain_of_links_leads_out_of_a_revision(
    repository: Repository, mqtune: Run, links: dict[str, str]
) -> None:
    outside = repository.folder.parent / "outside"
    outside.mkdir()
    (outside / "secret.mqsc").write_bytes(BAD)
    (repository.folder / "hub" / "deep").mkdir(parents=True)
    (repository.folder / "hub" / "deep" / "good.mqsc").write_bytes(QUEUE)
    for name, target in links.items():
        path = repository.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target.format(outside=outside))
    run(repository.folder, "add", "-A")
    run(repository.folder, "commit", "-qm", "x")
    run(repository.folder, "branch", "-f", "new")
    created, notes = plan(mqtune)
    assert created == ["GOOD"]
    assert any("a.mqsc is not read: a link that leads to no file of the revision" in note for note in notes)


@pytest.mark.parametrize("path", ["/etc", "/", "..", "../../etc", "//hub", "./../..", "hub/../../x"])
def test_a_path_outside_of_the_repository_is_no_state(repository: Repository, mqtune: Run, path: str) -> None:
    outcome = mqtune("plan", f"git:old:{path}", "git:old")
    assert outcome.status == 2
    assert "is not below the top of the repository" in outcome.err


def test_links_within_a_revision_are_read_as_in_the_working_tree(repository: Repository, mqtune: Run) -> None:
    files = {"shared/q.mqsc": QUEUE, "hub/run.sh": b"runmqsc QM1 < folder/q.mqsc\n"}
    for name, data in files.items():
        (repository.folder / name).parent.mkdir(exist_ok=True)
        (repository.folder / name).write_bytes(data)
    links = {
        "hub/first.mqsc": "../shared/second.mqsc",
        "shared/second.mqsc": "third/q.mqsc",
        "shared/third": "../shared",
        "hub/folder": "../shared",
    }
    for name, target in links.items():
        (repository.folder / name).symlink_to(target)
    run(repository.folder, "add", "-A")
    run(repository.folder, "commit", "-qm", "x")
    for words in (("--since", "HEAD"), ("--since", "HEAD", "hub"), ("git:HEAD:shared", "shared")):
        found = json.loads(mqtune("plan", *words, "--format", "json").out)
        assert (found["changes"], found["notes"]) == ([], [])


def test_a_big_file_of_a_revision_is_named_and_not_read(repository: Repository, mqtune: Run) -> None:
    big = repository.blob(BAD + b"* x\n" * 1000)
    repository.commit(
        "new",
        (FILE, "big.mqsc", big),
        (FILE, "film.mp4", big),
        (FILE, "good.mqsc", repository.blob(QUEUE)),
        (SUBMODULE, "sub", "12" * 20),
    )
    limit = ("--max-file-size", "1000 B")
    created, notes = plan(mqtune, *limit)
    assert created == ["GOOD"]
    assert [note.split(" is not read: ")[0] for note in notes] == ["git:new: big.mqsc", "git:new: sub"]
    assert "larger than the limit of 1000 B" in notes[0]
    assert plan(mqtune)[0] == ["BAD", "GOOD"]


def test_a_file_of_a_revision_may_be_as_big_as_the_user_says(repository: Repository, mqtune: Run) -> None:
    big = repository.blob(BAD + b"* " + b"x" * (33 << 20) + b"\n")
    repository.commit("new", (FILE, "big.mqsc", big))
    assert plan(mqtune)[0] == []
    assert plan(mqtune, "--max-file-size", "34 MiB") == (["BAD"], [])


def test_a_project_file_in_the_folder_for_temporary_files_is_none_of_a_revision(
    repository: Repository, mqtune: Run
) -> None:
    repository.commit("new", (FILE, "qm.mqsc", repository.blob(QUEUE)))
    Path(tempfile.gettempdir(), "mqtune.toml").write_text("of somebody else")
    assert plan(mqtune) == (["GOOD"], [])


def test_a_tree_that_unfolds_without_end_is_refused(
    repository: Repository, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = repository.tree((FILE, "a.mqsc", repository.blob(QUEUE)))
    for _ in range(12):
        tree = repository.tree(*((FOLDER, f"{number}", tree) for number in range(10)))
    repository.commit("new", (FOLDER, "x", tree))
    monkeypatch.setattr(revision_tree, "MOST_ENTRIES", 1000)
    found = mqtune("plan", "git:old", "git:new")
    assert found.status == 2
    assert "the revision has more than 1,000 files and folders" in found.err


def test_git_is_asked_for_the_size_of_each_object_once(
    repository: Repository, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few objects unfold to any number of files, and git opens an object for each size that it lists."""
    asked = []

    def start(words: Sequence[str], folder: str, **streams: Any) -> subprocess.Popen[bytes]:
        assert words[0] != "ls-tree" or "-l" not in words
        if "--batch-check" in words:
            asked.append(len(streams["stdin"].readlines()))
            streams["stdin"].seek(0)
        return git.start(words, folder, **streams)

    monkeypatch.setattr(revisions, "start", start)
    tree = repository.tree(*((FILE, f"{number}.txt", repository.blob(b"x")) for number in range(10)))
    tree = repository.tree(*((FOLDER, f"{number}", tree) for number in range(10)))
    repository.commit("new", (FOLDER, "x", tree), (FILE, "a.mqsc", repository.blob(QUEUE)))
    assert plan(mqtune) == (["GOOD"], [])
    assert asked == [1, 2]


def plant(folder: Path, mark: Path) -> None:
    """A repository whose configuration runs a program for whatever git does."""
    program = folder.parent / f"{folder.name}-run.sh"
    program.write_text(f"#!/bin/sh\ntouch {mark}\nexit 1\n")
    program.chmod(0o755)
    for name, value in (
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", str(folder / "nowhere")),
        ("remote.origin.uploadpack", str(program)),
        ("protocol.allow", "always"),
        ("protocol.file.allow", "always"),
        ("core.fsmonitor", str(program)),
        ("core.hooksPath", str(folder.parent)),
        ("core.pager", str(program)),
        ("core.sshCommand", str(program)),
        ("diff.external", str(program)),
        ("credential.helper", str(program)),
    ):
        run(folder, "config", "--file", str(folder / "config"), name, value)


@pytest.mark.parametrize("layout", ["bare", "nested", "gitfile"])
def test_a_repository_within_the_checkout_runs_nothing(
    repository: Repository, mqtune: Run, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    mark = repository.folder.parent / "ran"
    (repository.folder / "a.mqsc").write_bytes(QUEUE)
    run(repository.folder, "add", "-A")
    run(repository.folder, "commit", "-qm", "x")
    inner = repository.folder / "inner"
    inner.mkdir()
    kept = inner if layout == "bare" else inner / (".git" if layout == "nested" else "kept")
    run(inner, "init", "-q", "--bare", str(kept))
    if layout == "gitfile":
        (inner / ".git").write_text("gitdir: kept\n")
    plant(kept, mark)
    run(inner, "config", "--file", str(kept / "config"), "core.bare", "false" if layout != "bare" else "true")
    (kept / "refs" / "heads" / "main").write_text("12" * 20 + "\n")
    (inner / "b.mqsc").write_bytes(QUEUE)
    (inner / ".gitignore").write_text("*.mqsc\n")
    monkeypatch.chdir(inner)
    for words in (
        ("plan", "--since", "main"),
        ("plan", "git:HEAD", "git:main"),
        ("lint", "--tracked"),
        ("lint", "."),
        ("lint", ".."),
        ("fmt", "--check", "."),
    ):
        mqtune(*words)
        assert not mark.exists(), words


def test_a_clone_that_lacks_objects_fetches_nothing_and_says_so(
    repository: Repository, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository.folder / "a.mqsc").write_bytes(QUEUE)
    run(repository.folder, "add", "-A")
    run(repository.folder, "commit", "-qm", "x")
    (repository.folder / "a.mqsc").write_bytes(BAD)
    run(repository.folder, "commit", "-qam", "x")
    run(repository.folder, "config", "uploadpack.allowFilter", "true")
    address = f"file://{repository.folder}"
    run(repository.folder.parent, "clone", "-q", "--filter=blob:none", address, "partial")
    monkeypatch.chdir(repository.folder.parent / "partial")
    found = mqtune("plan", "--since", "HEAD~1")
    assert found.status == 2
    assert "this clone lacks objects" in found.err


def test_git_is_never_a_file_of_the_checkout(
    repository: Repository, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = repository.folder.parent / "ran"
    tools = repository.folder / "tools"
    tools.mkdir()
    for place in (repository.folder / git.EXECUTABLE, tools / git.EXECUTABLE):
        place.write_text(f"#!/bin/sh\ntouch {mark}\n")
        place.chmod(0o755)
    (repository.folder.parent / "link").symlink_to(tools)
    path = os.environ["PATH"]
    for entry in ("", ".", "tools", str(tools), str(repository.folder.parent / "link")):
        monkeypatch.setenv("PATH", f"{entry}{os.pathsep}{path}")
        assert mqtune("plan", "git:old", "git:old").status == 0
        assert not mark.exists()
    monkeypatch.setenv("PATH", str(tools))
    found = mqtune("plan", "git:old", "git:old")
    assert found.status == 2
    assert "git cannot be started" in found.err
    assert not mark.exists()
