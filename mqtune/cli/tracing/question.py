"""What is traced: the queue manager, and the result."""

from __future__ import annotations

from mqtune.flow.expectation import Expectation
from mqtune.session.choice import names_help
from mqtune.session.options import UsageError
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.flow.trace import Trace

NOT_AS_EXPECTED = 1  # exit status
MOST_LISTED = 8


@record
class Result:
    """One trace, what was expected of it, and why it is not as expected; no trace for a connection alone."""

    trace: Trace | None
    expectation: Expectation | None = None
    failing: tuple[str, ...] = ()
    title: str = ""


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
