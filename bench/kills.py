"""Kills mqtune, drivers, guards, ssh and sshd, stops queue managers and fills disks, at random moments:
`python bench/kills.py`, a quarter of an hour for a hundred.

An experiment is run by its command, with stand-ins of MQ's programs and of cph (tests/lab/standin), and in
some trials on another host, behind a real sshd of this machine. Each trial asserts that every printed run
and sample is in the journal, that no process is left, that `mqtune experiment resume` reaches a verdict if
the experiment did not end, and that no object of the experiment is left on the queue manager. It needs
/proc, and therefore Linux; trials with ssh need sshd, those with a full disk the right to mount.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.sshd import Sshd  # noqa: E402
from bench.standins import put_python  # noqa: E402

SSH = shutil.which("ssh") or "ssh"
STANDIN = ROOT / "tests" / "lab" / "standin" / "bin"
HERE = ("mqtune", "driver", "guard", "mqtune and guard", "queue manager", "queue manager for a while", "disk")
THERE = ("mqtune over ssh", "remote driver", "ssh", "connection", "sshd", "sshd and connections")
VICTIMS = (*HERE, *THERE)
SETTINGS = (
    *("--set", "run-seconds=15", "--set", "cut-seconds=1", "--set", "bindings=standard"),
    *("--set", "arms=inherited,isolated", "--set", "publishers=2"),
)
DECLARED = 'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nrole = "test"\ncores = 8\n'
# other load of the machine and the pilot are not what is tried here, and pauses are not waited for
QUICK = (
    "from mqtune.lab.core import pilot; pilot.RUNS = 1\n"
    "from mqtune.lab.drivers.processes import surroundings\n"
    "surroundings.MARGINS = dict.fromkeys(surroundings.MARGINS, float('inf'))\n"
    "from mqtune.lab.engine import obstacles\n"
    "obstacles.FAILING_PAUSES = (0.1, 0.1)\n"
    "obstacles.PAUSES = (0.1, 0.2, 0.4, 0.8)\n"
)
PROGRAM = f"import sys\n{QUICK}from mqtune.cli.main import main; sys.exit(main())"
_SAMPLE = re.compile(r"\d:\d\d:\d\d run (?P<run>\d+) (?P<at>[\d.]+) s: ")
_ENDED = re.compile(r"\d:\d\d:\d\d run (?P<run>\d+) ended (?P<outcome>[\w-]+)")
MOST_LINES = 220  # of output; the kill occurs before
LIMIT_SECONDS = 60.0
PAUSE_SECONDS = 0.05  # between two looks for processes


@dataclass(slots=True)
class Trial:
    """One kill, and the problems found afterwards."""

    victim: str
    line: int
    killed: bool = False
    problems: list[str] = field(default_factory=list)


class Host:
    """A folder with a simulated queue manager, a project and a store; the queue manager is behind `sshd` if
    one is given.
    """

    def __init__(self, folder: Path, speed: int, sshd: Sshd | None = None) -> None:
        self.folder = folder
        self.sshd = sshd
        self.mark = f"STANDIN_HOME={folder / 'host'}"
        self.queue_manager = folder / "host" / "QM1"
        self.queue_manager.mkdir(parents=True)
        self.set_status("Running")
        (self.queue_manager / "objects.json").write_text("{}")
        (folder / "store").mkdir()
        variables = {"STANDIN_HOME": str(folder / "host"), "STANDIN_SPEED": str(speed)}
        variables |= dict.fromkeys(("TMPDIR", "MQTUNE_LOCKS"), str(folder))
        self._environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("STANDIN_", "MQTUNE_"))
            },
            **variables,
            "PYTHONPATH": str(ROOT),
        }
        first, declared, python = STANDIN, DECLARED, put_python(folder)
        if sshd is not None:
            first = folder / "bin"
            first.mkdir()
            (first / "ssh").write_text(f'#!/bin/sh\nexec {SSH} {" ".join(sshd.options)} "$@"\n')
            (first / "ssh").chmod(0o755)
            listed = ", ".join(f'{name} = "{value}"' for name, value in variables.items())
            declared += (
                f'[[host]]\nname = "mq1"\nssh = "{getpass.getuser()}@127.0.0.1"\n'
                f'path = ["{STANDIN}", "{python}"]\n'
                f"environment = {{ {listed} }}\n"
            )
        self._environment["PATH"] = os.pathsep.join((str(first), python, os.environ["PATH"]))
        (folder / "mqtune.toml").write_text(declared)

    def set_status(self, status: str) -> None:
        """Start or stop the queue manager."""
        (self.queue_manager / "status").write_text(status)

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
        found: dict[str, object] = json.loads((self.queue_manager / "objects.json").read_text())
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
            time.sleep(PAUSE_SECONDS)
        return left


def run_trial(folder: Path, rng: random.Random, victim: str, speed: int = 150) -> Trial:
    """One experiment with one kill."""
    trial = Trial(victim, rng.randrange(10, MOST_LINES))
    with ExitStack() as ends:
        sshd = None
        if victim in THERE:
            (folder / "sshd").mkdir()
            sshd = ends.enter_context(Sshd(folder / "sshd"))
        host = Host(folder, speed, sshd)
        if victim == "disk":
            ends.enter_context(small_disk(folder / "store"))
        process = host.start(
            "run", "topic-isolation", "--qmgr", "QM1", *where(host), "--yes", "--plain", *SETTINGS
        )
        told = list(_lines(host, process, trial, rng))
        status = process.wait()
        _restore(host, victim)
        if left := host.wait_until_empty():
            trial.problems.append(f"processes are left: {left}")
        _look_for_losses(host, told, trial)
        if not any(line["event"] == "closed" and line["why"] == "finished" for line in host.journal()):
            _resume(host, trial)
        elif host.objects() and "mqtune experiment clean" in "".join(told):
            _clean(host, trial)
        elif status not in (0, 1):
            trial.problems.append(f"it ended with status {status}: {''.join(told[-3:])}")
        if objects := host.objects():
            trial.problems.append(f"objects are left: {', '.join(objects)}")
    return trial


def where(host: Host) -> tuple[str, ...]:
    """The options that name the host of the experiment."""
    return ("--host", "mq1") if host.sshd else ()


def _lines(host: Host, process: subprocess.Popen[str], trial: Trial, rng: random.Random) -> Iterator[str]:
    """The lines of the process; the kill occurs at the line of the trial."""
    assert process.stdout is not None
    back = trial.line + rng.randrange(1, 5)
    for number, line in enumerate(process.stdout, 1):
        yield line
        if number >= trial.line and not trial.killed:
            trial.killed = _kill(host, process, trial.victim)
        if number == back and trial.victim == "queue manager for a while":
            host.set_status("Running")


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of 16 MiB. Raises CalledProcessError where none can be mounted."""
    words = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    subprocess.run(words, check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _kill(host: Host, process: subprocess.Popen[str], victim: str) -> bool:
    """Kill the victim; whether there was one."""
    if victim.startswith("queue manager"):
        host.set_status("Ended immediately")
        return True
    if victim == "disk":
        _fill(host.folder / "store" / "filler")
        return True
    targets = _targets(host, process, victim)
    for pid in targets:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
    return bool(targets)


def _targets(host: Host, process: subprocess.Popen[str], victim: str) -> list[int]:
    """The processes to kill."""
    every = host.processes()
    guards = [pid for pid, words in every.items() if "guard.py" in words]
    drivers = [pid for pid, words in every.items() if "/bin/cph" in words and pid not in guards]
    clients = [pid for pid, words in every.items() if words.startswith(f"{SSH} ")]
    server = [host.sshd.process.pid] if host.sshd and host.sshd.process else []
    served = host.sshd.connections() if host.sshd else []
    return {
        "mqtune": [process.pid],
        "mqtune over ssh": [process.pid],
        "guard": guards[:1],
        "driver": drivers[:1],
        "remote driver": drivers[:1],
        "mqtune and guard": [process.pid, *guards],
        "ssh": clients,
        "connection": served,
        "sshd": server,
        "sshd and connections": server + served,
    }[victim]


def _fill(path: Path) -> None:
    """Write until nothing can be written any more."""
    try:
        with path.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
    except OSError:
        return


def _restore(host: Host, victim: str) -> None:
    """Undo what a kill did to the machine: start the queue manager and the server, free the disk."""
    host.set_status("Running")
    (host.folder / "store" / "filler").unlink(missing_ok=True)
    if host.sshd and victim.startswith("sshd"):
        host.sshd.stop()
        host.sshd.start()


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


def _clean(host: Host, trial: Trial) -> None:
    """Do what the output says of objects that could not be deleted."""
    process = host.start("clean", "topic-isolation", "--yes")
    told, _ = process.communicate()
    if process.returncode != 0:
        trial.problems.append(f"clean ended with status {process.returncode}: {told[-300:]}")


def main() -> int:
    """Make the trials and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--victim", choices=VICTIMS, action="append", help="these only")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    bad = 0
    for number in range(options.trials):
        rng = random.Random(f"{options.seed} {number}")
        victims = options.victim or VICTIMS
        victim = victims[number % len(victims)]
        with tempfile.TemporaryDirectory() as folder:
            trial = run_trial(Path(folder), rng, victim)
        bad += bool(trial.problems)
        tally[f"{victim}: {'killed' if trial.killed else 'nothing to kill at that moment'}"] += 1
        word = "; ".join(trial.problems) or "nothing lost, nothing left"
        print(f"{number + 1:3} {victim:25} at line {trial.line:3}: {word}", flush=True)
    print()
    for words, count in sorted(tally.items()):
        print(f"{count:4} {words}")
    print(f"{options.trials - bad:4} of {options.trials} without a loss, a process or an object left")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
