"""The files that a script names, relative to the script's own folder, as far as the script itself shows it.

A relative path counts from the script's folder, or from the folder to which `cd` has evidently changed. The
usual ways to write the script's own folder are recognised, such as `$(dirname "$0")`. Whatever depends on
where or with which arguments the script is called is unknown.
"""

from __future__ import annotations

import posixpath
import re
from itertools import islice

from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.syntax.carriers.shell_tree import Pipeline, ShellCommand
    from mqtune.syntax.carriers.shell_variables import Variables

    Values = Mapping[str, set[str]]

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
_VARIABLE = lazy_pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")
_UNKNOWN = re.compile(r"[$`{}\x01]|\A~|\A[A-Za-z]:|\\")


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
    words = [word.value for word in command.words]
    if not words or words[0] not in ("cd", "pushd", "popd", "chdir"):
        return folder
    targets = [word for word in words[1:] if word not in ("-P", "-L", "--")]
    if words[0] == "popd" or len(targets) != 1 or targets[0] == "-":
        return None
    return path_of(targets[0], values, folder)


def paths_of(word: str, variables: Variables, folder: str | None, only: Mapping[str, list[str]]) -> list[str]:
    """The files that a word names, relative to the script's folder; they may contain wildcards.

    A variable of a loop is replaced by each of the words that it loops over, or by those in `only`.
    """
    if len(word) > MOST_CHARACTERS:
        return []
    found = [word]
    for name in dict.fromkeys(plain or braced for plain, braced in _VARIABLE.findall(word)):
        words = only.get(name) or variables.words_of_loops(name)
        if words and name not in variables.values:
            sign = re.compile(rf"\$(?:{name}\b|\{{{name}\}})")
            texts = (_joined(sign.split(text), one) for text in found for one in words)
            found = list(islice(texts, MOST_FILES))
            if next(texts, None) is not None:
                variables.cut()
    paths = (path_of(text, variables.values, folder) for text in found)
    return [path for path in paths if path]


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

    def value(found: re.Match[str]) -> str:
        known = values.get(found.group(1) or found.group(2), set())
        only = next(iter(known)) if len(known) == 1 else found.group()
        return only if len(only) <= MOST_CHARACTERS else found.group()

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
