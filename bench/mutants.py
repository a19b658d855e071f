"""Changes the program at random and reports what no test notices: `python bench/mutants.py`, POSIX only.

Every mutant is one small change (bench/mutations.py) in one of the packages that decide answers, an equal
number in each. It is made in a copy of the checkout that has no other folder beside it, and tests run on it
until one fails: first those of the package that reach the changed function, then all others that do, and at
last those beside them in the same files. Tests that fail without a change take no part.

Which test reaches which function is recorded once in a few minutes, and again only for files of tests that
changed. A mutant runs in a process forked from one that has the libraries loaded. It has a limit of
processor time and of memory; a test that exceeds it has noticed something too.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import multiprocessing
import os
import pickle
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.mutations import Mutation, compiles, mutations_of  # noqa: E402

PACKAGES = (
    *(
        "analysis/access",
        "analysis/tune",
        "capacity",
        "analysis/flow",
        "analysis/plan",
        "analysis/query",
        "estate",
    ),
    *("lab/methods", "lab/output", "rules"),
)
# where tests of these packages are; those of screens, processes and other hosts take long and add little
TESTS = (
    *PACKAGES,
    *("cli", "engine", "examples", "lab/core", "lab/engine", "lab/experiments", "lab/journal"),
    *("lab/reports", "questions", "present", "session"),
)
LIBRARIES = ("hypothesis", "jsonschema", "lark", "rich.console", "typer", "xdist.plugin", "yaml")
MEMORY_BYTES, START_SECONDS = 6 << 30, 30.0  # to import and to collect, on top of the time of the tests
SLOWER = 5.0  # times its recorded time, before a test counts as caught in a loop
NO_TESTS = 3  # exit status of a process in which pytest itself failed
QUIET = ("-x", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0")

Functions = frozenset[str]  # as "mqtune/analysis/tune/build.py:Tuning.large"
Recorded = tuple[str, float, Functions]  # a Reach without its type


class Reach(NamedTuple):
    """A test: its processor time, and the functions of the packages that it calls."""

    name: str
    seconds: float
    functions: Functions

    @property
    def file(self) -> str:
        return self.name.partition("::")[0]


@dataclass(slots=True)
class Verdict:
    """The test that noticed a mutant, or none; the number of tests that ran, of those that reach it."""

    mutation: Mutation
    noticed_by: str = ""
    ran: int = 0
    reaching: int = 0

    def __str__(self) -> str:
        if self.noticed_by:
            return f"noticed   {self.mutation}  ({self.noticed_by})"
        return f"SURVIVED  {self.mutation}  ({self.ran} tests of {self.reaching} that reach it)"


class Recorder:
    """A plugin of pytest: the functions that each test calls."""

    def __init__(self, tree: Path) -> None:
        self._prefix = f"{tree}/"
        self._names: dict[CodeType, str] = {}
        self._codes: set[CodeType] = set()
        self._failed: set[str] = set()
        self.reaches: list[Reach] = []

    def _trace(self, frame: FrameType, event: str, argument: object) -> None:
        self._codes.add(frame.f_code)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._codes = set()
        start = time.process_time()
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            seconds = time.process_time() - start
            names = frozenset(filter(None, map(self._name, self._codes)))
            self.reaches.append(Reach(item.nodeid, seconds, names))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)

    def _name(self, code: CodeType) -> str:
        if code not in self._names:
            path = code.co_filename.removeprefix(self._prefix)
            counts = path.startswith(tuple(f"mqtune/{package}/" for package in PACKAGES))
            self._names[code] = f"{path}:{code.co_qualname.partition('.<')[0]}" if counts else ""
        return self._names[code]

    def result(self) -> list[Recorded]:
        return [(*reach,) for reach in self.reaches if reach.name not in self._failed]


@dataclass(eq=False, slots=True)
class Chosen:
    """A plugin of pytest: only these tests, in this order, and which of them fails."""

    names: Sequence[str]
    failed: str = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {name: place for place, name in enumerate(self.names)}
        items[:] = sorted(
            (item for item in items if item.nodeid in places), key=lambda item: places[item.nodeid]
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or f"collection of {report.nodeid}"

    def result(self) -> str:
        return self.failed


def tests_in_child(
    tree: Path, files: Iterable[str], plugin: Recorder | Chosen, seconds: float | None
) -> object:
    """The result of the plugin after these tests in a forked process; None if it was killed."""
    with tempfile.NamedTemporaryFile() as output:
        if (child := os.fork()) == 0:
            run_tests(tree, files, plugin, seconds, output.name)
        status = os.waitpid(child, 0)[1]
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # left behind by a test
        if os.waitstatus_to_exitcode(status) == NO_TESTS:
            raise RuntimeError(f"pytest could not run {' '.join(files)}")
        content = Path(output.name).read_bytes()
        return pickle.loads(content) if status == 0 and content else None


def run_tests(
    tree: Path, files: Iterable[str], plugin: Recorder | Chosen, seconds: float | None, output: str
) -> None:
    """Does not return: the process ends."""
    os.setsid()
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        signal.alarm(int(seconds * SLOWER))  # waiting takes no processor time
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.chdir(tree)
    sys.dont_write_bytecode = seconds is not None
    sys.path[:] = [str(tree), *(path for path in sys.path if path != str(ROOT))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "bench"]:
        del sys.modules[name]
    os.environ["PYTHONPATH"] = str(tree)
    status = 1
    try:
        code = pytest.main([*(QUIET if seconds is not None else QUIET[1:]), *files], plugins=[plugin])
        Path(output).write_bytes(pickle.dumps(plugin.result()))
        status = NO_TESTS if code > pytest.ExitCode.INTERRUPTED else 0
    finally:
        os._exit(status)


def copied(tree: Path) -> Path:
    """A copy of the files of the checkout, with byte code where there is some."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file():
            compiled = [*path.parent.glob(f"__pycache__/{path.stem}.*.pyc")] if path.suffix == ".py" else []
            for file in (path, *compiled):
                copy = tree / file.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, copy)
    return tree


def recorded(trees: Sequence[Path], cache: Path) -> list[Reach]:
    """All tests with what they reach; files of tests as they were recorded before are not run again."""
    known: dict[str, list[Recorded]] = pickle.loads(cache.read_bytes()) if cache.exists() else {}
    digests = {}
    for folder in TESTS:
        for path in sorted((ROOT / "tests" / folder).rglob("test_*.py")):
            content = path.read_bytes() + str(sys.version_info).encode()
            digests[str(path.relative_to(ROOT))] = hashlib.sha256(content).hexdigest()
    missing = [file for file, digest in digests.items() if digest not in known]
    if missing:
        print(f"recording what {len(missing)} files of tests reach", flush=True)
    jobs = [(trees[0], [file]) for file in missing]
    with multiprocessing.get_context("fork").Pool(len(trees), end_quietly) as pool:
        for (_, (file,)), reaches in zip(jobs, pool.imap(record, jobs), strict=True):
            known[digests[file]] = reaches
            cache.write_bytes(pickle.dumps(known))
    return [Reach(*reach) for digest in dict.fromkeys(digests.values()) for reach in known[digest]]


def end_quietly() -> None:
    """Ends on SIGTERM as processes do, without the handler of the process that started it."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def record(job: tuple[Path, list[str]]) -> list[Recorded]:
    tree, files = job
    reaches = tests_in_child(tree, files, Recorder(tree), None)
    return reaches if isinstance(reaches, list) else []


def reaching(mutation: Mutation, reaches: Sequence[Reach]) -> list[Reach]:
    """The tests that call the function, or of the module where it is changed outside of functions."""
    name = f"{mutation.path}:{mutation.function}"
    direct = [reach for reach in reaches if name in reach.functions]
    if direct:
        return direct
    module = f"{mutation.path}:"
    return [reach for reach in reaches if any(item.startswith(module) for item in reach.functions)]


def stages(
    mutation: Mutation, reaches: Sequence[Reach], budget: float
) -> Iterator[tuple[list[Reach], float]]:
    """Tests to run, in the order in which they probably notice, with their time: no more than the budget."""
    package = "tests/" + next(name for name in PACKAGES if mutation.path.startswith(f"mqtune/{name}/")) + "/"
    direct = reaching(mutation, reaches)
    names = {reach.name for reach in direct}
    files = {reach.file for reach in direct}
    beside = [reach for reach in reaches if reach.name not in names]
    for tests, limit in (
        ([reach for reach in direct if reach.file.startswith(package)], budget),
        ([reach for reach in direct if not reach.file.startswith(package)], budget),
        # a cache or a fixture of a module may hide that they reach it
        ([reach for reach in beside if reach.file in files], budget / 3),
    ):
        chosen, total = [], 0.0
        for reach in sorted(tests, key=lambda reach: reach.seconds):
            if total + reach.seconds > limit:
                break
            chosen.append(reach)
            total += reach.seconds
        if chosen:
            yield chosen, total


def tried(tree: Path, mutation: Mutation, reaches: Sequence[Reach], budget: float) -> Verdict:
    """Runs tests on one mutant in this tree, and puts the module right again."""
    verdict = Verdict(mutation, reaching=len(reaching(mutation, reaches)))
    path = tree / mutation.path
    source, times = path.read_bytes(), path.stat()
    try:
        path.write_bytes(mutation.apply(source))
        os.utime(path, (times.st_atime, times.st_mtime + 60))  # byte code of the source is out of date
        for tests, seconds in stages(mutation, reaches, budget):
            files = dict.fromkeys(reach.file for reach in tests)
            chosen = Chosen([reach.name for reach in tests])
            failed = tests_in_child(tree, files, chosen, START_SECONDS + SLOWER * seconds)
            verdict.ran += len(tests)
            verdict.noticed_by = failed if isinstance(failed, str) else "killed by its limits"
            if verdict.noticed_by:
                break
    finally:
        path.write_bytes(source)
        os.utime(path, (times.st_atime, times.st_mtime))
    return verdict


def chosen_mutations(options: argparse.Namespace) -> list[Mutation]:
    """An equal number of each package, without any two at one place of the text."""
    packages = options.only or PACKAGES
    mutations = []
    for number, package in enumerate(packages):
        listed = [
            mutation
            for file in sorted((ROOT / "mqtune" / package).rglob("*.py"))
            for mutation in mutations_of(str(file.relative_to(ROOT)), file.read_bytes())
        ]
        if options.again is not None:
            earlier = options.again.read_text(encoding="utf-8")
            mutations += [item for item in listed if f"SURVIVED  {item}  (" in earlier]
            continue
        random.Random(f"{options.seed} {package}").shuffle(listed)
        share = options.count // len(packages) + (number < options.count % len(packages))
        mutations += islice(different(listed), share)
    return mutations


def different(mutations: Iterable[Mutation]) -> Iterator[Mutation]:
    """Those that compile, at most one for each place of the text."""
    places = set()
    for mutation in mutations:
        place = (mutation.path, mutation.start)
        if place not in places and compiles(mutation.apply((ROOT / mutation.path).read_bytes())):
            places.add(place)
            yield mutation


def work(
    tree: Path,
    reaches: Sequence[Reach],
    budget: float,
    waiting: SimpleQueue[Mutation | None],
    verdicts: SimpleQueue[Verdict | RuntimeError],
) -> None:
    """Tries mutants in a tree of its own until none is left."""
    end_quietly()
    while (mutation := waiting.get()) is not None:
        try:
            verdicts.put(tried(tree, mutation, reaches, budget))
        except RuntimeError as error:
            verdicts.put(error)


def verdicts_on(
    mutations: Sequence[Mutation], trees: Sequence[Path], reaches: Sequence[Reach], budget: float
) -> Iterator[Verdict]:
    """The verdicts as they come from one process for each tree."""
    fork = multiprocessing.get_context("fork")
    waiting: SimpleQueue[Mutation | None] = fork.SimpleQueue()
    verdicts: SimpleQueue[Verdict | RuntimeError] = fork.SimpleQueue()
    for tree in trees:
        fork.Process(target=work, args=(tree, reaches, budget, waiting, verdicts), daemon=True).start()
    for mutation in mutations[: len(trees)]:
        waiting.put(mutation)
    for number in range(len(mutations)):
        verdict = verdicts.get()
        if isinstance(verdict, RuntimeError):
            raise verdict
        yield verdict
        later = number + len(trees)
        waiting.put(mutations[later] if later < len(mutations) else None)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=PACKAGES, help="mutants of this package")
    parser.add_argument("--again", type=Path, help="the survivors of this earlier output")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=6, help="of tests for one mutant and stage")
    parser.add_argument("--list-survivors", action="store_true", help="leave out what was noticed")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "mqtune-mutants.pickle")
    options = parser.parse_args(words)
    for name in LIBRARIES:
        __import__(name)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends the workers, too
    with tempfile.TemporaryDirectory() as folder:
        trees = [copied(Path(folder) / str(number) / "mqtune") for number in range(options.jobs)]
        reaches = recorded(trees, options.cache)
        mutations = chosen_mutations(options)
        noticed = 0
        for verdict in verdicts_on(mutations, trees, reaches, options.seconds):
            noticed += bool(verdict.noticed_by)
            if not (verdict.noticed_by and options.list_survivors):
                print(verdict, flush=True)
    print(f"{noticed} of {len(mutations)} noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
