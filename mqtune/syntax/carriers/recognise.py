"""The language of a text, judged by its form and a few words of the catalogue; the kind of an ini file.

Used if a name does not decide: for a text that the user named, a scalar in a YAML file, a here-document, and
for the first bytes of a file. Says no in doubt, because a text wrongly read as MQSC gives useless findings.
"""

from __future__ import annotations

import re

from mqtune.language import catalogue
from mqtune.syntax.carriers import names
from mqtune.syntax.carriers.names import INI_NAMES
from mqtune.syntax.document import CCDT, MQAT_INI, MQCLIENT_INI, MQS_INI, MQSC, QM_INI, SIGNS, has_placeholder
from mqtune.text.patterns import lazy_pattern
from mqtune.text.source import read_head

HEAD = 20_000  # number of characters that are examined
HEAD_LINES = 300

_WORD = lazy_pattern(r"[A-Za-z][A-Za-z0-9]*")
_COMMENTS = lazy_pattern(r"\ufeff?(?>[ \t\r]*(?:\*[^\n]*)?\n)*")
_ALONE = lazy_pattern(
    r"^([ \t]*[A-Za-z]+)[ \t]*[+-][ \t]*\r?\n(?:(?:\*[^\n]*|[ \t\r]*)\n)*[ \t]*(?=[A-Za-z])", re.MULTILINE
)
_NAME = lazy_pattern(r"\s*\(\s*(?:'[^']*'|[^\s()']+(?:\([^()]*\))?)\s*\)")
_FORM = lazy_pattern(r"^[ \t]*[A-Za-z]{2,}[ \t]+[A-Za-z]{2,}[ \t]*\(", re.MULTILINE)
_TEMPLATE_SIGNS = (("{{", "}}"), ("{%", "%}"))
_TEMPLATE_WORD = lazy_pattern(r"\$(?!SYS\b)[A-Za-z_]|__[A-Za-z0-9_]+__")
_TRANSCRIPT = lazy_pattern(
    r"^(?: {0,6}\d+ : |(?!\*).*Starting MQSC for queue manager |AMQ\d{4}[A-Z]?: |[ ]?CSQ[A-Z]\d{3}[A-Z] )",
    re.MULTILINE,
)
_DUMP = lazy_pattern(r"^\*.*(?:dmpmqcfg|Queue manager name:|Script generated)", re.MULTILINE)
_BEGUN = lazy_pattern(r"^\*+[ \t]*Script generated on\b", re.MULTILINE)
_DUMP_NAME = lazy_pattern(r"^\*[ \t]*Queue manager name:[ \t]*'?([A-Za-z0-9._/%]{1,48})", re.MULTILINE)
_AUTHORITY_COMMANDS = ("setmqaut", "grtmqmaut")
_CHANNEL_ARRAY = lazy_pattern(r"""["']?\bchannel["']?\s*[:=]\s*\[""", re.IGNORECASE)
_CHANNEL_KEYS = ("clientConnection", "transmissionSecurity", "connectionManagement")


def language_of(text: str) -> str | None:
    """The language of a text of any origin: MQSC, CCDT, "ini", or None."""
    head = _head(text)
    if begins_with_command(head) or is_mostly_commands(head):
        return MQSC
    if is_channel_table(text):
        return CCDT
    # the stanza tables are read only for texts that could be ini

    return "ini" if is_ini(head) else None


def is_script(text: str) -> bool:
    """Whether a text is MQSC whatever its name: it begins with a command, or consists of commands.

    Null characters are a finding: they do not make it another kind of file.
    """
    head = _head(text.replace("\0", ""))
    line = first_line(_joined(head), "*") or ""  # `#` begins a heading of Markdown
    return (is_command(line) and ("(" in line or line.endswith(("+", "-")))) or is_mostly_commands(head)


def _head(text: str) -> str:
    """The part of a text that is examined: it begins after blank lines and comments, however many."""
    at = _COMMENTS.match(text)
    start = at.end() if at is not None else 0
    return text[start : start + HEAD]


def begins_with_command(text: str) -> bool:
    """Whether the first line other than a comment begins an MQSC command; any verb is not enough."""
    line = first_line(_joined(_head(text)), "*#")
    return line is not None and is_command(line)


def begins_with_verb(text: str) -> bool:
    """Whether the first word outside comments is an MQSC verb."""
    line = first_line(_head(text), "*")
    word = _WORD.match(line) if line else None
    return word is not None and catalogue.verb(word.group().upper()) is not None


def holds_verb(text: str) -> bool:
    """Whether the first word of any line is an MQSC verb."""
    words = (_WORD.match(_bare(line.strip())) for line in text.splitlines())
    return any(word is not None and catalogue.verb(word.group().upper()) is not None for word in words)


def is_command(line: str) -> bool:
    """Whether a line begins a command: verb, object type, and then nothing that a sentence would have."""
    line = _bare(line)
    verb_word = _WORD.match(line)
    type_word = _WORD.match(line, _after_blanks(line, verb_word.end(), " \t\r,")) if verb_word else None
    if verb_word is None or type_word is None or type_word.start() == verb_word.end():
        return False
    verb = catalogue.verb(verb_word.group().upper())
    type = catalogue.object_type(type_word.group().upper())
    if verb is None or type is None or catalogue.command(verb, type) is None:
        return False
    name = _NAME.match(line, type_word.end())
    at = _after_blanks(line, name.end() if name else type_word.end(), " \t\r,")
    word = _WORD.match(line, at)
    if word is None:
        return at >= len(line) or line[at] in "+-;" or has_template_word(line[at:])
    if line.startswith("(", _after_blanks(line, word.end())):
        return True  # an attribute, even a misspelt one
    if line[word.end() : word.end() + 1] in SIGNS and has_template_word(line[word.end() :]):
        return True  # a placeholder in the keyword
    return catalogue.parameter(verb, type, word.group().upper()) is not None


def _bare(line: str) -> str:
    """A line without the placeholders at its beginning, which may be empty."""
    if line[:1] not in SIGNS:
        return line
    from mqtune.syntax.mqsc.templates import without_leading  # few lines begin with a placeholder

    return without_leading(line)


def holds_command(text: str) -> bool:
    """Whether any line begins a command."""
    return any(is_command(line.strip()) for line in _joined(text).splitlines())


def _joined(text: str) -> str:
    """A text in which a word alone on its line that is continued is joined to the next line."""
    return _ALONE.sub(r"\1 ", text) if "+" in text or "-" in text else text


def is_mostly_commands(text: str) -> bool:
    """Whether at least two lines begin commands with values, and most lines that continue none do."""
    commands = others = 0
    continued = False
    for line in text.splitlines()[:HEAD_LINES]:
        stripped = line.strip()
        if stripped and not continued and stripped[0] != "*":
            if "(" in stripped and is_command(stripped):
                commands += 1
            else:
                others += 1
        continued = stripped[-1:] in ("+", "-")
    return commands > 1 and commands > others


def looks_like_commands(text: str) -> bool:
    """Whether any line has the form of a command, even of a misspelt one."""
    return _FORM.search(text) is not None


def is_named_script(text: str) -> bool:
    """Whether a text of which the name states that it is MQSC has a command, or a placeholder that may be."""
    return looks_like_commands(text) or has_placeholder(text)


def first_line(text: str, comment_signs: str) -> str | None:
    """The first line, without surrounding blanks, that is neither a comment nor only a template statement."""
    for line in text.removeprefix("\ufeff").splitlines()[:HEAD_LINES]:
        stripped = line.strip()
        is_template = (stripped[:2], stripped[-2:]) in _TEMPLATE_SIGNS
        if stripped and stripped[0] not in comment_signs and not is_template:
            return stripped
    return None


def is_channel_table(text: str) -> bool:
    """Whether a text is JSON with an array of client channels, judged by its words, as the JSON may be
    broken.
    """
    head = text[:HEAD].removeprefix("\ufeff").lstrip(" \t\r\n")
    return head.startswith(("{", "#", "//", "/*")) and names_channels(text)


def names_channels(text: str) -> bool:
    """Whether a text contains the words of an array of client channels."""
    return _CHANNEL_ARRAY.search(text) is not None and any(key in text for key in _CHANNEL_KEYS)


def is_transcript(text: str) -> bool:
    """Whether a text is output of runmqsc or of a z/OS console, and not a dump with a message in it."""
    return _TRANSCRIPT.search(text[:HEAD]) is not None and _BEGUN.search(text[:HEAD]) is None


def is_dump(text: str) -> bool:
    """Whether the comment lines at the head state that dmpmqcfg wrote the text."""
    head = text[:HEAD].removeprefix("\ufeff").lstrip()
    return head.startswith("*") and _DUMP.search(head) is not None


def dump_queue_manager(text: str) -> str:
    """The name of the queue manager in the head of a dump, empty without one."""
    match = _DUMP_NAME.search(text[:HEAD]) if text[:HEAD].lstrip("\ufeff \r\n").startswith("*") else None
    return match.group(1) if match else ""


def is_authority_commands(text: str) -> bool:
    """Whether a text contains setmqaut or GRTMQMAUT commands, as dmpmqcfg -o setmqaut writes them."""
    line = first_line(_head(text), "*#")
    words = line.lower().split() if line is not None else ()
    return len(words) > 1 and words[0] in _AUTHORITY_COMMANDS


def has_template_word(text: str) -> bool:
    """Whether a text contains a placeholder that a template engine or a shell replaces."""
    # a single letter is found much faster than two, and most texts have none of these
    if "{" in text and ("{{" in text or "{%" in text or "${" in text or "%{" in text):
        return True
    if ("@" in text and "@@" in text) or ("<" in text and "<%" in text):
        return True
    return ("$" in text or ("_" in text and "__" in text)) and _TEMPLATE_WORD.search(text) is not None


def _after_blanks(line: str, at: int, blanks: str = " \t\r") -> int:
    while at < len(line) and line[at] in blanks:
        at += 1
    return at


# Which of MQ's ini files a text is, judged by its name and its stanzas.

# mqat.ini has two stanzas of its own, which no other file has
TRACE_STANZAS = frozenset({"allactivitytrace", "applicationtrace"})
LINES = 2000

_HEADER = lazy_pattern(r"[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*:(.*)")
_ENTRY = lazy_pattern(r"[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*=")
_SECTION = lazy_pattern(r"[ \t]*\[([^\]=]+)\][ \t]*")
# what may follow a header: a comment, or a call-out number copied from a manual
_AFTER_HEADER = lazy_pattern(r"[ \t]*(?:[#;].*|\d+[ \t]*)?")
_REMARKS = lazy_pattern(r"\ufeff?(?>[ \t\r]*(?:[#;][^\n]*)?\n)*")


def after_remarks(text: str) -> str:
    """A text without the comments at its beginning, which may be longer than what is examined."""
    return text[_REMARKS.match(text).end() :]  # type: ignore[union-attr]  # it matches nothing too


class Outline:
    """The stanzas of a text with the keys of each, those in brackets, and whether its form is that of MQ's
    files.
    """

    __slots__ = ("entries", "foreign", "keys", "sections", "stanzas")

    def __init__(self, text: str) -> None:
        self.stanzas: list[tuple[str, list[str]]] = []
        self.sections: list[tuple[str, list[str]]] = []
        self.keys: list[str] = []  # of the last stanza
        self.entries = 0
        self.foreign = False  # a [section], or an entry before any header
        for line in text.removeprefix("\ufeff").splitlines()[:LINES]:
            self._read(line)

    def _read(self, line: str) -> None:
        if not line.strip() or line.lstrip()[0] in "#;{":
            return
        entry = _ENTRY.match(line)
        header = _HEADER.match(line)
        if entry is not None:
            self.entries += 1
            self.keys.append(entry.group(1))
            self.foreign |= not self.stanzas
        elif header is not None:
            self._begin(self.stanzas, header.group(1))
            if not _AFTER_HEADER.fullmatch(header.group(2)):
                self.entries -= 1  # `key: value` is an entry of another language
        elif is_stanza(line.strip()):
            self._begin(self.stanzas, line.strip())  # a header without a colon
        elif (section := _SECTION.fullmatch(line)) is not None:
            self.foreign = True
            self._begin(self.sections, section.group(1).strip())

    def _begin(self, stanzas: list[tuple[str, list[str]]], name: str) -> None:
        self.keys = []
        stanzas.append((name, self.keys))

    @property
    def is_bracketed(self) -> bool:
        """Whether the text is one of MQ's files with headers in brackets: all stanzas and keys are known."""
        return (
            bool(self.sections)
            and not self.stanzas
            and all(
                keys and any(_has(kind, name, keys) for kind in catalogue.ini_kinds_with(name))
                for name, keys in self.sections
            )
        )

    @property
    def first_is_known(self) -> bool:
        """Whether the first stanza is one of MQ's."""
        return bool(self.stanzas) and is_stanza(self.stanzas[0][0])

    @property
    def is_of_another_program(self) -> bool:
        """Whether the form is not that of MQ's files, and no stanza or section has one of MQ's names."""
        names = [name for name, _ in self.stanzas + self.sections]
        return self.foreign and not any(is_stanza(name) for name in names)


def is_stanza(name: str) -> bool:
    """Whether any of MQ's ini files has a stanza with the name."""
    return name.lower() in TRACE_STANZAS or bool(catalogue.ini_kinds_with(name))


def is_ini(text: str) -> bool:
    """Whether a text of any origin is one of MQ's ini files: it has entries, and its first stanza is MQ's."""
    outline = Outline(text)
    return not outline.foreign and outline.first_is_known and outline.entries > 0


def is_ini_file(text: str, named: bool) -> bool:
    """Whether a text in a file `*.ini` is MQ's; a file that the user named may begin with any stanza."""
    outline = Outline(text)
    if outline.foreign and not outline.first_is_known:
        return outline.is_bracketed
    return outline.first_is_known or (named and bool(outline.stanzas) and outline.entries > 0)


def ini_kind(stem: str, text: str) -> str:
    """The kind of an ini file: by its name, else by the stanzas and keys that only one kind has."""
    if stem in INI_NAMES:
        return stem
    outline = Outline(text)
    if outline.stanzas and outline.stanzas[0][0].lower() in TRACE_STANZAS:
        return MQAT_INI
    order = (MQCLIENT_INI, QM_INI, MQS_INI) if "client" in stem else (QM_INI, MQS_INI, MQCLIENT_INI)
    return max(order, key=lambda kind: _known(outline, kind))


def _has(kind: str, name: str, keys: list[str]) -> bool:
    """Whether a stanza of a kind of file has all of some keys."""
    known = catalogue.ini_attributes(kind, name)
    return all(key.lower() in known for key in keys)


def _known(outline: Outline, kind: str) -> int:
    """The number of stanzas and keys that a kind of file has."""
    count = 0
    for name, keys in outline.stanzas or outline.sections:
        known = catalogue.ini_attributes(kind, name)
        count += catalogue.ini_stanza(kind, name) is not None
        count += sum(key.lower() in known for key in keys)
    return count


# Checks on the first bytes of a file whose name does not decide.

HEAD_BYTES = 4096

# sh, bash, ksh93, mksh and their like
_SHELL = lazy_pattern(rb"(?:[abdz]|ba|da|ya|r|[mr]?k|pdk|rba)?sh\d*")
# what dmpmqcfg writes into the comment lines at the head of a dump
_DUMP_WORDS = (b"dmpmqcfg", b"Queue manager name:", b"Script generated")


def may_carry(path: str, shape: str) -> bool:
    """Whether a file with this head may contain MQ text."""
    try:
        head = read_head(path, HEAD_BYTES)
    except OSError:
        return False
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[2:].replace(b"\0", b"")
    if shape == names.JSON:
        return b"clientconnection" in head.lower() or b'"channel"' in head or b'"apiVersion"' in head
    return is_shell_script(head) or begins_as_dump(head)


def holds_script(path: str) -> bool:
    """Whether a file begins as MQSC does, whatever its name; also if only comments are near its beginning."""
    # only under a gate
    from mqtune.text.source import Source

    try:
        head = read_head(path, HEAD)
    except OSError:
        return False
    text = Source(path, path, head).text
    is_cut = len(head) == HEAD
    return is_script(text) or (is_cut and first_line(text, "*") is None)


def is_shell_script(head: bytes) -> bool:
    """Whether the first line names a shell: `#!/bin/sh`, `#!/usr/bin/env bash`."""
    if not head.startswith(b"#!"):
        return False
    words = head[2:].split(b"\n", 1)[0].split()
    return any(_SHELL.fullmatch(word.rpartition(b"/")[2]) for word in words[:3])


def begins_as_dump(head: bytes) -> bool:
    """Whether comment lines at the head state that dmpmqcfg wrote the file."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"*") and any(word in head for word in _DUMP_WORDS)
