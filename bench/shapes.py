"""Looks for performance cliffs: `python bench/shapes.py`, some minutes.

Every shape is an estate that is unusual in one respect, with 4,000 and with 16,000 objects. Two bounds apply
to each: four times the objects take at most five times the time, not counting the time of an empty run; and
no shape takes more than twelve times as long as a plain script with the same number of objects.

Times are processor times of the whole command. Plain script, empty run and shape run in turn, so that a busy
machine slows all of them alike. A shape that breaks a bound is measured again before it counts.
`--profile` shows where the time of one shape goes.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import platform
import pstats
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.measure import run  # noqa: E402
from bench.results import write_section  # noqa: E402
from bench.shape_list import EMPTY, PLAIN, Shape, shapes  # noqa: E402

TOOL = (sys.executable, "-m", "mqtune")
SMALL, LARGE = 4_000, 16_000
MOST_GROWTH = 5.0  # times, for four times the objects
MOST_OF_PLAIN = 12.0  # times the plain script


@dataclass(frozen=True)
class Row:
    """Processor seconds of a shape, of the plain script and of an empty run beside it."""

    shape: str
    small: float
    large: float
    plain: float
    empty: float

    @property
    def growth(self) -> float:
        """Time of 16,000 objects to that of 4,000, without start-up."""
        return (self.large - self.empty) / max(self.small - self.empty, 0.001)

    @property
    def times_plain(self) -> float:
        """Time of 16,000 objects to that of a plain script with 16,000 objects."""
        return self.large / self.plain

    @property
    def holds(self) -> bool:
        """Whether both bounds hold."""
        return self.growth <= MOST_GROWTH and self.times_plain <= MOST_OF_PLAIN


def build(folder: Path, files: Iterable[tuple[str, str]]) -> Path:
    """Writes an estate into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / ".git").mkdir()  # the estate is a repository of its own
    for path, text in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder


def seconds(shape: Shape, folder: Path, objects: int) -> float:
    """Processor seconds of one run, in an estate that is built if it is not there or was changed."""
    if shape.writes or not folder.is_dir():
        build(folder, shape.files(objects))
        if shape.before:
            finished(shape, shape.before, folder)
    return finished(shape, shape.command, folder)


def finished(shape: Shape, command: Iterable[str], folder: Path) -> float:
    """Processor seconds of one command; a run that broke must not look fast."""
    done = run([*TOOL, *command], folder)
    if done.status != 0:
        raise SystemExit(f"{shape.name}: {' '.join(command)} ended with status {done.status}")
    return done.cpu_seconds


def measured(shape: Shape, folder: Path, sizes: tuple[int, int], repeat: int) -> Row:
    """The best of some rounds, in each of which everything runs once: what disturbs a run makes it longer."""
    small, large = sizes
    rounds = [
        Row(
            shape.name,
            seconds(shape, folder / "small", small),
            seconds(shape, folder / "large", large),
            seconds(PLAIN, folder.parent / f"plain-{large}", large),
            seconds(EMPTY, folder.parent / "empty", 1),
        )
        for _ in range(repeat)
    ]
    best = (min(getattr(one, field) for one in rounds) for field in ("small", "large", "plain", "empty"))
    return Row(shape.name, *best)


def checked(shape: Shape, folder: Path, sizes: tuple[int, int], repeat: int) -> Row:
    """The row of a shape, measured with twice as many rounds if a bound did not hold."""
    row = measured(shape, folder, sizes, repeat)
    return row if row.holds else measured(shape, folder, sizes, 2 * repeat)


def profile(shape: Shape, folder: Path, objects: int) -> None:
    """Prints where the time of one run goes."""
    build(folder, shape.files(objects))
    os.chdir(folder)
    if shape.before:
        finished(shape, shape.before, folder)
    from mqtune.cli import main as entry_point

    watch = cProfile.Profile()
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        kept, sys.stdout = sys.stdout, nothing
        watch.enable()
        try:
            entry_point.main(list(shape.command))
        except SystemExit:
            pass
        finally:
            watch.disable()
            sys.stdout = kept
    pstats.Stats(watch).sort_stats("tottime").print_stats(25)


HEAD = "| shape | 4,000 | 16,000 | growth | times plain |  |\n| --- | --- | --- | --- | --- | --- |"


def line(row: Row) -> str:
    """One row of the table."""
    cells = (
        row.shape,
        f"{row.small:.2f} s",
        f"{row.large:.2f} s",
        f"{row.growth:.1f}",
        f"{row.times_plain:.1f}",
        "PASS" if row.holds else "FAIL",
    )
    return f"| {' | '.join(cells)} |"


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Looks for performance cliffs.")
    parser.add_argument("--only", action="append", default=[], help="part of the name of a shape")
    parser.add_argument("--repeat", type=int, default=2, help="rounds of each shape (default 2)")
    parser.add_argument("--write", action="store_true", help="write the table to bench/results.md")
    parser.add_argument("--list", action="store_true", help="list the shapes")
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the estates")
    return parser.parse_args()


def main() -> int:
    """Measures, prints, and ends with 1 when a bound does not hold."""
    chosen = options()
    wanted = [one for one in shapes() if not chosen.only or any(part in one.name for part in chosen.only)]
    if chosen.list:
        print("\n".join(one.name for one in wanted))
        return 0
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="mqtune-shapes-") as temporary:
        place = chosen.keep or Path(temporary)
        print(HEAD)
        for number, shape in enumerate(wanted):
            folder = place / f"shape-{number}"
            if chosen.profile:
                profile(shape, folder, LARGE)
                continue
            rows.append(checked(shape, folder, (SMALL, LARGE), chosen.repeat))
            print(line(rows[-1]), flush=True)
            if not chosen.keep:
                shutil.rmtree(folder)
    if chosen.write:
        write_section("Shapes", INTRODUCTION, "\n".join([HEAD, *map(line, rows)]))
    return 0 if all(row.holds for row in rows) else 1


INTRODUCTION = (
    f"Made by `python bench/shapes.py --write`: CPython {platform.python_version()}, one core. Processor "
    "times of the whole command; growth is the time of 16,000 objects to that of 4,000 without start-up, at "
    f"most {MOST_GROWTH:g}; times plain is the time of 16,000 objects to that of a plain script of 16,000, "
    f"at most {MOST_OF_PLAIN:g}."
)

if __name__ == "__main__":
    raise SystemExit(main())
