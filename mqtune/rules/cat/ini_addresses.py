"""CAT069: addresses of other machines in ini files."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.rules.cat.ini_entries import hit, known_values, replacement
from mqtune.rules.cat.nested_values import corrected, fault_of
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.values import read_connections

CONNECTION = "ServerConnectionParms"
KEYS = ("ReplicationAddress", CONNECTION)
PARTS = 3
TRANSPORTS = ("TCP", "LU62", "NETBIOS", "SPX")


@rule("CAT069")
def malformed_address(file: IniFile, manager: QueueManager | None) -> Iterator[Hit]:
    """An address that does not have the form host(port), or a connection without one of its three parts."""
    for entry, key in known_values(file):
        if key.name not in KEYS or not entry.value:
            continue
        client = key.name == CONNECTION
        before, address, fault = split_connection(entry.value) if client else ("", entry.value, "")
        fault = fault or fault_of_list(address)
        if not fault:
            continue
        better = corrected(address)
        yield hit(
            file,
            entry.stanza,
            entry.value_span,
            f"{key.name} of {entry.stanza.name} is not valid: {fault}",
            note="no client that uses the file can connect" if client else "the instances cannot connect",
            help=f"write {'channel/TCP/' if client else ''}host(port)",
            attribute=key.name,
            fixes=replacement(file, entry.value_span, before + better) if better else (),
        )


def split_connection(text: str) -> tuple[str, str, str]:
    """What precedes the connection name in `channel/TCP/host(port)`, the connection name, and what is wrong
    with the parts.
    """
    parts = text.split("/", 2)
    if len(parts) < PARTS:
        return "", "", "a channel, a transport type and a connection name are needed"
    channel, transport, address = parts
    if transport.strip().upper() not in TRANSPORTS:
        return "", "", f"{transport} is not a transport type"
    is_tcp = transport.strip().upper() == TRANSPORTS[0]
    return f"{channel}/{transport}/", address if is_tcp else "", ""


def fault_of_list(text: str) -> str:
    """What is wrong with the first wrong address of a list."""
    return next(filter(None, map(fault_of, read_connections(text))), "")
