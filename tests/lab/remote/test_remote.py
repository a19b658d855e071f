"""Drivers and queue managers on another host, over a real sshd: whatever ends, nothing stays there."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from mqtune.cli.main import main
from mqtune.hosts import ssh as remote
from mqtune.hosts.command import run_command
from mqtune.hosts.inventory import Host, HostError
from mqtune.hosts.ssh import RemoteGuarded
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Process, Work
from mqtune.lab.core.job import divided
from mqtune.lab.core.run import Arm, Order
from mqtune.lab.drivers.base import LiveData, RealClock, Sample
from mqtune.lab.drivers.processes import surroundings
from mqtune.lab.drivers.queue_managers import QueueManagers
from mqtune.lab.drivers.real import RealDriver
from mqtune.lab.engine.controls import Held

PATIENT = 60.0
SPEED = 50
STANDIN = Path(__file__).resolve().parents[1] / "standin" / "bin"


class FastClock(RealClock):
    """The clock of the stand-ins."""

    def now(self) -> float:
        return super().now() * SPEED


@pytest.fixture
def there(host: Any, server: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The pretended host, reached only by ssh: its programs are not on the path of this machine."""
    host.queue_manager()
    here = [one for one in os.environ["PATH"].split(os.pathsep) if one != str(STANDIN)]
    monkeypatch.setenv("PATH", os.pathsep.join(here))
    yield server
    deadline = time.monotonic() + PATIENT
    while (left := host.processes()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []


def publisher(threads: int, seconds: float = 20.0) -> Process:
    words = ("cph", "-vo", "3", "-ss", "1", "-wi", "10", "-wt", "10", "-tc", "Publisher", "-nt", str(threads))
    argv = (*words, "-rl", f"{seconds:g}", "-id", "P", "-jb", "QM1", "-jt", "mqb", "-d", "T")
    return Process("publisher", argv, "cph", threads, seconds, measured=True)


def make(hosts: tuple[Host, ...], work: Work, listen: Any = None) -> Any:
    driver = RealDriver("cph", clock=FastClock(), hosts=hosts, queue_managers=QueueManagers())
    return driver.make(1, Order(Arm("arm"), 20.0), divided(work, hosts), listen or (lambda live: None))


def test_a_command_with_its_text_status_and_variables(there: Any) -> None:
    host = there.host()
    done = run_command(("sh", "-c", "cat; echo $STANDIN_SPEED; exit 3"), text="a ' \" $b\n", host=host)
    assert (done.text, done.status) == ("a ' \" $b\n50\n", 3)
    assert run_command(("no-such-program",), host=host).refused


def test_a_host_that_cannot_be_reached_is_named(there: Any) -> None:
    with pytest.raises(HostError, match=r"no connection to elsewhere: .*Permission denied"):
        run_command(("true",), host=Host("elsewhere", "no.user@127.0.0.1", there.options))


def test_several_hosts_begin_together_and_their_rates_are_added(
    there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a run of the stand-in is over in less than a second
    monkeypatch.setattr(surroundings, "_LEAST_SECONDS", 0.02)
    monkeypatch.setattr(surroundings, "_LOOKS", 1000.0)
    told: list[LiveData] = []
    raw = make((there.host("one"), there.host("two")), Work((publisher(4),)), told.append)
    assert raw.outcome == "ok", raw.message
    assert {one.threads for one in raw.samples} == {4}
    assert [one for one in told if isinstance(one, Sample)] == list(raw.samples)
    assert 0 <= raw.figures["others_share"] <= 1  # of the hosts, which are watched during the run


def test_a_lost_connection_leaves_nothing_there_and_the_run_can_be_made_again(there: Any) -> None:
    def cut(live: LiveData) -> None:
        if isinstance(live, Sample) and live.at >= 3:
            for pid in there.connections():
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    raw = make((there.host(),), Work((publisher(2, 6000.0),)), cut)
    assert raw.outcome == "unavailable"
    assert "the connection to driver1 was lost" in raw.message


def test_a_connection_that_dies_without_a_sign_ends_the_driver(
    there: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "SILENCE_SECONDS", 2.0)
    monkeypatch.setattr(remote, "BEAT_SECONDS", 0.1)
    process = RemoteGuarded(there.host(), publisher(1, 6000.0).argv, grace=0.5)
    process.synchronize()
    process.begin_at(-math.inf)
    deadline = time.monotonic() + PATIENT
    while process.pid is None and time.monotonic() < deadline:
        process.hear()
    pid = process.pid
    assert pid is not None
    os.kill(process._guard.pid, signal.SIGSTOP)
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        os.sched_yield()
    os.kill(process._guard.pid, signal.SIGCONT)
    process.close()
    assert not Path(f"/proc/{pid}").exists()


def test_the_queue_manager_is_held_on_its_host_as_long_as_the_connection(there: Any, host: Any) -> None:
    first = Held("QM1", "topic-limit-1", there.host())
    for other in (there.host(), None):  # one that measures there itself, too
        with pytest.raises(
            LabError, match=r"another experiment measures QM1 on .*: topic-limit-1, started by .+ on "
        ):
            Held("QM1", "fan-out-2", other)
    for pid in there.connections():
        os.kill(pid, signal.SIGKILL)
    assert first._process is not None
    first._process._guard.wait()
    while host.processes():
        os.sched_yield()
    Held("QM1", "fan-out-2").release()
    first.keep()
    with pytest.raises(LabError, match="topic-limit-1"):
        Held("QM1", "fan-out-2")
    first.release()
    Held("QM1", "fan-out-2").release()


@pytest.fixture
def by_ssh(there: Any, host: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose host is reached by the ssh of the path, as its configuration says."""
    (tmp_path / "bin").mkdir()
    wrapper = tmp_path / "bin" / "ssh"
    wrapper.write_text(f'#!/bin/sh\nexec /usr/bin/ssh {" ".join(there.options)} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    variables = ", ".join(f'{key} = "{value}"' for key, value in there.host().environment.items())
    (tmp_path / "mqtune.toml").write_text(
        f'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nrole = "test"\ncores = 8\n'
        f'[[host]]\nname = "mq1"\nssh = "{there.host().destination}"\npath = ["{STANDIN}"]\n'
        f"environment = {{ {variables} }}\n"
    )
    return tmp_path


def test_an_experiment_on_another_host_from_set_up_to_clean_up(
    by_ssh: Path, host: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--set", "run-seconds=20", "--set", "cut-seconds=2", "--set", "bindings=standard")
    arms = ("--set", "arms=inherited,isolated", "--set", "publishers=2", "--yes", "--store", "store")
    status = main(["experiment", "run", "topic-isolation", "--qmgr", "QM1", "--host", "mq1", *words, *arms])
    out, err = capfd.readouterr()
    assert status in (0, 1), out + err
    assert "host mq1" in out or "verdict" in out
    assert "mq1 $ cph" in out
    done = (host.folder / "QM1" / "log.mqsc").read_text()
    assert "DEFINE TOPIC(MQTUNE.ISO.1)" in done
    assert host.objects() == {}


def test_a_host_that_is_down_is_a_failed_check(by_ssh: Path, capfd: pytest.CaptureFixture[str]) -> None:
    project = by_ssh / "mqtune.toml"
    project.write_text(project.read_text().replace("@127.0.0.1", ".no@127.0.0.1"))
    words = ["topic-limit", "--qmgr", "QM1", "--host", "mq1", "--yes", "--store", "store"]
    assert main(["experiment", "run", *words]) == 2
    err = capfd.readouterr().err
    assert "host mq1: no connection to mq1" in err
    assert "help: try `ssh" in err
