"""The commands of a collection, and the check that each of them only reads.

Every command of every transport passes `checked` before it leaves this program, so that no other module can
run one that changes anything.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

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
