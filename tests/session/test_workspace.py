"""A run over several projects: every path by the project file nearest to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

GOOD = "DEFINE QLOCAL(A) MAXDEPTH(5000)\n"
BAD = "# no comment\nDEFINE QLOCAL(A)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_toml", ".toml").replace("_mqsc", ".mqsc")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def codes(*paths: str, **wishes: object) -> list[tuple[str, str]]:
    result = Workspace.open(Options(list(paths), select=["SYN"], **wishes)).lint()
    return [(finding.place.file, finding.code) for finding in result.findings]


def test_each_folder_with_a_project_file_is_a_project(folder):
    write(
        folder,
        a__mqtune_toml="[lint]\nignore = ['SYN008']\n",
        a__x_mqsc=BAD,
        b__mqtune_toml="",
        b__x_mqsc=BAD,
    )
    result = Workspace.open(Options(["."])).lint()
    assert "a/x.mqsc" not in [finding.place.file for finding in result.findings if finding.code == "SYN008"]
    assert "b/x.mqsc" in [finding.place.file for finding in result.findings if finding.code == "SYN008"]
    assert result.summary.files == 2


def test_the_files_outside_stay_in_the_project_at_the_top(folder):
    write(
        folder,
        mqtune_toml="exclude = ['old/**']\n",
        x_mqsc=BAD,
        old__x_mqsc=BAD,
        a__mqtune_toml="",
        a__x_mqsc=BAD,
    )
    assert {file for file, _ in codes(".")} == {"x.mqsc", "a/x.mqsc"}


def test_files_named_from_several_projects_are_each_linted_in_their_own(folder):
    write(folder, a__mqtune_toml="mq-version = '8.0'\n", a__x_mqsc=GOOD, b__mqtune_toml="", b__x_mqsc=GOOD)
    workspace = Workspace.open(Options(["a/x.mqsc", "b/x.mqsc"]))
    assert [one.project.mq_version for one in workspace.sessions] == ["8.0", None]


def test_a_project_file_that_is_named_holds_for_everything(folder):
    write(folder, one_toml="", a__mqtune_toml="mq-version = '8.0'\n", a__x_mqsc=GOOD, x_mqsc=GOOD)
    workspace = Workspace.open(Options(["."], config="one.toml"))
    assert workspace.first.project.mq_version is None
    assert len(workspace.files) == 2


def test_one_project_is_opened_as_one_session(folder):
    write(folder, mqtune_toml="", x_mqsc=GOOD)
    assert len(Workspace.open(Options(["."])).sessions) == 1


def test_a_missing_path_is_reported_along_with_the_others(folder):
    write(folder, a__mqtune_toml="", a__x_mqsc=GOOD, b__mqtune_toml="", b__x_mqsc=GOOD)
    assert Workspace.open(Options(["a", "b", "c"])).lint().missing == ["c"]


def test_fixes_are_made_in_every_project(folder):
    write(folder, a__mqtune_toml="", a__x_mqsc=BAD, b__mqtune_toml="", b__x_mqsc=BAD)
    outcome = fix_workspace(Workspace.open(Options(["."], select=["SYN"])))
    assert outcome.write() == ["a/x.mqsc", "b/x.mqsc"]
    assert (folder / "a" / "x.mqsc").read_text(encoding="utf-8").startswith("*")
    assert outcome.result.findings == []
