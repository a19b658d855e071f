"""The load of an object: its locks, its share of each budget, and the models with its own figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mqtune.capacity.definition import MODEL_NAMES, models
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.topics import build_topics
from mqtune.flow.provenance import number
from mqtune.flow.resource import AT_LEAST
from mqtune.present.bodies import Row, link
from mqtune.present.layout import bar
from mqtune.present.target import EXPERIMENT, MODEL, RESULT, Target
from mqtune.views.card.sources import Sources, object_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.flow.resource import Resource
    from mqtune.lab.journal.result import Result

MOST_RESULTS = 5


def budget_rows(sources: Sources, estate: Estate, manager: QueueManager, name: str) -> Iterator[Row]:
    """The resources of a queue manager that are, or are named by, an object as `QLOCAL(A)`; all for ""."""
    for one in sources.budget(estate):
        if one.queue_manager is manager and (not name or is_about(one, name)):
            yield resource_row(one)
            for source in one.chain[:3] if name else ():
                place = (source.file, source.line or 0) if source.file else None
                yield Row("", f"← {source.text}", "", link(place), place=place)


def is_about(one: Resource, name: str) -> bool:
    """Whether a resource is an object, or is named after it: `topic lock of TOPIC(A)`."""
    texts = (f"'{name}'", f"'{name}/#'")
    return (
        one.resource == name
        or one.resource.endswith(f" {name}")
        or any(text in one.resource for text in texts)
    )


def resource_row(one: Resource) -> Row:
    """One resource with its share as a bar."""
    share = one.share
    text = "share unknown" if share is None else f"{bar(share, one.bound == AT_LEAST)} {one.percent}"
    used = "unknown" if one.used is None else one.mark + number(one.used)
    of = f" of {number(one.limit)}" if one.limit is not None else ""
    notes = "; ".join(filter(None, (one.basis or "", *one.notes[:1])))
    severity = "error" if share is not None and share > 1 else ""
    return Row(one.resource, f"{text}  {used}{of} {one.unit}", notes, model_in(one.basis or ""), severity)


def model_in(text: str) -> Target | None:
    """The first model that a text names, or that is based on the source that the text names."""
    named = (name for name in MODEL_NAMES if f"model {name}" in text or f"{name} model" in text)
    found = next(named, None) or next(
        (name for source, name in model_sources().items() if source in text), ""
    )
    return Target(MODEL, found) if found else None


@cache
def model_sources() -> dict[str, str]:
    """The models by the published tables and charts on which they are based."""
    found: dict[str, str] = {}
    for one in models():
        for constant in one.constants:
            if constant.where is not None:
                found.setdefault(str(constant.source), one.name)
    return found


def lock_rows(manager: QueueManager, topic: str) -> Iterator[Row]:
    """The locks that a publication on a topic string takes."""
    tree = manager.derived(build_topics)
    state = "own lock" if tree.isolated(topic) else f"{len(tree.inherited(topic))} properties are inherited"
    yield Row("lock", state)
    for lock in tree.locks(topic):
        object = lock.node.object
        where = f"TOPIC({object.name})" if object is not None else lock.node.topic or "the root"
        target = object_target(manager, object) if object is not None else None
        yield Row("", where, ", ".join(lock.keywords) or "its own", target)


def model_rows(manager: QueueManager, topic: str) -> Iterator[Row]:
    """What the models predict for a topic string with its own figures."""
    from mqtune.views.topology import predictions  # the first section of a card does not need it

    reached = len(manager.derived(build_topics).reached(topic))
    for one in predictions(manager, topic, reached):
        yield Row(one.name, one.figure, one.basis, Target(MODEL, one.model))


def result_rows(sources: Sources, qmgr: str, experiments: tuple[str, ...] = ()) -> Iterator[Row]:
    """The last results on a queue manager, or of some experiments, the newest first."""
    count = 0
    for one in sources.results:
        head = one.head
        if (not qmgr or head.qmgr == qmgr) and (not experiments or head.experiment in experiments):
            yield result_row(one)
            count += 1
            if count == MOST_RESULTS:
                return


def result_row(one: Result) -> Row:
    """A stored result with its verdict."""
    from mqtune.lab.reports.text import verdict_text

    simulated = "SIMULATED, " if one.simulated else ""
    return Row(
        one.head.experiment,
        verdict_text(one),
        f"{simulated}{one.head.qmgr}, {one.time[:16].replace('T', ' ')}",
        Target(RESULT, one.id),
    )


def experiment_row(name: str, question: str) -> Row:
    """An experiment as a link."""
    return Row("experiment", name, question, Target(EXPERIMENT, name))
