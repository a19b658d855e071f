"""From the text of a DISPLAY command to a query: object types, name, filters, condition, attributes.

The MQSC reader reads the text, and the catalogue gives the words their meaning. Does not depend on any
estate, so that a policy can be checked before a file is read.
"""

from __future__ import annotations

from mqtune.analysis.query.condition import (
    MATCHED_WORDS,
    Condition,
    Query,
    QueryError,
    check_match,
    condition_of,
)
from mqtune.analysis.query.items import (
    AT_RUN_TIME,
    DEFINED,
    DISTYPE,
    GIVEN_BY_DEFINE,
    GROUPS,
    RESOLVED,
    attribute_of,
    attributes_shown,
    name_keyword,
    type_keyword,
)
from mqtune.estate.statement import Statement, statements_of
from mqtune.estate.words import QUEUE_TYPES, Layouts
from mqtune.language import catalogue
from mqtune.language.mqsc import CommandEntry
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.messages import allowed_list
from mqtune.text.source import Source
from mqtune.text.spelling import nearest, nearest_help

DISPLAY = "DISPLAY"
ANY_SUBTYPE = "ALL"
LOCAL, CLUSTERED = "LOCAL", "CLUSTER"
CLUSTER_TYPES = {"QCLUSTER": "QUEUE", "TCLUSTER": "TOPIC"}
# parameters that limit what is displayed to some subtypes
SUBTYPE_FILTERS = ("CHLTYPE", "AUTHTYPE", "TRPTYPE", "TYPE", "QTYPE", "NLTYPE", "SUBTYPE", "DURABLE")
# parameters that limit it by the generic value of an attribute
VALUE_FILTERS = ("CLUSTER", "CLUSNL", "CFSTRUCT", "PSID", "STGCLASS", "TARGTYPE", "QSGDISP")
IGNORED = ("CMDSCOPE", "SERVCOMP", "SUMMARY", "CLUSINFO")
ELSEWHERE = {
    "ENTAUTH": "DISPLAY AUTHREC shows the records; membership of groups is not in the files",
    **dict.fromkeys(
        ("ARCHIVE", "LOG", "SECURITY", "SYSTEM"),
        "the settings are in the system parameters",
    ),
    "CLUSQMGR": "`mqtune show clusters` shows the members that the files define",
}


def read_display(text: str) -> Query:
    """The query of a DISPLAY command. Raises QueryError."""
    statement = _statement(text)
    entry = _command(statement)
    types = (
        QUEUE_TYPES if entry.type in ("QUEUE", "QCLUSTER") else (CLUSTER_TYPES.get(entry.type, entry.type),)
    )
    draft = _Draft(text, entry, types, statement.name)
    _check_name(draft)
    for parameter in _parameters(statement):
        draft.take(parameter)
    return draft.query()


def _statement(text: str) -> Statement:
    """The only command of a text. Raises QueryError if it has another number of commands, or an error."""
    if not text.strip(" \t\r\n;"):
        raise QueryError("the DISPLAY command is empty", 'write one such as "DISPLAY QLOCAL(APP.*) MAXDEPTH"')
    source = Source("DISPLAY", "DISPLAY", text.encode("utf-8", "surrogateescape"))
    script = parse_script(Document(MQSC, source), LineMemo())
    statements = statements_of(script, Layouts())
    for diagnostic in script.diagnostics:
        if diagnostic.kind not in HARMLESS:
            raise QueryError(f"the command cannot be read: {diagnostic.message}", diagnostic.help)
    if not statements:
        raise QueryError("the text is not an MQSC command", 'write one such as "DISPLAY QLOCAL(*)"')
    if len(statements) > 1:
        raise QueryError("expected one DISPLAY command, found several", "run one query for each")
    return statements[0]


# diagnostics about the form of a file
HARMLESS = ("line-too-long", "byte-order-mark", "missing-continuation")


def _command(statement: Statement) -> CommandEntry:
    """The DISPLAY command of a statement. Raises QueryError."""
    verb = statement.verb_word[1]
    written = verb.keyword or (verb.text or "")
    if statement.verb != DISPLAY:
        if statement.verb is not None:
            raise QueryError(f"{statement.verb} is not DISPLAY", "a query only displays; it changes nothing")
        if catalogue.object_type(written) is not None:
            raise QueryError(
                f"expected DISPLAY, found {written}", f"write DISPLAY {statement_text(statement)}"
            )
        near = nearest(written, catalogue.verb_words())
        help = f"the nearest command is {near}" if near else "write DISPLAY, or DIS"
        raise QueryError(f"expected DISPLAY, found {written or verb.text!r}", help)
    word = statement.type_word
    if word is None:
        raise QueryError("DISPLAY needs an object type", "write one such as DISPLAY QLOCAL(*)")
    keyword = word[1].keyword
    entry = catalogue.command(DISPLAY, statement.type) if statement.type is not None else None
    if entry is None:
        types = catalogue.types_of(DISPLAY)
        near = nearest(keyword, types)
        help = f"the nearest is DISPLAY {near}" if near else "write one such as DISPLAY QLOCAL(*)"
        raise QueryError(f"{keyword} is not an object type that DISPLAY accepts", help)
    if entry.type in ELSEWHERE or not catalogue.shows_object(entry.type):
        help = ELSEWHERE.get(entry.type, "ask the queue manager: the files contain definitions only")
        raise QueryError(
            f"files cannot answer DISPLAY {entry.type}: it shows the running queue manager", help
        )
    return entry


def statement_text(statement: Statement) -> str:
    """The first line of a command as written."""
    return statement.lines[0].text.strip()


def _check_name(draft: _Draft) -> None:
    """Raise QueryError for a name that is missing, not expected, or not a valid generic name."""
    entry, name = draft.entry, draft.name
    if entry.name_of and not name:
        raise QueryError(
            f"DISPLAY {entry.type} needs a name", f"write DISPLAY {entry.type}(*) for all of them"
        )
    if name is None or not entry.name_of:
        return
    stars = name.count("*")
    if stars and entry.type != "CHLAUTH" and (stars > 1 or not name.endswith("*")):
        raise QueryError(
            f"{name} is not a valid generic name: an asterisk must be its last character",
            f"write {name.partition('*')[0]}*",
        )


def _parameters(statement: Statement) -> list[Parameter]:
    """The words after verb and object type."""
    head = statement.head
    spots = {head.verb_spot, head.type_spot}
    return [
        line.parameter(at)
        for number, line in enumerate(statement.lines)
        for at in range(len(line.words))
        if (number, at) not in spots
    ]


class _Draft:
    """A query while its parameters are read."""

    def __init__(self, text: str, entry: CommandEntry, types: tuple[str, ...], name: str | None) -> None:
        self.text = text
        self.entry = entry
        self.types: tuple[str, ...] = types
        self.name = name
        self.condition: Condition | None = None
        self.keywords: list[str] = []
        self.every = False
        self.subtypes: tuple[str, ...] = ()
        self.filters: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.clustered = entry.type in CLUSTER_TYPES
        self.local = not self.clustered
        self.notes: list[str] = []
        self.seen: set[str] = set()

    @property
    def command(self) -> str:
        """The command in messages."""
        return f"DISPLAY {self.entry.type}"

    def query(self) -> Query:
        """The query. Raises QueryError for parameters that do not fit together."""
        if self.condition is not None and not self.entry.where:
            self.notes.append(f"a queue manager does not accept WHERE in {self.command}; mqtune does")
        query = Query(
            self.text,
            self.entry.type,
            self.types,
            self.name,
            self.condition,
            tuple(dict.fromkeys(self.keywords)),
            self.every,
            self.subtypes,
            self.filters,
            self.options,
            self.local,
            self.clustered,
            tuple(self.notes),
        )
        check_match(query)
        return query

    def take(self, parameter: Parameter) -> None:
        """Read one parameter. Raises QueryError."""
        keyword = parameter.keyword
        if parameter.form == "stray" or not keyword:
            raise QueryError(f"{parameter.text or 'a parenthesis'} has no keyword", "write KEYWORD(value)")
        if keyword in self.seen:
            raise QueryError(f"{self.command} has {keyword} twice", "name each word once")
        self.seen.add(keyword)
        value = None if parameter.values is None else (parameter.text or "")
        if keyword == "WHERE":
            self._take_condition(parameter)
        elif keyword in self.entry.groups:
            self._take_group(keyword)
        elif keyword == "ALL" and value is None:
            self.every = True
        elif keyword in MATCHED_WORDS.get(self.entry.type, ()) and value is not None:
            self.options[keyword] = value
        elif keyword == DISTYPE and value is not None and self.entry.type == "SUB":
            self._take_form(value.strip().upper())
        elif keyword in IGNORED and keyword in self.entry.parameters:
            self._take_scope(keyword, value)
        elif value is None:
            self._take_attribute(keyword)
        elif keyword in SUBTYPE_FILTERS and keyword in self.entry.parameters:
            self._take_subtype(keyword, value)
        elif keyword in VALUE_FILTERS and keyword in self.entry.parameters:
            self.filters[keyword] = value
        else:
            self._refuse_value(keyword, value)

    def _take_condition(self, parameter: Parameter) -> None:
        raw = " ".join(value.raw for value in parameter.values or ())
        self.condition = condition_of(raw, self.types, self.command)
        self._note_foreign(self.condition.keyword)

    def _take_form(self, word: str) -> None:
        """Read DISTYPE of DISPLAY SUB."""
        if word not in (RESOLVED, DEFINED):
            raise QueryError(
                f"{word} is not a valid value for {DISTYPE} of {self.command}",
                f"write {RESOLVED} or {DEFINED}",
            )
        self.options[DISTYPE] = word

    def _take_scope(self, keyword: str, value: str | None) -> None:
        if keyword == "CLUSINFO":
            self.clustered = True

    def _take_group(self, keyword: str) -> None:
        """Read a word of DISPLAY QMGR that asks for several attributes."""
        words = GROUPS.get(keyword, ())
        self.keywords += words
        if not words:
            self.every = True
            self.notes.append(f"{keyword} shows all attributes here")

    def _take_attribute(self, keyword: str) -> None:
        if keyword in AT_RUN_TIME and keyword in attributes_shown(self.types):
            raise QueryError(
                f"{keyword} is not in the files: it exists only in a running queue manager",
                "ask the queue manager, or leave the attribute out",
            )
        attribute = attribute_of(self.types, keyword)
        if attribute is None:
            raise QueryError(
                f"{keyword} is not an attribute of {self.command}", nearest_attribute(keyword, self.types)
            )
        if attribute != self.name_keyword:
            self.keywords.append(attribute)
            self._note_foreign(attribute)

    def _note_foreign(self, keyword: str) -> None:
        """Note an attribute that DISPLAY accepts for every queue, and that these queues do not have."""
        others = {
            *catalogue.types_with(keyword),
            *(type for type, word in GIVEN_BY_DEFINE if word == keyword),
        }
        kind = type_keyword(self.types[0])
        if others and keyword != kind and self.types[0] in QUEUE_TYPES and not others & set(self.types):
            self.notes.append(f"{allowed_list(self.types)} has no attribute {keyword}")

    @property
    def name_keyword(self) -> str:
        """The keyword of the name, which is always shown."""
        return name_keyword(self.types[0])

    def _take_subtype(self, keyword: str, value: str) -> None:
        word = value.strip().upper()
        if keyword in ("SUBTYPE", "DURABLE", "NLTYPE"):
            if word != ANY_SUBTYPE:
                self.filters[keyword] = word
            return
        if word == ANY_SUBTYPE:
            return  # cluster objects only with CLUSINFO
        if "TOPIC" in self.types:
            self._choose(word, (LOCAL, CLUSTERED), keyword)
            self.local, self.clustered = word == LOCAL, word == CLUSTERED
        elif self.types == QUEUE_TYPES:
            self._choose(word, (*QUEUE_TYPES, "QCLUSTER"), keyword)
            self.clustered = word == "QCLUSTER"
            self.local = not self.clustered
            self.types = self.types if self.clustered else (word,)
        else:
            self._choose(word, self._subtypes(), keyword)
            self.subtypes = (word,)

    def _subtypes(self) -> tuple[str, ...]:
        """The subtypes of the object type."""
        type = self.types[0]
        entry = catalogue.type_entry(type)
        if entry is not None and entry.subtypes:
            return tuple(entry.subtypes)
        attribute = catalogue.attribute(type, entry.subtype_keyword) if entry is not None else None
        return attribute.words if attribute is not None else ()

    def _choose(self, word: str, words: tuple[str, ...], keyword: str) -> None:
        if words and word not in words:
            help = nearest_help(word, words, f"write {allowed_list((ANY_SUBTYPE, *words), 12)}")
            raise QueryError(f"{word} is not a valid value for {keyword} of {self.command}", help)

    def _refuse_value(self, keyword: str, value: str) -> None:
        if attribute_of(self.types, keyword) is None:
            raise QueryError(
                f"{keyword} is not a parameter of {self.command}", nearest_attribute(keyword, self.types)
            )
        shown = value if value.replace(".", "").isalnum() and value == value.upper() else f"'{value}'"
        raise QueryError(
            f"{keyword} accepts no value in {self.command}: naming it displays it",
            f"write WHERE({keyword} EQ {shown}) to filter by it",
        )


def nearest_attribute(keyword: str, types: tuple[str, ...]) -> str:
    """The help for an unknown attribute: the nearest one, or where it is valid."""
    known = attributes_shown(types)
    near = nearest(keyword, known)
    if near:
        return f"the nearest is {near}"
    others = [type for type in catalogue.types_with(keyword) if type not in types]
    if others:
        return f"{keyword} is an attribute of {allowed_list(others, 4)}"
    return "`DISPLAY … ALL` shows every attribute"
