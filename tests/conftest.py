"""What all tests share: hypothesis profiles, and the folder of real files where there is one."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"

# the machine may be busy: no deadlines
settings.register_profile("quick", max_examples=25, deadline=None, derandomize=True)
settings.register_profile(
    "thorough", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# for a run in the background after a change of a parser: CONTRIBUTING.md
settings.register_profile(
    "long",
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "100000")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker more than cores: the tests of screens and of experiments also wait for other processes."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def no_disk() -> Iterator[None]:
    """No test lasts until the power fails: nothing written waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def this_python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Stand-ins ask for python3: they run under this one, not under the wrapper of a version manager."""
    folder = tmp_path_factory.mktemp("python")
    (folder / "python3").symlink_to(os.path.realpath(sys.executable))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.pathsep.join((str(folder), os.environ["PATH"])))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference folder beside the checkout; the test is skipped without it."""
    if not SHARED.is_dir():
        pytest.skip("no reference folder beside the checkout")
    return SHARED


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Path:
    """Real files from public repositories."""
    return shared / "corpus"


SSHD = shutil.which(
    "sshd", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
)


@pytest.fixture(scope="session")
def sshd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A real sshd of this machine for one user, on a port of its own; skipped where there is none.

    It has a `folder`, whose `bin` is first on the PATH of commands, the `options` with which ssh reaches it,
    and its `process`.
    """
    if SSHD is None or shutil.which("ssh") is None or not Path("/proc/self/stat").exists():
        pytest.skip("there is no sshd here")
    folder = tmp_path_factory.mktemp("sshd")
    (folder / "bin").mkdir()
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
        f"AuthorizedKeysFile {folder}/authorized\nSetEnv PATH={folder}/bin:{os.environ['PATH']}\n"
        f"StrictModes no\nUsePAM no\nPermitRootLogin yes\nPidFile none\nMaxStartups 100\n"
    )
    (folder / "known").write_text(f"[127.0.0.1]:{port} {(folder / 'host.pub').read_text()}")
    (folder / "client").write_text(
        f"Port {port}\nIdentityFile {folder}/user\nIdentitiesOnly yes\nUserKnownHostsFile {folder}/known\n"
    )
    options = ("-F", str(folder / "client"))
    log = (folder / "log").open("wb")
    process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(folder / "config")], stderr=log)
    ask = ["ssh", *options, "-o", "BatchMode=yes", "127.0.0.1", "true"]
    try:
        attempts = 0
        while subprocess.run(ask, check=False, capture_output=True).returncode:
            attempts += 1
            if process.poll() is not None or attempts > 20:
                pytest.skip(f"sshd does not run here: {(folder / 'log').read_text()[-300:]}")
        yield SimpleNamespace(folder=folder, options=options, process=process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        log.close()
