"""Kills mqtune, drivers, guards, ssh and sshd, stops queue managers and fills disks, at random moments:
`python bench/kills.py`, six minutes for a hundred.

An experiment is run by its command, with stand-ins of MQ's programs and of cph (tests/lab/standin), and in
every second trial on another host, behind a real sshd of this machine. It is killed at a random line of its
output, resumed, killed again at another, and so on. After each end of mqtune, every printed run and sample
must be in the journal, earlier runs must be there unchanged, and no process may be left; in the end
there must be a verdict, and no object of the experiment on the queue manager. It needs /proc, and therefore
Linux; trials with ssh need sshd, those with a full disk the right to mount.
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
from collections.abc import Iterator, Sequence
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
    "from mqtune.lab.core import job as pilot; pilot.RUNS = 1\n"
    "from mqtune.lab.drivers.processes import surroundings\n"
    "surroundings.MARGINS = dict.fromkeys(surroundings.MARGINS, float('inf'))\n"
    "from mqtune.lab.engine import controls as obstacles\n"
    "obstacles.FAILING_PAUSES = (0.1, 0.1)\n"
    "obstacles.PAUSES = (0.1, 0.2, 0.4, 0.8)\n"
)
PROGRAM = f"import sys\n{QUICK}from mqtune.cli.main import main; sys.exit(main())"
_SAMPLE = re.compile(r"\d:\d\d:\d\d run (?P<run>\d+) (?P<at>[\d.]+) s: ")
_ENDED = re.compile(r"\d:\d\d:\d\d run (?P<run>\d+) ended (?P<outcome>[\w-]+)")
FIRST_LINES = range(10, 220)  # of output, for the first kill; earlier there is no journal
NEXT_LINES = range(1, 80)  # after the kill before, or after the start of a resumed experiment
LIMIT_SECONDS = 60.0
PAUSE_SECONDS = 0.05  # between two looks for processes


@dataclass(slots=True)
class Trial:
    """The kills of one experiment, each with its line of output, and the problems found afterwards."""

    kills: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Fate:
    """Chooses victims and the lines of output at which they are killed."""

    def __init__(self, rng: random.Random, victims: Sequence[str], most: int) -> None:
        self._rng = rng
        self._victims = victims
        self._most = most
        self._done = 0
        self._line = rng.choice(FIRST_LINES)
        self.victim = rng.choice(victims)
        self.back = 0
        """The line at which a queue manager that was stopped for a while comes back."""

    def due(self, line: int) -> bool:
        """Whether the victim has to be killed at this line of the process."""
        return self._done < self._most and line >= self._line

    def killed(self, line: int) -> None:
        """Choose the next victim."""
        if self.victim == "queue manager for a while":
            self.back = line + self._rng.randrange(1, 5)
        self._done += 1
        self._line = line + self._rng.choice(NEXT_LINES)
        self.victim = self._rng.choice(self._victims)

    def restarted(self) -> None:
        """Lines are counted from the start of the process."""
        self.back = 0
        if self._done:
            self._line = self._rng.choice(NEXT_LINES)


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
        """The lines of the only journal, if there is one."""
        paths = (self.folder / "store").glob("*.jsonl")
        return [json.loads(line) for path in paths for line in path.read_text().splitlines()]

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


def run_trial(
    folder: Path, rng: random.Random, victims: Sequence[str], kills: int = 1, speed: int = 150
) -> Trial:
    """One experiment, killed and resumed until `kills` have occurred and it ends by itself. The victims are
    all of this machine or all of another host.
    """
    trial, fate = Trial(), Fate(rng, victims, kills)
    with ExitStack() as ends:
        sshd = None
        if not set(victims).isdisjoint(THERE):
            (folder / "sshd").mkdir()
            sshd = ends.enter_context(Sshd(folder / "sshd"))
        host = Host(folder, speed, sshd)
        if "disk" in victims:
            ends.enter_context(small_disk(folder / "store"))
        words = ["run", "topic-isolation", "--qmgr", "QM1", *where(host), "--yes", "--plain", *SETTINGS]
        while not trial.problems and (not _finished(host) or host.objects()):
            _live(host, words, trial, fate)
            words = ["resume", "topic-isolation", "--yes", "--plain"]
        if not any(line["event"] == "verdict" for line in host.journal()):
            trial.problems.append("there is no verdict")
    return trial


def _finished(host: Host) -> bool:
    """Whether the journal says that the experiment is over."""
    return any(line["event"] == "closed" and line["why"] == "finished" for line in host.journal())


def _live(host: Host, words: list[str], trial: Trial, fate: Fate) -> None:
    """Start mqtune, kill what is due until it ends, and note what was lost or left."""
    before = [line for line in host.journal() if line["event"] == "run-ended"]
    fate.restarted()
    known = len(trial.kills)
    process = host.start(*words)
    told = list(_lines(host, process, trial, fate))
    status = process.wait()
    _restore(host)
    if left := host.wait_until_empty():
        trial.problems.append(f"processes are left: {left}")
    _look_for_losses(host, told, trial)
    if [line for line in host.journal() if line["event"] == "run-ended"][: len(before)] != before:
        trial.problems.append("runs that were finished have changed")
    if _finished(host) and host.objects() and "mqtune experiment clean" in "".join(told):
        _clean(host, trial)
    if len(trial.kills) > known:
        return
    if not _finished(host) or status not in (0, 1):
        trial.problems.append(f"without a kill it ended with status {status}: {' | '.join(told[-6:])}")
    if objects := host.objects():
        trial.problems.append(f"objects are left: {', '.join(objects)}")


def where(host: Host) -> tuple[str, ...]:
    """The options that name the host of the experiment."""
    return ("--host", "mq1") if host.sshd else ()


def _lines(host: Host, process: subprocess.Popen[str], trial: Trial, fate: Fate) -> Iterator[str]:
    """The lines of the process; kills occur at those that are due."""
    assert process.stdout is not None
    for number, line in enumerate(process.stdout, 1):
        yield line
        if fate.due(number) and _kill(host, process, fate.victim):
            trial.kills.append(f"{fate.victim} at line {number}")
            fate.killed(number)
        if number == fate.back:
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


def _restore(host: Host) -> None:
    """Undo what kills did to the machine: start the queue manager and the server, free the disk."""
    host.set_status("Running")
    (host.folder / "store" / "filler").unlink(missing_ok=True)
    if host.sshd and host.sshd.process and host.sshd.process.poll() is not None:
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


def _clean(host: Host, trial: Trial) -> None:
    """Do what the output says of objects that could not be deleted."""
    process = host.start("clean", "topic-isolation", "--yes")
    told, _ = process.communicate()
    if process.returncode != 0:
        trial.problems.append(f"clean ended with status {process.returncode}: {told[-300:]}")


def main() -> int:
    """Make the trials and print the tally."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--each", type=int, default=20, help="kills of one experiment at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--victim", choices=VICTIMS, action="append", help="these only")
    options = parser.parse_args()
    chosen = options.victim or VICTIMS
    places = [victims for place in (HERE, THERE) if (victims := [name for name in place if name in chosen])]
    tally: Counter[str] = Counter()
    trials = bad = 0
    while tally.total() < options.kills:
        rng = random.Random(f"{options.seed} {trials}")
        with tempfile.TemporaryDirectory() as folder:
            trial = run_trial(Path(folder), rng, places[trials % len(places)], options.each)
        trials += 1
        bad += bool(trial.problems)
        tally.update(kill.partition(" at ")[0] for kill in trial.kills)
        word = "; ".join(trial.problems) or "nothing lost, nothing left"
        print(f"{trials:3} {', '.join(trial.kills)}: {word}", flush=True)
    print()
    for words, count in sorted(tally.items()):
        print(f"{count:4} {words}")
    print(f"{tally.total():4} kills; {trials - bad} of {trials} experiments without a loss or anything left")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
