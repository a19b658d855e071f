"""setmqaut commands in scripts and in the output of `dmpmqcfg -o setmqaut`: their options as written."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from mqtune.text.record import record

COMMAND = "setmqaut"
WITH_VALUE = {
    "-m": "queue_manager",
    "-n": "profile",
    "-t": "type",
    "-p": "principals",
    "-g": "groups",
    "-s": "",
}
ENDS = (";", "&&", "||", "|", "&", ">", ">>", "2>", "<")


@record
class AuthorityCommand:
    """One command. `line` counts from 1. `added` and `removed` are authorities in upper case without sign."""

    line: int
    queue_manager: str
    profile: str
    type: str
    principals: tuple[str, ...]
    groups: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]


def authority_commands(text: str) -> Iterator[AuthorityCommand]:
    """The setmqaut commands of a text, in its order; lines that cannot be split into words are left out."""
    if COMMAND not in text:
        return
    for number, line in logical_lines(text):
        if COMMAND not in line:
            continue
        try:
            words = shlex.split(line.replace(";", " ; "), comments=True)
        except ValueError:
            continue
        for at, word in enumerate(words):
            if word.rpartition("/")[2] == COMMAND:
                yield command_of(number, words[at + 1 :])


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with the number of the first one, those that end with a backslash joined."""
    first = 0
    parts: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.rstrip("\r")
        if not parts:
            first = number
        if stripped.endswith("\\"):
            parts.append(stripped[:-1])
            continue
        yield first, " ".join([*parts, stripped])
        parts = []
    if parts:
        yield first, " ".join(parts)


def command_of(line: int, words: list[str]) -> AuthorityCommand:
    """The command of the words behind its name, up to the end of the command."""
    found: dict[str, list[str]] = {name: [] for name in WITH_VALUE.values()}
    added: list[str] = []
    removed: list[str] = []
    waiting = iter(words)
    for word in waiting:
        if word in ENDS:
            break
        if (
            word[:2] in WITH_VALUE
            and word[:2] == word.lower()[:2]
            and (len(word) == 2 or word[2:3] in "\"'$")
        ):
            value = word[2:] or next(waiting, "")
            found[WITH_VALUE[word[:2]]].append(value)
        elif word.startswith("+") and len(word) > 1:
            added.append(word[1:].upper())
        elif word.startswith("-") and len(word) > 1:
            removed.append(word[1:].upper())
    return AuthorityCommand(
        line,
        last_of(found["queue_manager"]),
        last_of(found["profile"]),
        last_of(found["type"]),
        tuple(found["principals"]),
        tuple(found["groups"]),
        tuple(added),
        tuple(removed),
    )


def last_of(values: list[str]) -> str:
    """The last value of an option, "" without one."""
    return values[-1] if values else ""
