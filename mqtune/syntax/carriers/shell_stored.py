"""MQSC commands that a script keeps in variables until it passes them to runmqsc: `C="DEFINE …"`,
`CS=("DEFINE …" "ALTER …")`, `for C in "DEFINE …" "ALTER …"`.

The shell reader gives the elements of an array as commands; no program has a name that is an MQSC command.
"""

from __future__ import annotations

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.shell_facts import value_parts
from mqtune.syntax.carriers.shell_output import ShellOutput, has_variable, joined_outputs
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_tree import ShellCommand, ShellWord

_ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w*\+?=")
_DECLARES = frozenset({"declare", "export", "local", "readonly", "typeset"})


def stored_commands(command: ShellCommand) -> ShellOutput | None:
    """The MQSC that a command keeps, one command in each of its words; None if it is any other command."""
    words = command.words[command.words[0].value in _DECLARES :] if command.words else []
    if len(words) > 3 and words[0].value == "for" and words[2].value == "in":
        words = words[3:]
    if not words or not all(map(_is_stored, words)):
        return None
    return joined_outputs([_output(word) for word in words])


def _is_stored(word: ShellWord) -> bool:
    return word.quoted and recognise.begins_with_command(word.value[_start(word) :])


def _output(word: ShellWord) -> ShellOutput:
    parts = value_parts(word, _start(word), lambda text: text)
    return ShellOutput(parts, word.start, "variable", changed=has_variable(word))


def _start(word: ShellWord) -> int:
    """Where the value begins in `NAME=value`."""
    found = _ASSIGNMENT.match(word.value)
    return found.end() if found else 0
