"""Kills mqtune, a driver or a guard at random moments: `python bench/kills.py`, a quarter of an hour.

An experiment is run by its command, with stand-ins of MQ's programs and of cph (tests/lab/standin). Each
trial asserts that every printed run and sample is in the journal, that no process is left, that `mqtune
experiment resume` reaches a verdict if mqtune was killed, and that no object of the experiment is left on
the queue manager. It needs /proc, and therefore Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STANDIN = ROOT / "tests" / "lab" / "standin" / "bin"
VICTIMS = ("mqtune", "driver", "guard", "mqtune and guard")
SETTINGS = (
    *("--set", "run-seconds=15", "--set", "cut-seconds=1", "--set", "bindings=standard"),
    *("--set", "arms=inherited,isolated", "--set", "publishers=2"),
)
DECLARED = 'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nrole = "test"\ncores = 8\n'
# other load of the machine and the pilot are not what is tried here, and pauses are not waited for
QUICK = (
    "from mqtune.lab.core import pilot; pilot.RUNS = 1\n"
    "from mqtune.lab.drivers.processes import surroundings; surroundings.look = lambda: None\n"
    "from mqtune.lab.engine import obstacles; obstacles.FAILING_PAUSES = (0.1, 0.1)\n"
)
PROGRAM = f"import sys\n{QUICK}from mqtune.cli.main import main; sys.exit(main())"
_SAMPLE = re.compile(r"\d:\d\d:\d\d run (?P<run>\d+) (?P<at>[\d.]+) s: ")
_ENDED = re.compile(r"\d:\d\d:\d\d run (?P<run>\d+) ended (?P<outcome>[\w-]+)")
MOST_LINES = 220  # of output; the kill occurs before
LIMIT_SECONDS = 60.0


@dataclass(slots=True)
class Trial:
    """One kill, and the problems found afterwards."""

    victim: str
    line: int
    killed: bool = False
    problems: list[str] = field(default_factory=list)


class Host:
    """A folder with a simulated queue manager, a project and a store."""

    def __init__(self, folder: Path, speed: int) -> None:
        self.folder = folder
        self.mark = f"STANDIN_HOME={folder / 'host'}"
        queue_manager = folder / "host" / "QM1"
        queue_manager.mkdir(parents=True)
        (queue_manager / "status").write_text("Running")
        (queue_manager / "objects.json").write_text("{}")
        (folder / "mqtune.toml").write_text(DECLARED)
        self._environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("STANDIN_", "MQTUNE_"))
            },
            "PATH": os.pathsep.join((str(STANDIN), os.environ["PATH"])),
            "PYTHONPATH": str(ROOT),
            "STANDIN_HOME": str(folder / "host"),
            "TMPDIR": str(folder),
            "STANDIN_SPEED": str(speed),
        }

    def start(self, *words: str) -> subprocess.Popen[str]:
        """`mqtune experiment …` with the store of this host."""
        argv = [sys.executable, "-c", PROGRAM, "experiment", *words, "--store", str(self.folder / "store")]
        return subprocess.Popen(
            argv,
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def objects(self) -> dict[str, object]:
        """What is defined on the queue manager."""
        found: dict[str, object] = json.loads((self.folder / "host" / "QM1" / "objects.json").read_text())
        return found

    def journal(self) -> list[dict[str, object]]:
        """The lines of the only journal."""
        (path,) = (self.folder / "store").glob("*.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]

    def processes(self) -> dict[int, str]:
        """All processes of this host, by pid, with their command lines."""
        found = {}
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and self.mark.encode() in (entry / "environ").read_bytes():
                    words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    found[int(entry.name)] = words
            except OSError:
                continue
        return found

    def wait_until_empty(self) -> dict[int, str]:
        """The processes that are left after a while; guards give drivers time to end."""
        deadline = time.monotonic() + LIMIT_SECONDS
        while (left := self.processes()) and time.monotonic() < deadline:
            os.sched_yield()
        return left


def run_trial(folder: Path, rng: random.Random, victim: str, speed: int = 150) -> Trial:
    """One experiment with one kill."""
    host = Host(folder, speed)
    trial = Trial(victim, rng.randrange(10, MOST_LINES))
    process = host.start("run", "topic-isolation", "--qmgr", "QM1", "--yes", "--plain", *SETTINGS)
    assert process.stdout is not None
    told: list[str] = []
    for line in process.stdout:
        told.append(line)
        if not trial.killed and len(told) >= trial.line:
            trial.killed = _kill(host, process, victim)
    status = process.wait()
    if left := host.wait_until_empty():
        trial.problems.append(f"processes are left: {left}")
    _look_for_losses(host, told, trial)
    if victim.startswith("mqtune") and trial.killed:
        _resume(host, trial)
    elif status not in (0, 1):
        trial.problems.append(f"it ended with status {status}: {''.join(told[-3:])}")
    if objects := host.objects():
        trial.problems.append(f"objects are left: {', '.join(objects)}")
    return trial


def _kill(host: Host, process: subprocess.Popen[str], victim: str) -> bool:
    """Kill the victim; whether there was one."""
    guards = {pid: words for pid, words in host.processes().items() if "guard.py" in words}
    drivers = [pid for pid, words in host.processes().items() if "/bin/cph" in words and pid not in guards]
    targets = {
        "mqtune": [process.pid],
        "guard": list(guards)[:1],
        "driver": drivers[:1],
        "mqtune and guard": [process.pid, *guards],
    }[victim]
    for pid in targets:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
    return bool(targets)


def _look_for_losses(host: Host, told: list[str], trial: Trial) -> None:
    """Find printed runs and samples that are missing in the journal."""
    lines = host.journal()
    ended = {(line["run"], line["outcome"]) for line in lines if line["event"] == "run-ended"}
    samples = {(line["run"], line["at"]) for line in lines if line["event"] == "sample"}
    for line in told:
        if (found := _ENDED.match(line)) and (int(found["run"]), found["outcome"]) not in ended:
            trial.problems.append(f"lost: {line.strip()}")
        if (found := _SAMPLE.match(line)) and (int(found["run"]), float(found["at"])) not in samples:
            trial.problems.append(f"lost: {line.strip()}")


def _resume(host: Host, trial: Trial) -> None:
    before = [line for line in host.journal() if line["event"] == "run-ended"]
    process = host.start("resume", "topic-isolation", "--yes", "--plain")
    told, _ = process.communicate()
    if process.returncode not in (0, 1):
        trial.problems.append(f"resume ended with status {process.returncode}: {told[-300:]}")
    lines = host.journal()
    if [line for line in lines if line["event"] == "run-ended"][: len(before)] != before:
        trial.problems.append("resume changed runs that were finished")
    if not any(line["event"] == "verdict" for line in lines):
        trial.problems.append("resume came to no verdict")
    if left := host.wait_until_empty():
        trial.problems.append(f"processes are left after resume: {left}")


def main() -> int:
    """Make the trials and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    bad = 0
    for number in range(options.trials):
        rng = random.Random(f"{options.seed} {number}")
        victim = VICTIMS[number % len(VICTIMS)]
        with tempfile.TemporaryDirectory() as folder:
            trial = run_trial(Path(folder), rng, victim)
        bad += bool(trial.problems)
        tally[f"{victim}: {'killed' if trial.killed else 'nothing to kill at that moment'}"] += 1
        word = "; ".join(trial.problems) or "nothing lost, nothing left"
        print(f"{number + 1:3} {victim:16} at line {trial.line:3}: {word}", flush=True)
    print()
    for words, count in sorted(tally.items()):
        print(f"{count:4} {words}")
    print(f"{options.trials - bad:4} of {options.trials} without a loss, a process or an object left")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
