"""A real sshd of this machine for one user, on a port of its own; skipped where there is none."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mqtune.lab.core.hosts import Host
from mqtune.lab.drivers.processes.remote import ssh_command

SSHD = shutil.which(
    "sshd", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
)
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if SSHD is None or shutil.which("ssh") is None or not Path("/proc/self/stat").exists():
        pytest.skip("there is no sshd here")
    folder = tmp_path_factory.mktemp("sshd")
    for key in ("host", "user"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key)], check=True, timeout=60
        )
    shutil.copy(folder / "user.pub", folder / "authorized")
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        port = chosen.getsockname()[1]
    (folder / "config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\n"
        f"AuthorizedKeysFile {folder}/authorized\n"
        f"StrictModes no\nUsePAM no\nPermitRootLogin yes\nPidFile none\nMaxStartups 100\n"
    )
    (folder / "known").write_text(f"[127.0.0.1]:{port} {(folder / 'host.pub').read_text()}")
    (folder / "client").write_text(
        f"Port {port}\nIdentityFile {folder}/user\nIdentitiesOnly yes\nUserKnownHostsFile {folder}/known\n"
    )
    log = (folder / "log").open("wb")
    process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(folder / "config")], stderr=log)
    made = Server(folder, ("-F", str(folder / "client")), process)
    try:
        attempts = 0
        while subprocess.run(
            [*ssh_command(made.host()), "true"], check=False, capture_output=True
        ).returncode:
            attempts += 1
            if process.poll() is not None or attempts > 20:
                pytest.skip(f"sshd does not run here: {(folder / 'log').read_text()[-300:]}")
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        log.close()
