"""Measures `mqtune budget` against lint: `python bench/budget.py [OBJECTS] [--write]`, by default 100,000.

Two estates with 1,000 declared loads, which pass aliases, streaming queues, subscriptions and channels: one
queue manager, and a ring of 100. The bound is twice the processor time of lint on the same files. `--write`
writes the section of bench/results.md.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.measure import run  # noqa: E402
from bench.results import write_section  # noqa: E402

TOOL = (sys.executable, "-m", "mqtune")
OBJECTS = 100_000
LOADS = 1_000
MOST = 2.0  # times lint
WRITE = "--write"
IN_GROUP = 5  # objects that belong together
MEMBERS = (1, 100)  # queue managers of the two estates


def group(number: int, other: int) -> str:
    """Five objects: a streaming queue with its copies, a way to the next queue manager, and a topic."""
    remote = f"RNAME('APP.{number:06}') RQMNAME('QM{other}') XMITQ('QM{other}')"
    return (
        f"DEFINE QLOCAL('COPY.{number:06}') MAXDEPTH(500000) REPLACE\n"
        f"DEFINE QLOCAL('APP.{number:06}') STREAMQ('COPY.{number:06}') MAXDEPTH(5000) REPLACE\n"
        f"DEFINE QREMOTE('OUT.{number:06}') {remote} REPLACE\n"
        f"DEFINE TOPIC('T.{number:06}') TOPICSTR('shop/{number}') REPLACE\n"
        f"DEFINE SUB('S.{number:06}') TOPICOBJ('T.{number:06}') DEST('APP.{number:06}') REPLACE\n"
    )


def script(first: int, groups: int, here: int, members: int) -> Iterator[str]:
    """The objects of one queue manager, with the channels from the one before and to the next."""
    other = (here + 1) % members
    if other != here:
        yield f"DEFINE QLOCAL('QM{other}') USAGE(XMITQ) REPLACE\n"
        yield f"DEFINE CHANNEL('TO.{other}') CHLTYPE(SDR) CONNAME('h{other}') XMITQ('QM{other}') REPLACE\n"
        yield f"DEFINE CHANNEL('TO.{here}') CHLTYPE(RCVR) TRPTYPE(TCP) REPLACE\n"
    for number in range(first, first + groups):
        yield group(number, other)


def table(here: int, first: int, loads: int) -> Iterator[str]:
    """The declaration of a queue manager: by turns loads of remote queues and of topics."""
    yield f'[[queue-manager]]\nname = "QM{here}"\nfiles = ["qm{here}.mqsc"]\ncomplete = true\ncores = 8\n'
    for number in range(first, first + loads):
        if number % 2:
            yield f'[[queue-manager.topic]]\ntopic = "shop/{number}"\npublish-rate = {1 + number % 9}\n'
        else:
            yield f'[[queue-manager.queue]]\nqueue = "OUT.{number:06}"\nput-rate = {1 + number % 9}\n'
        yield 'message-size = "2 KiB"\npersistent = true\n'


def write_estate(folder: Path, objects: int, members: int) -> Path:
    """An estate in a new folder."""
    groups, loads = objects // IN_GROUP // members, LOADS // members
    (folder / ".git").mkdir(parents=True)  # the estate is a repository of its own
    tables: list[str] = []
    for here in range(members):
        tables += table(here, here * groups, min(loads, groups))
        text = "".join(script(here * groups, groups, here, members))
        (folder / f"qm{here}.mqsc").write_text(text, encoding="utf-8")
    (folder / "mqtune.toml").write_text("".join(tables), encoding="utf-8")
    return folder


def seconds(folder: Path, *command: str) -> float:
    """Processor seconds of one command; a run that broke must not look fast."""
    done = run([*TOOL, *command], folder)
    if done.status != 0:
        raise SystemExit(f"{' '.join(command)} ended with status {done.status}")
    return done.cpu_seconds


def main() -> int:
    """Measures, prints, and ends with 1 when the bound does not hold."""
    words = [word for word in sys.argv[1:] if word != WRITE]
    objects = int(words[0]) if words else OBJECTS
    worst, rows = 0.0, []
    with tempfile.TemporaryDirectory(prefix="mqtune-budget-") as temporary:
        for members in MEMBERS:
            folder = write_estate(Path(temporary) / f"members-{members}", objects, members)
            lint = seconds(folder, "lint", "--quiet", "--exit-zero", ".")
            budget = seconds(folder, "budget", ".")
            worst = max(worst, budget / lint)
            title = f"{members} queue manager{'s' if members > 1 else ''}"
            print(f"{title:<18} lint {lint:6.2f} s   budget {budget:6.2f} s   {budget / lint:.2f} times")
            verdict = "PASS" if budget / lint <= MOST else "FAIL"
            rows.append(f"| {title} | {lint:.1f} s | {budget:.1f} s | {budget / lint:.2f} | {verdict} |")
    if WRITE in sys.argv:
        introduction = (
            f"Made by `python bench/budget.py --write`: {objects:,} objects with {LOADS:,} declared loads, "
            "processor times of the whole command, one run each. `budget` has to take at most "
            f"{MOST:g} times the time of lint."
        )
        head = "| estate | lint | budget | times |  |\n| --- | --- | --- | --- | --- |\n"
        write_section("Budget", introduction, head + "\n".join(rows))
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
