"""Writing driver output into a file and reading it back; a host where the drivers are stand-ins."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.lab.drivers.read import read_output
from mqtune.lab.drivers.reading import Reading

Read = Callable[..., Reading]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text or bytes as the output of a driver."""

    def reading(driver: str, content: str | bytes) -> Reading:
        path = tmp_path / "output.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_output(str(path), driver)

    return reading


STANDIN = Path(__file__).resolve().parent / "standin"


class PretendedHost:
    """A host with stand-ins of MQ's programs and of the drivers on the path; see standin/pretended.py."""

    def __init__(self, folder: Path, environment: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._environment = environment
        folder.mkdir()
        for name in [name for name in os.environ if name.startswith(("STANDIN_", "MQTUNE_"))]:
            environment.delenv(name)
        environment.setenv("PATH", os.pathsep.join((str(STANDIN / "bin"), os.environ["PATH"])))
        environment.setenv("STANDIN_HOME", str(folder))
        self.speed(50)

    def speed(self, times: float) -> None:
        """Let the drivers live so many times faster than the clock."""
        self._environment.setenv("STANDIN_SPEED", str(times))

    def set(self, name: str, value: str) -> None:
        """Set a variable of the stand-ins, such as FAULT, by its name without STANDIN_."""
        self._environment.setenv(f"STANDIN_{name}", value)

    def queue_manager(self, name: str = "QM1", status: str = "Running", *objects: str) -> Path:
        """A queue manager with objects such as QLOCAL(Q1), and its folder."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        (folder / "status").write_text(status)
        (folder / "objects.json").write_text(json.dumps({one: {} for one in objects}))
        return folder

    def objects(self, name: str = "QM1") -> dict[str, dict[str, str]]:
        """What is defined on a queue manager now."""
        found: dict[str, dict[str, str]] = json.loads((self.folder / name / "objects.json").read_text())
        return found


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PretendedHost:
    """A host where every program of an experiment is a stand-in."""
    return PretendedHost(tmp_path / "host", monkeypatch)
