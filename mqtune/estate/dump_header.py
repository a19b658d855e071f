"""The comment lines at the head of a dmpmqcfg dump: name, platform, level, options."""

from __future__ import annotations

from mqtune.estate.keywords import name_space
from mqtune.language.levels import Level, command_level
from mqtune.syntax.mqsc.dump_end import DumpGap, dump_gaps
from mqtune.syntax.mqsc.shapes import CODE, COMMENT, CONTINUED, IRREGULAR
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

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
FILTERS = {"-x": ("all", "object"), "-t": ("all",), "-n": ("*",)}
# what -x exports: a type of records, or objects
EXPORTS = {
    "all": "",
    "object": "",
    "authrec": "AUTHREC",
    "chlauth": "CHLAUTH",
    "sub": "SUB",
    "policy": "POLICY",
}


@record
class DumpHeader:
    """The header of a dump. `whole` means that no option omitted objects; `options` are those that may have
    omitted some, each with its value.
    """

    name: str
    platform: str | None
    level: Level | None
    whole: bool
    options: tuple[tuple[str, str], ...] = ()

    def selects(self, type: str, subtype: str, name: str) -> bool:
        """Whether the dump shows an object or record if it exists."""
        for option, value in self.options:
            if option == "-n" and not asterisks_match(value, name):
                return False
            if option == "-x" and value in EXPORTS and not exports(value, type):
                return False
            if option == "-t" and value != "all" and not is_of_type(value, type, subtype):
                return False
        return True


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
    command = fields.get("Command issued", "")
    return DumpHeader(
        fields["Queue manager name"],
        PLATFORMS.get(fields.get("Queue manager platform", "").upper()),
        level_of(fields.get("Queue manager command level", "")),
        is_whole(command),
        options_of(command),
    )


def gaps_of(scripts: Iterable[Script]) -> list[tuple[Script, DumpGap]]:
    """What shows that dumps were cut off, or that not everything could be dumped."""
    return [(script, gap) for script in scripts for gap in dump_gaps(script.document.text)]


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
    return all(value in FILTERS[option] for option, value in options_of(command))


def options_of(command: str) -> tuple[tuple[str, str], ...]:
    """The options of a dmpmqcfg command that may omit objects, with their values."""
    words = command.split()
    found = []
    for place, word in enumerate(words):
        for option in FILTERS:
            if word.startswith(option):
                value = word[len(option) :] or (words[place + 1] if place + 1 < len(words) else "")
                value = value.strip("'\"")
                found.append((option, value if option == "-n" else value.lower()))
    return tuple(found)


def exports(value: str, type: str) -> bool:
    """Whether -x with a value exports objects or records of a type."""
    return value == "all" or EXPORTS[value] == (type if type in EXPORTS.values() else "")


def is_of_type(word: str, type: str, subtype: str) -> bool:
    """Whether -t with a word exports objects of a type; true for a word that is not known."""
    from mqtune.language.access import setmqaut_type
    from mqtune.language.catalogue import object_type

    wanted = setmqaut_type(word) or object_type(word.upper())
    return wanted is None or wanted in (type, name_space(type, subtype))
