"""What all tests share: hypothesis profiles, and folders of files."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from bench.sshd import PROGRAM, Sshd
from bench.standins import put_python

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
# files from public repositories are not ours to copy
CORPORA = [path for path in (DATA / "files", ROOT.parent / "shared" / "corpus") if path.is_dir()]

# the machine may be busy: no bounds on time
TIMELESS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=25, derandomize=True, **TIMELESS)
settings.register_profile("thorough", max_examples=1000, **TIMELESS)
# for a run in the background after a change of a parser: CONTRIBUTING.md
settings.register_profile(
    "long", max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "100000")), **TIMELESS
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
if settings().derandomize:
    # the same examples after every change: they do not depend on the constants in the sources, which take
    # each worker a second to collect
    providers._get_local_constants = lambda: providers._local_constants

# they take longest: they are over when the last third of the tests runs, which then ends on all cores at once
LONGEST = (
    "tests/tui/test_lab.py::test_every_experiment_comes_to_a_verdict_in_a_demo",
    "tests/lab/test_kills.py",
    "tests/tui/test_end_to_end.py",
    "tests/lab/test_end_to_end.py",
    "tests/tui/test_lab.py",
    "tests/tui/test_lab_live.py",
)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two workers more than cores: the tests of screens and of experiments also wait for other processes."""
    return (os.cpu_count() or 1) + 2


def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """In a fresh checkout each test is compiled once, with one process a core, and not by each worker."""
    tests = ROOT / "tests"
    compiled = any((tests / "__pycache__").glob("test_words.*"))
    if compiled or sys.dont_write_bytecode or config.option.file_or_dir:
        return
    cores = os.cpu_count() or 1
    paths = sorted(path for path in tests.iterdir() if path.is_dir() or path.name.startswith("test_"))
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    parts = [[*map(str, paths[number::cores])] for number in range(min(cores, len(paths)))]
    quiet = subprocess.DEVNULL
    started = [
        subprocess.Popen([*collect, *part], cwd=ROOT, stdout=quiet, stderr=quiet) for part in parts if part
    ]
    for one in started:
        one.wait()


def pytest_collection() -> None:
    """Collection makes a hundred thousand objects that stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What collection left stays until the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that wait for screens and processes are spread evenly, the longest over the first two thirds."""
    files: dict[tuple[bool, Path], list[pytest.Item]] = {}
    for item in items:
        waits = item.path.relative_to(ROOT).parts[1] in {"lab", "tui"}
        files.setdefault((waits, item.path), []).append(item)
    before = Counter[bool]()
    total = Counter(waits for (waits, _), tests in files.items() for _ in tests)
    placed = []
    for (waits, _), tests in files.items():
        placed.append((before[waits] / total[waits], tests))
        before[waits] += len(tests)
    placed.sort(key=lambda one: one[0])
    items[:] = spread([item for _, tests in placed for item in tests])


def spread(items: list[pytest.Item]) -> list[pytest.Item]:
    """The same tests with the longest ones at equal distances in the first two thirds."""
    longest = dict.fromkeys(one for name in LONGEST for one in items if one.nodeid.startswith(name))
    others = [one for one in items if one not in longest]
    distance = 2 + len(others) * 2 // (3 * max(1, len(longest)))
    for number, one in enumerate(longest):
        others.insert(number * distance, one)
    return others


# a CI system, the terminal, a git hook and the user's settings, which change what the program or git does
SURROUNDINGS = (
    *("CI", "TF_BUILD", "JENKINS_URL", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TMUX"),
    *("EDITOR", "VISUAL", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"),
)


@pytest.fixture(scope="session", autouse=True)
def same_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither the terminal nor the settings and the state of the user take part."""
    with pytest.MonkeyPatch.context() as environment:
        for name in SURROUNDINGS:
            environment.delenv(name, raising=False)
        environment.setenv("TERM", "xterm-256color")
        environment.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        environment.setenv("GIT_CONFIG_NOSYSTEM", "1")
        environment.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session", autouse=True)
def no_disk() -> Iterator[None]:
    """No test lasts until the power fails: nothing written waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def this_python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Stand-ins ask for python3: they run under this one."""
    folder = put_python(tmp_path_factory.mktemp("python"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.pathsep.join((folder, os.environ["PATH"])))
        yield


@pytest.fixture(scope="session", autouse=True)
def own_locks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Queue managers are locked for this process only: other workers measure some of the same name."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("MQTUNE_LOCKS", str(tmp_path_factory.mktemp("locks")))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def data() -> Path:
    """Tables and files that tests read."""
    return DATA


@pytest.fixture(scope="session", params=CORPORA, ids=[path.parent.name for path in CORPORA])
def corpus(request: pytest.FixtureRequest) -> Path:
    """Files of each kind in folders: our own, and real ones where they are beside the checkout."""
    return request.param


@pytest.fixture(scope="session")
def sshd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """A real sshd of this machine for one user; skipped where there is none."""
    if PROGRAM is None or shutil.which("ssh") is None or not Path("/proc/self/stat").exists():
        pytest.skip("there is no sshd here")
    server = Sshd(tmp_path_factory.mktemp("sshd"))
    try:
        server.start()
    except RuntimeError as error:
        pytest.skip(str(error))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def own_boundaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders that an earlier test has opened are no boundaries of a later one."""
    monkeypatch.setattr("mqtune.text.held._checks", {})
