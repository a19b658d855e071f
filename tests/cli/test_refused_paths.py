"""Nothing outside of the project, and nothing of git, is read or written because a repository names it.

Every source of paths with every way to lead out, against every command that reads the repository.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run

MARK = "S3CRET.MARK"
SECRET = {
    "mqsc": f"* {MARK}\nDEFINE QLOCAL({MARK}) MAXDEPHT(5) PUT(ENABELD)\nNONSENSE {MARK}\n",
    "yaml": f"SECRET: {MARK}\n",
    "toml": f'[lint]\nignore = ["{MARK}"]\n',
}
TEMPLATE = 'DEFINE QLOCAL(T) REPLACE DESCR("{{ SECRET }}")\nNONSENSE {{ SECRET }}\n'
IMAGE = "icr.io/ibm-messaging/mq:9.4"
COMPOSE = f"""services:
  mq:
    image: {IMAGE}
    environment:
      LICENSE: accept
      MQ_QMGR_NAME: QM1
    volumes:
      - "./PATH:/etc/mqm/a.mqsc"
"""

# each way to lead out: prepares links in the repository and gives the path, from the top of the repository
Escape = Callable[[Path, Path], str]


def _link(repo: Path, secret: Path) -> str:
    (repo / f"planted{secret.suffix}").symlink_to(secret)
    return f"planted{secret.suffix}"


def _relative_link(repo: Path, secret: Path) -> str:
    (repo / f"planted{secret.suffix}").symlink_to(os.path.relpath(secret, repo))
    return f"planted{secret.suffix}"


def _chain(repo: Path, secret: Path) -> str:
    (repo / "third").symlink_to(secret)
    (repo / "second").symlink_to("third")
    (repo / f"planted{secret.suffix}").symlink_to("second")
    return f"planted{secret.suffix}"


def _folder_link(repo: Path, secret: Path) -> str:
    (repo / "away").symlink_to(secret.parent)
    return f"away/{secret.name}"


def _chain_of_folders(repo: Path, secret: Path) -> str:
    (repo / "inner").mkdir()
    (repo / "inner/up").symlink_to("../..")
    (repo / "away").symlink_to("inner/up")
    return f"away/{os.path.relpath(secret, repo.parent)}"


def _dots(repo: Path, secret: Path) -> str:
    return os.path.relpath(secret, repo)


def _dots_inside(repo: Path, secret: Path) -> str:
    (repo / "inner").mkdir()
    return f"inner/../{os.path.relpath(secret, repo)}"


def _absolute(repo: Path, secret: Path) -> str:
    return str(secret)


def _proc(repo: Path, secret: Path) -> str:
    return f"/proc/self/root{secret}"


def _link_through_proc(repo: Path, secret: Path) -> str:
    (repo / f"planted{secret.suffix}").symlink_to(f"/proc/self/root{secret}")
    return f"planted{secret.suffix}"


def _in_git(repo: Path, secret: Path) -> str:
    shutil.copy(secret, repo / ".git" / secret.name)
    return f".git/{secret.name}"


def _link_into_git(repo: Path, secret: Path) -> str:
    shutil.copy(secret, repo / ".git" / secret.name)
    (repo / f"planted{secret.suffix}").symlink_to(f".git/{secret.name}")
    return f"planted{secret.suffix}"


def _link_to_git(repo: Path, secret: Path) -> str:
    shutil.copy(secret, repo / ".git" / secret.name)
    (repo / "store").symlink_to(".git")
    return f"store/{secret.name}"


LINKS = [_link, _relative_link, _chain, _link_through_proc, _link_into_git]
BELOW_LINKS = [_folder_link, _chain_of_folders, _link_to_git]
BY_NAME = [_dots, _dots_inside, _in_git]
ABSOLUTE = [_absolute, _proc]


# each source of paths: writes the files that name the path, and gives the place of the finding
def _walk(repo: Path, path: str) -> str:
    return f"{path}:1"


def _files(repo: Path, path: str) -> str:
    text = f'[[queue-manager]]\nname = "OTHER"\n\n[[queue-manager]]\nname = "QM1"\nfiles = ["{path}"]\n'
    (repo / "mqtune.toml").write_text(text)
    return "mqtune.toml:4"


def _wildcards(repo: Path, path: str) -> str:
    return _files(repo, f"{path.rpartition('/')[0]}/*.mqsc")


def _values(repo: Path, path: str) -> str:
    (repo / "a.mqsc.j2").write_text(TEMPLATE)
    (repo / "mqtune.toml").write_text(f'[[environment]]\nname = "prod"\nvalues = ["{path}"]\n')
    return "mqtune.toml:1"


def _script(repo: Path, path: str) -> str:
    (repo / "deploy.sh").write_text(f"#!/bin/sh\n# deploy\nrunmqsc QM1 < '{path}'\n")
    return "deploy.sh:3"


def _piped(repo: Path, path: str) -> str:
    (repo / "deploy.sh").write_text(f"#!/bin/sh\ncat a.mqsc '{path}' | runmqsc QM1\n")
    return "deploy.sh:2"


def _creation(repo: Path, path: str) -> str:
    (repo / "deploy.sh").write_text(f"#!/bin/sh\ncrtmqm -ic '{path}' QM1\n")
    return "deploy.sh:2"


def _inner(repo: Path, path: str) -> str:
    (repo / "deploy.sh").write_text(f"#!/bin/sh\necho\nsu -c 'runmqsc QM1 < {path}' mqm\n")
    return "deploy.sh:3"


def _batch(repo: Path, path: str) -> str:
    windows = path.replace("/", "\\")
    (repo / "deploy.bat").write_text(f"@echo off\nrunmqsc QM1 < {windows}\n")
    return "deploy.bat:2"


def _image(repo: Path, path: str) -> str:
    text = f"FROM {IMAGE}\nENV LICENSE=accept MQ_QMGR_NAME=QM1\nCOPY {path} /etc/mqm/a.mqsc\n"
    (repo / "Dockerfile").write_text(text)
    return "Dockerfile:3"


def _mount(repo: Path, path: str) -> str:
    (repo / "compose.yaml").write_text(COMPOSE.replace("PATH", path))
    return "compose.yaml:8"


NAMING = [_files, _script, _piped, _creation, _inner, _batch, _image, _mount]
CASES = (
    [(_walk, escape, "mqsc") for escape in LINKS]
    + [(source, escape, "mqsc") for source in NAMING for escape in (*LINKS, *BELOW_LINKS, *BY_NAME)]
    + [(_values, escape, "yaml") for escape in (*LINKS, *BELOW_LINKS, *BY_NAME, *ABSOLUTE)]
    + [(_files, escape, "mqsc") for escape in ABSOLUTE]
    + [(_wildcards, escape, "mqsc") for escape in (*BELOW_LINKS, *BY_NAME, *ABSOLUTE)]
)
# absolute names in scripts are those of the machine on which the script runs: they are not looked at
QUIET = [(source, escape, "mqsc") for source in NAMING[1:] for escape in ABSOLUTE]

COMMANDS = [
    ("lint",),
    ("lint", "--verbose"),
    ("lint", "--format", "json"),
    ("lint", "--format", "sarif"),
    ("lint", "--show-files"),
    ("lint", "--show-settings"),
    ("lint", "--diff", "--unsafe-fixes"),
    ("lint", "--fix", "--unsafe-fixes"),
    ("fmt", "."),
    ("query", "DISPLAY QLOCAL(*) ALL"),
    ("show", "objects"),
    ("plan", "--apply", "change.mqsc", "."),
    ("plan", ".", "before"),
    ("trace", "A"),
    ("access", "--user", "x", "--queue", "A"),
    ("budget",),
    ("tune",),
    ("report", "--output", "report.html"),
    ("init", "."),
]


@pytest.fixture
def outside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository, which becomes the working folder, and a folder with secrets outside of it."""
    (folder / "outside").mkdir()
    repo = folder / "repo"
    (repo / ".git").mkdir(parents=True)
    (repo / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (repo / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    (repo / "before").mkdir()
    (repo / "before/a.mqsc").write_text("DEFINE QLOCAL(B) REPLACE\n")
    (repo / "change.mqsc").write_text("DEFINE QLOCAL(C)\n")
    for kind, text in SECRET.items():
        (folder / f"outside/secret.{kind}").write_text(text)
    monkeypatch.chdir(repo)
    return folder / "outside"


def named(case: object) -> str:
    return case.__name__.strip("_") if callable(case) else case[0][0] if isinstance(case, list) else str(case)


@pytest.mark.parametrize(("source", "escape", "kind"), CASES, ids=named)
def test_a_path_out_of_the_project_is_a_finding_where_it_is_named(source, escape, kind, outside, mqtune: Run):
    path = escape(Path.cwd(), outside / f"secret.{kind}")
    place = source(Path.cwd(), path)
    first = mqtune("lint", "--format", "json")
    found = [one for one in json.loads(first.out)["findings"] if one["code"] == "SYN075"]
    starts = {f"{one['file']}:{one['start']['line']}": one["start"]["column"] for one in found}
    assert place in starts
    if source in NAMING[1:]:
        name, _, number = place.partition(":")
        line = Path(name).read_text().split("\n")[int(number) - 1].replace("\\", "/")
        assert line[starts[place] - 1 :].lstrip("'\"./").startswith(path.lstrip("./"))
    assert first.status == 1
    assert MARK not in first.out + first.err
    # whether anything is there cannot be seen
    shutil.rmtree(outside)
    for planted in Path(".git").glob("secret*"):
        planted.unlink()
    assert mqtune("lint", "--format", "json") == first


# each case with a third of the commands
SHARED_OUT = [(*case, COMMANDS[number % 3 :: 3]) for number, case in enumerate([*CASES, *QUIET])]


def test_every_command_meets_each_source_and_each_way_out():
    for part in (0, 1):  # of a case
        met = {(case[part], words) for case in SHARED_OUT for words in case[-1]}
        assert len(met) == len({case[part] for case in SHARED_OUT}) * len(COMMANDS)


@pytest.mark.parametrize(("source", "escape", "kind", "commands"), SHARED_OUT, ids=named)
def test_no_command_shows_or_changes_what_is_outside(source, escape, kind, commands, outside, mqtune: Run):
    secret = outside / f"secret.{kind}"
    source(Path.cwd(), escape(Path.cwd(), secret))
    copies = [*outside.iterdir(), *Path(".git").iterdir()]
    before = [path.read_bytes() for path in copies]
    for words in commands:
        outcome = mqtune(*words)
        assert MARK not in outcome.out + outcome.err, words
        assert outcome.status != 3, words
    if Path("report.html").exists():
        assert MARK not in Path("report.html").read_text()
    assert [path.read_bytes() for path in copies] == before
    assert sorted(copies) == sorted([*outside.iterdir(), *Path(".git").iterdir()])


@pytest.mark.parametrize(("source", "escape", "kind"), QUIET, ids=named)
def test_an_absolute_name_in_a_script_is_one_of_the_machine_that_runs_it(
    source, escape, kind, outside, mqtune: Run
):
    source(Path.cwd(), escape(Path.cwd(), outside / f"secret.{kind}"))
    assert "SYN075" not in mqtune("lint", "--format", "concise").out


@pytest.mark.parametrize("escape", [*LINKS, *BELOW_LINKS], ids=named)
@pytest.mark.parametrize(
    "words", [("lint", "--fix", "--unsafe-fixes"), ("lint", "--ignore-unknown"), ("fmt",)]
)
def test_a_link_that_a_hook_passes_is_not_followed(escape, words, outside, mqtune: Run):
    secret = outside / "secret.mqsc"
    path = escape(Path.cwd(), secret)
    outcome = mqtune(*words, path)
    assert outcome.status in (1, 2)
    assert "SYN075" in outcome.out or "is not read" in outcome.err
    assert MARK not in outcome.out + outcome.err
    assert secret.read_text() == SECRET["mqsc"]


@pytest.mark.parametrize("escape", [*LINKS, *BELOW_LINKS], ids=named)
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_state_that_is_not_read_is_no_empty_state(escape, kind, outside, mqtune: Run):
    """The plan to it would delete everything."""
    path = escape(Path.cwd(), outside / "secret.mqsc")
    if kind == "folder":
        path = os.path.dirname(path) or "linked"
        if path == "linked":
            Path(path).symlink_to(outside)
    Path("state").mkdir()
    Path("state", "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    for words in (("state", path), (path, "state"), ("--apply", path, "state")):
        outcome = mqtune("plan", *words, "--out", "written.mqsc")
        assert outcome.status == 2, words
        assert not Path("written.mqsc").exists()


@pytest.mark.parametrize("escape", [*LINKS, *BELOW_LINKS], ids=named)
@pytest.mark.parametrize("words", [("show", "objects"), ("tune",), ("budget",), ("lint",), ("trace", "A")])
def test_it_is_not_shown_whether_anything_is_there(escape, words, outside, mqtune: Run):
    path = escape(Path.cwd(), outside / "secret.mqsc")
    first = mqtune(*words, path)
    shutil.rmtree(outside)
    for planted in Path(".git").glob("secret*"):
        planted.unlink()
    assert mqtune(*words, path) == first


@pytest.mark.parametrize("escape", [_absolute, _dots], ids=named)
def test_what_the_user_types_is_read_wherever_it_is(escape, outside, mqtune: Run):
    path = escape(Path.cwd(), outside / "secret.mqsc")
    assert MARK in mqtune("lint", "--format", "concise", path).out
    own = outside / "own.mqsc"
    own.symlink_to("secret.mqsc")
    assert MARK in mqtune("lint", "--format", "concise", str(own)).out


@pytest.mark.parametrize("escape", LINKS, ids=named)
def test_a_project_file_that_is_a_link_is_not_read(escape, outside, mqtune: Run):
    os.rename(escape(Path.cwd(), outside / "secret.toml"), "mqtune.toml")
    first = mqtune("lint")
    assert first.status == 2
    assert "mqtune.toml:1" in first.err
    assert MARK not in first.out + first.err
    shutil.rmtree(outside)
    assert mqtune("lint") == first


@pytest.mark.parametrize("option", ["--baseline", "--values", "--config"])
def test_a_link_at_the_name_of_an_option_is_not_followed(option, outside, mqtune: Run):
    path = _link(Path.cwd(), outside / "secret.yaml")
    outcome = mqtune("lint", option, path)
    assert outcome.status == 2
    assert "leads out of the project" in outcome.err
    assert MARK not in outcome.out + outcome.err


def test_links_that_stay_in_the_project_are_read_as_before(outside, mqtune: Run):
    Path("conf").mkdir()
    Path("conf/real.txt").write_text("NONSENSE\n")
    Path("planted.mqsc").symlink_to("conf/real.txt")
    Path("same").symlink_to("conf")
    Path("deploy.sh").write_text("runmqsc QM1 < same/real.txt\n")
    out = mqtune("lint", "--format", "concise").out
    assert "SYN075" not in out
    assert "planted.mqsc:1:1: error" in out


def test_a_link_whose_name_is_of_no_interest_is_no_finding(outside, mqtune: Run):
    Path("README.md").symlink_to(outside / "secret.mqsc")
    Path("node").symlink_to(outside)
    assert mqtune("lint", "--format", "concise").status == 0
    assert "leads out of the project" in mqtune("lint", "--verbose").err


def test_a_list_of_ignored_files_that_is_a_link_has_no_effect(outside, mqtune: Run):
    (outside / "list").write_text("wrong.mqsc\n")
    Path("wrong.mqsc").write_text("NONSENSE\n")
    Path(".gitignore").symlink_to(outside / "list")
    assert "wrong.mqsc:1:1" in mqtune("lint", "--format", "concise").out


def test_what_a_link_leads_to_decides_nothing_about_a_chart(outside, mqtune: Run):
    Path("charts/inner").mkdir(parents=True)
    Path("Chart.yaml").write_text("name: outer\n")
    Path("values.yaml").write_text("NAME: OUTER\ninner:\n  NAME: INNER\n")
    Path("charts/inner/q.mqsc").write_text("DEFINE QLOCAL({{ .Values.NAME }})\n")
    Path("charts/inner/Chart.yaml").symlink_to(outside / "secret.yaml")
    words = ("query", "DISPLAY QLOCAL(*)", "--values", "values.yaml")
    first = mqtune(*words)
    shutil.rmtree(outside)
    assert mqtune(*words) == first
    assert "OUTER" in first.out


def test_a_note_about_a_refused_path_names_the_file_and_line(outside, mqtune: Run):
    Path("a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    Path("apply.sh").write_text("# objects\nrunmqsc QM1 < ../outside/a.mqsc\n")
    assert "it leads out of the project (apply.sh:2)" in mqtune("query", "DISPLAY QUEUE(*)").err


def test_a_link_out_of_the_project_is_counted_with_its_reason(outside, mqtune: Run):
    Path("b.mqsc").symlink_to(outside / "secret.mqsc")
    assert "not checked: 1 file (1 leads out of the project)\n" in mqtune("lint").out


@pytest.fixture
def piped() -> Iterator[Callable[[str, str], str]]:
    """Puts a text into a pipe, and gives the path of the pipe as shells name it."""
    ends: list[int] = []

    def put(text: str, form: str) -> str:
        reader, writer = os.pipe()
        os.write(writer, text.encode())
        os.close(writer)
        ends.append(reader)
        return form.format(reader)

    yield put
    for end in ends:
        os.close(end)


PIPED = {
    "--config": '[[queue-manager]]\nname = "QM1"\nfiles = ["conf/*"]\n',
    "--gate": '[lint.severity]\nSEC001 = "error"\n',
    "--baseline": "",  # as it is written
    "--values": "SECRET: x\n",
}


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system has no such names")
@pytest.mark.parametrize("form", ["/dev/fd/{}", "/proc/self/fd/{}"])
@pytest.mark.parametrize("option", PIPED)
def test_a_pipe_that_the_user_types_is_read_like_a_file(option, form, folder: Path, mqtune: Run, piped):
    for name in ("conf", "second", "third"):  # several projects need it again
        (folder / name).mkdir()
        (folder / f"{name}/a.mqsc").write_text("ALTER QMGR CHLAUTH(DISABLED)\n")
    (folder / "second/mqtune.toml").write_text("")
    (folder / "third/mqtune.toml").write_text("")
    place = folder.parent if option == "--gate" else folder
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", dir=place) as file:
        if option == "--baseline":
            mqtune("lint", "--write-baseline", file.name)
            text = Path(file.name).read_text()
        else:
            text = PIPED[option]
            file.write(text)
            file.flush()
        words = ("lint", "--format", "concise", "--select", "SEC001", option)
        assert mqtune(*words, piped(text, form))[:2] == mqtune(*words, file.name)[:2]


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="the system has no such names")
def test_a_pipe_is_linted_and_never_written(folder: Path, mqtune: Run, piped):
    wrong = "DEFINE QLOCAL(ORDERS) DESCR('Fred's queue') REPLACE\n"
    assert "SYN001" in mqtune("lint", "--format", "concise", piped(wrong, "/dev/fd/{}")).out
    for words in (("fmt",), ("lint", "--fix")):
        outcome = mqtune(*words, piped(f"define  qlocal(A)\n{wrong}", "/dev/fd/{}"))
        assert outcome.status == 2
        assert "did not write" in outcome.err
