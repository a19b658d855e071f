"""Files of the operating system (sysctl, limits, systemd units) as ini trees, and setmqaut commands."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from mqtune.syntax.carriers.names import without_endings
from mqtune.syntax.document import LIMITS, SYSCTL, UNIT
from mqtune.syntax.ini.tree import Entry, IniFile, Stanza, split_lines
from mqtune.text.editing import Span
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.document import Document


# Which of these files a path or a text is.

ENDINGS = (".conf", ".service")
FOLDERS = {"sysctl.d": SYSCTL, "limits.d": LIMITS}
NAMES = {"sysctl.conf": SYSCTL, "limits.conf": LIMITS}

_SETTING = lazy_pattern(r"-?(?:kernel|fs|net|vm)[./][A-Za-z0-9_./*-]+\s*=.*")
_LIMIT = lazy_pattern(
    r"\S+\s+(?:soft|hard|-)\s+(?:nofile|nproc|memlock|stack|core|as|data|cpu|sigpending)\s+\S+.*"
)


def kind_of_path(path: str) -> str:
    """The kind that a path indicates, "" for other paths: the name, or the folder of a `.conf`."""
    *folders, name = path.replace("\\", "/").lower().split("/")
    if not any(ending in name for ending in ENDINGS):
        return ""
    name, _ = without_endings(name)
    folder = folders[-1] if folders else ""
    if name.endswith(".service") or (name.endswith(".conf") and folder.endswith(".service.d")):
        return UNIT
    if name in NAMES:
        return NAMES[name]
    return FOLDERS.get(folder, "") if name.endswith(".conf") else ""


def starts_queue_managers(text: str) -> bool:
    """Whether a unit may start a queue manager."""
    return "strmqm" in text


def kind_of_text(text: str) -> str:
    """The kind of a text of any origin, "" if its lines do not all have one form."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and line[0] not in "#;"]
    if not lines:
        return ""
    if lines[0] in ("[Unit]", "[Service]") and any(line == "[Service]" for line in lines):
        return UNIT
    settings = sum(_SETTING.fullmatch(line) is not None for line in lines)
    limits = sum(_LIMIT.fullmatch(line) is not None for line in lines)
    if settings + limits < len(lines):
        return ""
    return SYSCTL if settings >= limits else LIMITS


# Parses sysctl, limits and unit files to the tree of an ini file: entries with spans, and comments.

_SETTING_LINE = lazy_pattern(r"\s*(-?[^\s=#;][^=]*?)\s*=\s*(.*?)\s*")
_LIMIT_LINE = lazy_pattern(r"\s*(\S+\s+\S+\s+\S+)\s+(\S+)\s*(#.*)?")
_SECTION = lazy_pattern(r"\s*\[([^\]]+)\]\s*")


def parse_system(document: Document) -> IniFile:
    """The tree of a file of the operating system, whatever its text.

    A sysctl file is one stanza with an entry for each setting. A limits file is one stanza; the key of an
    entry is `domain type item`. A unit has a stanza for each section. Sources: sysctl.conf(5), sysctl.d(5),
    limits.conf(5), systemd.syntax(7). A line of another form is an entry without `=`.
    """
    file = IniFile(document)
    file.lines, file.ends = split_lines(document.text)
    stanza = stanza_at("", 1, 1, 1)
    if document.kind != UNIT:
        file.stanzas.append(stanza)
    signs = "#" if document.kind == LIMITS else "#;"
    continued: Entry | None = None
    for number, line in enumerate(file.lines, 1):
        start = len(line) - len(line.lstrip())
        text = line.strip().removeprefix("\ufeff")
        if not text:
            continued = None
        elif text[0] in signs:
            file.comments.append((Span(number, start + 1, number, len(line) + 1), text))
        elif continued is not None:
            continued.value = f"{continued.value} {text.removesuffix(chr(92)).strip()}"
            continued = continued if text.endswith("\\") else None
        elif document.kind == UNIT and (section := _SECTION.fullmatch(line)) is not None:
            stanza = stanza_at(section.group(1), number, section.start(1) + 1, section.end(1) + 1)
            file.stanzas.append(stanza)
        else:
            entry = entry_of(document.kind, stanza, number, line)
            stanza.entries.append(entry)
            if document.kind == UNIT and entry.value.endswith("\\"):
                entry.value = entry.value.removesuffix("\\").strip()
                continued = entry
    return file


def stanza_at(name: str, line: int, first: int, last: int) -> Stanza:
    """A stanza whose name is at a position."""
    span = Span(line, first, line, last)
    return Stanza(name, span, span, "", None)


def entry_of(kind: str, stanza: Stanza, number: int, line: str) -> Entry:
    """The entry of a line; a line of another form has no value."""
    match = (_LIMIT_LINE if kind == LIMITS else _SETTING_LINE).fullmatch(line)
    line_span = Span(number, len(line) - len(line.lstrip()) + 1, number, len(line.rstrip()) + 1)
    if match is None:
        return Entry(stanza, line.strip(), "", line_span, line_span, line_span, False, None)
    key = Span(number, match.start(1) + 1, number, match.end(1) + 1)
    value = Span(number, match.start(2) + 1, number, match.end(2) + 1)
    words = " ".join(match.group(1).split())
    return Entry(stanza, words, match.group(2), line_span, key, value, True, None, match.group(2))


# setmqaut commands in scripts and in the output of `dmpmqcfg -o setmqaut`: their options as written.

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
    options: dict[str, list[str]] = {name: [] for name in WITH_VALUE.values()}
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
            options[WITH_VALUE[word[:2]]].append(value)
        elif word.startswith("+") and len(word) > 1:
            added.append(word[1:].upper())
        elif word.startswith("-") and len(word) > 1:
            removed.append(word[1:].upper())
    return AuthorityCommand(
        line,
        last_of(options["queue_manager"]),
        last_of(options["profile"]),
        last_of(options["type"]),
        tuple(options["principals"]),
        tuple(options["groups"]),
        tuple(added),
        tuple(removed),
    )


def last_of(values: list[str]) -> str:
    """The last value of an option, "" without one."""
    return values[-1] if values else ""
