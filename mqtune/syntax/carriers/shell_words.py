"""What the words of a command mean: a call of runmqsc, a script in a word, the files it reads and writes."""

from __future__ import annotations

import re

from mqtune.syntax.carriers.shell_output import REPLACING, base_name, first_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_tree import Pipeline, ShellCommand, ShellWord

_RUNMQSC = re.compile(r"(?:.*[/\\}])?(?:\$\{?)?runmqsc(?:\.exe)?\}?", re.IGNORECASE)
_MENTIONS = re.compile(r"runmqsc", re.IGNORECASE)
_CONTROLS = re.compile(r"(?:^|[;&|(]|\bsudo\b.*?)\s*(?:\S*[/}])?(?:crt|str)mqm\s", re.MULTILINE)
_WRITES = re.compile(r"(?:>|\btee(?:\s+-a)?\s)\s*\S*\.(?:mqsc|ini)\b", re.IGNORECASE)
# what runs elsewhere or in a new environment: its folder and its variables are not those of the script
_ELSEWHERE = frozenset({"ssh", "docker", "podman", "kubectl", "oc", "rsh", "scp", "at", "batch"})
_SHELLS = frozenset({"RUN", "bash", "dash", "ksh", "sh", "ssh", "su", "sudo", "zsh"})
_LOGINS = frozenset({"-", "-l", "--login", "-i"})
_SUBSTITUTION = re.compile(r"s(.).*", re.DOTALL)
_WITH_ARGUMENT = frozenset({"-w", "-u", "-m", "-f", "-l"})


def is_runmqsc(word: ShellWord) -> bool:
    """Whether a word calls runmqsc, by path or through a variable of that name."""
    return _RUNMQSC.fullmatch(word.value) is not None


def is_script(text: str) -> bool:
    """Whether a quoted word or here-document is a script that concerns MQ."""
    if not any(blank in text.strip() for blank in " \n"):
        return False
    return _MENTIONS.search(text) is not None or ("<<" in text and (".mqsc" in text or ".ini" in text))


def is_quoted_script(text: str) -> bool:
    """Whether a quoted word is a script that concerns MQ."""
    if not any(blank in text.strip() for blank in " \n"):
        return False
    return is_script(text) or _CONTROLS.search(text) is not None or _WRITES.search(text) is not None


def is_fed_script(command: ShellCommand, text: str) -> bool:
    """Whether a here-document that a command reads is a script that concerns MQ."""
    shells = _SHELLS & {base_name(word) for word in command.words}
    return is_quoted_script(text) if shells else is_script(text)


def runs_elsewhere(command: ShellCommand) -> bool:
    """Whether a command runs its argument on another machine, or as after a login."""
    names = {base_name(word) for word in command.words}
    if names & _ELSEWHERE:
        return True
    return bool(names & {"su", "sudo", "runuser"}) and any(word.value in _LOGINS for word in command.words)


def piped_files(pipeline: Pipeline, number: int) -> tuple[list[ShellWord] | None, str | None, set[str]]:
    """The files that a pipeline passes on, as in `cat a.txt b.txt |` and `sed 's/…/…/' a.txt |`, the folder
    in which they are named, and the filters behind them; None if something else passes a text.
    """
    filters: set[str] = set()
    while True:
        command, last = pipeline[number], pipeline[number].last_input
        files, filter = _passed_files(command)
        filters.add(filter)
        if not files and files is not None and last is not None and last.operator == "<" and last.target:
            files = [last.target]
        if files or files is None or last is not None or not number:
            return files, command.folder, filters - {""}
        number -= 1


def _passed_files(command: ShellCommand) -> tuple[list[ShellWord] | None, str]:
    """The files that a command passes on, None if it is not followed, and its name if it changes them."""
    index = first_of(command, ("cat", "sed", REPLACING))
    if index is None:
        return None, ""
    name = base_name(command.words[index])
    words = command.words[index + 1 :]
    if name == "cat":
        plain = all(word.value in ("-u", "--") or not word.value.startswith("-") for word in words)
        return ([word for word in words if not word.value.startswith("-")] if plain else None), ""
    if name == REPLACING:
        return [], name
    scripts: list[str] = []
    files: list[ShellWord] = []
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word.value in ("-e", "--expression") and waiting:
            scripts.append(waiting.pop().value)
        elif word.value in ("-E", "-r", "-u", "-s", "--"):
            continue
        elif word.value.startswith("-"):
            return None, name
        elif scripts or files:
            files.append(word)
        else:
            scripts.append(word.value)
    # other commands of sed may drop lines
    return (files if all(map(_SUBSTITUTION.fullmatch, scripts)) else None), name


def literal(word: ShellWord) -> str:
    """A word without the commands inside it, which are read separately."""
    return "".join(part[0] for part in word.parts if not part[0].startswith(("$(", "`")))


def call_words(words: list[ShellWord]) -> tuple[str, dict[str, ShellWord | None]]:
    """The queue manager name and the options of a call, each with its argument."""
    name = ""
    options: dict[str, ShellWord | None] = {}
    open_option = ""
    for word in words:
        if open_option:
            options[open_option] = word
            open_option = ""
        elif word.value.startswith("-") and len(word.value) > 1:
            options[word.value[:2]] = None
            open_option = word.value if word.value in _WITH_ARGUMENT else ""
        else:
            name = name or word.value
    return name, options


def target_of(command: ShellCommand) -> str:
    """The file that a command writes: after `>`, an argument of tee, the last word of COPY."""
    for redirect in command.redirects:
        if redirect.operator in (">", ">>", ">|") and redirect.target is not None:
            name = redirect.target.value
            if name not in ("/dev/null", "/dev/stderr"):
                return name
    tee = first_of(command, ("tee",))
    if tee is not None:
        names = [word.value for word in command.words[tee + 1 :] if not word.value.startswith("-")]
        return names[0] if names else ""
    if command.words and command.words[0].value in ("COPY", "ADD") and command.last_input is not None:
        return command.words[-1].value
    return ""
