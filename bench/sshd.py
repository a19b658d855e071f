"""A real sshd of this machine for one user, for tests and trials with hosts that are reached by ssh."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

SEARCHED = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
PROGRAM = shutil.which("sshd", path=SEARCHED)
ATTEMPTS = 20


class Sshd:
    """The server, in a folder whose `bin` is first on the PATH of commands; `options` are those of ssh that
    reach it, on a port of its own. `with` starts and ends it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.options = ("-F", str(folder / "client"))
        self.process: subprocess.Popen[bytes] | None = None
        (folder / "bin").mkdir()
        for key in ("host", "user"):
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key)]
            subprocess.run(words, check=True, timeout=60)
        shutil.copy(folder / "user.pub", folder / "authorized")
        with socket.socket() as chosen:
            chosen.bind(("127.0.0.1", 0))
            self._configure(chosen.getsockname()[1])

    def _configure(self, port: int) -> None:
        folder = self.folder
        # neither the user's start-up files nor a slow wrapper of python3 take part
        path = os.pathsep.join((f"{folder}/bin", os.path.dirname(sys.executable), os.environ["PATH"]))
        (folder / "config").write_text(
            f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\n"
            f"AuthorizedKeysFile {folder}/authorized\nSetEnv HOME={folder} PATH={path}\n"
            f"StrictModes no\nUsePAM no\nPermitRootLogin yes\nPidFile none\nMaxStartups 100\n"
        )
        (folder / "known").write_text(f"[127.0.0.1]:{port} {(folder / 'host.pub').read_text()}")
        (folder / "client").write_text(
            f"Port {port}\nIdentityFile {folder}/user\nIdentitiesOnly yes\n"
            f"UserKnownHostsFile {folder}/known\n"
        )

    def start(self) -> None:
        """Start the server and wait until it answers. Raises RuntimeError with its log if it does not."""
        assert PROGRAM is not None
        with (self.folder / "log").open("ab") as log:
            words = [PROGRAM, "-D", "-e", "-f", str(self.folder / "config")]
            self.process = subprocess.Popen(words, stderr=log)
        ask = ["ssh", *self.options, "-o", "BatchMode=yes", "127.0.0.1", "true"]
        for _ in range(ATTEMPTS):
            if not subprocess.run(ask, check=False, capture_output=True).returncode:
                return
            if self.process.poll() is not None:
                break
        raise RuntimeError(f"sshd does not run here: {(self.folder / 'log').read_text()[-300:]}")

    def connections(self) -> list[int]:
        """The processes that serve a connection, and the commands in them: descendants of the server."""
        parents = {}
        for process in Path("/proc").iterdir():
            try:
                stat = (process / "stat").read_text().rpartition(")")[2].split()
            except (OSError, ValueError):
                continue
            parents[process.name] = stat[1]
        found: list[int] = []
        new = [str(self.process.pid)] if self.process else []
        while new:
            new = [pid for pid, parent in parents.items() if parent in new]
            found += [int(pid) for pid in new]
        return found

    def stop(self) -> None:
        """End the server; its connections stay."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
