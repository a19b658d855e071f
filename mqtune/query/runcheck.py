"""DISPLAY CHLAUTH MATCH(RUNCHECK): the records that would decide about one inbound connection.

The order of evaluation is that of `estate/chlauth.py`. A record with WARN(YES) is reported, and the record
that decides after it too. BLOCKADDR, CONNAUTH, exits and authorities are not part of it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import ip_address

from mqtune.estate.chlauth import EVERYWHERE, MAPPING, ChannelAuthentication, effective_block, in_order
from mqtune.estate.model import QueueManager
from mqtune.query.errors import QueryError
from mqtune.query.items import Item, ObjectItem
from mqtune.query.request import Query
from mqtune.syntax.mqsc.values import read_peer_name
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.wildcards import asterisks_match

CLIENT, PARTNER = "SVRCONN", "RCVR"
ADMINISTRATORS = ("mqm", "MUSR_MQADMIN")  # users that are privileged on every system
ANY_ADMINISTRATOR = "*MQADMIN"


def runcheck(query: Query, manager: QueueManager) -> tuple[list[Item], list[tuple[Item, str]]]:
    """The records that decide, and those of which it is unknown whether they do. Raises QueryError."""
    wanted = query.options
    address = wanted.get("ADDRESS", "").strip()
    if not is_address(address):
        raise QueryError(
            f"{address} is not an IP address", "MATCH(RUNCHECK) needs the address, not the host name"
        )
    channel = query.name or ""
    kind = kind_of_channel(query, manager)
    found: list[Item] = []
    undecided: list[tuple[Item, str]] = []
    user = wanted.get("CLNTUSER", "")
    for record in in_order(manager.chlauth, channel, kind):
        if record.subtype not in MAPPING:
            continue
        verdict = record_fits(record, wanted, address)
        if verdict is False:
            continue
        item = ObjectItem(manager, record)
        if verdict is not True:
            undecided.append((item, str(verdict)))
            continue
        found.append(item)
        if record.text("USERSRC") == "NOACCESS":
            if record.value("WARN") == "YES":
                continue
            return found, undecided
        user = mapped_user(record, manager, channel, user)
        break
    else:
        user = channel_user(manager, channel) or user
    block = blocking(manager, channel, kind, user)
    return ([ObjectItem(manager, block)] if block is not None else found), undecided


def kind_of_channel(query: Query, manager: QueueManager) -> str:
    """The kind of the channel: as defined, else by whether a client or a queue manager connects."""
    found = manager.channel(query.name or "")
    if found is not None and found.subtype:
        return found.subtype
    return PARTNER if "QMNAME" in query.options else CLIENT


def record_fits(record: ChannelAuthentication, wanted: dict[str, str], address: str) -> bool | str:
    """Whether a mapping record matches a connection; the reason if it is unknown."""
    unknown = ""
    for keyword in ("ADDRESS", "CLNTUSER", "QMNAME", "SSLPEER", "SSLCERTI"):
        pattern = record.text(keyword)
        if not pattern:
            continue
        if has_placeholder(pattern):
            unknown = f"{keyword} is {pattern}"
        elif keyword == "ADDRESS":
            verdict = address_fits(pattern, address)
            if verdict is None:
                unknown = f"ADDRESS({pattern}) is a host name"
            elif not verdict:
                return False
        elif keyword in ("SSLPEER", "SSLCERTI"):
            if not wanted.get(keyword) and record.subtype == "SSLPEERMAP":
                return False
            if wanted.get(keyword) and not peer_fits(pattern, wanted[keyword]):
                return False
        elif not name_fits(keyword, pattern, wanted.get(keyword, "")):
            return False
    return unknown or True


def name_fits(keyword: str, pattern: str, name: str) -> bool:
    """Whether a user or the name of a queue manager is the one that a record names."""
    return name == pattern if keyword == "CLNTUSER" else asterisks_match(pattern, name)


def mapped_user(record: ChannelAuthentication, manager: QueueManager, channel: str, user: str) -> str:
    """The user after a mapping record: its MCAUSER, else that of the channel, else the client's own."""
    if record.text("USERSRC") in ("", "MAP"):
        return record.text("MCAUSER")
    return channel_user(manager, channel) or user


def channel_user(manager: QueueManager, channel: str) -> str:
    """MCAUSER of the channel, "" if it is blank or the channel is not in the files."""
    found = manager.channel(channel)
    return found.text("MCAUSER") if found is not None else ""


def blocking(manager: QueueManager, channel: str, kind: str, user: str) -> ChannelAuthentication | None:
    """The BLOCKUSER record that blocks a user on a client channel; membership of groups is not considered."""
    block = effective_block(manager.chlauth, channel) if kind == CLIENT else None
    if block is None or not user:
        return None
    listed = user in block.entries or (ANY_ADMINISTRATOR in block.entries and user in ADMINISTRATORS)
    return block if listed else None


def is_address(text: str) -> bool:
    """Whether a text is an IPv4 or IPv6 address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def address_fits(pattern: str, address: str) -> bool | None:
    """Whether an address fits a pattern with asterisks and ranges; None if the pattern is a host name."""
    if pattern in EVERYWHERE:
        return True
    if is_address(pattern):
        return ip_address(pattern) == ip_address(address)
    sign = ":" if ":" in pattern else "."
    if not re.fullmatch(r"[0-9a-fA-F:*.\-]+", pattern) or not re.search(r"[*\-]", pattern):
        return None
    parts = pattern.split(sign)
    found = (ip_address(address).exploded if sign == ":" else address).split(sign)
    if sign == "." and ":" in address:
        return False
    if parts[-1] == "*":
        parts += ["*"] * (len(found) - len(parts))
    return len(parts) == len(found) and all(
        map(part_fits, parts, found, [16 if sign == ":" else 10] * len(found))
    )


def part_fits(pattern: str, part: str, base: int) -> bool:
    """Whether one part of an address fits `*`, a range or a number."""
    if "*" in pattern:
        return asterisks_match(pattern, part)
    low, dash, high = pattern.partition("-")
    number = int(part, base)
    try:
        return int(low, base) <= number <= int(high if dash else low, base)
    except ValueError:
        return False


def peer_fits(pattern: str, name: str) -> bool:
    """Whether a distinguished name has the parts of a pattern; values of the pattern may have asterisks."""
    wanted, found = read_peer_name(pattern), read_peer_name(name)
    if wanted is None or found is None:
        return False
    return all(
        any(one.name == part.name and asterisks_match(part.value, one.value) for one in found)
        for part in wanted
    )
