"""The comment lines at the head of a dmpmqcfg dump: name, platform, level, options."""

from __future__ import annotations

from mqtune.language.levels import Level, command_level
from mqtune.syntax.mqsc.shapes import CODE, COMMENT, CONTINUED, IRREGULAR
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

FIELD = lazy_pattern(r"^\*+\s*(Queue manager (?:name|platform|command level)|Command issued):\s*(.*?)\s*$")
LEVEL = lazy_pattern(r"\((?:\d+/)?(\d+)\)")
MOST_LINES = 40  # a header is shorter; licence comments may precede it
# "UNIX" may be AIX or Linux, so it gives no platform
PLATFORMS = {
    "WINDOWS": "windows",
    "WINDOWS NT": "windows",
    "WINDOWSNT": "windows",
    "MVS": "zos",
    "ZOS": "zos",
    "Z/OS": "zos",
    "OS400": "ibmi",
    "IBM I": "ibmi",
    "APPLIANCE": "appliance",
}
# options that omit objects, with the values that omit none
FILTERS = {"-x": ("all", "object"), "-t": ("all",), "-n": ("*", "'*'", '"*"')}


@record
class DumpHeader:
    """The header of a dump. `whole` means that no option omitted objects."""

    name: str
    platform: str | None
    level: Level | None
    whole: bool


def dump_header(script: Script) -> DumpHeader | None:
    """The header of a dump; None for a script that is not a dump."""
    fields: dict[str, str] = {}
    for line in script.lines[:MOST_LINES]:
        if line.kind == COMMENT:
            found = FIELD.match(line.text.rstrip("\r\n"))
            if found is not None:
                fields.setdefault(found[1], found[2])
        elif line.kind in {CODE, CONTINUED, IRREGULAR}:
            break
    if "Queue manager name" not in fields:
        return None
    return DumpHeader(
        fields["Queue manager name"],
        PLATFORMS.get(fields.get("Queue manager platform", "").upper()),
        level_of(fields.get("Queue manager command level", "")),
        is_whole(fields.get("Command issued", "")),
    )


def level_of(text: str) -> Level | None:
    """The level from `(930/922)`: that of the queue manager of the command server comes last."""
    found = LEVEL.search(text)
    return command_level(int(found[1])) if found is not None else None


def is_whole(command: str) -> bool:
    """Whether a dmpmqcfg command exports every object; `mqtune collect` does."""
    words = command.split()
    if words[:2] == ["mqtune", "collect,"]:
        return True
    if not words or "dmpmqcfg" not in words[0].lower():
        return False
    for place, word in enumerate(words):
        for option, harmless in FILTERS.items():
            if word.startswith(option):
                value = word[len(option) :] or (words[place + 1] if place + 1 < len(words) else "")
                if value.lower() not in harmless:
                    return False
    return True
