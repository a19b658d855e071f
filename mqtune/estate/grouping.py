"""Which scripts of a group of files belong to one queue manager, and which are several.

Scripts that define the same object are a conflict of one queue manager, except if the files are evidently
alternatives: several dumps of one queue manager are states of it, files named after queue managers are
several queue managers, and so are copies of one configuration, and a heap of unrelated scripts. A dump says
in the comment lines at its head what it is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mqtune.estate.statement import Statement
from mqtune.estate.words import name_space
from mqtune.language.available import Level, command_level
from mqtune.syntax.carriers.names import shape_of
from mqtune.syntax.mqsc.dump_end import DumpGap, dump_gaps
from mqtune.syntax.mqsc.tree import CODE, COMMENT, CONTINUED, IRREGULAR, Script
from mqtune.text.patterns import asterisks_match, lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


# The head of a dmpmqcfg dump: name, platform, level, options.

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
    """The header of a dump. `is_complete` means that no option omitted objects; `options` are those that may
    have omitted some, each with its value.
    """

    name: str
    platform: str | None
    level: Level | None
    is_complete: bool
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
            match = FIELD.match(line.text.rstrip("\r\n"))
            if match is not None:
                fields.setdefault(match[1], match[2])
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
    match = LEVEL.search(text)
    return command_level(int(match[1])) if match is not None else None


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
    options = []
    for place, word in enumerate(words):
        for option in FILTERS:
            if word.startswith(option):
                value = word[len(option) :] or (words[place + 1] if place + 1 < len(words) else "")
                value = value.strip("'\"")
                options.append((option, value if option == "-n" else value.lower()))
    return tuple(options)


def exports(value: str, type: str) -> bool:
    """Whether -x with a value exports objects or records of a type."""
    return value == "all" or EXPORTS[value] == (type if type in EXPORTS.values() else "")


def is_of_type(word: str, type: str, subtype: str) -> bool:
    """Whether -t with a word exports objects of a type; true for a word that is not known."""
    from mqtune.language.access import setmqaut_type
    from mqtune.language.catalogue import object_type

    wanted = setmqaut_type(word) or object_type(word.upper())
    return wanted is None or wanted in (type, name_space(type, subtype))


# The groups.

Key = tuple[str, str]

# more scripts that contradict each other are a collection of scripts, each treated separately
MOST_TOGETHER = 8
# two scripts with this many objects in common, and half of those of the smaller one, are copies
FEWEST_IN_COPIES = 3
QMGR_NAME = lazy_pattern(r"qm(?:gr)?[-_]?\d*\Z|qm(?:gr)?[-_]?\d|\Aqm", re.IGNORECASE)
NAME_PARTS = lazy_pattern(r"[./_%]+")


def parts_of(
    scripts: Sequence[Script], statements: Sequence[Sequence[Statement]], is_named: bool
) -> list[list[int]]:
    """The scripts of each queue manager, by index, in their order; `is_named` if the group has a name."""
    everything = list(range(len(scripts)))
    if len(scripts) < 2:
        return [everything]
    dumps = [dump_header(script) for script in scripts]
    if sum(header is not None for header in dumps) > 1:
        wholes = {index for index, header in enumerate(dumps) if header is not None and header.is_complete}
        states = in_common([[] if dumps[index] is None else statements[index] for index in everything])
        return _separate(sorted(wholes if len(wholes) > 1 else states), statements)
    if is_named:
        return [everything]
    apart = in_common(statements)
    if len(apart) > MOST_TOGETHER:
        shared = [index for index in everything if index not in apart]
        return [[index] for index in apart] + ([shared] if shared else [])
    return _separate(apart, statements) if _are_several(apart, scripts, statements) else [everything]


def in_common(statements: Sequence[Sequence[Statement]]) -> list[int]:
    """The scripts that define an object in common with another one."""
    makers: dict[Key, list[int]] = {}
    for index, script_statements in enumerate(statements):
        for key in objects_made(script_statements):
            makers.setdefault(key, []).append(index)
    return sorted({index for indexes in makers.values() if len(indexes) > 1 for index in indexes})


def _separate(apart: list[int], statements: Sequence[Sequence[Statement]]) -> list[list[int]]:
    """Each of some scripts with those that define nothing in common with any of them; the others together."""
    if len(apart) < 2:
        return [list(range(len(statements)))]
    defined = set().union(*(objects_made(statements[index]) for index in apart))
    others = [index for index in range(len(statements)) if index not in apart]
    shared = [index for index in others if defined.isdisjoint(objects_made(statements[index]))]
    rest = [index for index in others if index not in shared]
    return [sorted([index, *shared]) for index in apart] + ([rest] if rest else [])


def _are_several(
    apart: list[int], scripts: Sequence[Script], statements: Sequence[Sequence[Statement]]
) -> bool:
    """Whether scripts that contradict each other are several queue managers rather than one."""
    mentioned = {name for index in apart for name in _names_mentioned(statements[index])}
    stems = [shape_of(scripts[index].document.source.shown.rpartition("/")[2]).stem for index in apart]
    named = [stem.partition(".")[0] for stem in stems]
    if sum(QMGR_NAME.search(name) is not None or name.upper() in mentioned for name in named) > 1:
        return True
    if sum(any(is_qmgr(statement) for statement in statements[index]) for index in apart) > 1:
        return True
    defined = [objects_made(statements[index]) for index in apart]
    return any(
        len(first & second) >= max(FEWEST_IN_COPIES, min(len(first), len(second)) / 2)
        for number, first in enumerate(defined)
        for second in defined[number + 1 :]
    )


def names_borne(folder: str, scripts: Sequence[Script]) -> set[str]:
    """What the folders of a queue manager and its only script are called, in upper case after a slash."""
    files = [script.document.source.shown for script in scripts]
    words = {*folder.split("/"), files[0].rpartition("/")[2]} if len(files) == 1 else folder.split("/")
    stems = {(shape_of(word).stem.removesuffix(".mqsc") or word).upper() for word in words if word and files}
    return {f"/{stem}" for stem in stems}


def is_qmgr(statement: Statement) -> bool:
    """Whether a statement sets attributes of the queue manager itself."""
    return statement.verb == "ALTER" and statement.type == "QMGR"


def _names_mentioned(statements: Sequence[Statement]) -> Iterator[str]:
    """Names that may be those of queue managers: in remote definitions and in the names of channels."""
    for statement in statements:
        if statement.type == "QREMOTE":
            yield from (statement.text("RQMNAME").upper(), statement.text("XMITQ").upper())
        elif statement.type == "CHANNEL" and statement.name:
            yield from NAME_PARTS.split(statement.name.upper())


def objects_made(statements: Sequence[Statement]) -> set[Key]:
    """The objects that some statements create, without SYSTEM objects and unknown names, which prove
    nothing.
    """
    return {key for statement in statements if (key := made_by(statement)) is not None}


def made_by(statement: Statement) -> Key | None:
    """The object that a statement creates, None if that proves nothing."""
    if statement.verb != "DEFINE" or statement.type is None or not statement.name or statement.placeholder:
        return None
    if statement.name.startswith("SYSTEM."):
        return None
    return name_space(statement.type, statement.subtype), statement.name
