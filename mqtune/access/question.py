"""A question about access: who connects, how, and what for."""

from __future__ import annotations

from mqtune.estate.keywords import QUEUE, name_space
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager

VALID, WRONG, NONE = "valid", "wrong", "none"


@record
class Question:
    """Who connects, how, and what for. None means that it is not stated.

    `user` is the user that the program runs as, or that the client reports; `login` the user whose password
    is sent, by default the same. `credentials` states what is sent: "valid", "wrong" or "none".
    `certificate` is the subject's distinguished name, "" for a client without a certificate, `issuer` that of
    its issuer. `groups` are those of the user as which the connection runs. `partner` is the name of the
    queue manager at the other end of a message channel. `type` and `name` are those of an object, or TOPIC
    and "" with `topic`, a topic string. `host` is the name that a look-up of the address gives. `at` is the
    queue manager that the application names with a queue.
    """

    channel: str = ""
    address: str | None = None
    host: str | None = None
    user: str | None = None
    login: str | None = None
    credentials: str | None = None
    certificate: str | None = None
    issuer: str | None = None
    groups: tuple[str, ...] = ()
    local: bool = False
    partner: str | None = None
    type: str = ""
    name: str = ""
    topic: str | None = None
    at: str = ""
    purpose: str = "connect"


def as_defined(question: Question, queue_manager: QueueManager) -> Question:
    """The question with the name of its object as it is defined: names in lower case need no quotes."""
    if not question.name:
        return question
    space = QUEUE if question.type == QUEUE else name_space(question.type, "")
    if queue_manager.find(space, question.name) is not None:
        return question
    same = [one for one in queue_manager.names(space) if one.upper() == question.name]
    if len(same) != 1:
        return question
    fields = {name: getattr(question, name) for name in Question.__annotations__}
    return Question(**(fields | {"name": same[0]}))
