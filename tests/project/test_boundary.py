"""Where a path lies that a repository names: in the project, in git's folder, or outside."""

from __future__ import annotations

import ntpath
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from mqtune.project import boundary
from mqtune.project.boundary import (
    IN_GIT,
    INSIDE,
    LINK,
    OUTSIDE,
    Boundary,
    boundary_of,
    is_git_name,
    output_refusal,
    repository_of,
    typed_refusal,
)
from mqtune.project.discovery import discover
from mqtune.project.load import load_project
from mqtune.project.settings import Project


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a repository, and a secret beside it."""
    (tmp_path / "repo/conf").mkdir(parents=True)
    (tmp_path / "repo/.git").mkdir()
    for name in ("secret.mqsc", "repo/a.mqsc", "repo/conf/b.mqsc", "repo/.git/config"):
        (tmp_path / name).write_text("x")
    monkeypatch.chdir(tmp_path / "repo")
    return tmp_path / "repo"


def made(top: Path, name: str, target: object) -> Path:
    (top / name).symlink_to(str(target))
    return top / name


OUT = [
    "..",
    "../secret.mqsc",
    "conf/../../secret.mqsc",
    "/etc/passwd",
    "/proc/self/environ",
    "a\0b",
    "../nowhere",
]


@pytest.mark.parametrize("path", OUT)
def test_a_path_that_says_itself_that_it_leads_out_is_outside(top, path) -> None:
    assert Boundary([str(top)]).refusal(path) == OUTSIDE


@pytest.mark.parametrize(
    "path", ["a.mqsc", "conf/b.mqsc", "conf/../a.mqsc", "nowhere/x", ".", "conf", ".github/x"]
)
def test_what_is_below_the_project_is_inside_whether_it_exists_or_not(top, path) -> None:
    assert Boundary([str(top)]).refusal(path) == INSIDE
    assert Boundary([str(top)]).refusal(str(top / path)) == INSIDE


@pytest.mark.parametrize(
    "path",
    [".git", ".git/config", ".GIT/config", "conf/.git", "conf/.Git/x", ".git./config", "conf/../.git/HEAD"],
)
def test_the_folder_and_the_file_of_git_are_no_part_of_the_project(top, path) -> None:
    assert Boundary([str(top)]).refusal(path) == IN_GIT


@pytest.mark.parametrize(
    "name", [".git", ".GIT", "GIT~1", ".git ", ".git...", ".g\u200cit", ".git::$INDEX_ALLOCATION"]
)
def test_git_is_recognised_as_file_systems_spell_it(name) -> None:
    assert is_git_name(name)
    assert not is_git_name(f"{name.strip('. ')}hub")


@pytest.mark.parametrize("name", [".gitignore", ".github", "git", "a.git", "...", ""])
def test_other_names_are_not_those_of_git(name) -> None:
    assert not is_git_name(name)


def test_links_are_followed_to_where_they_lead(top) -> None:
    made(top, "near", "a.mqsc")
    made(top, "far", "../secret.mqsc")
    made(top, "chain", "far")
    made(top, "folder", "..")
    made(top, "inner", "conf")
    made(top, "token", ".git/config")
    made(top, "proc", "/proc/self/environ")
    made(top, "gone", "../nothing-there")
    made(top, "self", "self")
    made(top, "back", top.parent / "repo/a.mqsc")
    boundary = Boundary([str(top)])
    found = {name: boundary.refusal(name) for name in sorted(os.listdir(top)) if os.path.islink(name)}
    assert found == {
        "back": INSIDE,
        "chain": OUTSIDE,
        "far": OUTSIDE,
        "folder": OUTSIDE,
        "gone": OUTSIDE,
        "inner": INSIDE,
        "near": INSIDE,
        "proc": OUTSIDE,
        "self": INSIDE,
        "token": IN_GIT,
    }
    assert boundary.refusal("folder/secret.mqsc") == OUTSIDE
    assert boundary.refusal("folder/repo/a.mqsc") == INSIDE
    assert boundary.refusal("inner/b.mqsc") == INSIDE
    assert boundary.refusal("inner/../../secret.mqsc") == OUTSIDE


def test_dots_after_a_link_count_from_where_the_link_leads(top, tmp_path) -> None:
    (tmp_path / "else/deep").mkdir(parents=True)
    made(top, "away", tmp_path / "else/deep")
    assert Boundary([str(top)]).refusal("away/../a.mqsc") == OUTSIDE


def test_a_way_that_leads_out_and_back_is_outside_whether_it_exists_or_not(top, tmp_path) -> None:
    real = top / "a.mqsc"
    made(top, "step", "../else/deep")
    planted = [
        made(top, "absolute", f"{tmp_path}/else/../repo/a.mqsc"),
        made(top, "relative", "../else/../repo/a.mqsc"),
        made(top, "chain", "step/../../repo/a.mqsc"),
        made(top, "deep", f"{tmp_path}/else/deep/../../repo/conf/../a.mqsc"),
        top / "step/../../repo/a.mqsc",
    ]
    own = [
        made(top, "own", real),
        made(top, "up", "../repo/a.mqsc"),
        made(top, "dots", f"{top}/conf/../a.mqsc"),
    ]
    for _ in range(2):
        boundary = Boundary([str(top)])
        assert [boundary.refusal(str(path)) for path in planted] == [OUTSIDE] * len(planted)
        assert [boundary.refusal(str(path)) for path in own] == [INSIDE] * len(own)
        (tmp_path / "else/deep").mkdir(parents=True, exist_ok=True)


def test_a_project_may_be_reached_through_links_to_links(top, tmp_path) -> None:
    for folder in ("b", "c"):
        (tmp_path / folder).mkdir()
    made(tmp_path, "b/second", "../repo")
    made(tmp_path, "c/first", "../b/second")
    made(top, "near", "conf/../a.mqsc")
    for name in ("a.mqsc", "near", "conf/b.mqsc"):
        assert Boundary([str(tmp_path / "c/first")]).refusal(str(tmp_path / "c/first" / name)) == INSIDE


def test_a_project_may_itself_be_reached_through_a_link(top, tmp_path) -> None:
    entry = made(tmp_path, "entry", "repo")
    boundary = Boundary([str(entry)])
    assert boundary.refusal(str(entry / "a.mqsc")) == INSIDE
    assert boundary.refusal(str(top / "a.mqsc")) == INSIDE
    assert boundary.refusal(str(entry / ".git/config")) == IN_GIT
    assert boundary.refusal(str(tmp_path / "secret.mqsc")) == OUTSIDE


def test_a_folder_whose_name_begins_like_the_project_is_outside(top, tmp_path) -> None:
    (tmp_path / "repository").mkdir()
    assert Boundary([str(top)]).refusal("../repository/x") == OUTSIDE


def test_the_root_is_the_folder_of_the_project_file_else_the_repository(top) -> None:
    assert boundary_of(load_project(None, "conf"), ["conf"]).refusal("a.mqsc") == INSIDE
    (top / "conf/mqtune.toml").write_text("")
    assert boundary_of(load_project(None, "conf"), ["conf"]).refusal("a.mqsc") == OUTSIDE
    assert boundary_of(load_project(None, "conf"), ["conf"]).refusal("conf/b.mqsc") == INSIDE


def test_without_a_repository_the_working_folder_is_the_root_unless_it_is_that_of_the_user(
    tmp_path, monkeypatch
) -> None:
    (tmp_path / "me/work/unpacked").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "me"))
    for place, outside in (("me/work", "../key"), ("me", "key"), (".", "me/key"), ("/", "etc/passwd")):
        monkeypatch.chdir(tmp_path / place)
        typed = os.path.relpath(tmp_path / "me/work/unpacked")
        boundary = boundary_of(Project(folder=typed), [typed])
        assert boundary.refusal(outside) == OUTSIDE, place
        assert boundary.refusal(f"{typed}/a.mqsc") == INSIDE
    monkeypatch.chdir(tmp_path / "me/work")
    assert boundary_of(Project(folder="unpacked"), ["unpacked/a.sh"]).refusal("beside") == INSIDE


def test_typed_paths_are_free_except_through_a_link_of_the_repository(top, tmp_path) -> None:
    made(top, "far.mqsc", "../secret.mqsc")
    made(top, "away", "..")
    made(top, "token", ".git/config")
    own = made(tmp_path, "own.mqsc", "secret.mqsc")
    free = ["../secret.mqsc", str(own), ".git/config", "a.mqsc", "nowhere", "/dev/null", ".", ".."]
    assert {path: typed_refusal(path) for path in free} == dict.fromkeys(free, INSIDE)
    assert typed_refusal("far.mqsc") == typed_refusal(str(top / "far.mqsc")) == OUTSIDE
    assert typed_refusal("away/secret.mqsc") == typed_refusal("away") == OUTSIDE
    assert typed_refusal("token") == IN_GIT


def test_a_link_to_another_repository_does_not_become_a_root(top, tmp_path) -> None:
    (tmp_path / "other/.git").mkdir(parents=True)
    made(top, "evil", "../other")
    assert typed_refusal("evil") == typed_refusal("evil/x/a.mqsc") == OUTSIDE


def test_no_output_is_written_through_a_link_below_the_project(top, tmp_path) -> None:
    made(top, "out.sarif", "../secret.mqsc")
    made(top, "gone.html", "../nothing-there")
    made(top, "near", "a.mqsc")
    made(top, "folder", tmp_path)
    planted = ["out.sarif", "gone.html", "near", "folder/x", str(top / "out.sarif")]
    assert {path: output_refusal(path) for path in planted} == dict.fromkeys(planted, LINK)
    own = made(tmp_path, "own", "secret.mqsc")
    free = ["x.sarif", "conf/x", "../x", str(own), "/dev/stdout"]
    assert {path: output_refusal(path) for path in free} == dict.fromkeys(free, INSIDE)


def test_standard_output_is_no_planted_link_where_the_working_folder_is_the_top(top, monkeypatch) -> None:
    monkeypatch.chdir("/")
    assert output_refusal("/dev/stdout") == INSIDE
    assert output_refusal("dev/stdout") == INSIDE


def test_many_links_to_one_long_way_are_read_in_the_time_of_one(top, monkeypatch) -> None:
    for number in range(20):
        made(top, f"c{number}", "conf/../" * 100 + (f"c{number + 1}" if number < 19 else "a.mqsc"))
    links = [made(top, f"link{number}", "c0") for number in range(100)]
    asked = []
    real = os.path.islink
    monkeypatch.setattr(os.path, "islink", lambda path: asked.append(path) or real(path))
    boundary = Boundary([str(top)])
    assert {boundary.refusal(str(link)) for link in links} == {OUTSIDE}
    assert len(asked) < 10_000
    assert boundary.refusal("c19") == INSIDE


def test_a_link_that_disappears_meanwhile_is_one_that_leads_nowhere(top, monkeypatch) -> None:
    made(top, "near", "a.mqsc")

    def gone(path: str) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "readlink", gone)
    assert Boundary([str(top)]).refusal("near") == INSIDE
    assert Boundary([str(top)]).refusal("near/b.mqsc") == INSIDE


@pytest.mark.parametrize("line", ["gitdir: store", "gitdir: {top}/store"])
@pytest.mark.parametrize("root", [".", "conf"])
def test_a_folder_of_git_with_another_name_is_no_part_of_the_project(top, line, root) -> None:
    """`git init --separate-git-dir`."""
    (top / ".git/config").unlink()
    (top / ".git").rmdir()
    (top / ".git").write_text(line.format(top=top) + "\n")
    (top / "store").mkdir()
    (top / "store/config").write_text("x")
    (top / "store/c.mqsc").write_text("x")
    made(top, "conf/token", "../store/config")
    boundary = Boundary([str(top / root), str(top)])
    paths = ["store", "store/config", "conf/token", "conf/../store/config"]
    assert {path: boundary.refusal(path) for path in paths} == dict.fromkeys(paths, IN_GIT)
    assert boundary.refusal("stored") == INSIDE
    found = discover(["."], Project(folder=str(top)))
    assert [one.shown for one in found.files] == ["a.mqsc", "conf/b.mqsc"]
    assert ("store/", IN_GIT) in found.not_checked


def test_what_the_author_of_a_repository_can_change_belongs_to_it(top, tmp_path) -> None:
    made(top, "far", "../secret.mqsc")
    made(tmp_path, "near", "repo/a.mqsc")
    inside = ["a.mqsc", "conf/b.mqsc", "far", "../near", "nowhere"]
    assert {path: repository_of(path, ["conf"]) for path in inside} == dict.fromkeys(inside, str(top))
    assert repository_of("../secret.mqsc", ["conf"]) is None
    (tmp_path / "mqtune.toml").write_text("")
    assert repository_of("../secret.mqsc", ["conf"]) == str(tmp_path)
    assert repository_of("../secret.mqsc", ["conf"], has_config=True) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (r"..\a.mqsc", ("", r"..\a.mqsc")),
        ("conf/a.mqsc", ("", r"conf\a.mqsc")),
        (r"C:\repo\a.mqsc", ("C:\\", r"\repo\a.mqsc")),
        (r"\\?\C:\repo\a.mqsc", ("C:\\", r"\repo\a.mqsc")),
        (r"\\host\share\a", ("\\\\host\\share\\", r"\a")),
        ("//host/share/a", ("\\\\host\\share\\", r"\a")),
        (r"\\?\UNC\host\share\a", ("\\\\host\\share\\", r"\a")),
        (r"\a", ("\\", r"\a")),
    ],
)
def test_a_link_of_windows_leads_from_its_drive_or_share(monkeypatch, text, parts) -> None:
    windows = SimpleNamespace(name="nt", sep=ntpath.sep, path=ntpath)
    monkeypatch.setattr(boundary, "os", windows)
    assert boundary.split_link(text) == parts


def test_equal_names_in_two_projects_do_not_answer_for_each_other(top, tmp_path) -> None:
    (tmp_path / "second").mkdir()
    made(tmp_path, "second/a.mqsc", "../secret.mqsc")
    boundary = Boundary([str(top), str(tmp_path / "second")])
    assert boundary.refusal("a.mqsc") == INSIDE
    assert boundary.refusal("../second/a.mqsc") == OUTSIDE
