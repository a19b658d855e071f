"""The names of objects that one command contains, each with its position and what kind of object it means."""

from __future__ import annotations

from functools import cache

from mqtune.analysis.topology.references import ELSEWHERE, SPACES
from mqtune.estate.words import QUEUE, name_space
from mqtune.language import catalogue
from mqtune.text.editing import Span
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.words import Parameter, Value
    from mqtune.text.editing import Place

CHANNEL, CLUSTER, QMGR, TOPIC = "CHANNEL", "CLUSTER", "QMGR", "TOPIC"
# what the name of a command refers to according to the catalogue, as a name space
NAMED = SPACES | {
    "channel": CHANNEL,
    "channel profile": CHANNEL,
    "subscription": "SUB",
    "listener": "LISTENER",
    "service": "SERVICE",
    "policy": QUEUE,
    "cluster": CLUSTER,
}
# what an attribute names that is not an object of the same queue manager
FURTHER = {"cluster": CLUSTER, "queue manager": QMGR}
# the object types of authority records as name spaces
PROFILES = {"CLNTCONN": CHANNEL, QUEUE: QUEUE, "RQMNAME": QMGR}
LISTS_OF = {"QUEUE": QUEUE, "Q": QUEUE, "CLUSTER": CLUSTER, "AUTHINFO": "AUTHINFO"}


@record
class WrittenName:
    """One name in a command: its name space, and the value in parentheses that contains it.

    `keyword` is the attribute, "" for the name of the command's own object. `defines` means that the command
    creates the object. `number` is the line to which the extent of the value refers.
    """

    statement: Statement
    keyword: str
    space: str
    name: str
    number: int
    value: Value
    defines: bool = False

    @property
    def span(self) -> Span:
        """The span of the value in its document, quotation marks included."""
        return self.statement.command.span(self.number, self.value.extent)

    def place(self) -> Place:
        """The position of the name in the file, without quotation marks."""
        line, column, end_line, end_column = self.value.extent
        if self.value.quoted:
            column, end_column = column + 1, max(end_column - 1, 0)
        return self.statement.command.place(self.number, (line, column, end_line, end_column))


def written_names(statement: Statement, manager: QueueManager) -> Iterator[WrittenName]:
    """Every name of an object, a cluster or a queue manager in a command; no generic ones."""
    verb, type = statement.verb, statement.type
    if verb is None or type is None:
        return
    yield from _own_name(statement, verb, type)
    spaces: dict[str, str] = {}
    for keyword in statement.layout.attributes:
        space = naming(type).get(keyword) or _by_value(statement, manager, keyword)
        if space:
            spaces[keyword] = space
    if verb == "MOVE":
        spaces["TOQLOCAL"] = QUEUE
    if statement.has("LIKE"):
        spaces["LIKE"] = name_space(type, statement.subtype)
    for keyword, space in spaces.items():
        written = statement.get(keyword)
        if written is not None:
            yield from _values(statement, keyword, space, written)


@cache
def naming(type: str) -> dict[str, str]:
    """The attributes of an object type that name something by themselves, with its name space."""
    spaces = {}
    for keyword, attribute in catalogue.attributes(type).items():
        space = SPACES.get(attribute.of) or FURTHER.get(attribute.of)
        if space is not None and attribute.keyword == keyword:
            spaces[keyword] = space
    assert all(pair[0] != type or pair[1] in spaces for pair in ELSEWHERE)
    return spaces


def _own_name(statement: Statement, verb: str, type: str) -> Iterator[WrittenName]:
    word = statement.type_word
    entry = catalogue.command(verb, type)
    if statement.name is None or word is None or entry is None or not word[1].values:
        return
    space = NAMED.get(entry.name_of)
    if space == CHANNEL and type == CHANNEL:
        client = statement.subtype == "CLNTCONN" or statement.text("CHLTABLE") == "CLNTTAB"
        space = "CLNTCONN" if client else CHANNEL
    if space is not None and not is_generic(statement.name):
        yield WrittenName(statement, "", space, statement.name, word[0], word[1].values[0], verb == "DEFINE")


def _by_value(statement: Statement, manager: QueueManager, keyword: str) -> str:
    """The name space of what an attribute names if other attributes decide that, "" if it names nothing."""
    type = statement.type
    if keyword == "PROFILE" and type == "AUTHREC":
        objtype = statement.text("OBJTYPE")
        return PROFILES.get(objtype, objtype)
    if keyword == "TARGET" and type == "QALIAS":
        alias = manager.find(QUEUE, statement.name or "")
        kind = alias.value("TARGTYPE") if alias is not None else statement.text("TARGTYPE")
        return TOPIC if kind == TOPIC else QUEUE
    if keyword == "TRIGDATA" and type == "QLOCAL":  # the channel that a trigger starts
        queue = manager.find(QUEUE, statement.name or "")
        return CHANNEL if queue is not None and queue.value("USAGE") == "XMITQ" else ""
    if keyword == "NAMES" and type == "NAMELIST":
        return _listed(manager, statement.name or "")
    return ""


def _listed(manager: QueueManager, namelist: str) -> str:
    """What a namelist contains: by its type, else by the attributes that use it."""
    object = manager.find("NAMELIST", namelist)
    kind = LISTS_OF.get(object.text("NLTYPE"), "") if object is not None else ""
    if kind:
        return kind
    if manager.qmgr.text("SSLCRLNL") == namelist:
        return "AUTHINFO"
    uses = [("QMGR", "REPOSNL"), *((type, "CLUSNL") for type in ("QLOCAL", "QALIAS", "QREMOTE", CHANNEL))]
    return CLUSTER if any(manager.with_value(type, word, namelist) for type, word in uses) else ""


def _values(
    statement: Statement, keyword: str, space: str, written: tuple[int, Parameter]
) -> Iterator[WrittenName]:
    number, parameter = written
    for value in parameter.values or ():
        name = value.text.strip()
        if name and not is_generic(name):
            yield WrittenName(statement, keyword, space, name, number, value)


def is_generic(name: str) -> bool:
    """Whether a name is a pattern."""
    return "*" in name
