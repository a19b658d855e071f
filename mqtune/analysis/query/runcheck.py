"""DISPLAY CHLAUTH MATCH(RUNCHECK): the records that would decide about one inbound connection.

The record is chosen as in `mqtune access`. A record with WARN(YES) that matches is reported with the one that
decides after it; a BLOCKUSER record is reported in place of the mapping record if it lists the user that
results. BLOCKADDR, CONNAUTH, exits and authorities are not part of it.
"""

from __future__ import annotations

from mqtune.analysis.access.answer import Question
from mqtune.analysis.access.case import Case, Unknowns, explored, source_of
from mqtune.analysis.access.identity import is_listed
from mqtune.analysis.access.patterns import is_ip_address
from mqtune.analysis.access.records import beats, choose, mapping_records, only_warns, tiers
from mqtune.analysis.query.condition import Query, QueryError
from mqtune.analysis.query.items import Item, ObjectItem
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import ChannelAuthentication, effective_block
from mqtune.text.record import record

CLIENT, PARTNER = "SVRCONN", "RCVR"


@record
class Outcome:
    """One way in which the connection may be judged: the records shown, and what was supposed."""

    records: list[ChannelAuthentication]
    supposed: str


def runcheck(
    query: Query, manager: QueueManager, estate: Estate
) -> tuple[list[Item], list[tuple[Item, str]]]:
    """The records that decide, and those of which it is unknown whether they do. Raises QueryError."""
    question = question_of(query)
    channel = channel_of(query, manager)
    outcomes, _ = explored(lambda unknowns: walk(question, channel, manager, estate, unknowns))
    if len({tuple(map(id, outcome.records)) for outcome in outcomes}) == 1:
        return [ObjectItem(manager, chlauth) for chlauth in outcomes[0].records], []
    undecided: dict[int, tuple[Item, str]] = {}
    for outcome in outcomes:
        for chlauth in outcome.records:
            undecided.setdefault(
                id(chlauth), (ObjectItem(manager, chlauth), f"it decides if {outcome.supposed}")
            )
    return [], list(undecided.values())


def question_of(query: Query) -> Question:
    """The connection that RUNCHECK describes. Raises QueryError."""
    options = query.options
    address = options.get("ADDRESS", "").strip()
    if not is_ip_address(address):
        help = "MATCH(RUNCHECK) needs an address, not a host name"
        raise QueryError(f"{address} is not an IP address", help)
    return Question(
        channel=query.name or "",
        address=address,
        user=options.get("CLNTUSER", ""),
        certificate=options.get("SSLPEER", ""),
        issuer=options.get("SSLCERTI", ""),
        partner=options.get("QMNAME", ""),
    )


def channel_of(query: Query, manager: QueueManager) -> MqObject:
    """The channel as defined, else one of the kind that the question implies."""
    definition = manager.channel(query.name or "")
    if definition is not None and definition.subtype and not query.options.get("SSLPEER"):
        return definition
    kind = PARTNER if "QMNAME" in query.options else CLIENT
    user = definition.text("MCAUSER") if definition is not None else ""
    # a partner with a certificate uses TLS, whatever the files contain
    values = {"SSLCIPH": "ANY_TLS12_OR_HIGHER" if query.options.get("SSLPEER") else "", "MCAUSER": user}
    return MqObject(
        "CHANNEL", (definition.subtype if definition is not None else "") or kind, query.name or "", values
    )


def walk(
    question: Question, channel: MqObject, manager: QueueManager, estate: Estate, unknowns: Unknowns
) -> Outcome:
    """The records for one combination of what is unknown."""
    case = Case(estate, manager, question, unknowns)
    case.channel = channel
    chosen, others = choose(case, mapping_records(case, channel.subtype), question.user)
    shown = [
        candidate
        for candidate in others
        if only_warns(candidate) and (chosen is None or not precedes(chosen, candidate))
    ]
    if chosen is not None:
        shown.append(chosen)
    if chosen is None or source_of(chosen) != "NOACCESS":
        case.user = user_after(chosen, channel, question)
        block = blocking(case, channel)
        shown = shown if block is None else [block]
    supposed = " and ".join(f"{key}: {value}" for key, value in unknowns.chosen.items())
    return Outcome(shown, supposed)


def precedes(chosen: ChannelAuthentication, rival: ChannelAuthentication) -> bool:
    """Whether the record that decides is compared before another one of its tier."""
    return len(tiers([chosen, rival])) == 1 and beats(chosen, rival) is True


def user_after(chosen: ChannelAuthentication | None, channel: MqObject, question: Question) -> str | None:
    """The user after the mapping record: its MCAUSER, else that of the channel, else the client's."""
    if chosen is not None and source_of(chosen) == "MAP":
        return chosen.text("MCAUSER")
    return channel.text("MCAUSER") or question.user


def blocking(case: Case, channel: MqObject) -> ChannelAuthentication | None:
    """The BLOCKUSER record that lists the user of a client; membership of groups is not considered."""
    if channel.subtype != CLIENT or not case.user:
        return None
    block = effective_block(case.queue_manager.channel_records, channel.name)
    return block if block is not None and is_listed(case, block.entries) else None
