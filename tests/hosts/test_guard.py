"""The guard: whatever happens to mqtune, to the driver or to the guard, no process stays."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from types import SimpleNamespace

import pytest

from mqtune.hosts import command, guard, guarded
from mqtune.hosts.command import run_command
from mqtune.hosts.guarded import Guarded
from mqtune.hosts.inventory import HostError

LIMIT = 60.0
# under LC_ALL=C, which drivers have, Python cannot read the paths of a checkout that are not ASCII
PYTHON = [sys.executable, "-S"]
PATIENT = """
import signal, sys, os
for one in {ignored}:
    signal.signal(one, signal.SIG_IGN)
os.write(1, b"ready %d\\n" % os.getpid())
while True:
    signal.pause()
"""
# a driver with a child that holds its output and does not hear SIGINT; it tells when the child is ready
FAMILY = """
import os, signal, subprocess, sys
reader, writer = os.pipe()
os.write(1, b"ready %d\\n" % os.getpid())
subprocess.Popen({python!r} + ["-c", {child!r}], stdout=writer)
print(os.read(reader, 100).decode(), end="", flush=True)
{then}
"""


def patient(*ignored: int) -> list[str]:
    """A program that prints `ready PID`, and waits for ever."""
    return [*PYTHON, "-c", PATIENT.format(ignored=tuple(int(one) for one in ignored))]


def family(then: str, *ignored: int) -> list[str]:
    """A driver that starts a child, prints the lines of both, and goes on with some statement."""
    child = PATIENT.format(ignored=tuple(int(one) for one in ignored))
    return [*PYTHON, "-c", FAMILY.format(python=PYTHON, child=child, then=then)]


def lines_of(process: Guarded, count: int = 1) -> list[str]:
    """Wait for so many lines of output."""
    data = b""
    deadline = time.monotonic() + LIMIT
    while data.count(b"\n") < count:
        assert select.select([process.output], [], [], deadline - time.monotonic())[0], "no output in time"
        piece = process.read()
        assert piece != b"", "the output ended early"
        data += piece or b""
    return data.decode().splitlines()


def hear_until(process: Guarded, done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT
    while not done():
        assert select.select([process.report], [], [], deadline - time.monotonic())[0], "no report in time"
        process.hear()


def exists(pid: int) -> bool:
    """Whether a process is there and no zombie; `ps` might cut what it prints."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def gone(*pids: int) -> bool:
    """Wait until none of the processes is there."""
    deadline = time.monotonic() + LIMIT
    while any(exists(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        select.select([], [], [], 0.01)
    return True


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks through /proc")
pytestmark = needs_proc


@pytest.fixture
def start() -> Iterator[Callable[..., Guarded]]:
    begun: list[Guarded] = []

    def starting(argv: list[str], **options: object) -> Guarded:
        process = Guarded(argv, **{"grace": 0.3, **options})  # type: ignore[arg-type]
        begun.append(process)
        return process

    yield starting
    for process in begun:
        if process.pid:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.close()
        process.close()


def test_a_command_gives_its_output_and_its_status() -> None:
    answer = run_command(["sh", "-c", "cat; echo to stderr >&2; exit 3"], text="hello\n")
    assert (answer.text, answer.status) == ("hello\nto stderr\n", 3)


def test_a_driver_speaks_english_and_reads_nothing(start: Callable[..., Guarded]) -> None:
    process = start(["sh", "-c", "echo $LC_ALL; readlink /proc/$$/fd/0"])
    assert lines_of(process, 2) == ["C", "/dev/null"]


def test_the_status_of_a_signal() -> None:
    assert run_command(["sh", "-c", "kill -SEGV $$"]).status == -signal.SIGSEGV


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "No such file"),
        ("no program", "Exec format error"),
        ("#!/no/such/interpreter\n", "No such file"),
    ],
)
def test_what_cannot_be_started_says_why(tmp_path: Path, content: str | None, words: str) -> None:
    program = tmp_path / "cph"
    if content is not None:
        program.write_text(content)
        program.chmod(0o755)
    answer = run_command([str(program)])
    assert words in answer.refused
    assert answer.status is None


@pytest.fixture
def time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of a command passes when its first output has been read, however loaded the machine is."""
    read, heard = Guarded.read, []

    def reading(self: Guarded) -> bytes | None:
        heard.append(read(self))
        return heard[-1]

    monkeypatch.setattr(Guarded, "read", reading)
    passed = SimpleNamespace(monotonic=lambda: time.monotonic() + 1000 * any(heard))
    monkeypatch.setattr(command, "time", passed)


@pytest.mark.usefixtures("time_is_up")
def test_a_command_that_takes_too_long_is_stopped() -> None:
    answer = run_command(patient(signal.SIGINT), seconds=LIMIT)
    assert answer.timed_out
    assert gone(int(answer.text.split()[1]))


@pytest.mark.usefixtures("time_is_up")
def test_an_output_without_end_is_cut_and_not_kept() -> None:
    answer = run_command(["yes"], seconds=LIMIT, most=1000)
    assert answer.timed_out
    assert answer.cut
    assert len(answer.text) == 1000


@pytest.mark.parametrize(
    ("ignored", "ended_by"),
    [
        ((), signal.SIGINT),
        ((signal.SIGINT,), signal.SIGTERM),
        ((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), signal.SIGKILL),
    ],
)
def test_a_stop_goes_from_the_mildest_signal_to_the_hardest(
    start: Callable[..., Guarded], ignored: tuple[int, ...], ended_by: int
) -> None:
    # one that hears the first signal may need long to end by it on a loaded machine
    process = start(patient(*ignored), grace=0.3 if ignored else LIMIT)
    pid = int(lines_of(process)[0].split()[1])
    process.stop()
    process.stop()
    hear_until(process, lambda: process.over)
    # Python turns SIGINT into an exception, and ends by it
    assert process.status in (-ended_by, 1 if ended_by == signal.SIGINT else -ended_by)
    assert process.left == ()
    assert gone(pid)


def test_a_trusted_program_is_never_killed_and_named_instead(start: Callable[..., Guarded]) -> None:
    process = start(patient(signal.SIGINT, signal.SIGTERM), trusted=True)
    pid = int(lines_of(process)[0].split()[1])
    process.stop()
    hear_until(process, lambda: bool(process.left))
    assert process.left == (pid,)
    assert exists(pid)
    assert not process.over
    # the guard lets it run on when mqtune gives it up, and says so by its status
    process.close()
    assert process.over
    assert not process.guard_lost
    assert exists(pid)


def test_a_trusted_program_is_killed_when_somebody_agreed(start: Callable[..., Guarded]) -> None:
    process = start(patient(signal.SIGINT, signal.SIGTERM), trusted=True)
    pid = int(lines_of(process)[0].split()[1])
    process.stop()
    hear_until(process, lambda: bool(process.left))
    process.kill()
    hear_until(process, lambda: process.over)
    assert process.status == -signal.SIGKILL
    assert gone(pid)


def test_a_trusted_program_survives_that_nobody_reads_it(start: Callable[..., Guarded]) -> None:
    """SIGPIPE is an asynchronous signal too: a write must fail, and not end the program."""
    # read from the kernel, since Python ignores SIGPIPE by itself
    program = ["sh", "-c", "grep SigIgn /proc/$$/status"]
    bit = 1 << (signal.SIGPIPE - 1)
    assert ignored_by(start(program, trusted=True)) & bit
    assert not ignored_by(start(program)) & bit


def ignored_by(process: Guarded) -> int:
    ignored = int(lines_of(process)[0].split()[1], 16)
    hear_until(process, lambda: process.over)
    return ignored


def test_a_driver_gets_the_signals_that_the_guard_ignores(start: Callable[..., Guarded]) -> None:
    ignored = ignored_by(start(["sh", "-c", "grep SigIgn /proc/$$/status"]))
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        assert not ignored & (1 << (one - 1))


def test_a_child_of_the_driver_that_holds_the_pipe_is_swept(start: Callable[..., Guarded]) -> None:
    process = start(family("pass", signal.SIGINT))
    pids = [int(line.split()[1]) for line in lines_of(process, 2)]
    hear_until(process, lambda: process.over)
    assert process.status == 0
    assert gone(*pids)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_guard_survives_what_a_terminal_sends(start: Callable[..., Guarded], number: int) -> None:
    process = start(patient())
    pid = int(lines_of(process)[0].split()[1])
    os.kill(process._guard.pid, number)
    process.stop()
    hear_until(process, lambda: process.over)
    assert not process.guard_lost
    assert gone(pid, process._guard.pid)


def test_a_guard_that_is_killed_takes_the_driver_with_it(start: Callable[..., Guarded]) -> None:
    process = start(family("signal.pause()", signal.SIGINT, signal.SIGTERM))
    pids = [int(line.split()[1]) for line in lines_of(process, 2)]
    os.kill(process._guard.pid, signal.SIGKILL)
    hear_until(process, lambda: process.over)
    assert process.guard_lost
    assert gone(*pids)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell a child of its parent's death")
def test_a_double_kill_leaves_no_driver() -> None:
    """Both mqtune and the guard at once: the kernel ends the driver."""
    mother, guard_pid, driver = started_by_another()
    os.kill(mother.pid, signal.SIGSTOP)  # it shall not see the guard die
    os.kill(guard_pid, signal.SIGKILL)
    mother.kill()
    mother.wait()
    assert gone(guard_pid, driver)


def test_the_end_of_mqtune_is_the_end_of_the_driver() -> None:
    mother, guard_pid, driver = started_by_another()
    mother.kill()
    mother.wait()
    assert gone(guard_pid, driver)


def started_by_another() -> tuple[subprocess.Popen[str], int, int]:
    """A process that has started a driver which hears no SIGINT; the pids of guard and driver."""
    root = str(Path(guard.__file__).resolve().parents[2])
    script = f"""
import os, select, sys, signal
sys.path.insert(0, {root!r})
from mqtune.hosts.guarded import Guarded
process = Guarded({patient(signal.SIGINT)!r}, grace=0.3)
select.select([process.output], [], [])
print(process._guard.pid, process.read().decode().split()[1], flush=True)
signal.pause()
"""
    mother = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert mother.stdout is not None
    guard_pid, driver = mother.stdout.readline().split()
    mother.stdout.close()
    return mother, int(guard_pid), int(driver)


def test_forty_stops_at_any_moment_leave_nothing(start: Callable[..., Guarded]) -> None:
    """Also before the driver has been started at all."""
    pids = []
    for number in range(40):
        process = start(patient())
        if number % 4 == 1:
            hear_until(process, lambda process=process: process.pid is not None)  # type: ignore[misc]
        elif number % 4 == 2:
            lines_of(process)
        process.stop()
        if number % 4 != 3:
            hear_until(process, lambda process=process: process.over)  # type: ignore[misc]
        process.close()
        pids += [process._guard.pid, process.pid or process._guard.pid]
    assert gone(*pids)


def test_nothing_but_its_pipes_is_handed_to_a_driver(start: Callable[..., Guarded], tmp_path: Path) -> None:
    """Not the journal, and not the lease of another driver, which would keep that one alive."""
    with open(tmp_path / "journal", "w") as journal:
        other = start(patient())
        answer = run_command(["sh", "-c", "ls -l /proc/self/fd"])
        assert "journal" not in answer.text
        handles = [line.split()[-3] for line in answer.text.splitlines() if "->" in line]
        assert len([one for one in handles if int(one) > 2]) <= 1  # that of ls itself
        assert journal
        other.close()


def test_a_guard_runs_from_an_archive(monkeypatch: pytest.MonkeyPatch, start: Callable[..., Guarded]) -> None:
    source = Path(guard.__file__).read_text()

    class Archive:
        def get_source(self, name: str) -> str:
            assert name == "mqtune.hosts.guard"
            return source

    monkeypatch.setattr(guarded.zipimport, "zipimporter", Archive)
    monkeypatch.setattr(guard, "__loader__", Archive())
    answer = run_command(["echo", "from an archive"])
    assert (answer.text, answer.status) == ("from an archive\n", 0)


def test_a_system_without_process_groups_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(HostError, match="programs cannot be guarded") as caught:
        Guarded(["true"], grace=1.0)
    assert "--driver manual" in caught.value.help


def test_a_short_command_runs_without_a_guard_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    assert run_command(["cat"], text="Köln\n").text == "Köln\n"
    answer = run_command(["sh", "-c", "echo out; echo error >&2; exit 3"])
    assert (sorted(answer.text.split()), answer.status) == (["error", "out"], 3)
    with TemporaryFile() as errors:
        assert run_command(["sh", "-c", "echo out; echo error >&2"], separate=errors).text == "out\n"
        errors.seek(0)
        assert errors.read() == b"error\n"
    assert run_command(["sleep", "100"], seconds=0.1).timed_out
    assert run_command(["no-such-program"]).refused
    cut = run_command(["echo", "long"], most=2)
    assert (cut.text, cut.cut) == ("lo", True)


def test_a_machine_without_processes_left_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **options: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    before = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(HostError, match="no process could be started: Resource temporarily unavailable"):
        run_command(["true"])
    assert len(os.listdir("/proc/self/fd")) == before
