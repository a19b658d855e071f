"""Measures the terminal UI: its first frame, and how long a key press may have to wait behind other work.

The first frame is timed on a terminal of its own, from the start of the command until the word `Home` is
drawn, against a Textual app that draws only this word. The two are started in turn.

The time to open a folder of 20,000 objects is the processor time until its findings are shown, against that
of `mqtune lint`. Nothing is probed meanwhile.

The wait is the longest time between two rounds of the event loop and, marked "(frame)", from a key to the
next frame, with 100,000 objects and 50,000 findings: while the areas are prepared, then for every key of the
table in docs/tui.md (`bench/tui_keys.py`), then while the files are checked again. With a driver that prints
20,000 lines a second while its experiment is shown, frames follow each other anyway, and only the first is
measured. The time in which other programs kept the thread from running does not count. The median of several
runs counts. Each run is a separate process: `python bench/tui.py estate FOLDER [COLUMNSxROWS]` prints the
waits, the longest first.
"""

from __future__ import annotations

import asyncio
import fcntl
import itertools
import json
import os
import pty
import resource
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.tui_probe import Probe

ROOT = Path(__file__).resolve().parent.parent
STAND_INS = ROOT / "tests" / "lab" / "standin" / "bin"
MOST_TIMES = 1.8
MOST_OPENING = 1.3
MOST_MS = 50.0
OBJECTS = {"estate": 100_000, "opening": 20_000, "flood": 25}
FILES = 25
SIZE = (120, 40)
PREPARATION = "areas"  # the group of its workers
EARLY = "2jjkjjjk" * 6  # keys while screens are made
PAUSE_S = 0.25  # after a key
FLOOD_S = 10.0
MARK = b"Home"
EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("Home")
Empty().run()
"""
PROJECT = '[[queue-manager]]\nname = "QM1"\nrole = "test"\ncores = 8\n'


@dataclass(frozen=True)
class Measured:
    """A figure with its bound; None for one without a bound."""

    what: str
    value: float
    unit: str
    most: float | None = None


def measured(repeat: int) -> Iterator[Measured]:
    """Measure everything, in small folders of its own."""
    with tempfile.TemporaryDirectory(prefix="mqtune-bench-") as name:
        folder = Path(name)
        yield from first_frame(folder / "small", repeat)
        yield from opening(folder / "opening", repeat)
        yield from waiting(folder, repeat)


def first_frame(folder: Path, repeat: int) -> Iterator[Measured]:
    """The time to the first frame, and its ratio to that of an empty app."""
    folder.mkdir()
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n", encoding="utf-8")
    commands = {
        "an empty app": [sys.executable, "-c", EMPTY],
        "mqtune tui": [str(Path(sys.executable).parent / "mqtune"), "tui"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(repeat * 2 + 1):  # the first one of each runs with cold caches
        for name, command in commands.items():
            times[name].append(_drawn(command, folder))
    middle = {name: statistics.median(found) for name, found in times.items()}
    for name, seconds in middle.items():
        yield Measured(f"first frame: {name}", seconds * 1000, "ms")
    ratio = middle["mqtune tui"] / middle["an empty app"]
    yield Measured("first frame, times an empty app's", ratio, "", MOST_TIMES)


def _drawn(command: list[str], folder: Path) -> float:
    """Return the seconds from the start of a command until it has drawn the mark; it is then killed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    known = _environment() | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=known, start_new_session=True
    )
    os.close(theirs)
    output, drawn = b"", 0.0
    while True:
        try:
            output += os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not drawn and MARK in output:
            drawn = time.perf_counter() - start
            process.send_signal(signal.SIGKILL)
    process.wait()
    os.close(ours)
    if not drawn:
        raise SystemExit(f"{command[0]} drew no {MARK.decode()}: nothing was measured")
    return drawn


def opening(folder: Path, repeat: int) -> Iterator[Measured]:
    """The processor time until 20,000 objects are open, and its ratio to that of `mqtune lint`."""
    folder.mkdir()
    commands = {
        "mqtune lint": [
            sys.executable,
            "-m",
            "mqtune",
            "lint",
            "--format",
            "json",
            str(folder / "opening" / "files"),
        ],
        "mqtune tui": [sys.executable, __file__, "opening", str(folder / "opening")],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(max(3, repeat // 2)):
        for name, command in commands.items():
            _fill(folder / "opening", "opening")  # the scene removes its folder
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(command, check=False, capture_output=True, cwd=ROOT, env=_environment())
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode > 1:  # 1 are findings
                raise SystemExit(f"{name}: {done.stderr.decode()}")
            whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            times[name].append(float(done.stdout) if "tui" in name else whole)
    middle = {name: statistics.median(found) for name, found in times.items()}
    for name, seconds in middle.items():
        yield Measured(f"20,000 objects: {name}", seconds, "s")
    ratio = middle["mqtune tui"] / middle["mqtune lint"]
    yield Measured("20,000 objects, times the lint's", ratio, "", MOST_OPENING)


def waiting(folder: Path, repeat: int) -> Iterator[Measured]:
    """Measure the longest wait in each of the two situations."""
    for name, what in (
        ("estate", "longest wait of a key, 100,000 objects and 50,000 findings"),
        ("flood", "longest wait of a key, a driver with 20,000 lines a second"),
    ):
        found = []
        for turn in range(max(3, repeat // 2)):
            command = [sys.executable, __file__, name, str(folder / f"{name}-{turn}")]
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, env=_environment())
            if done.returncode:
                raise SystemExit(f"the scene {name} failed: nothing was measured")
            found.append(json.loads(done.stdout))
        yield Measured(what, statistics.median(one["longest_s"] * 1000 for one in found), "ms", MOST_MS)
        for doing in found[0]["late"]:
            late = statistics.median(one["late"].get(doing, 0.0) * 1000 for one in found)
            if late > MOST_MS / 2:
                yield Measured(f"  {doing}", late, "ms")


def _environment() -> dict[str, str]:
    """Return the environment of a user, in which Python keeps its compiled modules."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


# in a process of its own


async def probed(
    app: Any, scene: Callable[[Any, Probe], Awaitable[None]], size: tuple[int, int] = SIZE
) -> Probe:
    """Play a scene, with a probe running from the first frame."""
    from bench.tui_probe import Probe

    probe = Probe()
    async with app.run_test(size=size) as pilot:
        probe.watch_frames(app)
        task = asyncio.create_task(probe.run())
        await scene(pilot, probe)
        if task.done():  # it failed
            task.result()
        task.cancel()
    return probe


async def estate(pilot: Any, probe: Probe) -> None:
    """Open, press keys while the areas are prepared, then every key, and check again."""
    from bench.tui_keys import KEYS, not_measured

    app = pilot.app
    probe.doing = "opening"
    while app.opened is None:
        await asyncio.sleep(0.01)
    if len(app.opened.items) < OBJECTS["estate"] // 2:
        raise SystemExit(f"only {len(app.opened.items)} findings: nothing was measured")
    if missing := not_measured():
        raise SystemExit(f"keys of docs/tui.md that are not pressed: {', '.join(missing)}")
    await _while_preparing(pilot, probe)
    for row in KEYS:
        await _press(pilot, probe, row.where, row.way)
        if row.shown not in (shown := f"{type(app.focused).__name__} of {type(app.screen).__name__}"):
            raise SystemExit(f"{row.where}: {row.way} shows {shown}, not {row.shown}")
        await _press(pilot, probe, row.where, row.keys)
    probe.doing = "looking again after an edit"
    await pilot.press("2")
    before = app.opened
    with next(Path().rglob("*.mqsc")).open("a", encoding="utf-8") as file:
        file.write("DEFINE QLOCAL(Q.NEW) REPLACE MAXDEPHT(5000)\n")
    while app.opened is before:
        await pilot.press("down")
        await pilot.pause(0.05)
    await pilot.pause(1)


async def _while_preparing(pilot: Any, probe: Probe) -> None:
    """Press keys while the screens are made ahead, singly and in quick succession, and wait for the rest."""
    pauses = itertools.cycle((0.2, 0.31, 0.17, 0.43, 0.0, 0.0, 0.0))
    for key, pause in zip(EARLY, pauses, strict=False):
        probe.doing = f"preparation: {key}"
        await probe.press(pilot.app, key, pause)
    probe.doing = "preparation"
    while any(worker.group == PREPARATION for worker in pilot.app.workers):
        await asyncio.sleep(0.1)


async def _press(pilot: Any, probe: Probe, where: str, keys: str) -> None:
    """Press keys one after the other."""
    from bench.tui_keys import WAIT, name_of

    for key in map(name_of, keys.split()):
        while key == WAIT and probe.works():
            await asyncio.sleep(PAUSE_S)
        if key == WAIT:
            continue
        probe.doing = f"{where}: {key}"
        await probe.press(pilot.app, key, PAUSE_S)


async def opened(app: Any) -> float:
    """Return the processor time of this process until the findings are shown."""
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("2")
        while not app.screen.findings.rows:
            await asyncio.sleep(0.01)
        return time.process_time()


async def flood(pilot: Any, probe: Probe) -> None:
    """Measure with a driver that prints endlessly, and press keys meanwhile."""
    from functools import partial

    from mqtune.lab.api import Request, start
    from mqtune.tui.areas.lab.progress_screen import LiveScreen
    from mqtune.tui.areas.lab.running_experiment import RunningExperiment, ScreenPrompter

    app = pilot.app
    while app.opened is None:
        await asyncio.sleep(0.01)
    settings = ("run-seconds=30", "cut-seconds=2", "bindings=standard")
    request = Request("topic-limit", "QM1", "cph", settings, seed=7)
    running = RunningExperiment(app, "topic-limit on QM1", partial(start, request), ScreenPrompter())
    await pilot.press("5")
    running.go()
    app.push_screen(LiveScreen(running))
    end = time.monotonic() + FLOOD_S
    while time.monotonic() < end and not running.over:
        if running.question is not None:
            running.prompter.answer(running.question.expect or "yes")
        for key in ("l", "down", "l", "v", "2", "5"):
            probe.doing = f"key {key}"
            await pilot.press(key)
            await pilot.pause(0.1)
    if running.over or running.live.line_count < 100:
        raise SystemExit(f"{running.live.line_count} lines, {running.error}: nothing was measured")
    running.stop_now()
    await running.ended()


def _fill_plainly(folder: Path, each: int) -> None:
    """Write a project of one queue manager, with as many local queues in each file."""
    (folder / "mqtune.toml").write_text(PROJECT, encoding="utf-8")
    for number in range(FILES):
        lines = [
            f"DEFINE QLOCAL(Q.{number}.{line}) REPLACE {'MAXDEPTH' if line % 2 else 'MAXDEPHT'}(5000)\n"
            for line in range(each)
        ]
        (folder / f"{number}.mqsc").write_text("".join(lines), encoding="utf-8")


def _fill(folder: Path, scene: str) -> None:
    """Write the files to open, and a host on which MQ's programs are stand-ins."""
    from bench.tui_estate import write

    files = folder / "files"
    files.mkdir(parents=True, exist_ok=True)
    if scene == "estate":
        write(files, OBJECTS[scene])
    else:
        _fill_plainly(files, OBJECTS[scene] // FILES)
    host = folder / "host"
    for name in ("QM1", "QM00"):  # of the scenes flood and estate
        (host / name).mkdir(parents=True, exist_ok=True)
        (host / name / "status").write_text("Running", encoding="utf-8")
        (host / name / "objects.json").write_text("{}", encoding="utf-8")
    path = os.pathsep.join((str(STAND_INS), os.environ["PATH"]))
    os.environ |= {"PATH": path, "STANDIN_HOME": str(host), "STANDIN_SPEED": "1", "STANDIN_FAULT": "flood"}
    os.environ |= {"XDG_STATE_HOME": str(folder / "state")}


def main() -> int:
    """Play one scene in a folder, and print the longest wait as JSON, or the time to open it."""
    sys.path.insert(0, str(ROOT))
    scene, folder = sys.argv[1], Path(sys.argv[2])
    _fill(folder, scene)
    os.chdir(folder / "files")
    from mqtune.tui.app import MqtuneApp
    from mqtune.tui.start import be_responsive

    be_responsive()
    if scene == "opening":
        print(asyncio.run(opened(MqtuneApp())))
        shutil.rmtree(folder, ignore_errors=True)
        return 0
    scenes = {"estate": estate, "flood": flood}
    columns, _, rows = sys.argv[3].partition("x") if len(sys.argv) > 3 else (SIZE[0], "", SIZE[1])
    app = MqtuneApp(("0.mqsc" if scene == "flood" else ".",))
    probe = asyncio.run(probed(app, scenes[scene], (int(columns), int(rows))))
    late = dict(sorted(probe.late.items(), key=lambda one: -one[1]))
    print(json.dumps({"longest_s": max(late.values()), "late": late}))
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
