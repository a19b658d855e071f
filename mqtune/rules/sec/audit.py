"""SEC029 to SEC034, SEC051 to SEC053: what an audit looks for beside channels and authority records.

Events, services, policies and samples, programs and exits that others may replace, passwords in plain text,
and the object authority manager.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from mqtune.engine.rule import Hit, Outcome, Skip, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.words import attribute_bits, bits_of
from mqtune.language.secret_values import holds_secret
from mqtune.rules.common import declaration_place, entry_place, incomplete, queue_manager_place, stanza_name
from mqtune.syntax.carriers.result import Deployment
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, ObjectName, Related
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.ini.tree import IniFile


# SEC030 to SEC034: events, services, policies and samples.

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
        channel.statements and not channel.name.startswith("SYSTEM.")
        for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR")
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
                attribute=keyword,
            )


@rule("SEC032")
def policy_tolerates_unprotected(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """SET POLICY has TOLERATE: messages that are neither signed nor encrypted are also accepted."""
    setting = statement.get("ENFORCE")
    if setting is not None and setting[1].keyword == "TOLERATE" and statement.verb == "SET":
        yield Hit(
            statement.place(setting[0], setting[1].extent),
            f"POLICY({statement.name or ''}) also accepts unprotected messages (TOLERATE)",
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
            attribute="WARN",
        )


@rule("SEC034")
def developer_objects(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue, channel, topic or listener of MQ's developer image is defined, such as DEV.QUEUE.1 or
    DEV.APP.SVRCONN.
    """
    samples = [
        (sample, place)
        for (_, name), sample in queue_manager.objects.items()
        if name in SAMPLES and sample.statements and (place := sample.place()) is not None
    ]
    if not samples:
        return
    first, place = samples[0]
    more = f" and {len(samples) - 1} more" if len(samples) > 1 else ""
    yield Hit(
        place,
        f"{first.type}({first.name}){more} {'come' if more else 'comes'} from the developer image",
        object=ObjectName(first.type, first.name),
        related=tuple(
            Related(sample_place, f"{sample.type}({sample.name})") for sample, sample_place in samples[1:8]
        ),
    )


# SEC051, SEC052: programs and exits that others may replace.

SEVERAL = lazy_pattern(r"[;|`]|\$\(|&&")
EXIT_KEYS = ("exitsdefaultpath", "exitsdefaultpath64", "javaexitsclasspath", "module")


@rule("SEC051", skip=Skip(given=("APPLICID",)))
def shell_as_process(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A trigger monitor starts a shell with a command, a download or a program that everyone can replace."""
    command, place = object.text("APPLICID"), object.place("APPLICID")
    program, _, rest = command.partition(" ")
    if place is None or not object.is_given("APPLICID"):
        return
    what = ""
    if program.lower().startswith(WRITABLE):
        what = "which every user of the machine can replace"
    elif FETCH.search(command):
        what = "which downloads from elsewhere"
    elif SHELL.search(program) and rest.strip(" &"):
        what = "a shell that runs what follows"
    elif SEVERAL.search(command):
        what = "which a shell reads as several commands"
    if what:
        yield Hit(
            place, f"PROCESS({object.name}) starts {program}, {what}, for a message", attribute="APPLICID"
        )


@rule("SEC052")
def exits_in_writable_folder(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """The folder or module of exits is in a folder that everyone can write to."""
    for stanza in ini.stanzas:
        for entry in stanza.entries:
            value = entry.value.strip()
            if entry.key.lower() in EXIT_KEYS and f"{value.lower()}/".startswith(WRITABLE):
                yield Hit(
                    entry_place(ini, entry),
                    f"{entry.key}={value}: exits are loaded from a folder that everyone can write to",
                    object=stanza_name(stanza.name),
                    attribute=entry.key,
                )


# SEC029: passwords and keys in plain text. No message contains the value.

TYPES = ("AUTHINFO", "CHANNEL", "QMGR")
ENCRYPTED = "<"  # the product writes `<MQ>…` and `<ENC>…`
# SSLCRYP lists library, token label, token password and symmetric cipher setting, separated by semicolons
TOKEN_PASSWORD = 2


def is_plain(value: str) -> bool:
    """Whether a value is a secret in plain text: not blank, masked, encrypted or a placeholder."""
    text = value.strip().strip("'\"")
    return bool(text.strip("* ")) and not text.startswith(ENCRYPTED) and not has_placeholder(text)


@rule("SEC029")
def password_in_file(estate: Estate) -> Iterator[Hit]:
    """A password or key is in plain text in a script or an ini file."""
    for manager in estate.queue_managers:
        for statement in manager.statements:
            if statement.type in TYPES and statement.verb in ("DEFINE", "ALTER"):
                yield from in_statement(statement, manager)
        for ini in manager.inis:
            yield from in_ini(ini)
    for ini in estate.client_inis:
        yield from in_ini(ini)


def in_statement(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """Report the secret attributes of one command."""
    if not statement.layout.filled & secret_bits(statement.type or ""):
        return
    for keyword in statement.layout.attributes:
        if holds_secret(keyword) and is_plain(secret_part(keyword, statement.text(keyword))):
            name = ObjectName(statement.type or "", statement.name or "")
            kind = statement.command.script.document.resource.partition("/")[0]
            yield secret_hit(
                statement.word_place(keyword), f"{name} has {keyword} in plain text", name, keyword, kind
            )


@cache
def secret_bits(type: str) -> int:
    """The secret attributes of a type, as a set of bits."""
    return bits_of(type, tuple(keyword for keyword in attribute_bits(type) if holds_secret(keyword)))


def secret_part(keyword: str, value: str) -> str:
    """The secret part of a value: all of it, except in SSLCRYP."""
    if keyword != "SSLCRYP":
        return value
    parts = value.split(";")
    return parts[TOKEN_PASSWORD] if len(parts) > TOKEN_PASSWORD else ""


def in_ini(ini: IniFile) -> Iterator[Hit]:
    """Report the secret keys of one ini file."""
    for stanza in ini.stanzas:
        for entry in stanza.entries:
            if holds_secret(entry.key) and is_plain(entry.value):
                place = entry_place(ini, entry)
                kind = ini.document.resource.partition("/")[0]
                text = f"{entry.key} of stanza {stanza.name} is in plain text"
                yield secret_hit(place, text, stanza_name(stanza.name), entry.key, kind)


def secret_hit(place: Place, message: str, object: ObjectName, attribute: str, kind: str) -> Hit:
    """The finding for one secret, without its value."""
    help = "let the deployment substitute it from a vault, and change the password: the history keeps it"
    if kind == "ConfigMap":
        help = (
            "move it to a Secret that is not in the repository, and change the password: the history keeps it"
        )
    if attribute.lower().endswith("password"):
        help += "; for a key repository use a stash file, or a password encrypted by runmqicred"
    return Hit(place, message, help=help, object=object, attribute=attribute)


# SEC053: queue managers that are created without the object authority manager.

VARIABLE = "MQSNOAUT"
OAM_OFF = ("", "NO", "FALSE", "0")


@rule("SEC053")
def object_authorities_not_checked(estate: Estate) -> Iterator[Hit]:
    """MQSNOAUT is set in a QueueManager resource, or in the environment of a queue manager."""
    for deployment in estate.deployments:
        place = variable_place(deployment)
        if place is not None:
            yield hit(place, deployment.name)
    for manager in estate.queue_managers:
        if manager.environment.get(VARIABLE, "").upper() not in OAM_OFF:
            yield hit(manager.variable_place(VARIABLE) or declaration_place(manager), manager.label)


def variable_place(deployment: Deployment) -> Place | None:
    """The position of the variable in a QueueManager resource; None if it does not turn the checks off."""
    for path, (value, place) in deployment.settings.items():
        owner, _, last = path.rpartition(".")
        if value == VARIABLE and last == "name" and ".env." in path:
            return place if deployment.setting(f"{owner}.value").upper() not in OAM_OFF else None
    return None


def hit(place: Place, name: str) -> Hit:
    """A finding on a queue manager whose object authorities are not checked."""
    return Hit(
        place,
        f"{VARIABLE} creates queue manager {name} without the object authority manager: whoever connects "
        "can use every object",
        object=ObjectName("ENVIRONMENT", VARIABLE),
        attribute=VARIABLE,
    )
