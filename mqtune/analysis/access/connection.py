"""The checks from the listener to TLS, which clients and partner queue managers have in common."""

from __future__ import annotations

from mqtune.analysis.access.case import Case, record_evidence
from mqtune.analysis.access.patterns import name_matches
from mqtune.analysis.access.records import Records, blocking_address
from mqtune.estate.records import RECEIVING
from mqtune.estate.rewriting import mqsc_value
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.values import peer_fault

CLIENT = "SVRCONN"
OUTBOUND = ("SDR", "CLUSSDR", "CLNTCONN")
AUTOMATIC = "SYSTEM.AUTO.SVRCONN"
CHLAUTH = "CHLAUTH of the queue manager"
MOST_SHOWN = 3
ORDER_SINCE = (9, 1)
CLIENTS_ONLY = "name a channel for queue managers, such as one with CHLTYPE(RCVR), or ask without --partner"
PARTNERS_ONLY = "name a channel with CHLTYPE(SVRCONN), or the other queue manager with --partner"
GIVE_VALUES = "supply values for the placeholders with --values"


def records_enabled(case: Case) -> bool:
    """Whether channel authentication records are evaluated."""
    value = case.queue_manager.qmgr.value("CHLAUTH")
    if value in ("ENABLED", "DISABLED"):
        if not case.queue_manager.qmgr.is_given("CHLAUTH"):
            case.assume("CHLAUTH(ENABLED), the default of a new queue manager, and its default records")
        return value == "ENABLED"
    return case.unknowns.pick(CHLAUTH, ("ENABLED", "DISABLED")) == "ENABLED"


def listener(case: Case) -> bool:
    """What accepts the connection; whether it runs is not in the files."""
    manager = case.queue_manager
    definitions = [definition for definition in manager.of_type("LISTENER", "TCP") if definition.statements]
    shown = tuple(case.attribute(definition, "PORT", "CONTROL") for definition in definitions[:MOST_SHOWN])
    case.assume("a listener runs, and the channel is not stopped")
    if manager.level is not None and manager.level < ORDER_SINCE:
        case.assume("the order of the checks is that of APARs IT20275 and IT25839, which 9.1 and later have")
    text = f"{len(definitions)} defined for TCP" if definitions else "none defined for TCP in the files"
    return case.passed("listener", text, *shown)


def address(case: Case) -> bool:
    """BLOCKADDR, which is compared before the channel name is known."""
    if not records_enabled(case):
        where = case.attribute(case.queue_manager.qmgr, "CHLAUTH")
        return case.skipped("address", "channel authentication records are disabled", where)
    for record in case.queue_manager.derived(Records).lists("BLOCKADDR", case.question.channel):
        blocks = blocking_address(case, record)
        if blocks and record.value("WARN") == "YES":
            return case.passed("address", "the address is only reported: WARN(YES)", record_evidence(record))
        if blocks:
            return case.refused(
                "address",
                f"{case.question.address} is blocked for every channel",
                "blocked-address",
                record_evidence(record),
                changes=(f"remove the entry for {case.question.address} from ADDRLIST",),
            )
        if (
            blocks is None
            and case.unknowns.pick("the address", ("is not blocked", "is blocked")) == "is blocked"
        ):
            return case.refused(
                "address",
                "the address may be blocked",
                "blocked-address",
                record_evidence(record),
                changes=("state the IP address with --address",),
            )
    shown = case.question.address or "the address"
    return case.passed("address", f"no BLOCKADDR record lists {shown}")


def channel(case: Case) -> bool:
    """The definition of the channel; a missing one may be defined automatically."""
    name, manager = case.question.channel, case.queue_manager
    definition = manager.channel(name)
    if definition is None:
        return missing_channel(case, name)
    case.channel = definition
    wrong = wrong_type(case, definition.subtype)
    if wrong:
        return case.refused(
            "channel",
            f"{name} is a {definition.subtype} channel, which {wrong}",
            "other-channel-type",
            case.attribute(definition),
            changes=(CLIENTS_ONLY if case.question.partner is not None else PARTNERS_ONLY,),
        )
    if definition.subtype not in (CLIENT, *RECEIVING):
        case.unsure(
            "channel", f"{definition.subtype or 'this'} channels are not covered", case.attribute(definition)
        )
        return False
    if not definition.defined:
        return case.unsure(
            "channel",
            "the files only alter the channel; other attributes are unknown",
            case.attribute(definition),
            changes=("add the file that defines the channel",),
        )
    return case.passed("channel", f"CHLTYPE({definition.subtype})", case.attribute(definition))


def wrong_type(case: Case, subtype: str) -> str:
    """Why a channel of a type does not accept this partner, in words; "" if it may."""
    if subtype in OUTBOUND:
        return "accepts no connection"
    if subtype in RECEIVING and case.question.partner is None and case.question.user is not None:
        return "accepts queue managers and no clients"
    if subtype == CLIENT and case.question.partner is not None:
        return "accepts clients and no queue managers"
    return ""


def missing_channel(case: Case, name: str) -> bool:
    """A channel that the files do not define: unknown to the queue manager, automatic, or elsewhere."""
    manager = case.queue_manager
    automatic = manager.qmgr.value("CHAD") == "ENABLED"
    model = manager.channel(AUTOMATIC)
    if not manager.complete:
        templates = [template for template in manager.of_type("CHANNEL") if template.placeholder]
        return case.unsure(
            "channel",
            f"{name} is not defined in these files"
            + (
                "; a name with a placeholder may be this one"
                if templates
                else ", which may be only part of the queue manager"
            )
            + near_name(case, name),
            *(case.attribute(template) for template in templates[:MOST_SHOWN]),
            changes=(
                GIVE_VALUES if templates else "add the file that defines the channel, or use --complete",
            ),
        )
    if automatic and model is not None and case.question.partner is None:
        case.channel = model
        where = case.attribute(manager.qmgr, "CHAD")
        return case.passed("channel", f"not defined, made from {AUTOMATIC}", where, case.attribute(model))
    return case.refused(
        "channel",
        f"{name} is not defined" + (near_name(case, name)),
        "unknown-channel",
        case.attribute(manager.qmgr, "CHAD"),
        changes=(f"define CHANNEL({mqsc_value(name)}) CHLTYPE(SVRCONN)",),
    )


def near_name(case: Case, name: str) -> str:
    """A hint at a channel with a similar name."""
    near = case.queue_manager.near("CHANNEL", name)
    return f"; the nearest name is {near}" if near else ""


def limits(case: Case) -> bool:
    """The numbers of instances; how many run is not in the files."""
    definition = case.channel
    if definition is None or definition.subtype != CLIENT:
        return True
    where = case.attribute(definition, "MAXINST", "MAXINSTC")
    zero = [word for word in ("MAXINST", "MAXINSTC") if definition.number(word) == 0]
    if zero:
        return case.refused(
            "limits",
            f"{zero[0]}(0) admits no client",
            "instances",
            where,
            changes=(f"set {zero[0]} to the number of clients",),
        )
    case.assume("fewer instances run than MAXINST, MAXINSTC and MaxChannels allow")
    shown = f"MAXINST({definition.text('MAXINST')}) MAXINSTC({definition.text('MAXINSTC')})"
    return case.passed("limits", f"{shown}; how many run is not in the files", where)


def tls(case: Case) -> bool:
    """CipherSpec, certificate and SSLPEER of the channel."""
    definition = case.channel
    if definition is None:
        return True
    cipher = definition.value("SSLCIPH")
    where = case.attribute(definition, "SSLCIPH")
    if cipher is None or has_placeholder(cipher):
        return case.unsure("tls", "SSLCIPH is unknown", where)
    if not cipher:
        if case.question.certificate:
            return case.unsure(
                "tls",
                "SSLCIPH is blank: the certificate is not seen, and a client that starts TLS fails",
                where,
                confidence="recalled",
                changes=("set SSLCIPH, or ask without --cert",),
            )
        return case.passed("tls", "SSLCIPH is blank: without TLS", where)
    case.assume(f"the client's CipherSpec is accepted by SSLCIPH({cipher})")
    return certificate(case, cipher)


def certificate(case: Case, cipher: str) -> bool:
    """Whether a certificate is demanded, and whether its name fits SSLPEER."""
    definition, name = case.channel, case.question.certificate
    assert definition is not None  # the caller has one
    peer, demanded = definition.value("SSLPEER"), definition.value("SSLCAUTH")
    where = case.attribute(definition, "SSLCIPH", "SSLCAUTH", "SSLPEER")
    if name is None and (demanded != "OPTIONAL" or peer):
        need = (
            "a certificate is required" if demanded == "REQUIRED" else "SSLCAUTH or SSLPEER may require one"
        )
        return case.unsure(
            "tls",
            f"{need}, and it is not stated whether the client has one",
            where,
            changes=("state its subject with --cert 'CN=…', or --cert none",),
        )
    if not name and demanded == "REQUIRED":
        return case.refused(
            "tls", "a certificate is required", "no-certificate", where, changes=("use a certificate",)
        )
    if not name and peer:
        return case.unsure("tls", "whether SSLPEER needs a certificate is not documented", where)
    if not name:
        return case.passed("tls", f"SSLCIPH({cipher}) without a certificate of the client", where)
    case.assume("the certificate is trusted, valid and not revoked")
    fits = name_matches(peer, name) if peer else True
    if fits is False:
        return case.refused(
            "tls",
            f"{name} does not match SSLPEER({peer})",
            "peer-name",
            where,
            changes=(f"use a certificate that matches {peer}, or change SSLPEER",),
        )
    if fits is None or peer is None:
        fault = peer_fault(peer) if peer and not has_placeholder(peer) else ""
        why = f": {fault}" if fault else ""
        changes = ("correct SSLPEER by the rules for its values",) if fault else ()
        text = f"whether {name} matches SSLPEER({peer or ''}) is unknown{why}"
        return case.unsure("tls", text, where, changes=changes)
    return case.passed("tls", f"{name} is accepted" + (f" by SSLPEER({peer})" if peer else ""), where)
