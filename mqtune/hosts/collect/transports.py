"""Where commands of a collection run: on this host, on another over OpenSSH, in a container through kubectl.

Every command of every transport passes `checked` before it leaves this program, so that no other module can
run one that changes anything. No transport asks for or stores a password; host keys are always checked.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from mqtune.hosts.command import run_command
from mqtune.hosts.inventory import INSTALLED, Host, HostError
from mqtune.hosts.ssh import SharedConnection

# The commands, and the check that each of them only reads.

# control commands of IBM MQ that only display, and system programs that only read
PROGRAMS = frozenset(
    (
        "dspmq",
        "dspmqver",
        "dspmqinst",
        "dspmqinf",
        "dmpmqcfg",
        "runmqsc",
        "cat",
        "ls",
        "ps",
        "getconf",
        "uname",
    )
)
DISPLAYS = ("DISPLAY", "DIS")
# of the programs above, what makes them write: runmqsc -n edits a client channel table, dmpmqcfg -s resets
FORBIDDEN = {"runmqsc": ("-n", "-f"), "dmpmqcfg": ("-s",)}


class NotReadOnlyError(Exception):
    """A command that could change something; a defect of this program."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: program and arguments, text for its standard input, and variables of its environment.

    `secret` is the password that precedes the text on standard input; it is never shown or written.
    """

    words: tuple[str, ...]
    text: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    secret: str | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        """The command as a person would type it."""
        variables = "".join(f"{name}={shlex.quote(value)} " for name, value in self.variables.items())
        text = " <<'END'\n" + self.text + "END" if self.text else ""
        return variables + shlex.join(self.words) + text


@dataclass(frozen=True, slots=True)
class Output:
    """What a command printed. `reason` states why it could not be run at all, if it could not."""

    status: int
    data: bytes = b""
    errors: str = ""
    reason: str = ""

    @property
    def text(self) -> str:
        """The standard output; bytes that are not UTF-8 become U+FFFD."""
        return self.data.decode("utf-8", "replace")

    @property
    def why(self) -> str:
        """Why it failed: the reason, or the last line that the command printed."""
        if self.reason:
            return self.reason
        lines = [line.strip() for line in (self.errors or self.text).splitlines() if line.strip()]
        return f"exit status {self.status}" + (f": {lines[-1][:300]}" if lines else "")


def checked(command: Command) -> Command:
    """The same command. Raises NotReadOnlyError if it could change anything."""
    program = command.words[0].replace("\\", "/").rpartition("/")[2]
    forbidden = FORBIDDEN.get(program, ())
    if program not in PROGRAMS or any(word.startswith(forbidden) for word in command.words[1:] if forbidden):
        raise NotReadOnlyError(command.shown)
    if program == "runmqsc" and not command.text:
        raise NotReadOnlyError(command.shown)
    for line in command.text.splitlines():
        if program != "runmqsc" or not is_display(line):
            raise NotReadOnlyError(command.shown)
    return command


def is_display(line: str) -> bool:
    """Whether a line is one DISPLAY command: no continuation, no second command."""
    words = line.split(None, 1)
    return (
        len(words) == 2
        and words[0] in DISPLAYS
        and not line.rstrip().endswith(("+", "-"))
        and ";" not in line
    )


# The transports.

SECONDS = 120.0  # a dump of a large queue manager takes most of a minute
MOST_BYTES = 1 << 30
FOLDERS = ":".join(INSTALLED)
LOCALE = "C.UTF-8"
NOT_FOUND = 127
SSH_FAILED = 255
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
        variables = {
            "LC_ALL": LOCALE,
            "PATH": os.pathsep.join(folder for folder in folders if folder),
            **command.variables,
        }
        return run_process(words, command, variables)

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
        return run_process((*self._prefix, "sh", "-c", script), command)

    def close(self) -> None:
        """Nothing remains open."""


class Ssh:
    """A host over OpenSSH. `destination` is as for ssh: `host`, `user@host`, or a name of ssh_config."""

    def __init__(self, destination: str, user: str | None = None) -> None:
        self._user = user
        self._connection = SharedConnection(Host(destination, destination))

    def through(self) -> str:
        """The call of ssh."""
        return shlex.join(self._words(script_of("COMMAND", user=self._user)))

    def run(self, command: Command) -> Output:
        """Run it on the other host, over one connection for all commands."""
        script = script_of(shlex.join(checked(command).words), command.variables, self._user)
        try:
            self._connection.open()
        except HostError as error:
            return Output(SSH_FAILED, reason=error.message)
        output = run_process(self._words(script), command)
        if output.status == SSH_FAILED and not output.reason:
            return Output(SSH_FAILED, reason=f"ssh: {output.why}")
        return output

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _words(self, script: str) -> tuple[str, ...]:
        # ssh joins its arguments into one text for the remote shell
        return (*self._connection.command(), shlex.join(("sh", "-c", script)))


def script_of(command: str, variables: dict[str, str] | None = None, user: str | None = None) -> str:
    """The text for a remote shell that runs a command with MQ's folders on the PATH."""
    every = {"LC_ALL": LOCALE, **(variables or {})}
    set_all = "".join(f"{name}={shlex.quote(value)} " for name, value in every.items())
    sudo = f"sudo -n -u {shlex.quote(user)} -- " if user else ""
    return f'PATH="$PATH:{FOLDERS}"; export PATH; {sudo}env {set_all}{command}'


def run_process(
    words: tuple[str, ...], command: Command, environment: Mapping[str, str] | None = None
) -> Output:
    """Run a program here under a guard, which ends it and what it started after the time limit."""
    if any("\0" in word for word in words):
        return Output(NOT_FOUND, reason="the host gives a name with a null character")
    data = ("" if command.secret is None else command.secret + "\n") + command.text
    with tempfile.TemporaryFile() as errors:
        try:
            done = run_command(
                words, text=data, seconds=SECONDS, environment=environment, separate=errors, most=MOST_BYTES
            )
        except HostError as error:
            return Output(NOT_FOUND, reason=error.message)
        errors.seek(0)
        said = errors.read().decode("utf-8", "replace")
    if done.refused:
        return Output(NOT_FOUND, reason=f"{words[0]}: {done.refused.lower()}")
    if done.timed_out:
        return Output(-1, reason=f"no answer within {SECONDS:g} s")
    if done.cut or done.status is None:
        return Output(-1, reason="the output is too long" if done.cut else "its end is not known")
    return Output(done.status, done.data, said)
