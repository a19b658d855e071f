"""The trace that a user asks for, as a command or on the screen: the name, the message, who puts it."""

from __future__ import annotations

from mqtune.flow.message import Message
from mqtune.flow.trace import TOPIC_PREFIX, Trace
from mqtune.project.units import bytes_of, plain_number
from mqtune.session.options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate, QueueManager


def check_name(name: str) -> None:
    """Raise UsageError for a name that cannot be traced."""
    queue, at, manager = name.partition("@")
    if name != TOPIC_PREFIX and (name.startswith(TOPIC_PREFIX) or (queue and not (at and not manager))):
        return
    raise UsageError(f"invalid name {name!r}", "write QUEUE, QUEUE@QMGR or topic:STRING")


def message_of(size: str | None, persistent: bool | None, option: str) -> Message:
    """The message of a size as it is written, in the option or field of this name. Raises UsageError."""
    if size is None:
        return Message(None, persistent)
    number = plain_number(size.strip())
    length = bytes_of(size) if number is None else int(number)
    if length is None:
        raise UsageError(f"invalid {option} {size!r}", "write bytes, or a unit: 5000, '2 MiB'")
    return Message(length, persistent)


def traced(
    estate: Estate,
    manager: QueueManager,
    name: str,
    message: Message,
    user: str | None = None,
    groups: tuple[str, ...] = (),
) -> Trace:
    """The trace of a message, with the authority of a user if one is named."""
    if user is None:
        return Trace(estate, manager, name, message)
    from mqtune.session.put_authority import put_authority  # only with a user

    found = put_authority(estate, manager, name, user, groups)
    return Trace(estate, manager, name, message, found.failure, found.doubt, found.note)
