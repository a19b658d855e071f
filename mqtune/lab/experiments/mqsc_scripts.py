"""MQSC that defines what an experiment needs, and MQSC that deletes exactly that.

Every name begins with the prefix of the target and ends in a number. DEFINE … NOREPLACE never overwrites
anything, and names must be free before a set-up, so that the DELETEs of the undo affect only what it defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mqtune.estate.rewriting import mqsc_value
from mqtune.estate.topic_properties import ASPARENT, BUILT_IN, CAP, CAP_ATTRIBUTE_SINCE, inheritable
from mqtune.lab.core.work import Mqsc
from mqtune.language import catalogue
from mqtune.language.levels import Level
from mqtune.report.wrap import wrapped
from mqtune.text.printable import printable

LONGEST_CHANNEL = 20
CONTINUATION = " +\n       "
WIDTH = 100
PLATFORM = "linux"
BASE_TOPIC = "SYSTEM.BASE.TOPIC"
MADE_BY = ("DESCR", "made by mqtune for an experiment")
# the type in a DISPLAY that finds objects of a type, whatever their subtype
DISPLAYED_AS = {"QLOCAL": "QUEUE", "QALIAS": "QUEUE"}

Word = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SetupObject:
    """An object that a set-up defines: type, name and attributes.

    `delete` is added to the DELETE command, `before` is a command that has to precede it.
    """

    type: str
    name: str
    words: tuple[Word, ...]
    delete: str = ""
    before: str = ""

    @property
    def define(self) -> str:
        """The command that defines it, unless it exists."""
        words = [f"DEFINE {self.type}({mqsc_value(self.name)})"]
        words += [f"{keyword}({mqsc_value(value)})" for keyword, value in self.words]
        return _command([*words, "NOREPLACE"])

    @property
    def undo(self) -> str:
        """The command that deletes it."""
        more = f" {self.delete}" if self.delete else ""
        first = f"{self.before}\n" if self.before else ""
        return f"{first}DELETE {self.type}({mqsc_value(self.name)}){more}"

    def absent(self, alone: bool) -> str:
        """The DISPLAY command that must find nothing before: all of the same stem, or this one `alone`."""
        name = self.name if alone else self.name.rstrip("0123456789") + "*"
        return f"DISPLAY {DISPLAYED_AS.get(self.type, self.type)}({mqsc_value(name)})"


def _command(words: Sequence[str]) -> str:
    """A command in lines that fit a terminal."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > WIDTH - len(CONTINUATION):
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return CONTINUATION.join(lines)


def step(qmgr: str, what: str, made: Sequence[SetupObject], alone: bool = False) -> Mqsc:
    """A step of set-up that defines these objects, and deletes them in reverse order.

    Others of the same stems may exist if these are `alone`.
    """
    return Mqsc(
        qmgr,
        what,
        script(one.define for one in made),
        script(one.undo for one in reversed(made)),
        tuple(dict.fromkeys(one.absent(alone) for one in made)),
    )


def script(commands: Iterable[str]) -> str:
    """Commands as a whole script, one after the other."""
    return "".join(f"{command}\n" for command in commands)


def queue(name: str, depth: int, *words: Word) -> SetupObject:
    """A local queue; it is deleted with its messages."""
    return SetupObject("QLOCAL", name, (MADE_BY, ("MAXDEPTH", str(depth)), *words), "PURGE")


def topic(name: str, words: Iterable[Word] = ()) -> SetupObject:
    """A topic object for the topic string of the same text."""
    return SetupObject("TOPIC", name, (MADE_BY, ("TOPICSTR", name), *words))


def cluster_channel(kind: str, name: str, conname: str, cluster: str) -> SetupObject:
    """A CLUSRCVR, or a CLUSSDR to a full repository; it leaves the cluster before it is deleted."""
    words = (("CHLTYPE", kind), ("TRPTYPE", "TCP"), MADE_BY, ("CONNAME", conname), ("CLUSTER", cluster))
    leave = f"ALTER CHANNEL({mqsc_value(name)}) CHLTYPE({kind}) CLUSTER(' ')"
    return SetupObject("CHANNEL", name, words, before=leave)


def isolating_words(level: Level | None, *own: Word) -> tuple[Word, ...]:
    """Every property that a topic inherits at a level, with its value in a new queue manager.

    Values of `own` replace those. Without a level only the properties of all levels from 7.1. The values are
    those of `SYSTEM.BASE.TOPIC`; before 9.3.1 the cap on expiry is in CUSTOM.
    """
    base = _base_values(level)
    given = dict(own)
    found: list[Word] = []
    for keyword in inheritable(level, PLATFORM):
        value = given.pop(keyword, "") or base.get(keyword, "")
        if value in {"", ASPARENT}:
            value = BUILT_IN.get(keyword, value)
        if keyword == CAP and level is not None and level < CAP_ATTRIBUTE_SINCE:
            found.append(("CUSTOM", f"{CAP}({value})"))
        else:
            found.append((keyword, value))
    return (*found, *given.items())


def _base_values(level: Level | None) -> dict[str, str]:
    """The default values of the root of the topic tree."""
    shipped = next(
        one
        for one in catalogue.shipped_objects(PLATFORM, level)
        if one.type == "TOPIC" and one.name == BASE_TOPIC
    )
    return {**catalogue.defaults("TOPIC", "", PLATFORM, level), **shipped.differences}


def remark(sign: str, text: str) -> str:
    """A text as comment lines; characters that are not printable are escaped."""
    lines = wrapped(printable(text), WIDTH - len(sign) - 1)
    return "".join(f"{sign} {line}\n" for line in lines)
