"""SEC030 to SEC034: events, services, policies and samples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.findings.finding import INFO, ObjectName, Related
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.missing_things import queue_manager_place
from mqtune.text.patterns import lazy_pattern

EVENTS = ("AUTHOREV", "CHADEV", "CHLEV", "CMDEV", "CONFIGEV", "SSLEV", "STRSTPEV")
# the guide lists these too; they show faults rather than access
FURTHER_EVENTS = ("INHIBTEV", "LOCALEV", "REMOTEEV", "PERFMEV")
OFF = "DISABLED"
# shells and interpreters, programs that download, and world-writable folders
SHELL = lazy_pattern(
    r"(^|[/\\])(sh|bash|ksh|zsh|cmd(\.exe)?|powershell(\.exe)?|pwsh|perl|python3?)$", re.IGNORECASE
)
FETCH = lazy_pattern(r"\b(curl|wget|nc|ncat|telnet|Invoke-WebRequest)\b", re.IGNORECASE)
WRITABLE = ("/tmp/", "/var/tmp/", "/dev/shm/", "c:\\temp\\", "c:\\windows\\temp\\")
SAMPLES = frozenset(
    {
        "DEV.QUEUE.1",
        "DEV.QUEUE.2",
        "DEV.QUEUE.3",
        "DEV.DEAD.LETTER.QUEUE",
        "DEV.BASE.TOPIC",
        "DEV.APP.SVRCONN",
        "DEV.ADMIN.SVRCONN",
        "DEV.LISTENER.TCP",
        "DEV.AUTHINFO",
    }
)


@rule("SEC030")
def security_events_off(queue_manager: QueueManager) -> Iterator[Outcome]:
    """An event that auditors require is disabled: AUTHOREV, CHADEV, CHLEV, CMDEV, CONFIGEV, SSLEV, STRSTPEV,
    or INHIBTEV, LOCALEV, REMOTEEV, PERFMEV.
    """
    object = queue_manager.qmgr
    disabled = [
        word
        for word in (*EVENTS, *FURTHER_EVENTS)
        if object.value(word) == OFF
        if word != "CHADEV" or defines_channels_itself(object, queue_manager)
    ]
    off = [word for word in disabled if object.is_given(word) or queue_manager.complete]
    if disabled and not off and object.statements:
        yield incomplete(queue_manager)  # another file may enable them
    shown = next((word for word in off if object.is_given(word)), off[0]) if off else ""
    place = queue_manager_place(queue_manager, shown)
    if not off or place is None:
        return
    security = off[0] in EVENTS
    changes = " ".join(f"{word}({'NODISPLAY' if word == 'CMDEV' else 'ENABLED'})" for word in off)
    yield Hit(
        place,
        f"{'security' if security else 'queue manager'} events are disabled: "
        f"{', '.join(f'{word}({OFF})' for word in off)}",
        note="refused access, failed TLS handshakes and configuration changes leave no record that a "
        "program can collect (ALTER QMGR, q085320_)"
        if security
        else "an auditor who follows V-255803 expects these events too (ALTER QMGR, q085320_)",
        help=f"run ALTER QMGR {changes}, and make sure something consumes the event queues",
        object=ObjectName("QMGR", ""),
        attribute=off[0],
        severity=None if security else INFO,
    )


def defines_channels_itself(qmgr: MqObject, queue_manager: QueueManager) -> bool:
    """Whether the queue manager may define channels: those of clients and partners, or cluster-senders."""
    return qmgr.value("CHAD") != OFF or any(
        one.statements and not one.name.startswith("SYSTEM.")
        for one in queue_manager.of_type("CHANNEL", "CLUSRCVR")
    )


@rule("SEC031")
def shell_as_service(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A service runs a shell with arguments, a program that downloads from elsewhere (curl, wget, nc), or a
    program in a folder that everyone can write to.
    """
    for keyword, argument in (("STARTCMD", "STARTARG"), ("STOPCMD", "STOPARG")):
        command, words, place = object.text(keyword), object.text(argument), object.place(keyword)
        if place is None or not object.is_given(keyword):
            continue
        what = ""
        if command.lower().startswith(WRITABLE):
            what = "which every user of the machine can replace"
        elif FETCH.search(f"{command} {words}"):
            what = "which downloads from elsewhere"
        elif SHELL.search(command) and words:
            what = f"a shell that runs whatever {argument} contains"
        if what:
            yield Hit(
                place,
                f"SERVICE({object.name}) runs {command}, {what}, as the user of the queue manager",
                note="a service has all rights of the user mqm (DEFINE SERVICE, q085740_)",
                help="name a program that only its administrator can change, with fixed arguments",
                attribute=keyword,
            )


@rule("SEC032")
def policy_tolerates_unprotected(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """SET POLICY has TOLERATE: messages that are neither signed nor encrypted are also accepted."""
    found = statement.get("ENFORCE")
    if found is not None and found[1].keyword == "TOLERATE" and statement.verb == "SET":
        yield Hit(
            statement.place(found[0], found[1].extent),
            f"POLICY({statement.name or ''}) also accepts unprotected messages (TOLERATE)",
            note="the policy then does not protect anything that a sender leaves unprotected; TOLERATE is "
            "intended for the introduction of a policy (SET POLICY, q120800_)",
            help="set ENFORCE once all senders sign or encrypt",
            attribute="ENFORCE",
        )


@rule("SEC033")
def channel_record_in_warning_mode(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """SET CHLAUTH has WARN(YES): the record reports the partners that it should refuse, and accepts them."""
    removes = statement.text("ACTION").upper().startswith("REMOVE")
    if statement.verb == "SET" and statement.text("WARN").upper() == "YES" and not removes:
        yield Hit(
            statement.word_place("WARN"),
            f"CHLAUTH({statement.name or ''}) {statement.subtype or ''} has WARN(YES): "
            "partners that it should refuse are accepted",
            note="a match is reported, and the search continues as if the record did not exist (SET CHLAUTH, "
            "q086630_)",
            help="set WARN(NO) with ACTION(REPLACE) once the events show that no partner would be refused by "
            "mistake",
            attribute="WARN",
        )


@rule("SEC034")
def developer_objects(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue, channel, topic or listener of MQ's developer image is defined, such as DEV.QUEUE.1 or
    DEV.APP.SVRCONN.
    """
    found = [
        (one, place)
        for (_, name), one in queue_manager.objects.items()
        if name in SAMPLES and one.statements and (place := one.place()) is not None
    ]
    if not found:
        return
    first, place = found[0]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    yield Hit(
        place,
        f"{first.type}({first.name}){more} {'come' if more else 'comes'} from the developer image",
        note="their names and the user app are in every tutorial, and their records accept any address "
        "(developer configuration of the container image)",
        help="define your own queues, channels and users",
        object=ObjectName(first.type, first.name),
        related=tuple(Related(other, f"{one.type}({one.name})") for one, other in found[1:8]),
    )
