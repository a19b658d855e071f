"""Looks for files whose time or memory grows faster than their length: `python bench/growth.py`.

A cell is a kind of file with a unit that is repeated in it, or two lists that become longer together, and a
command that reads it. Twice the units may take at most 2.5 times the processor time and memory. A cell that
is too fast to judge gets more units, up to a limit. All sizes of a cell are measured in turn on one machine,
so only ratios count. A cell breaks the bound if two doublings in succession exceed it: one alone is a step,
such as a module that is loaded from some size on, and what grows too fast exceeds it again at larger sizes.
Such a cell is measured again five times, and fails if the least costs of all times break the bound as well:
other programs only add to a cost. A crash fails at once.

`--sample` measures cells chosen at random for 40 seconds, with units that are put together at random as well;
it prints its seed, and the same seed gives the same cells. `--only` and `--unit` choose cells, such as to
measure a failure again, as the whole grid takes many hours.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from bench.growth_kinds import EDITOR, Frame, frames  # noqa: E402
from bench.growth_products import product_frames  # noqa: E402
from bench.growth_units import Unit, encoded, random_unit, units, words  # noqa: E402

MOST_GROWTH = 2.5  # times, for twice the units
SUSPICIOUS = 2.2  # from here on, twice as many units are measured as well
MOST_DOUBLINGS = 4
SMALLEST, LARGEST = 4_000, 1_000_000  # bytes of units
FLOOR_SECONDS, FLOOR_BYTES = 0.06, 40_000_000
MOST_SECONDS, MOST_BYTES = 10, 3_000_000_000  # of one run
AGAIN = 5
DONE = (0, 1, 4)  # 4: an answer that is undecided
SIGNAL = "ended by signal"
SAMPLE_SECONDS = 40
PRODUCTS = 0.2  # of the cells of a sample
NOTHING = Unit("")


@dataclass(frozen=True)
class Cost:
    """What one run took, and how it broke, "" if it did not."""

    seconds: float
    peak: float
    broken: str = ""

    def least(self, again: Cost) -> Cost:
        """The cost without what other programs added to either of two runs."""
        if self.broken or again.broken:
            return again if self.broken else self
        return Cost(min(self.seconds, again.seconds), min(self.peak, again.peak))


@dataclass(frozen=True)
class Cell:
    """A kind of file, a unit and a command."""

    frame: Frame
    unit: Unit
    command: tuple[str, ...]

    @property
    def size(self) -> int:
        """About how many bytes one unit adds."""
        few, more = (sum(map(len, self.frame.files(self.unit, count).values())) for count in (1000, 1100))
        return max((more - few) // 100, 1)

    def __str__(self) -> str:
        """How a report names it."""
        return f"{self.frame.name} | {self.unit} | {' '.join(self.command)}"


@dataclass(frozen=True)
class Verdict:
    """How a cell grows, from how many bytes on, and what is wrong with it, "" if nothing is."""

    size: int
    seconds: float
    growth: float
    wrong: str = ""


def run(command: tuple[str, ...], folder: Path) -> Cost:
    """One run; another if a signal ended it, which a machine without time or memory to spare may send."""
    for _ in range(AGAIN):
        cost = _run(command, folder)
        if not cost.broken.startswith(SIGNAL):
            break
    return cost


def _run(command: tuple[str, ...], folder: Path) -> Cost:
    """One run in a process of its own, which has the program in its memory already."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _child(command, folder, writer)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if not told:
        return Cost(MOST_SECONDS, 0, f"{SIGNAL} {-os.waitstatus_to_exitcode(status)}")
    return Cost(*json.loads(told))


def _child(command: tuple[str, ...], folder: Path, writer: int) -> None:
    """Runs a command and writes its cost."""
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        signal.alarm(10 * MOST_SECONDS)
        os.chdir(folder)
        errors = os.open("errors", os.O_CREAT | os.O_TRUNC | os.O_RDWR)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(errors, 2)
        gc.disable()
        before, start = _peak(), time.process_time()
        try:
            status = _editor() if command == EDITOR else _program(command)
            broken = f"status {status}" if status not in (*DONE, 2) else ""
        except BaseException as error:  # a crash is a result
            broken = type(error).__name__
        seconds = time.process_time() - start
        sys.stderr.flush()
        if broken and os.path.getsize("errors"):
            broken += ": " + Path("errors").read_text(errors="replace").strip()[:200]
        os.write(writer, json.dumps([seconds, _peak() - before, broken]).encode())
    finally:
        os._exit(0)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _program(command: tuple[str, ...]) -> int:
    """The exit status of a command line."""
    from mqtune.cli.main import main as entry_point

    try:
        return entry_point(list(command))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1


def _editor() -> int:
    """The analysis of an editor that has the folder open."""
    from mqtune.lsp.analysis import Analysis
    from mqtune.lsp.documents import Documents

    Analysis([os.getcwd()], Documents("utf-16")).lint()
    return 0


class Bench:
    """Measures cells in a folder."""

    def __init__(self, folder: Path, floor: float = FLOOR_SECONDS) -> None:
        self.folder = folder
        self.floor = floor
        self._bases: dict[tuple[str, tuple[str, ...]], Cost] = {}
        self._costs: dict[int, Cost] = {}  # of the cell that is judged, by size

    def cost(self, cell: Cell, size: int) -> Cost:
        """The least cost so far of about this many bytes of units, without that of the file around them."""
        base = self._base(cell, again=size in self._costs)
        cost = self.measured(cell, cell.unit, max(size // cell.size, 1))
        cost = self._costs[size] = cost.least(self._costs.get(size, cost))
        return Cost(max(cost.seconds - base.seconds, 0), max(cost.peak - base.peak, 0), cost.broken)

    def _base(self, cell: Cell, again: bool) -> Cost:
        """The least cost so far of the file with a word in place of the units."""
        key = (cell.frame.name, cell.command)
        if again or key not in self._bases:
            base = self.measured(cell, Unit("x"), 1)
            self._bases[key] = base.least(self._bases.get(key, base))
        return self._bases[key]

    def measured(self, cell: Cell, unit: Unit, count: int) -> Cost:
        """The cost of one run."""
        place = self.folder / "estate"
        write(cell.frame.files(unit, count), place)
        return run(cell.command, place)

    def judged(self, cell: Cell) -> Verdict:
        """The verdict on a cell."""
        self._costs.clear()
        size = SMALLEST
        small = self.cost(cell, size)
        while not small.broken and small.seconds < self.floor and small.peak < FLOOR_BYTES and size < LARGEST:
            size = min(LARGEST, size * (8 if small.seconds < self.floor / 8 else 2))
            small = self.cost(cell, size)
        if small.broken:
            return Verdict(size, small.seconds, 0, small.broken)
        if small.seconds < self.floor and small.peak < FLOOR_BYTES:
            return Verdict(size, small.seconds, 0)
        for _ in range(1 + AGAIN):
            verdict = self._growth(cell, size)
            if not verdict.wrong.startswith("grows"):
                break
        return verdict

    def _growth(self, cell: Cell, size: int) -> Verdict:
        costs = [self.cost(cell, size)]
        growths: list[float] = []
        steady = 0.0  # the growth that two doublings in succession have
        while len(growths) < MOST_DOUBLINGS and steady <= MOST_GROWTH:
            large = self.cost(cell, size * 2 ** len(costs))
            if large.broken:
                return Verdict(size, large.seconds, 0, large.broken)
            growths.append(_growth_of(costs[-1], large, self.floor))
            costs.append(large)
            steady = max(map(min, pairwise(growths)), default=0.0)
            if growths[-1] <= SUSPICIOUS:
                break
        times = " → ".join(f"{one.seconds:.2f} s {one.peak / 1e6:.0f} MB" for one in costs)
        wrong = f"grows {steady:.1f} times: {times}" if steady > MOST_GROWTH else ""
        return Verdict(size, costs[0].seconds, steady or growths[0], wrong)


def _growth_of(small: Cost, large: Cost, floor: float) -> float:
    """The growth of time or memory, whichever is larger and large enough to judge."""
    seconds = large.seconds / small.seconds if small.seconds >= 0.8 * floor else 0.0
    peak = large.peak / small.peak if small.peak >= FLOOR_BYTES else 0.0
    return max(seconds, peak)


def grid() -> Iterator[Cell]:
    """Every cell that is wanted."""
    known = units()
    for frame in frames():
        for command in frame.commands:
            yield from (Cell(frame, unit, command) for unit in known)
    for frame in product_frames():
        yield from (Cell(frame, NOTHING, command) for command in frame.commands)


def sample(chance: random.Random) -> Iterator[Cell]:
    """Cells at random, without end."""
    known, vocabulary, places, products = units(), words(), list(frames()), list(product_frames())
    while True:
        if chance.random() < PRODUCTS:
            frame, unit = chance.choice(products), NOTHING
        else:
            frame = chance.choice(places)
            unit = chance.choice(known) if chance.random() < 0.5 else random_unit(chance, vocabulary)
        yield Cell(frame, unit, chance.choice(frame.commands))


def warm() -> None:
    """Loads the program once, so that every measured run begins with it in memory."""
    with tempfile.TemporaryDirectory(prefix="mqtune-warm-") as temporary:
        before = os.getcwd()
        output, errors = os.dup(1), os.dup(2)
        nothing = os.open(os.devnull, os.O_RDWR)
        sys.stdout.flush()
        try:
            for number, frame in enumerate([*frames(), *product_frames()]):
                for command in frame.commands:
                    folder = Path(temporary) / str(number)
                    write(frame.files(Unit("x"), 1), folder)
                    os.chdir(folder)
                    os.dup2(nothing, 1)
                    os.dup2(nothing, 2)
                    _editor() if command == EDITOR else _program(command)
                    sys.stdout.flush()
        finally:
            os.dup2(output, 1)
            os.dup2(errors, 2)
            os.chdir(before)


def write(files: dict[str, str], folder: Path) -> None:
    """Writes files into a new folder that is a repository of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / ".git").mkdir(parents=True)
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(encoded(text))


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Looks for files whose time or memory grows too fast.")
    parser.add_argument("--sample", action="store_true", help="cells at random, for 40 seconds")
    parser.add_argument("--seconds", type=float, help="cells at random, for this long")
    parser.add_argument("--seed", type=lambda text: int(text, 0), help="the seed of a sample")
    parser.add_argument("--only", action="append", default=[], help="part of the name of a kind of file")
    parser.add_argument("--unit", help="a unit as a report shows it")
    parser.add_argument("--verbose", action="store_true", help="print every cell")
    return parser.parse_args()


def _is_wanted(cell: Cell, chosen: argparse.Namespace) -> bool:
    """Whether the command line chooses a cell."""
    kinds = not chosen.only or any(part in cell.frame.name for part in chosen.only)
    return kinds and chosen.unit in (None, str(cell.unit))


def main() -> int:
    """Measures, prints what breaks a bound, and ends with 1 if anything does."""
    chosen = options()
    seconds = chosen.seconds or (SAMPLE_SECONDS if chosen.sample else None)
    warm()
    begun = time.monotonic()
    if seconds is None:
        cells = grid()
    else:
        seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6)
        print(f"seed {seed}", flush=True)
        cells = sample(random.Random(seed))
    count = fast = 0
    wrong: list[tuple[Cell, Verdict]] = []
    with tempfile.TemporaryDirectory(prefix="mqtune-growth-") as temporary:
        bench = Bench(Path(temporary))
        for cell in cells:
            if seconds is not None and time.monotonic() - begun > seconds:
                break
            if not _is_wanted(cell, chosen):
                continue
            verdict = bench.judged(cell)
            count += 1
            fast += not verdict.growth
            if verdict.wrong:
                wrong.append((cell, verdict))
            if verdict.wrong or chosen.verbose:
                print(
                    f"{cell} | {verdict.size} bytes | {verdict.wrong or f'{verdict.growth:.2f}'}", flush=True
                )
    print(f"{count} cells, {len(wrong)} broke a bound, {fast} were too fast to judge")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
