"""The hosts of experiments behind a real sshd; skipped where there is none."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.sshd import Sshd
from mqtune.hosts.inventory import Host

STANDIN = Path(__file__).resolve().parents[1] / "standin" / "bin"


@dataclass
class Server:
    """A running sshd; `options` are those of ssh that reach it."""

    sshd: Sshd

    @property
    def options(self) -> tuple[str, ...]:
        return self.sshd.options

    def host(self, name: str = "driver1", **more: object) -> Host:
        """A host with the stand-ins of the drivers and of MQ's programs on its path."""
        names = [name for name in os.environ if name.startswith(("STANDIN_", "TMPDIR", "MQTUNE_LOCKS"))]
        variables = {name: os.environ[name] for name in names}
        path = (str(STANDIN),)
        return Host(name, f"{getpass.getuser()}@127.0.0.1", self.options, path, variables, **more)  # type: ignore[arg-type]

    def connections(self) -> list[int]:
        return self.sshd.connections()


@pytest.fixture(scope="session")
def server(sshd: Sshd) -> Server:
    return Server(sshd)
