"""Positions of ini entries, and their values as numbers."""

from __future__ import annotations

from mqtune.findings.finding import ObjectName
from mqtune.syntax.document import QM_INI
from mqtune.text.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.syntax.ini.tree import Entry, IniFile
    from mqtune.text.spans import Place


def number_of(entry: Entry | None) -> int | None:
    """The value of an entry as a number; None if the entry is missing or not a number."""
    text = entry.value.strip() if entry is not None else ""
    return whole_number(text)


def entry_place(ini: IniFile, entry: Entry) -> Place:
    """The position of the key and value of an entry."""
    return ini.document.place(entry.span)


def stanza_name(stanza: str) -> ObjectName:
    """A stanza as the object of a finding."""
    return ObjectName("STANZA", stanza)


def qm_inis(queue_manager: QueueManager) -> Iterator[IniFile]:
    """The qm.ini of a queue manager and the fragments that are merged into it."""
    return (ini for ini in queue_manager.inis if ini.document.kind == QM_INI)
