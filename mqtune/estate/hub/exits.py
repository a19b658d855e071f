"""Exits that run in the processes of channels, which forbid fastpath channels."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.estate.model import QueueManager
from mqtune.syntax.document import QM_INI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.text.spans import Place

EXITS = ("SCYEXIT", "MSGEXIT", "SENDEXIT", "RCVEXIT", "MREXIT")
API_EXITS = "ApiExitLocal"


def channel_exits(queue_manager: QueueManager, file: IniFile | None) -> Iterator[tuple[str, str, Place]]:
    """Each exit in words, what is at its place, and where it is set.

    Several files with a Log stanza are those of several queue managers: then only `file` counts.
    """
    for channel in queue_manager.of_type("CHANNEL"):
        for keyword in EXITS if channel.statements else ():
            place = channel.place(keyword)
            if channel.is_given(keyword) and channel.text(keyword) and place is not None:
                words = f"CHANNEL({channel.name}) has {keyword}"
                yield words, f"{keyword} of CHANNEL({channel.name}) is set here", place
    inis = [ini for ini in queue_manager.inis if ini.document.kind == QM_INI]
    several = sum(bool(one.named("Log")) for one in inis) > 1
    for ini in [file] if several and file is not None else inis:
        for stanza in ini.named(API_EXITS):
            name = stanza.get("Name")
            words = " ".join(f"API exit {name.value if name is not None else ''} is configured".split())
            yield words, "an API exit also runs in channels", ini.document.place(stanza.name_span)
