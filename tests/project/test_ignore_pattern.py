"""Patterns of `.gitignore` match as in git, and in linear time."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqtune.project.ignore_files import IgnoreFile, IgnorePattern

PIECES = [
    "a",
    "b",
    "ab",
    "*",
    "**",
    "?",
    "[ab]",
    "[!a]",
    "[^b-c]",
    "/",
    "\\*",
    "\\a",
    ".",
    "!",
    "#",
    " ",
    "[a",
]
PIECES += ["[[:alpha:]]", "[]a]", "[b-a]", "[a-]", "-", "***", "\\", "[\\]a]", "[+-9]", "/**/", "**/"]
LINES = st.lists(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join), min_size=1, max_size=4
)
PATHS = st.lists(
    st.sampled_from(["a", "b", "ab", "a.b", "*", "c", " ", "]", "-", "b a", "1"]), min_size=1, max_size=3
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


def git_verdict(folder: Path, lines: list[str], path: str) -> bool | None:
    """The pattern of the path itself that git finds, not that of a folder above it."""
    (folder / ".gitignore").write_bytes("\n".join(lines).encode())
    command = ["git", "-c", "core.quotePath=false", "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"]
    given = path.encode() + b"\0"
    done = subprocess.run(command, cwd=folder, input=given, capture_output=True, check=False)
    pattern = done.stdout.split(b"\0")[2].decode()
    return None if not pattern else not pattern.startswith("!")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES, PATHS)
def test_the_verdict_is_that_of_git(repository: Path, lines: list[str], names: list[str]) -> None:
    verdict = None
    for count in range(1, len(names) + 1):  # a folder that is ignored decides for what is below it
        verdict = IgnoreFile(lines).verdict("/".join(names[:count]), is_folder=count < len(names))
        if verdict:
            break
    assert bool(verdict) == bool(git_verdict(repository, lines, "/".join(names)))


@pytest.mark.parametrize(
    ("line", "ignored", "not_ignored"),
    [
        ("*.log", "a/b.log", "a/b.logs"),
        ("/build", "build", "a/build"),
        ("a/b", "a/b", "c/a/b"),
        ("a/**/b", "a/x/y/b", "a/x/b/c"),
        ("a/**", "a/b/c", "a"),
        ("**/b", "b", "b/c"),
        ("a**b", "axb", "a/b"),
        ("\\!a", "!a", "a"),
        ("\\#a", "#a", "a"),
        ("a\\ ", "a ", "a"),
        ("a  ", "a", "a  "),
        ("a\r", "a", "a\r"),
        ("[a-c]x", "bx", "dx"),
        ("x[/]y", "", "x/y"),
        ("[[:digit:]]x", "1x", "ax"),
    ],
)
def test_one_line(line: str, ignored: str, not_ignored: str) -> None:
    file = IgnoreFile([line])
    assert not ignored or file.verdict(ignored, is_folder=False)
    assert file.verdict(not_ignored, is_folder=False) is None


def test_the_last_pattern_that_matches_decides() -> None:
    file = IgnoreFile(["*.mqsc", "!keep.mqsc", "keep*", "!k*p.mqsc", "folder/", "# x", ""])
    assert file.verdict("a.mqsc", is_folder=False) is True
    assert file.verdict("keep.mqsc", is_folder=False) is False
    assert file.verdict("keep.mq", is_folder=False) is True
    assert file.verdict("folder", is_folder=False) is None
    assert file.verdict("x/folder", is_folder=True) is True


HOSTILE = ["*a" * 200 + "b", "**/" * 100 + "x*y*z/b", "/" + "*/**/" * 100 + "b", "?*" * 100 + "b"]


@pytest.mark.parametrize("line", [*HOSTILE, "[a]*" * 200 + "b"])
def test_patterns_of_a_stranger_take_linear_time(line: str) -> None:
    file = IgnoreFile([line])
    for end in ("", "b"):
        file.verdict("a" * 5000 + end, is_folder=False)
        file.verdict("/".join("a" * 2000 + end), is_folder=False)


@pytest.mark.parametrize("line", ["[1," * 6000 + "]" * 6000, "?" * 6000 + "*", "/" + "*a" * 6000])
def test_a_pattern_that_is_longer_than_any_path_ignores_nothing(line: str) -> None:
    file = IgnoreFile([line, "x.mqsc"])
    assert file.verdict("a]" if line.startswith("[") else "a", is_folder=False) is None
    assert file.verdict("x.mqsc", is_folder=False) is True


@given(st.lists(LINES, min_size=1, max_size=5), PATHS, st.sampled_from([1, 20, 2000]), st.booleans())
def test_patterns_in_blocks_decide_as_each_by_itself(parts, names, most, is_folder) -> None:
    lines, path = [line for part in parts for line in part], "/".join(names)
    alone = [IgnoreFile([line]).verdict(path, is_folder) for line in lines]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mqtune.project.ignore_files.MOST_OF_BLOCK", most)
        verdict = IgnoreFile(lines).verdict(path, is_folder)
    assert verdict is next((one for one in reversed(alone) if one is not None), None)


def test_patterns_that_do_not_match_are_not_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(IgnorePattern, "matches", lambda pattern, text: asked.append(pattern.text) or False)
    file = IgnoreFile([f"x{number}*" for number in range(2000)])
    assert [file.verdict(f"e{number}.mqsc", is_folder=False) for number in range(50)] == [None] * 50
    assert asked == []
    file.verdict("x7.mqsc", is_folder=False)
    assert 0 < len(asked) < 300
