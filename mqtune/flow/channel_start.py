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
    named = triggered(queue)
    if named and named != channel.name and not has_placeholder(named):
        return f"{ASSUMED}TRIGDATA({named}) of the transmission queue names another one"
    doubt = start_doubt(manager, channel, queue)
    initiation = queue.text("INITQ")
    if not initiation:
        return f"{ASSUMED}INITQ of the transmission queue is blank"
    if not doubt:
        return f"started by the channel initiator on {initiation}"
    if initiation in (USUAL, MONITORED) or not is_read_by_program(queue):
        return f"{ASSUMED}{doubt}"
    return f"only if `{PROGRAM} -q {initiation}` runs: started by the channel initiator on {initiation}"


def start_doubt(manager: QueueManager, channel: MqObject, queue: MqObject | None) -> str:
    """Why a transmission queue that should trigger its channel does not start it, in words; "" if it does, if
    it has no trigger, or if a placeholder decides.
    """
    if queue is None or queue.value("TRIGGER") != "YES":
        return ""
    name, initiation, named = f"XMITQ({queue.name})", queue.text("INITQ"), triggered(queue)
    if has_placeholder(initiation + named):
        return ""
    if queue.value("TRIGTYPE") == "NONE":
        return f"{name} has TRIGTYPE(NONE): no trigger message is written"
    if not initiation:
        return f"INITQ of {name} is blank: no trigger message is written"
    process = queue.text("PROCESS")
    if process and manager.complete and manager.find("PROCESS", process) is None:
        return f"PROCESS({process}) of {name} is not defined: no trigger message is written"
    if named and named != channel.name and not serves(manager, named, queue.name):
        return f"TRIGDATA({named}) of {name} names another channel"
    return unread(manager, initiation, name)


def is_read_by_program(queue: MqObject) -> bool:
    """Whether all that a trigger needs is there but what reads the initiation queue."""
    return queue.value("TRIGTYPE") != "NONE" and bool(queue.text("INITQ"))


def triggered(queue: MqObject) -> str:
    """The channel that TRIGDATA names; "" if the channel is found by its transmission queue."""
    words = queue.text("TRIGDATA").split()
    return words[0] if words else ""


def serves(manager: QueueManager, name: str, xmitq: str) -> bool:
    """Whether a channel takes messages from a transmission queue."""
    channel = manager.channel(name)
    return channel is not None and channel.text("XMITQ") == xmitq


def unread(manager: QueueManager, initiation: str, name: str) -> str:
    """Why no channel initiator is known to read an initiation queue, in words; "" if one is."""
    queue = manager.queue(initiation)
    if queue is None and manager.complete:
        return f"INITQ({initiation}) of {name} is not defined: no trigger message is written"
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
    return f"no channel initiator is known to read INITQ({initiation}) of {name}"


def is_started(manager: QueueManager, initiation: str) -> bool:
    """Whether a service or a command of the files starts a channel initiator for a queue."""
    for statement in manager.statements:
        starts = statement.verb == "START" and statement.type == "CHINIT"
        if starts and (statement.text("INITQ") or USUAL) == initiation:
            return True
    for service in manager.of_type("SERVICE"):
        command = f"{service.text('STARTCMD')} {service.text('STARTARG')}"
        if PROGRAM in command and initiation in command.split():
            return True
    return False
