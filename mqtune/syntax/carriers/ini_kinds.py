"""Which of MQ's ini files a text is, judged by its name and its stanzas."""

from __future__ import annotations

import re

from mqtune.language import catalogue
from mqtune.syntax.carriers.names import INI_NAMES
from mqtune.syntax.document import MQAT_INI, MQCLIENT_INI, MQS_INI, QM_INI

# mqat.ini has two stanzas of its own, which no other file has
TRACE_STANZAS = frozenset({"allactivitytrace", "applicationtrace"})
LINES = 2000

_HEADER = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*:(.*)")
_ENTRY = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*=")
_SECTION = re.compile(r"[ \t]*\[([^\]=]+)\][ \t]*")
# what may follow a header: a comment, or a call-out number copied from a manual
_AFTER_HEADER = re.compile(r"[ \t]*(?:[#;].*|\d+[ \t]*)?")
_REMARKS = re.compile(r"\ufeff?(?>[ \t\r]*(?:[#;][^\n]*)?\n)*")


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
