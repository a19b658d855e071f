"""Where commands run: on this host, on another over OpenSSH, in a container through kubectl.

No transport asks for or stores a password. ssh uses the configuration, agent and known hosts of the user and
never prompts; host keys are always checked.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from typing import Protocol

from mqtune.collect.command import Command, Output, checked

SECONDS = 120.0  # a dump of a large queue manager takes most of a minute
CONNECT_SECONDS = 15
# IBM's default installation folders: they are not on the PATH of a non-interactive shell
FOLDERS = "/opt/mqm/bin:/usr/mqm/bin:/opt/mqm/samp/bin"
LOCALE = "C.UTF-8"
NOT_FOUND = 127
SSH_FAILED = 255
SSH_OPTIONS = ("-T", "-o", "BatchMode=yes", "-o", f"ConnectTimeout={CONNECT_SECONDS}")
CONTAINER = "qmgr"  # of the queue manager in the pods of IBM's operator and charts


class Transport(Protocol):
    """Runs commands on the host of a queue manager."""

    def through(self) -> str:
        """The command line that each command is part of, with COMMAND in its place; empty for none."""
        ...

    def run(self, command: Command) -> Output:
        """Run a command that only reads. Never raises for a command that fails."""
        ...

    def close(self) -> None:
        """End what remains open."""
        ...


class Local:
    """The host that mqtune runs on."""

    def __init__(self, user: str | None = None) -> None:
        self._user = user

    def through(self) -> str:
        """`sudo`, if the commands run as another user."""
        return shlex.join((*self._prefix(), "COMMAND")) if self._user else ""

    def run(self, command: Command) -> Output:
        """Run it here, without a shell."""
        words = (*self._prefix(), *checked(command).words)
        folders = [os.environ.get("PATH", ""), FOLDERS]
        variables = {"LC_ALL": LOCALE, "PATH": ":".join(one for one in folders if one), **command.variables}
        return run_process(words, command, {**os.environ, **variables})

    def close(self) -> None:
        """Nothing remains open."""

    def _prefix(self) -> tuple[str, ...]:
        return ("sudo", "-n", "-u", self._user, "--") if self._user else ()


class Pod:
    """A container of a pod, through kubectl exec. `place` is `namespace/pod` or `namespace/pod/container`."""

    def __init__(self, place: str) -> None:
        namespace, pod, *container = place.split("/")
        self._prefix = (
            "kubectl",
            "exec",
            "-i",
            "-n",
            namespace,
            pod,
            "-c",
            (container or [CONTAINER])[0],
            "--",
        )

    def through(self) -> str:
        """The call of kubectl."""
        return shlex.join(self._prefix) + " sh -c " + shlex.quote(script_of("COMMAND"))

    def run(self, command: Command) -> Output:
        """Run it in the container."""
        script = script_of(shlex.join(checked(command).words), command.variables)
        return run_process((*self._prefix, "sh", "-c", script), command, dict(os.environ))

    def close(self) -> None:
        """Nothing remains open."""


class Ssh:
    """A host over OpenSSH. `destination` is as for ssh: `host`, `user@host`, or a name of ssh_config.

    All commands share one connection: it is held by a first ssh that runs `cat` and ends with its standard
    input, so that it ends with this process even if that is killed.
    """

    def __init__(self, destination: str, user: str | None = None) -> None:
        self._destination = destination
        self._user = user
        self._holder: subprocess.Popen[bytes] | None = None
        self._folder = ""
        self._refused: str | None = None

    def through(self) -> str:
        """The call of ssh."""
        return shlex.join(self._words(script_of("COMMAND", user=self._user)))

    def run(self, command: Command) -> Output:
        """Run it on the other host."""
        script = script_of(shlex.join(checked(command).words), command.variables, self._user)
        self._open()
        if self._refused is not None:
            return Output(SSH_FAILED, reason=self._refused)
        output = run_process(self._words(script), command, dict(os.environ))
        if output.status == SSH_FAILED and not output.reason:
            return Output(SSH_FAILED, reason=f"ssh: {output.why}")
        return output

    def close(self) -> None:
        """Close the connection."""
        if self._holder is not None:
            end_group(self._holder)
            self._holder = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _words(self, script: str) -> tuple[str, ...]:
        shared = ("-o", f"ControlPath={self._folder}/socket") if self._folder else ()
        # ssh joins its arguments into one text for the remote shell
        return ("ssh", *SSH_OPTIONS, *shared, "--", self._destination, shlex.join(("sh", "-c", script)))

    def _open(self) -> None:
        """Connect once, and remember a refusal: the next commands would fail in the same way."""
        if self._folder:
            return
        self._folder = tempfile.mkdtemp(prefix="mqtune-")  # short: the path of a socket is limited
        words = ("ssh", *SSH_OPTIONS, "-o", "ControlMaster=yes", "-o", f"ControlPath={self._folder}/socket")
        errors = os.path.join(self._folder, "errors")
        try:
            with open(errors, "wb") as file:
                self._holder = subprocess.Popen(
                    (*words, "--", self._destination, "echo open; exec cat"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=file,
                    start_new_session=True,
                )
        except OSError as error:
            self._refused = f"ssh: {(error.strerror or str(error)).lower()}"
            return
        assert self._holder.stdout is not None
        if b"open" not in self._holder.stdout.readline():
            with open(errors, encoding="utf-8", errors="replace") as printed:
                lines = [line.strip() for line in printed if line.strip()]
            self._refused = f"cannot connect: {lines[-1] if lines else 'ssh ended without a message'}"


def script_of(command: str, variables: dict[str, str] | None = None, user: str | None = None) -> str:
    """The text for a remote shell that runs a command with MQ's folders on the PATH."""
    every = {"LC_ALL": LOCALE, **(variables or {})}
    set_all = "".join(f"{name}={shlex.quote(value)} " for name, value in every.items())
    sudo = f"sudo -n -u {shlex.quote(user)} -- " if user else ""
    return f'PATH="$PATH:{FOLDERS}"; export PATH; {sudo}env {set_all}{command}'


def run_process(words: tuple[str, ...], command: Command, environment: dict[str, str]) -> Output:
    """Run a program in a group of its own, and end the whole group after the time limit."""
    data = ("" if command.secret is None else command.secret + "\n") + command.text
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        return Output(NOT_FOUND, reason=f"{words[0]}: {(error.strerror or str(error)).lower()}")
    try:
        out, errors = process.communicate(data.encode(), timeout=SECONDS)
    except subprocess.TimeoutExpired:
        end_group(process)
        return Output(-1, reason=f"no answer within {SECONDS:g} s")
    except BaseException:
        end_group(process)
        raise
    return Output(process.returncode, out, errors.decode("utf-8", "replace"))


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
