"""What is looked at before anything is touched, on a pretended host."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from mqtune.lab import api as experimenting
from mqtune.lab.api import Request
from mqtune.lab.engine import preflight

DECLARED = """\
mq-version = "9.4"
[[queue-manager]]
name = "QM1"
role = "test"
cores = 8
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with QM1 declared as a test queue manager of 8 cores."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mqtune.toml").write_text(DECLARED)
    return tmp_path


def looked(name: str = "topic-limit", driver: str | None = None, settings: tuple[str, ...] = ()) -> dict:
    request = Request(name, "QM1", driver, settings, store=os.path.join(os.getcwd(), "store"))
    return {one.name: one for one in experimenting.check(request)}


def test_a_good_host_has_nothing_that_failed(host, folder):
    host.queue_manager()
    checks = looked()
    assert not [one for one in checks.values() if one.state == "failed"]
    assert checks["role"].state == "ok"
    assert checks["driver"].message == "C Performance Harness for MQ V2.0"
    assert checks["cores"].state == "ok"
    assert checks["queue manager QM1"].state == "ok"


def test_each_failure_and_warning_says_what_to_do(host, folder):
    host.queue_manager("QM1", "Ended normally")
    for one in looked().values():
        assert one.state in ("ok", "warning", "failed", "unknown")
        assert one.help or one.state in ("ok", "unknown")


def test_a_queue_manager_that_is_stopped(host, folder):
    host.queue_manager("QM1", "Ended normally")
    check = looked()["queue manager QM1"]
    assert check.state == "failed"
    assert "2059" in check.message
    assert check.help == "start it: strmqm QM1"


def test_a_queue_manager_that_is_not_there(host, folder):
    check = looked()["queue manager QM1"]
    assert check.state == "failed"
    assert "2058" in check.message


def test_a_driver_that_is_missing(host, folder, monkeypatch):
    host.queue_manager()
    monkeypatch.setenv("MQTUNE_CPH", "/nowhere/cph")
    check = looked()["driver"]
    assert check.state == "failed"
    assert "/nowhere/cph" in check.message
    assert "mq-cph" in check.help


def test_a_program_that_is_not_the_driver(host, folder, monkeypatch):
    host.queue_manager()
    monkeypatch.setenv("MQTUNE_CPH", "/bin/true")
    check = looked()["driver"]
    assert check.state == "failed"
    assert "does not answer as MQ-CPH" in check.message


def test_a_program_of_32_bits(host, folder, monkeypatch):
    host.queue_manager()
    program = folder / "cph"
    program.write_bytes(b"\x7fELF\x01")
    program.chmod(0o755)
    monkeypatch.setenv("MQTUNE_CPH", str(program))
    assert looked()["64 bit"].state == "failed"


def test_production_is_a_warning_and_wants_the_name(host, folder):
    host.queue_manager()
    (folder / "mqtune.toml").write_text(DECLARED.replace('"test"', '"production"'))
    check = looked()["role"]
    assert check.state == "warning"
    assert "name is typed" in check.help


def test_a_role_that_nobody_declared_is_a_warning(host, folder):
    host.queue_manager()
    (folder / "mqtune.toml").unlink()
    assert looked()["role"].state == "warning"


def test_cores_are_those_of_this_host_only_where_the_queue_manager_is_local(host, folder, monkeypatch):
    (folder / "mqtune.toml").unlink()
    monkeypatch.setattr("mqtune.lab.engine.steps.usable_cores", lambda: 6)
    host.queue_manager()
    assert experimenting.plan(Request("topic-limit", "QM1")).cores == 6
    assert experimenting.plan(Request("topic-limit", "QM2")).cores is None
    assert experimenting.plan(Request("topic-limit", "QM1", "manual")).cores is None


def test_few_cores_are_a_warning(host, folder):
    host.queue_manager()
    (folder / "mqtune.toml").write_text(DECLARED.replace("cores = 8", "cores = 5"))
    assert looked()["cores"].state == "warning"


def test_fastpath_without_the_user_mqm_is_a_warning(host, folder, monkeypatch):
    host.queue_manager()
    monkeypatch.setattr(preflight, "_user_name", lambda: "me")
    assert looked()["user"].state == "warning"
    monkeypatch.setattr(preflight, "_user_name", lambda: "mqm")
    assert looked()["user"].state == "ok"
    assert "user" not in looked(settings=("bindings=standard",))


def test_other_work_on_the_machine_is_a_warning(host, folder, monkeypatch):
    host.queue_manager()
    monkeypatch.setattr("os.getloadavg", lambda: (50.0, 1.0, 1.0))
    assert looked()["idle"].state == "warning"
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 1.0, 1.0))
    assert looked()["idle"].state == "ok"


def test_little_room_for_the_journal_is_a_warning(host, folder, monkeypatch):
    host.queue_manager()
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=1024))
    check = looked()["disk"]
    assert check.state == "warning"
    assert "--store" in check.help


def test_few_open_files_are_a_warning(host, folder, monkeypatch):
    host.queue_manager()
    monkeypatch.setattr("resource.getrlimit", lambda which: (16, 16))
    assert looked()["ulimit"].state == "warning"


def test_names_of_the_set_up_that_are_taken(host, folder):
    host.queue_manager("QM1", "Running", "TOPIC(MQTUNE.ISO.1)")
    check = looked("topic-isolation")["names on QM1"]
    assert check.state == "failed"
    assert "mqtune experiment clean" in check.help
    host.queue_manager("QM1", "Running")
    assert looked("topic-isolation")["names on QM1"].state == "ok"


def test_queue_managers_that_a_person_sees_to_need_not_run(host, folder):
    host.queue_manager()
    host.queue_manager("QM2", "Ended normally")
    checks = looked("uniform-scaling")
    assert checks["queue manager QM2"].state == "unknown"
    assert "manual step" in checks["queue manager QM2"].message
    assert "not on this machine" in checks["queue manager QM3"].message


def test_a_simulation_looks_at_nothing(folder):
    check, *others = experimenting.check(Request("topic-limit", "QM1", "simulated"))
    assert check.state == "ok"
    assert "SIMULATED" in check.message
    assert {(one.state, one.message) for one in others} == {("unknown", "not checked: simulated")}


def test_by_hand_nobody_can_look_at_the_host(folder):
    states = {one.name: one.state for one in experimenting.check(Request("topic-limit", "QM1", "manual"))}
    assert states["host"] == "unknown"


def test_every_finding_of_the_table_is_used():
    used = set(re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', Path(preflight.__file__).read_text()))
    roles = {"role-production", "role-declared", "role-unknown"}
    assert set(preflight._findings()) - roles <= used
    for row in preflight._findings().values():
        assert row["state"] in ("ok", "warning", "failed", "unknown")
        assert row.get("help") or row["state"] in ("ok", "unknown")


@pytest.mark.parametrize("driver", ["manual", None])
def test_what_a_calibration_needs_is_named_before_anything_is_measured(host, folder, driver):
    host.queue_manager()
    (folder / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\nrole = "test"\n')
    if driver is None:
        assert "level" not in looked()  # it is seen on this machine
        return
    checks = looked(driver=driver)
    assert checks["level"].state == "warning"
    assert "mq-version" in checks["level"].help
    assert "before measuring" in checks["level"].help
    assert checks["cores"].state == "unknown"
    (folder / "mqtune.toml").write_text(DECLARED)
    assert not {"level", "cores"} & looked(driver=driver).keys()
