"""What is traced: the queue manager, the name, and the result."""

from __future__ import annotations

from mqtune.flow.expectation import Expectation
from mqtune.flow.trace import Trace
from mqtune.session.choice import names_help
from mqtune.session.options import UsageError
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.message import Message

NOT_AS_EXPECTED = 1  # exit status
MOST_LISTED = 8
TOPIC = "topic:"


@record
class Result:
    """One trace, what was expected of it, and why it is not as expected; no trace for a connection alone."""

    trace: Trace | None
    expectation: Expectation | None = None
    failing: tuple[str, ...] = ()
    title: str = ""


def check_name(name: str) -> None:
    """Raise UsageError for a name that cannot be traced."""
    queue, at, manager = name.partition("@")
    if name != TOPIC and (name.startswith(TOPIC) or (queue and not (at and not manager))):
        return
    raise UsageError(f"invalid name {name!r}", "write QUEUE, QUEUE@QMGR or topic:STRING")


def managers_of(estates: Iterable[Estate], wanted: str | None) -> list[tuple[Estate, QueueManager]]:
    """The queue managers with a name, one in each environment; without a name the only one. Raises
    UsageError.
    """
    every = [(estate, one) for estate in estates for one in estate.shown]
    names = sorted({one.label for _, one in every})
    if not names:
        raise UsageError("the files contain no queue manager", "`mqtune show objects` lists what there is")
    listed = ", ".join(names[:MOST_LISTED]) + (" …" if len(names) > MOST_LISTED else "")
    if wanted is None:
        if len(names) > 1:
            raise UsageError("the files contain several queue managers", f"choose one with --qmgr: {listed}")
        return every
    found = [(estate, one) for estate, one in every if one.label == wanted or estate.named(wanted) is one]
    if not found:
        raise UsageError(f"no queue manager is named {wanted!r}", names_help(wanted, names))
    return found


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
