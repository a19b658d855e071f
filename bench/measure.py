"""Runs one command and says how long it took and how much memory it had at most.

The measured command is started by a small process of its own: the kernel counts what a child had
before it became the command, so a large parent would put a floor under every figure.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

LAUNCHER = """
import json, os, sys, time
quiet = os.open(os.devnull, os.O_RDWR)
actions = [(os.POSIX_SPAWN_DUP2, quiet, number) for number in (0, 1, 2)]
start = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=actions)
_, status, usage = os.wait4(child, 0)
seconds = time.perf_counter() - start
cpu = usage.ru_utime + usage.ru_stime
print(json.dumps([seconds, cpu, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""


@dataclass(frozen=True)
class Run:
    """One run of one command."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    status: int


def environment() -> dict[str, str]:
    """The environment of measured commands: byte code is cached, and nothing is coloured."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"NO_COLOR": "1"}


def run(command: list[str], folder: Path | None = None) -> Run:
    """Runs a command once, in a folder of its own or in this one."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", LAUNCHER, *command],
        env=environment(),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, cpu, kilobytes, status = json.loads(done.stdout)
    return Run(seconds, cpu, kilobytes * 1024, status)


def interleaved(commands: dict[str, list[str]], repeat: int) -> dict[str, list[Run]]:
    """Runs every command `repeat` times, in turn, so that a noisy minute hurts all of them alike.

    A command that takes over ten seconds runs at most twice.
    """
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(repeat):
        for name, command in commands.items():
            if turn < 2 or runs[name][0].seconds < 10:
                runs[name].append(run(command))
    return runs


def median_seconds(runs: list[Run], cores: int = 1) -> float:
    """The middle one of the processor times, that of a program on several cores divided by their number.

    Processor time, because other work on the machine takes its share of the wall time.
    """
    return statistics.median(one.cpu_seconds for one in runs) / cores


def median_elapsed(runs: list[Run]) -> float:
    """The middle one of the elapsed times: what a person waits for a program that uses several cores."""
    return statistics.median(one.seconds for one in runs)
