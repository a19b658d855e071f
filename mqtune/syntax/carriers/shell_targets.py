"""What a command of a shell script runs behind programs that run others: `sudo`, `ssh`, `docker exec`."""

from __future__ import annotations

from itertools import pairwise

from mqtune.syntax.carriers.shell_output import base_name
from mqtune.syntax.carriers.shell_programs import SHELLS, WRAPPERS
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_output import ShellCommand, ShellWord
    from mqtune.syntax.carriers.shell_programs import Wrapper

ASSIGNS = lazy_pattern(r"([A-Za-z_]\w*)(\[[^\]]*\])?(\+)?=")
_COMMAND = lazy_pattern(r"-[a-z]*c|--command")


@record
class Target:
    """What a command runs: the index of the word that names the program, None if there is none, the words
    that name another host, "" if it is this one, and whether it is in the folder of the script.
    """

    at: int | None
    place: str
    stays: bool


def target_program(words: list[ShellWord]) -> Target | None:
    """What the words of a command run, behind `sudo`, `ssh` and their like; None if that is not known."""
    at, place, stays = 0, "", True
    if words and words[0].value == "RUN":
        at = 1
        while at < len(words) and words[at].value.startswith("--"):
            at += 1
    while at < len(words) and ASSIGNS.match(words[at].value):
        at += 1
    while at < len(words):
        wrapper = WRAPPERS.get(words[at].value.removeprefix("/usr/bin/"))
        if wrapper is None:
            return Target(at, place, stays)
        behind = _behind(words, at, wrapper)
        if behind is None:
            return None
        before = [word.value for word in words[at:behind] if word.value not in wrapper.flags]
        if wrapper.remote:
            place = f"{place} {' '.join(before)}".strip()
        stays = stays and not wrapper.remote
        stays = stays and not any(word.value in wrapper.leaving for word in words[at:behind])
        at = behind
        while at < len(words) and wrapper.remote is False and ASSIGNS.match(words[at].value):
            at += 1  # sudo VARIABLE=value
    return Target(None, place, stays)


def _behind(words: list[ShellWord], at: int, wrapper: Wrapper) -> int | None:
    """Where the words for a wrapper end; None if one of them is not known."""
    operands, needs_verb = wrapper.operands, bool(wrapper.verbs)
    at += 1
    while at < len(words):
        value = words[at].value
        if needs_verb and value in wrapper.verbs:
            needs_verb = False
        elif value in wrapper.values:
            at += 1
        elif value in wrapper.flags or value.partition("=")[0] in wrapper.values:
            pass
        elif value.startswith("-") or (needs_verb and value != "compose"):
            return None
        elif not needs_verb:
            if not operands:
                return at
            operands -= 1
        at += 1
    return None if needs_verb or operands else min(at, len(words))


def script_word(command: ShellCommand) -> ShellWord | None:
    """The word of a command that a shell or another host runs as a script, None if there is none."""
    words = command.words
    target = target_program(words)
    if target is None:
        return None
    if target.at is not None and words[target.at].quoted and target.place:
        return words[target.at]
    is_shell = target.at is None or base_name(words[target.at]) in SHELLS
    pairs = pairwise(words[target.at or 0 :])
    options = (word for option, word in pairs if _COMMAND.fullmatch(option.value))
    return next(options, None) if is_shell else None
