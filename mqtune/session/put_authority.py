"""Whether a user may put or publish where a trace starts, according to `mqtune/access`."""

from __future__ import annotations

from mqtune.access.answer import ALLOWED, REFUSED
from mqtune.access.question import Question
from mqtune.access.walk import object_authority
from mqtune.flow.message import Failure
from mqtune.flow.trace import TOPIC_PREFIX
from mqtune.text.record import record
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.access.answer import Step
    from mqtune.estate.model import Estate, QueueManager

AUTHORITY = "authority"
NOT_AUTHORIZED = 2035


@record
class PutAuthority:
    """What is known of the authority: the failure of the put, a doubt, or a note; each empty otherwise."""

    failure: Failure | None = None
    doubt: str = ""
    note: str = ""


def put_authority(
    estate: Estate, manager: QueueManager, name: str, user: str, groups: tuple[str, ...] = ()
) -> PutAuthority:
    """Whether a user with some groups may put to a name, or publish on a topic string."""
    if name.startswith(TOPIC_PREFIX):
        topic = name.removeprefix(TOPIC_PREFIX)
        question = Question(
            user=user, groups=groups, local=True, type="TOPIC", topic=topic, purpose="publish"
        )
    else:
        queue, _, at = name.partition("@")
        question = Question(
            user=user, groups=groups, local=True, type="QUEUE", name=queue, at=at, purpose="put"
        )
    found = object_authority(estate, manager, question)
    steps = [step for step in found.decisive if step.name == AUTHORITY]
    if found.verdict == ALLOWED:
        return PutAuthority(note=f"{user} may put: {text_of(found.shown.last)}")
    if not steps:
        return PutAuthority()  # the name is not defined, which the trace shows
    if found.verdict == REFUSED:
        return PutAuthority(Failure(NOT_AUTHORIZED, text_of(steps[0]), place_of(steps[0])))
    return PutAuthority(doubt=f"whether {user} is authorized: {text_of(steps[0])}")


def text_of(step: Step) -> str:
    """The reason of a step with the record that decides."""
    return f"{step.text} ({step.evidence[0].text})" if step.evidence else step.text


def place_of(step: Step) -> Place | None:
    """The position of the record that decides."""
    for one in step.evidence[:1]:
        if one.file:
            return Place(one.file, Span(one.line, 1, one.line, 1))
    return None
