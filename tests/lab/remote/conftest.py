"""The hosts of experiments behind a real sshd; skipped where there is none."""

from __future__ import annotations

import getpass
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from mqtune.lab.core.hosts import Host

STANDIN = Path(__file__).resolve().parents[1] / "standin" / "bin"


@dataclass
class Server:
    """A running sshd; `options` are those of ssh that reach it, `process` is the server."""

    folder: Path
    options: tuple[str, ...]
    process: subprocess.Popen[bytes]

    def host(self, name: str = "driver1", **more: object) -> Host:
        """A host with the stand-ins of the drivers and of MQ's programs on its path."""
        variables = {name: value for name, value in os.environ.items() if name.startswith("STANDIN_")}
        path = (str(STANDIN),)
        return Host(name, f"{getpass.getuser()}@127.0.0.1", self.options, path, variables, **more)  # type: ignore[arg-type]

    def connections(self) -> list[int]:
        """The processes of sshd that serve a connection: descendants of the server."""
        parents = {}
        for process in Path("/proc").iterdir():
            try:
                stat = (process / "stat").read_text().rpartition(")")[2].split()
            except (OSError, ValueError):
                continue
            parents[process.name] = stat[1]
        found, new = [], [str(self.process.pid)]
        while new:
            new = [pid for pid, parent in parents.items() if parent in new]
            found += [int(pid) for pid in new]
        return found


@pytest.fixture(scope="session")
def server(sshd) -> Server:
    return Server(sshd.folder, sshd.options, sshd.process)
