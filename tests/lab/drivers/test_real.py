"""Where the drivers are, which version they have, and what is said when they cannot be used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.drivers.base import RealClock
from mqtune.lab.drivers.real import Programs, RealDriver


def program(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_versions(host: Any) -> None:
    assert RealDriver("cph").version() == "C Performance Harness for MQ V2.0"
    assert RealDriver("jms", class_path="a.jar").version() == "JMSPerfHarness on Java 17.0.11"
    assert RealDriver("mqldt").version().startswith("MQLDT, build ")


@pytest.mark.parametrize(
    ("driver", "word", "source"),
    [
        ("cph", "cph", "github.com/ibm-messaging/mq-cph"),
        ("jms", "java", "github.com/ot4i/perf-harness"),
        ("mqldt", "mqldt", "github.com/ibm-messaging/mqldt"),
    ],
)
def test_a_driver_that_is_not_there_says_where_to_get_it(
    tmp_path: Path, driver: str, word: str, source: str
) -> None:
    with pytest.raises(LabError, match=f"{word} was not found on the PATH") as caught:
        RealDriver(driver, programs=Programs({"PATH": str(tmp_path)})).version()
    assert source in caught.value.help


def test_a_variable_names_the_program(host: Any, tmp_path: Path) -> None:
    path = program(tmp_path / "other", "my-cph", "echo C Performance Harness for MQ V3.1")
    assert RealDriver("cph", programs=Programs({"MQTUNE_CPH": str(path)})).version().endswith("V3.1")
    with pytest.raises(LabError, match=r"missing \(of MQTUNE_CPH\) does not exist"):
        RealDriver("cph", programs=Programs({"MQTUNE_CPH": str(tmp_path / "missing")})).version()


def test_a_program_for_another_machine(tmp_path: Path) -> None:
    path = tmp_path / "cph"
    path.write_bytes(b"\x7fELF\x02\x02 for another processor")
    path.chmod(0o755)
    with pytest.raises(LabError, match="cannot be started: Exec format error") as caught:
        RealDriver("cph", programs=Programs({"MQTUNE_CPH": str(path)})).version()
    assert "built for this machine" in caught.value.help


def test_a_file_that_may_not_be_run(tmp_path: Path) -> None:
    (tmp_path / "cph").write_text("")
    with pytest.raises(LabError, match="is not an executable program"):
        Programs({"MQTUNE_CPH": str(tmp_path / "cph")}).path("cph")


def test_cph_without_its_properties(host: Any) -> None:
    host.set("FAULT", "no-properties")
    with pytest.raises(LabError, match="does not answer as MQ-CPH") as caught:
        RealDriver("cph").version()
    assert "CPH_INSTALLDIR" in caught.value.help


def test_cph_is_told_where_its_properties_are(tmp_path: Path) -> None:
    path = program(tmp_path / "cph", "cph", 'echo C Performance Harness for MQ V1 "$CPH_INSTALLDIR" >&2')
    programs = Programs({"MQTUNE_CPH": str(path)})
    assert programs.environment("cph", str(path)) == {}
    (path.parent / "Config.properties").write_text("")
    assert programs.environment("cph", str(path)) == {"CPH_INSTALLDIR": str(path.parent)}
    given = Programs({"CPH_INSTALLDIR": "/elsewhere"})
    assert given.environment("cph", str(path)) == {}


def test_jms_without_its_jar(host: Any) -> None:
    host.set("FAULT", "no-class")
    with pytest.raises(LabError, match=r"JMSPerfHarness is not on the class path b\.jar") as caught:
        RealDriver("jms", class_path="b.jar").version()
    assert "--set class-path=" in caught.value.help


def test_another_program_by_the_name_of_mqldt(tmp_path: Path) -> None:
    path = program(tmp_path / "bin", "mqldt", "echo hello")
    with pytest.raises(LabError, match="does not answer as MQLDT: hello"):
        RealDriver("mqldt", programs=Programs({"MQTUNE_MQLDT": str(path)})).version()


def test_a_clock_goes_on_while_somebody_waits() -> None:
    clock = RealClock()
    before = clock.now()
    clock.wait(0.01)
    assert clock.now() >= before + 0.01
