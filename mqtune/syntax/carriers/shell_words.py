"""What the words of a command mean: a call of runmqsc, a script in a word, the files it reads and writes."""

from __future__ import annotations

import posixpath
import re
from itertools import dropwhile, islice

from mqtune.syntax.carriers.shell_output import REPLACING, base_name, first_of
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.syntax.carriers.shell_output import Pipeline, ShellCommand, ShellWord
    from mqtune.syntax.carriers.shell_variables import Variables

    Values = Mapping[str, set[str]]


_RUNMQSC = lazy_pattern(r"(?:.*[/\\}])?(?:\$\{?)?runmqsc(?:\.exe)?\}?", re.IGNORECASE)
_MENTIONS = lazy_pattern(r"runmqsc", re.IGNORECASE)
_CONTROLS = lazy_pattern(r"(?:^|[;&|(]|\bsudo\b.*?)\s*(?:\S*[/}])?(?:crt|str)mqm\s", re.MULTILINE)
_WRITES = lazy_pattern(r"(?:>|\btee(?:\s+-a)?\s)\s*\S*\.(?:mqsc|ini)\b", re.IGNORECASE)
_SHELLS = frozenset({"RUN", "bash", "dash", "ksh", "sh", "ssh", "su", "sudo", "zsh"})
_SUBSTITUTION = lazy_pattern(r"s(.).*", re.DOTALL)
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


def call_words(words: list[ShellWord]) -> tuple[list[str], dict[str, ShellWord | None]]:
    """The names of queue managers and the options of a call, each with its argument."""
    names: list[str] = []
    options: dict[str, ShellWord | None] = {}
    open_option = ""
    for word in words:
        if open_option:
            options[open_option] = word
            open_option = ""
        elif word.value.startswith("-") and len(word.value) > 1:
            options[word.value] = None
            open_option = word.value if word.value in _WITH_ARGUMENT else ""
        else:
            names.append(word.value)
    return names, options


def target_of(command: ShellCommand) -> str:
    """The file that a command writes: after `>`, an argument of tee, the last word of COPY."""
    for redirect in command.redirects:
        if redirect.operator in (">", ">>", ">|") and redirect.leads_output and redirect.target is not None:
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


# Files that a script names, relative to the script's own folder, as far as the script itself shows it. A
# relative path counts from the script's folder, or from the folder to which `cd` has evidently changed. The
# usual ways to write the script's own folder are recognised, such as `$(dirname "$0")`. A path that depends
# on where or with which arguments the script is called is unknown.

MOST_ROUNDS = 8
MOST_FILES = 200
MOST_CHARACTERS = 4096  # of a path on the usual systems: each `cd` of a script may lengthen it
# signs that no path contains, for the script's own path and its folder
_SELF, _HERE = "\x01", "\x02"

_OWN_PATH = lazy_pattern(r"\$(?:0|\{0\}|BASH_SOURCE\b|\{BASH_SOURCE(?:\[0\])?\}|\{\.sh\.file\})")
_OWN_FOLDER = lazy_pattern(r"\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}")
_REAL = lazy_pattern(
    r"(?:\$\(|`)\s*(?:readlink\s+-[a-z]+|realpath)\s+(?:--\s+)?\"?([\x01\x02][^\"$`()]*)\"?\s*[)`]"
)
_FOLDER = lazy_pattern(r"(?:\$\(|`)\s*dirname\s+(?:--\s+)?\"?\x01\"?\s*[)`]")
_ENTERED = lazy_pattern(
    r"(?:\$\(|`)\s*(?:unset\s+CDPATH\s*(?:;|&&)\s*)?(?:CDPATH=\S*\s+)?cd\s+(?:-P\s+)?(?:--\s+)?\"?(\x02[^\"$`()&;>]*?)\"?"
    r"\s*(?:&?>\s*/dev/null\s*(?:2>&1\s*)?)?(?:&&|;)\s*pwd(?:\s+-P)?\s*[)`]"
)
_WORKING_FOLDER = lazy_pattern(r"(?:\$PWD\b|\$\{PWD\}|\$\(pwd\)|`pwd`)(?=/|\Z)")
_ASSIGNED = lazy_pattern(r"[A-Za-z_]\w*=")
_VARIABLE = lazy_pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")
_UNKNOWN = lazy_pattern(r"[$`{}\x01]|\A~|\A[A-Za-z]:|\\")


def set_folders(text: str, pipelines: list[Pipeline], values: Values, folder: str | None) -> str | None:
    """Note the working folder of each command, relative to the script's folder; None where it is unknown.

    Returns the folder after the last command.
    """
    for pipeline in pipelines:
        for command in pipeline:
            command.folder = folder
            if command.inner is not None:
                after = set_folders(text, command.inner, values, folder)
                folder = folder if text.startswith("(", command.at) else after
            elif not command.substituted and len(pipeline) == 1:
                folder = _after(command, values, folder)
    return folder


def _after(command: ShellCommand, values: Values, folder: str | None) -> str | None:
    """The working folder after a command."""
    words = [*dropwhile(_ASSIGNED.match, (word.value for word in command.words))]
    if not words or words[0] not in ("cd", "pushd", "popd", "chdir"):
        return folder
    targets = [word for word in words[1:] if word not in ("-P", "-L", "--")]
    if words[0] == "popd" or len(targets) != 1 or targets[0] == "-":
        return None
    return path_of(targets[0], values, folder)


def paths_of(
    file: ShellWord, variables: Variables, folder: str | None, only: Mapping[str, list[str]]
) -> tuple[list[str], bool]:
    """The files that a word names, relative to the script's folder, and whether these are all of them; they
    may contain wildcards.

    A variable of a loop is replaced by each of the words that it loops over there, or by those in `only`.
    """
    word = file.value
    if len(word) > MOST_CHARACTERS:
        return [], False
    expanded = [word]
    for name in dict.fromkeys(plain or braced for plain, braced in _VARIABLE.findall(word)):
        words = only.get(name) or variables.words_of_loop(name, file.start)
        if words and name not in variables.values:
            sign = re.compile(rf"\$(?:{name}\b|\{{{name}\}})")
            texts = (_joined(sign.split(text), looped) for text in expanded for looped in words)
            expanded = list(islice(texts, MOST_FILES))
            if next(texts, None) is not None:
                variables.cut()
    paths = [path_of(text, variables.values, folder) for text in expanded]
    known = [path for path in paths if path]
    return known, len(known) == len(paths)


def _joined(pieces: list[str], word: str) -> str:
    """The pieces with a word between them; empty if no path is that long."""
    return word.join(pieces) if len(word) * len(pieces) <= MOST_CHARACTERS else ""


def path_of(word: str, values: Values, folder: str | None) -> str | None:
    """One path, relative to the script's folder; None if the script does not show it."""
    if len(word) > MOST_CHARACTERS:
        return None
    text = evident(word, values)
    if _WORKING_FOLDER.match(text):
        text = _WORKING_FOLDER.sub(".", text, count=1)
    if text.startswith(_HERE):
        folder, text = "", text[1:].lstrip("/") or "."
    if not text or folder is None or text.startswith("/") or _HERE in text or _UNKNOWN.search(text):
        return None
    path = posixpath.normpath(posixpath.join(folder, text))
    if len(path) > MOST_CHARACTERS:
        return None
    return "" if path == "." else path


def evident(text: str, values: Values) -> str:
    """A word with the script's own folder as one sign, and variables with only one value replaced."""

    def value(match: re.Match[str]) -> str:
        known = values.get(match.group(1) or match.group(2), set())
        only = next(iter(known)) if len(known) == 1 else match.group()
        return only if len(only) <= MOST_CHARACTERS else match.group()

    for _ in range(MOST_ROUNDS):
        before = text
        text = _OWN_FOLDER.sub(_HERE, text)
        text = _OWN_PATH.sub(_SELF, text)
        text = _REAL.sub(r"\1", text)
        text = _FOLDER.sub(_HERE, text)
        text = _ENTERED.sub(r"\1", text)
        if text == before:
            text = _VARIABLE.sub(value, text)
        if text == before or len(text) > 1000:
            break
    return text
