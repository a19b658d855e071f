"""Rules on values with a syntax of their own: connection names, distinguished names, service inserts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import UNSAFE, Fix
from mqtune.rules.cat.common import readable, subject
from mqtune.syntax.mqsc.values import PEER_TYPES, Connection, peer_fault, read_connections
from mqtune.syntax.placeholders import PLACEHOLDER, has_placeholder
from mqtune.text.patterns import lazy_pattern

SETTING = ("DEFINE", "ALTER")
PEERS = ("SSLPEER", "SSLCERTI")
# an IPv6 address has more than one colon
HOST_AND_COLON = lazy_pattern(r"([^:]+):([0-9]{1,5})")
# the usual valid forms, checked first: one host(port), parts of a name without special characters
USUAL_CONNECTION = re.compile(r"[^ \t,():]++\([1-9][0-9]{0,3}\)\Z").match
PART = rf"(?>{'|'.join(sorted(PEER_TYPES, reverse=True))})=\*?[^*,;\"\\]*+\*?"
USUAL_PEER = re.compile(rf"{PART}(?:,{PART})*\Z").match
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
    if not text or USUAL_CONNECTION(text) or statement.verb not in SETTING:
        return
    found = statement.get("CONNAME")
    is_template = has_placeholder(text)
    if found is None or (is_template and not is_left_open(text)):
        return
    if statement.text("TRPTYPE") not in {"", "TCP"} or not readable(statement):
        return
    number, parameter = found
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
                help="write host(port), and separate several with commas",
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
        if not text or USUAL_PEER(text) or statement.verb not in (*SETTING, "SET"):
            continue
        found = statement.get(keyword)
        fault = "" if has_placeholder(text) else peer_fault(text)
        if found is None or not fault or not readable(statement):
            continue
        number, parameter = found
        whose = "issuer" if keyword == "SSLCERTI" else "subject"
        yield Hit(
            statement.place(number, parameter.extent),
            f"{keyword} of {subject(statement)} is not a valid distinguished name: {text}: {fault}",
            note=f"it is compared with the {whose} of the partner's certificate, part by part, after the "
            "documented rules; such a value is rejected, or its effect is not documented (IBM MQ rules for "
            "SSLPEER values, q049310_)",
            help="write parts as TYPE=value in upper case, separated by commas, for example "
            "CN=payments,O=Example, with an asterisk only at the beginning or end of a value",
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
        found = statement.get(keyword)
        if found is None:
            continue
        number, parameter = found
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
