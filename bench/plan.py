"""Measures `mqtune plan` against two lints: `python bench/plan.py [OBJECTS]`, by default 20,000.

Three pairs: equal states, states of which every twentieth object differs, and a new level of which every
command is written differently. The bound is 2.5 times the processor time of the two lints of both states,
because a plan contains them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.corpora import write  # noqa: E402
from bench.dumps import dump  # noqa: E402
from bench.measure import run  # noqa: E402

TOOL = (sys.executable, "-m", "mqtune")
OBJECTS = 20_000
MOST = 2.5  # times the two lints
EVERY = 20


def changed(pieces: Iterable[str]) -> Iterator[str]:
    """The same dump, in which every twentieth command sets another description."""
    for number, piece in enumerate(pieces):
        yield piece.replace("DESCR('", "DESCR('changed ", 1) if number % EVERY == 0 else piece


def rewritten(pieces: Iterable[str]) -> Iterator[str]:
    """The same objects, written in another way and dumped at another level."""
    for piece in pieces:
        yield piece.replace("   ", "  ").replace("(930/930)", "(940/940)").replace("(920/920)", "(940/940)")


def measure(folder: Path, objects: int) -> list[tuple[str, float, float]]:
    """For each pair its name, the seconds of both lints and of the plan."""
    old = write(folder / "old" / "a.mqsc", dump(objects))
    found = []
    for name, change in (("equal", iter), ("changed", changed), ("rewritten", rewritten)):
        new = write(folder / name / "a.mqsc", change(dump(objects)))
        lints = sum(
            run([*TOOL, "lint", "--quiet", "--exit-zero", str(one)]).cpu_seconds for one in (old, new)
        )
        found.append((name, lints, run([*TOOL, "plan", str(old), str(new)]).cpu_seconds))
    return found


def main() -> int:
    objects = int(sys.argv[1]) if len(sys.argv) > 1 else OBJECTS
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(Path(folder), objects)
    for name, lints, plan in rows:
        print(f"{name:<10} two lints {lints:6.2f} s   plan {plan:6.2f} s   {plan / lints:.2f} times")
    return int(any(plan > MOST * lints for _, lints, plan in rows))


if __name__ == "__main__":
    sys.exit(main())
