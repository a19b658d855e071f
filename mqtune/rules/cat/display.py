"""Rules on DISPLAY, and on values with a syntax of their own.

DISPLAY: the requested attributes and the WHERE condition. Values: connection names, distinguished names,
service inserts.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Dialect, Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.language.mqsc import OPERATOR_FAMILIES, Attribute
from mqtune.rules.cat.common import (
    command_words,
    is_word,
    objection_to_attribute,
    readable,
    subject,
    value_hit,
    word_hit,
)
from mqtune.rules.common import Known
from mqtune.syntax.document import PLACEHOLDER, has_placeholder
from mqtune.syntax.mqsc.values import PEER_TYPES, Connection, peer_fault, read_condition, read_connections
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.finding import INFO, UNSAFE, Fix
from mqtune.text.messages import allowed_list
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import nearest


@rule("CAT035", skip=Skip(values=()))
def unknown_display_keyword(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A keyword that the DISPLAY command does not accept."""
    if statement.verb != "DISPLAY" or not is_word(parameter) or not readable(statement):
        return
    type = str(statement.type)
    command = catalogue.command("DISPLAY", type)
    if command is None or parameter.keyword in command.groups:
        return
    words = catalogue.parameters("DISPLAY", type)
    if parameter.keyword in words or not catalogue.shown(type):
        return
    yield word_hit(
        statement,
        number,
        parameter,
        f"{parameter.keyword} is not a valid keyword for {command_words(statement)}",
        Known(words, lambda word: objection_to_attribute(words[word], statement, dialect)),
        help=f"remove {parameter.keyword}",
        # attributes of objects are known from dumps; the manuals add status attributes with every release
        severity=None if catalogue.shows_object(type) else INFO,
    )


@rule("CAT036", keywords=("WHERE",))
def malformed_where_condition(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """A WHERE condition that does not have three parts, names a keyword that cannot be used for filtering, or
    uses an operator that is not valid for the keyword.
    """
    values = parameter.values
    if not values or statement.verb != "DISPLAY" or not readable(statement):
        return
    if any(has_placeholder(value.text) for value in values):
        return
    type = str(statement.type)
    if len(values) < 3 or read_condition(" ".join(value.raw for value in values[:3])) is None:
        written = " ".join(value.raw for value in values)
        yield Hit(
            statement.place(number, parameter.extent),
            f"WHERE of {command_words(statement)} is not a valid condition: {written}",
            note="a condition is a keyword, an operator and a value, separated by blanks",
            help="write WHERE(keyword operator value), for example WHERE(CURDEPTH GT 0)",
            attribute="WHERE",
        )
        return
    keyword, operator = values[0].text.upper(), values[1].text.upper()
    known = catalogue.parameters("DISPLAY", type)
    if catalogue.shown(type) and keyword not in known:
        close = nearest(keyword, known)
        yield value_hit(
            statement,
            number,
            parameter,
            values[0],
            f"{command_words(statement)} cannot filter by {keyword}",
            help=f"the closest known keyword is {close}" if close else f"filter by an attribute of {type}",
        )
        return
    allowed = operators_for(known.get(keyword))
    if operator not in allowed:
        yield value_hit(
            statement,
            number,
            parameter,
            values[1],
            f"{operator} is not a valid operator for {keyword}",
            note=f"{keyword} accepts {allowed_list(allowed)}",
            help="use one of these operators",
        )


def operators_for(attribute: Attribute | None) -> tuple[str, ...]:
    """The operators that WHERE accepts for an attribute; all if its kind is unknown."""
    family = OPERATOR_FAMILIES.get(attribute.kind) if attribute is not None else None
    if family is not None:
        return catalogue.operators(family)
    families = {*OPERATOR_FAMILIES.values(), "string"}
    return tuple(sorted({word for family in families for word in catalogue.operators(family)}))


# Values with a syntax of their own.

SETTING = ("DEFINE", "ALTER")
PEERS = ("SSLPEER", "SSLCERTI")
# an IPv6 address has more than one colon
HOST_AND_COLON = lazy_pattern(r"([^:]+):([0-9]{1,5})")
# the usual valid forms, checked first: one host(port), parts of a name without special characters
USUAL_CONNECTION = lazy_pattern(r"[^ \t,():]++\([1-9][0-9]{0,3}\)\Z")
PART = rf"(?>{'|'.join(sorted(PEER_TYPES, reverse=True))})=\*?[^*,;\"\\]*+\*?"
USUAL_PEER = lazy_pattern(rf"{PART}(?:,{PART})*\Z")
SERVICE_TEXTS = ("STARTCMD", "STARTARG", "STOPCMD", "STOPARG", "STDOUT", "STDERR")
PROCESS = "MQ_SERVER_PID"
# `--QMNAME=`, `$QMNAME` and longer words are not inserts
INSERT = lazy_pattern(
    r"(\+|(?<![\w$%{.-]))"
    rf"(QMNAME|{PROCESS}|MQ_(?:INSTALL_PATH|DATA_PATH|SERVICE_NAME|Q_MGR_DATA_PATH|Q_MGR_DATA_NAME))"
    r"(?![\w=}%])(\+?)"
)


@rule("CAT044", skip=Skip(given=("CONNAME",), reads=("CONNAME", "TRPTYPE")))
def malformed_connection_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A CONNAME of a TCP channel or an authentication information object that is not a list of host(port)."""
    text = statement.text("CONNAME")
    if not text or USUAL_CONNECTION.match(text) or statement.verb not in SETTING:
        return
    setting = statement.get("CONNAME")
    is_template = has_placeholder(text)
    if setting is None or (is_template and not is_left_open(text)):
        return
    if statement.text("TRPTYPE") not in {"", "TCP"} or not readable(statement):
        return
    number, parameter = setting
    faults = (
        [f"the parenthesis of {text} is not closed"] if is_template else map(fault_of, read_connections(text))
    )
    for fault in faults:
        if fault:
            better = None if is_template else corrected(text)
            edit = (
                statement.command.edit(number, parameter.extent, f"CONNAME('{better}')") if better else None
            )
            yield Hit(
                statement.place(number, parameter.extent),
                f"CONNAME of {subject(statement)} is not a valid connection name: {fault}",
                note="the definition is accepted, but "
                + ("the channel cannot connect" if statement.type == "CHANNEL" else "LDAP cannot be reached"),
                attribute="CONNAME",
                fixes=(Fix(UNSAFE, f"write CONNAME('{better}')", (edit,)),) if edit is not None else (),
            )
            return


def is_left_open(text: str) -> bool:
    """Whether a parenthesis after the last placeholder is open, whatever the values are."""
    *_, last = PLACEHOLDER.finditer(text)
    rest = text[last.end() :]
    rest = rest[max(rest.rfind("}"), rest.rfind(">")) + 1 :]
    return rest.rfind("(") > rest.rfind(")")


def fault_of(connection: Connection) -> str:
    """What is wrong with one address, "" if nothing is; an empty element of a list is accepted."""
    if connection.port is None and HOST_AND_COLON.fullmatch(connection.host):
        return f"the port of {connection.host} follows a colon"
    return connection.diagnostic if connection.host or connection.port is not None else ""


def corrected(text: str) -> str | None:
    """The list with ports in parentheses; None if more than the colons is wrong."""
    pieces = []
    for connection in read_connections(text):
        match = HOST_AND_COLON.fullmatch(connection.host) if connection.port is None else None
        if connection.diagnostic:
            return None
        pieces.append(f"{match[1]}({match[2]})" if match else text[connection.start : connection.end])
    return ",".join(pieces)


@rule("CAT045", skip=Skip(given=PEERS, reads=PEERS))
def malformed_peer_name(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An SSLPEER or SSLCERTI value that is not a pattern for distinguished names."""
    for keyword in PEERS:
        text = statement.text(keyword)
        if not text or USUAL_PEER.match(text) or statement.verb not in (*SETTING, "SET"):
            continue
        setting = statement.get(keyword)
        fault = "" if has_placeholder(text) else peer_fault(text)
        if setting is None or not fault or not readable(statement):
            continue
        number, parameter = setting
        whose = "issuer" if keyword == "SSLCERTI" else "subject"
        yield Hit(
            statement.place(number, parameter.extent),
            f"{keyword} of {subject(statement)} is not a valid distinguished name: {text}: {fault}",
            note=f"it is compared with the {whose} of the partner's certificate, part by part, after the "
            "documented rules; such a value is rejected, or its effect is not documented (IBM MQ rules for "
            "SSLPEER values, q049310_)",
            attribute=keyword,
        )


@rule("CAT046")
def service_insert_without_plus(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A service whose command or argument contains an insert such as `QMNAME` or `MQ_SERVER_PID` without a
    plus sign on both sides, or contains `+MQ_SERVER_PID+` in the command that starts the service.
    """
    if statement.verb not in SETTING or not readable(statement):
        return
    for keyword in SERVICE_TEXTS:
        setting = statement.get(keyword)
        if setting is None:
            continue
        number, parameter = setting
        for before, name, behind in INSERT.findall(statement.text(keyword)):
            if not (before and behind):
                text = f"{name} in {keyword} of {subject(statement)} is not enclosed in plus signs"
                note = "the command receives the word itself, not the value"
                help = f"write +{name}+"
            elif name == PROCESS and not keyword.startswith("STOP"):
                text = f"{keyword} of {subject(statement)} contains +{PROCESS}+, which has no value yet"
                note = (
                    "the process identifier exists only while the process runs: use it in STOPCMD and STOPARG"
                )
                help = f"remove +{PROCESS}+ from {keyword}"
            else:
                continue
            place = statement.place(number, parameter.extent)
            yield Hit(place, text, note=note, help=help, attribute=keyword)
            break
