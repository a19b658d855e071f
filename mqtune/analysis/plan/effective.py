"""Changes of effective values that an object does not write itself: through a namelist or a parent topic.

They belong to the change that causes them: that of the namelist, or of the topic object that gives the value.
"""

from __future__ import annotations

from mqtune.analysis.plan.model import ALTER, CREATE, DELETE, RESET, Change
from mqtune.analysis.plan.risk import BREAKS, CLOSES, OPENS, RESETS, SAFE, UNKNOWN, effect_of, in_order
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.topic_strings import own_value
from mqtune.estate.words import name_space
from mqtune.estate.workload import cluster_names, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.plan.objects import Comparison
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject

EITHER = (("CLUSTER", "CLUSNL"), ("REPOS", "REPOSNL"))  # only one of them may have a value
CLUSTERED = ("QLOCAL", "QALIAS", "QREMOTE", "TOPIC", "CHANNEL")
MOST_SHOWN = 6  # objects that one change affects
TOPIC = "TOPIC"
ROOT = ""


def mark_effective(comparison: Comparison, changes: list[Change]) -> None:
    """Correct the classes of a change of clusters, and add those of namelists and topics, with notes."""
    for change in changes:
        mark_kept(comparison, change)
    lists = {
        change.name: change
        for change in changes
        if change.type == "NAMELIST" and change.action in (ALTER, DELETE)
    }
    if lists:
        mark_clusters(comparison, lists)
        mark_manager(comparison, lists)
    topics = {
        change.name: change
        for change in changes
        if change.type == TOPIC and change.action in (ALTER, CREATE, DELETE)
    }
    if topics:
        Topics(comparison, topics).mark()


def add(change: Change, attribute: str, classes: tuple[str, ...], note: str) -> None:
    """Add classes to an attribute of a change, or to the change if it has no such attribute, and a note."""
    attributes = [
        altered for altered in change.attributes if altered.name == attribute and change.action == ALTER
    ]
    for altered in attributes:
        altered.classes = in_order((*altered.classes, *classes))
    if not attributes:
        change.more = (*change.more, *classes)
    if note not in change.notes:
        change.notes.append(note)


def mark_kept(comparison: Comparison, change: Change) -> None:
    """A change between CLUSTER and CLUSNL, or REPOS and REPOSNL, breaks nothing if no cluster is left."""
    pair = next(
        (pair for pair in EITHER if any(attribute.name in pair for attribute in change.attributes)), None
    )
    if pair is None or change.action != ALTER or change.recreated:
        return
    key = ("QMGR", "") if change.type == "QMGR" else (name_space(change.type, change.subtype), change.name)
    before, after = comparison.old.objects.get(key), comparison.new.objects.get(key)
    if before is None or after is None:
        return
    names = named_clusters(before, pair, comparison.old)
    if names and {*names} <= {*named_clusters(after, pair, comparison.new)}:
        for attribute in change.attributes:
            if attribute.name in pair:
                attribute.classes = in_order({*attribute.classes} - {BREAKS})


def named_clusters(object: MqObject, pair: tuple[str, str], manager: QueueManager) -> tuple[str, ...]:
    """The clusters that an attribute for one or its namelist name; none if the namelist does not exist."""
    name = object.text(pair[0])
    return (name,) if name else listed(object.text(pair[1]), manager)


def mark_clusters(comparison: Comparison, lists: dict[str, Change]) -> None:
    """The clusters that objects leave because their namelist changes."""
    left: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for key, after in comparison.new.objects.items():
        before = comparison.old.objects.get(key)
        if before is None or before.type != after.type or after.type not in CLUSTERED:
            continue
        name = after.text("CLUSNL")
        if name not in lists or before.text("CLUSNL") != name:
            continue
        kept = cluster_names(after, comparison.new)
        gone = tuple(cluster for cluster in cluster_names(before, comparison.old) if cluster not in kept)
        if gone:
            left.setdefault((name, gone), []).append(f"{after.type}({after.name})")
    for (name, gone), titles in left.items():
        more = f" and {len(titles) - MOST_SHOWN} more" if len(titles) > MOST_SHOWN else ""
        verb = "leaves" if len(titles) == 1 else "leave"
        what = f"cluster {gone[0]}" if len(gone) == 1 else f"clusters {', '.join(gone)}"
        note = f"{', '.join(titles[:MOST_SHOWN])}{more} {verb} {what}: CLUSNL({name})"
        add(lists[name], "NAMES", (BREAKS,), note)


def mark_manager(comparison: Comparison, lists: dict[str, Change]) -> None:
    """What the queue manager gives up because a namelist changes: repositories, revocation checks."""
    for keyword in ("REPOSNL", "SSLCRLNL"):
        name = comparison.new.qmgr.text(keyword)
        if name not in lists or comparison.old.qmgr.text(keyword) != name:
            continue
        before, after = listed(name, comparison.old), listed(name, comparison.new)
        gone = [entry for entry in before if entry not in after]
        new = [entry for entry in after if entry not in before]
        names = ", ".join(gone)
        if keyword == "REPOSNL" and gone:
            note = f"the queue manager is no longer a full repository of {names}: REPOSNL({name})"
            add(lists[name], "NAMES", (BREAKS,), note)
        elif keyword == "SSLCRLNL" and gone:
            note = f"the revocation of certificates is no longer checked with {names}: SSLCRLNL({name})"
            add(lists[name], "NAMES", (OPENS,), note)
        if keyword == "SSLCRLNL" and new:
            note = f"the revocation of certificates is checked with {', '.join(new)}: SSLCRLNL({name})"
            add(lists[name], "NAMES", (CLOSES,), note)


class Topics:
    """The topic trees of both states, and the changes of topic objects by name."""

    def __init__(self, comparison: Comparison, changes: dict[str, Change]) -> None:
        self.comparison = comparison
        self.changes = changes
        self.old, self.new = comparison.old.derived(build_topics), comparison.new.derived(build_topics)

    def mark(self) -> None:
        """Compare what applies at the topic string of each object."""
        before, after = by_string(self.comparison.old), by_string(self.comparison.new)
        for string in sorted({*before, *after}):
            for keyword in self.new.properties:
                self.compare(string, keyword, before.get(string), after.get(string))

    def compare(self, string: str, keyword: str, before: MqObject | None, after: MqObject | None) -> None:
        """Mark the change that gives a property another effective value at a topic string."""
        first, earlier = self.old.effective(string, keyword)
        second, owner = self.new.effective(string, keyword)
        change = self.changes.get(after.name) if after is not None else None
        named = (
            [attribute for attribute in change.attributes if attribute.name == keyword]
            if change is not None
            else []
        )
        if named and change is not None and change.action == ALTER:
            for attribute in named:
                if not attribute.unknown:
                    effects = effect_of(TOPIC, keyword, first, second).classes if first != second else (SAFE,)
                    attribute.classes = in_order((*effects, *((RESETS,) if attribute.cause == RESET else ())))
            if first != second and after is not None and own_value(after, keyword) is None:
                add(change, keyword, (), f"{keyword}(ASPARENT) is {second}{self.source(owner)}")
            return
        classes = effect_of(TOPIC, keyword, first, second).classes
        if first == second or {*classes} <= {SAFE, UNKNOWN}:
            return
        gone = earlier.object if earlier is not None else None
        cause = self.cause(owner, after) or (self.changes.get(gone.name) if gone is not None else None)
        if cause is not None:
            at = f"topic string {string}" if string else "the root of the topics"
            add(cause, keyword, classes, f"{keyword} is {first} -> {second} at {at}{self.source(owner)}")

    def cause(self, owner: object, after: MqObject | None) -> Change | None:
        """The change of the object that gives the new value, or of one that is new at the topic string."""
        giver = getattr(owner, "object", None)
        if giver is not None and giver.name in self.changes:
            return self.changes[giver.name]
        return self.changes.get(after.name) if after is not None else None

    @staticmethod
    def source(owner: object) -> str:
        """`, from TOPIC(A)`; "" for a value of the product."""
        giver = getattr(owner, "object", None)
        return f", from {TOPIC}({giver.name})" if giver is not None else ""


def by_string(manager: QueueManager) -> dict[str, MqObject]:
    """The topic objects by their topic strings."""
    topics = {}
    for (space, _), topic in manager.objects.items():
        if space == name_space(TOPIC, ""):
            topics[topic.text("TOPICSTR") or ROOT] = topic
    return topics
