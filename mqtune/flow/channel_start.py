"""What starts a sender or server channel, as far as the files show it: the trigger of its transmission queue.

The channel initiator that starts with the queue manager reads SYSTEM.CHANNEL.INITQ; another initiation queue
needs `runmqchi -q`, or START CHINIT INITQ (IBM MQ documentation, Triggering channels, q015730_).
"""

from __future__ import annotations

from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

USUAL = "SYSTEM.CHANNEL.INITQ"
MONITORED = "SYSTEM.DEFAULT.INITIATION.QUEUE"
PROGRAM = "runmqchi"
ASSUMED = "assumes that the channel runs: "


def start_note(manager: QueueManager, channel: MqObject, queue: MqObject | None) -> str:
    """What starts a channel, or what is supposed."""
    if queue is None or queue.value("TRIGGER") != "YES":
        return f"{ASSUMED}the transmission queue does not trigger it"
    source, named = triggered(manager, queue)
    if named and named != channel.name and not has_placeholder(named):
        return f"{ASSUMED}{source}({named}) of the transmission queue names another one"
    initiation = queue.text("INITQ")
    if not initiation:
        return f"{ASSUMED}INITQ of the transmission queue is blank"
    doubt = start_doubt(manager, channel, queue)
    start = f"started by the channel initiator on {initiation}"
    if not doubt:
        return start
    program = f"`{PROGRAM} -q {initiation}` runs"
    needs = {
        unread_text(initiation, queue): program,
        undefined_text(initiation, queue): f"INITQ({initiation}) is defined and {program}",
    }
    return f"only if {needs[doubt]}: {start}" if doubt in needs else f"{ASSUMED}{doubt}"


def start_doubt(manager: QueueManager, channel: MqObject, queue: MqObject | None) -> str:
    """Why a transmission queue that should trigger its channel does not start it, in words; "" if it does, if
    it has no trigger, or if a placeholder decides.
    """
    if queue is None or queue.value("TRIGGER") != "YES":
        return ""
    name, initiation = f"XMITQ({queue.name})", queue.text("INITQ")
    source, named = triggered(manager, queue)
    if has_placeholder(initiation + named):
        return ""
    if queue.value("TRIGTYPE") == "NONE":
        return f"{name} has TRIGTYPE(NONE): no trigger message is written"
    if queue.value("TRIGTYPE") == "DEPTH":
        depth = queue.text("TRIGDPTH")
        return f"{name} has TRIGTYPE(DEPTH) TRIGDPTH({depth}): one trigger message, at that depth"
    if not initiation:
        return f"INITQ of {name} is blank: no trigger message is written"
    process = queue.text("PROCESS")
    if process and manager.complete and manager.find("PROCESS", process) is None:
        return f"PROCESS({process}) of {name} is not defined: no trigger message is written"
    if named and named != channel.name and not serves(manager, named, queue.name):
        return f"{source}({named}) of {name} names another channel"
    return unread(manager, initiation, queue)


def triggered(manager: QueueManager, queue: MqObject) -> tuple[str, str]:
    """The attribute that names the channel to start, of the transmission queue or of its process, and the
    name; "" if the channel is found by its transmission queue.
    """
    process = manager.find("PROCESS", queue.text("PROCESS"))
    for source, object in (("TRIGDATA", queue), ("USERDATA", process)):
        words = object.text(source).split() if object is not None else []
        if words:
            return source, words[0]
    return "", ""


def serves(manager: QueueManager, name: str, xmitq: str) -> bool:
    """Whether a channel takes messages from a transmission queue."""
    channel = manager.channel(name)
    return channel is not None and channel.text("XMITQ") == xmitq


def unread(manager: QueueManager, initiation: str, xmitq: MqObject) -> str:
    """Why no channel initiator is known to read an initiation queue, in words; "" if one is."""
    queue, name = manager.queue(initiation), f"XMITQ({xmitq.name})"
    if queue is None and manager.complete:
        return undefined_text(initiation, xmitq)
    for keyword in ("PUT", "GET"):
        if queue is not None and queue.value(keyword) == "DISABLED":
            return f"INITQ({initiation}) of {name} has {keyword}(DISABLED)"
    if is_started(manager, initiation):
        return ""
    if initiation == USUAL:
        manual = manager.qmgr.value("SCHINIT") == "MANUAL" and manager.qmgr.is_given("SCHINIT")
        return "SCHINIT(MANUAL): no channel initiator starts with the queue manager" if manual else ""
    if initiation == MONITORED:
        return f"INITQ({initiation}) of {name} is for trigger monitors, and no channel initiator reads it"
    return unread_text(initiation, xmitq)


def undefined_text(initiation: str, xmitq: MqObject) -> str:
    """That there is no initiation queue."""
    return f"INITQ({initiation}) of XMITQ({xmitq.name}) is not defined: no trigger message is written"


def unread_text(initiation: str, xmitq: MqObject) -> str:
    """That nothing is known to read an initiation queue that may be there."""
    return f"no channel initiator is known to read INITQ({initiation}) of XMITQ({xmitq.name})"


def is_started(manager: QueueManager, initiation: str) -> bool:
    """Whether a service or a command of the files starts a channel initiator for a queue."""
    started = set()
    for statement in manager.statements:
        if statement.verb != "START":
            continue
        if statement.type == "CHINIT" and (statement.text("INITQ") or USUAL) == initiation:
            return True
        if statement.type == "SERVICE":
            started.add(statement.name)
    return any(
        service.value("CONTROL") != "MANUAL" or service.name in started
        for service in manager.of_type("SERVICE")
        if runs_initiator(service, initiation)
    )


def runs_initiator(service: MqObject, initiation: str) -> bool:
    """Whether a service is a channel initiator for a queue."""
    command = f"{service.text('STARTCMD')} {service.text('STARTARG')}".replace('"', " ").replace("'", " ")
    return PROGRAM in command and not {initiation, f"-q{initiation}"}.isdisjoint(command.split())
