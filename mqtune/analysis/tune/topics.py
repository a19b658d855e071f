"""Complete definitions for busy branches of the topic tree, so that each uses only its own lock.

CLUSTER, CLROUTE and all other properties that are not inherited stay as they are. Declared branches take the
lock of the nearest isolated object at or above their topic string. So isolated objects divide the tree into
parts, and one object above several branches may be enough for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from mqtune.analysis.topology.busy_topics import (
    Branch,
    Contention,
    branches_to_isolate,
    isolating_values,
    own_topic,
    planned_for,
)
from mqtune.analysis.topology.topics import build_topics
from mqtune.analysis.tune.advice import (
    ALTER,
    DEFINE,
    Change,
    Figures,
    Measure,
    Setting,
    Tuning,
    Why,
    basis_of,
    source_of,
    spread,
)
from mqtune.capacity.topics import planned_share
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.topic_strings import CAP, CAP_ATTRIBUTE_SINCE, branch_root, levels_of
from mqtune.language import catalogue
from mqtune.project.settings import TopicLoad
from mqtune.text.messages import listed

# The fewest topic objects that keep every topic lock below its planned share.

Levels = tuple[str, ...]


@dataclass(slots=True)
class Isolation:
    """A topic string to isolate, the branches that then take its lock, and the lock that they take now."""

    root: str
    branches: list[Branch]
    contention: Contention

    @property
    def rate_per_s(self) -> float:
        """The publications per second on the new lock."""
        return sum(branch.rate_per_s for branch in self.branches)


@dataclass(slots=True)
class Part:
    """A topic string, the branches declared for exactly it, and those at or below it that share a lock."""

    levels: Levels
    direct: list[Branch] = field(default_factory=list)
    children: list[Part] = field(default_factory=list)
    sharing: list[Branch] = field(default_factory=list)

    @property
    def rate_per_s(self) -> float:
        """The publications per second that share a lock at this topic string."""
        return sum(branch.rate_per_s for branch in self.sharing)


def isolations(
    queue_manager: QueueManager, busy_branches: list[Contention], limit_per_s: float
) -> list[Isolation]:
    """What to isolate: below a lock above its planned share, the fewest topic strings that keep each lock
    below it; otherwise each busy branch, which saves the lookup in the topics above.
    """
    by_lock: dict[int, list[Contention]] = {}
    for busy in busy_branches:
        by_lock.setdefault(id(busy.branch.lock), []).append(busy)
    declared = {id(load): number for number, load in enumerate(queue_manager.topic_loads)}
    proposals = []
    for some in by_lock.values():
        first = some[0]
        if first.share < first.planned:
            proposals += alone(some)
            continue
        sharing = sorted(first.sharing, key=lambda branch: declared[id(branch.load)])
        for part in fewest(sharing, levels_of(first.branch.lock.topic), limit_per_s):
            proposals.append(Isolation("/".join(part.levels), part.sharing, first))
    return proposals


def alone(some: list[Contention]) -> list[Isolation]:
    """An isolation for each of the topic strings of some branches."""
    by_root = {}
    for busy in some:
        root = busy.branch.root
        by_root[root] = Isolation(root, [branch for branch in busy.sharing if branch.root == root], busy)
    return list(by_root.values())


def fits(branches: list[Branch], limit_per_s: float) -> bool:
    """Whether one lock stays below its planned share with some branches."""
    return sum(branch.rate_per_s for branch in branches) < planned_for(branches) * limit_per_s


def fewest(branches: list[Branch], top: Levels, limit_per_s: float) -> list[Part]:
    """The parts to isolate below a topic string, so that its lock and theirs stay below the planned share; a
    topic string whose own publications exceed it has a lock of its own.

    From the leaves upwards, the largest parts below a topic string are separated until the rest fits
    (Kundu and Misra, A linear tree partitioning algorithm, 1977), which no smaller number does as long as the
    planned share is the same for all parts.
    """
    cut: list[Part] = []
    too_large: list[Part] = []
    parts = tree_of(branches, top)
    for part in sorted(parts.values(), key=lambda candidate: -len(candidate.levels)):
        kept, removed = largest_fitting(part, limit_per_s)
        cut += map(lowest, removed)
        part.sharing = [*part.direct, *joined(kept)]
        if part.direct and not kept and not fits(part.direct, limit_per_s):
            too_large.append(part)
    if too_large and not parts[top].sharing:
        cuts = {part.levels for part in cut}
        highest = [
            candidate
            for candidate in too_large
            if cuts.isdisjoint(candidate.levels[:count] for count in range(len(candidate.levels)))
        ]
        stays = min(highest, key=lambda candidate: sum(branch.rate_per_s for branch in candidate.direct))
        cut = [part for part in cut if part.levels != stays.levels]  # alone on the lock that it takes now
    return cut


def largest_fitting(part: Part, limit_per_s: float) -> tuple[list[Part], list[Part]]:
    """The parts below a topic string that can share a lock with it, and those to separate, the largest."""
    rest = sorted((child for child in part.children if child.sharing), key=lambda child: child.rate_per_s)
    kept, sharing = 0, list(part.direct)
    rate = sum(branch.rate_per_s for branch in sharing)
    publishers = publishers_of(sharing)
    for child in rest:
        rate, publishers = rate + child.rate_per_s, publishers + publishers_of(child.sharing)
        if rate >= planned_share(publishers) * limit_per_s:
            break
        kept += 1
    return rest[:kept], rest[kept:]


def publishers_of(branches: list[Branch]) -> int:
    """The publishers declared for some branches, at least one each."""
    return sum(branch.load.publishers or 1 for branch in branches)


def above(levels: Levels) -> list[Levels]:
    """The topic strings above one."""
    return [levels[:count] for count in range(len(levels))]


def joined(parts: list[Part]) -> list[Branch]:
    """The branches of some parts that share a lock."""
    return [branch for part in parts for branch in part.sharing]


def lowest(part: Part) -> Part:
    """The lowest topic string that covers the same branches."""
    while not part.direct and len(below := [child for child in part.children if child.sharing]) == 1:
        part = below[0]
    return Part(part.levels, part.direct, part.children, part.sharing)


def tree_of(branches: list[Branch], top: Levels) -> dict[Levels, Part]:
    """The topic strings of some branches and all above them, up to `top`."""
    parts = {top: Part(top)}
    for branch in branches:
        levels = levels_of(branch.root)
        for count in range(len(top) + 1, len(levels) + 1):
            if levels[:count] not in parts:
                parts[levels[:count]] = Part(levels[:count])
                parts[levels[: count - 1]].children.append(parts[levels[:count]])
        parts[levels].direct.append(branch)
    return parts


# The definitions.

ISOLATE = "isolate-topic"
LONGEST_NAME = 48
NO_NAME = re.compile(r"[^A-Z0-9._%]+")


def tune_topics(tuning: Tuning, figures: Figures) -> None:
    """Recommend a complete definition for each busy branch that inherits."""
    queue_manager = tuning.queue_manager
    known = figures.run("topic-limit")
    if known is None:
        return
    limit = known.outputs["limit_per_s"]
    busy_branches = branches_to_isolate(queue_manager, limit)
    for busy in busy_branches:
        load, rate = busy.branch.load, busy.branch.rate_per_s
        if too_much_for_one(load, rate, limit):
            ask_for_parts(tuning, load, rate / limit)
    names: set[str] = set()
    for isolation in isolations(queue_manager, busy_branches, limit):
        branch = isolation.branches[0]
        lonely = isolation.rate_per_s == isolation.contention.together_per_s
        if not (lonely and too_much_for_one(branch.load, isolation.rate_per_s, limit)):
            # otherwise its own object would be as busy as the present lock
            isolate(tuning, figures, isolation, names)
    tree = queue_manager.derived(build_topics)
    for load in queue_manager.topic_loads:
        rate = load.publish_rate_per_s or 0.0
        if too_much_for_one(load, rate, limit) and tree.isolated(branch_root(load.topic)):
            ask_for_parts(tuning, load, rate / limit)


def too_much_for_one(load: TopicLoad, rate: float, limit_per_s: float) -> bool:
    """Whether a branch exceeds the planned share of a lock even if no other branch takes it."""
    return rate >= planned_share(load.publishers or 1) * limit_per_s


def ask_for_parts(tuning: Tuning, load: TopicLoad, share: float) -> None:
    """Ask which sub-branches carry a load, because an object has one lock; a single topic has to be split."""
    if any(level in ("#", "+") for level in load.topic.split("/")):
        tuning.ask(
            f"declare publish-rate of the sub-branches that carry '{load.topic}', in place of the whole",
            f"one topic object has one lock, which stays at {share:.0%} of the measured limit; with the "
            "rates of "
            "sub-branches the fewest objects are proposed that keep each lock below its planned share",
        )
        return
    tuning.hint(
        f"distribute the publications on '{load.topic}' over several topics, each with an object of its own",
        f"one topic has one lock, and its use is {share:.0%} of the measured limit",
        "IBM MQ V8.0 publish/subscribe performance report (2015), 4.4, p. 34",
    )


def isolate(tuning: Tuning, figures: Figures, isolation: Isolation, names: set[str]) -> None:
    """Isolate one topic string; `names` are the names of topic objects that changes use."""
    queue_manager, root = tuning.queue_manager, isolation.root
    values = isolating_values(queue_manager, root)
    missing = missing_values(queue_manager, root, values)
    if missing:
        tuning.ask(
            f"add to the files the definitions that set {missing} at '{root}'",
            f"the definition that isolates '{root}' must repeat the effective values",
        )
        return
    topic = own_topic(queue_manager.derived(build_topics), root)
    change = isolating_change(queue_manager, root, values, why(tuning, figures, isolation, topic), names)
    if change is None:
        tuning.ask(f"define a topic object for '{root}'", "no name can be derived from this topic string")
        return
    names.add(change.name)
    branches = [own_topic(queue_manager.derived(build_topics), branch.root) for branch in isolation.branches]
    change.causes = tuple(cause for cause in branches if cause is not None)
    tuning.change(change)


def isolating_change(
    queue_manager: QueueManager, root: str, values: dict[str, str], why: Why, names: Collection[str] = ()
) -> Change | None:
    """The command that gives a topic string its own lock, with its `isolating_values`; None if no object name
    can be derived from it. `names` are those that other changes use.
    """
    topic = own_topic(queue_manager.derived(build_topics), root)
    if topic is not None:
        settings = settings_of(queue_manager, topic, root, values)
        return Change(ISOLATE, ALTER, "TOPIC", topic.name, settings, why, topic)
    name = new_name(queue_manager, root, names)
    if not name:
        return None
    settings = (Setting("TOPICSTR", root), *settings_of(queue_manager, None, root, values))
    behind = place_for_topics(queue_manager)
    return Change(ISOLATE, DEFINE, "TOPIC", name, settings, why, behind=behind)


def missing_values(queue_manager: QueueManager, root: str, values: dict[str, str]) -> str:
    """The inherited properties whose value the files do not show; empty if there are none. `values` are its
    `isolating_values`.
    """
    inherited = queue_manager.derived(build_topics).inherited(root)
    names = ["CUSTOM" if word == CAP and "CUSTOM" in values else word for word in inherited]
    return ", ".join(word for word in names if word not in values)


def settings_of(
    queue_manager: QueueManager, topic: MqObject | None, root: str, inherited: dict[str, str]
) -> tuple[Setting, ...]:
    """Every inheritable property with its effective value, including those the topic sets itself."""
    tree = queue_manager.derived(build_topics)
    settings = []
    for keyword in tree.properties:
        in_custom = keyword == CAP and "CUSTOM" in inherited
        word = "CUSTOM" if in_custom else keyword
        if word in inherited:
            now, node = tree.effective(root, keyword)
            named = node.object.name if node is not None and node.object is not None else "the product"
            settings.append(Setting(word, inherited[word], now, f"from {named}"))
        elif topic is not None and not old_cap(queue_manager, keyword):
            value = topic.text(keyword)
            settings.append(Setting(keyword, value, value, "its own", changes=False))
    return tuple(settings)


def old_cap(queue_manager: QueueManager, keyword: str) -> bool:
    """Whether the cap is a key in CUSTOM at this level, which the topic then has already."""
    return keyword == CAP and queue_manager.level is not None and queue_manager.level < CAP_ATTRIBUTE_SINCE


def why(tuning: Tuning, figures: Figures, isolation: Isolation, topic: MqObject | None) -> Why:
    """The rationale for the definition of one topic string."""
    limits = figures.range("topic-limit", "limit_per_s")
    outcome = figures.run("topic-limit")
    assert outcome is not None  # the branches were found with it
    busy, first = isolation.contention, isolation.branches[0]
    now = spread([busy.together_per_s / limit * 100 for limit, _ in limits], "%")
    after = spread([isolation.rate_per_s / limit * 100 for limit, _ in limits], "%")
    of = " and ".join(f"{limit:,.0f}/s ({whose})" for limit, whose in limits)
    lock = first.lock.object.name if first.lock.object is not None else "the root of the tree"
    sharing = len(busy.sharing)
    who = "from this branch alone" if sharing == 1 else f"from {sharing} branches together"
    topics = listed([f"'{branch.load.topic}'" for branch in isolation.branches])
    several = len(isolation.branches) > 1
    together = f"; one lock is enough for these {len(isolation.branches)}" if several else ""
    return Why(
        f"publications on {topics} look up {len(first.inherited)} inherited "
        f"propert{'y' if len(first.inherited) == 1 else 'ies'} under the lock of {lock}, which handles "
        f"{busy.together_per_s:,.0f} publications/s {who}{together}",
        f"{use(now, after)} of the rate measured for one lock, {of}; above that limit 42 to 57% of the rate "
        "remained (V8.0, 12 to 24 publishers), below it the gain was at most 15%",
        risk(tuning.queue_manager, isolation.root, topic),
        restart=False,
        measure=measure(isolation.root),
        source=source_of(outcome),
        basis=basis_of(outcome),
    )


def use(now: str, after: str) -> str:
    """The change in lock utilisation; if the branch used the lock nearly alone, its new lock is as busy."""
    if now == after:
        return f"the branch no longer shares its lock; lock utilisation stays at {now}"
    return f"lock utilisation of {after} instead of {now}"


def measure(root: str) -> Measure:
    """How to measure the gain of isolation, and verify that nothing else has changed."""
    return Measure(
        "publish at full speed with 3, 4 and 5 fastpath threads on this topic, before and after; also "
        f"compare DISPLAY TPSTATUS('{root}') TYPE(TOPIC), which must not change",
        "topic-isolation",
    )


def risk(queue_manager: QueueManager, root: str, topic: MqObject | None) -> str:
    """The risk of isolating a branch."""
    texts = [
        "later changes to a topic above no longer reach this one",
        "the lock was described for V7.5 and V8.0 only"
        + ("" if topic is not None and topic.text("CLUSTER") else ", and a blank CLUSTER was not measured"),
    ]
    if not queue_manager.complete:
        texts.insert(
            0, "the values come from these files: changes that other files make above are not included"
        )
    if topic is None:
        texts.insert(0, f"if an object for '{root}' already exists, alter it instead")
    unknown = refused_words(topic) if topic is not None else []
    if unknown:
        texts.insert(
            0,
            f"the queue manager rejects the command that defines it, because of {', '.join(unknown)}: fix "
            "that first",
        )
    return "; ".join(texts)


def refused_words(topic: MqObject) -> list[str]:
    """The keywords in the commands of an object that are not valid for these commands."""
    return [
        parameter.keyword
        for statement in topic.statements
        for _, parameter in statement.command.words()
        if statement.verb is not None
        and statement.type is not None
        and catalogue.verb(parameter.keyword) is None
        and catalogue.object_type(parameter.keyword) is None
        and catalogue.parameter(statement.verb, statement.type, parameter.keyword) is None
    ]


def new_name(queue_manager: QueueManager, root: str, names: Collection[str] = ()) -> str:
    """An unused name for a new topic object: PRICES.FX for prices/fx."""
    name = NO_NAME.sub("_", root.upper().replace("/", ".")).strip("._")[:LONGEST_NAME]
    number, wanted = 2, name
    while wanted and (wanted in names or queue_manager.find("TOPIC", wanted) is not None):
        wanted = f"{name[: LONGEST_NAME - 3]}.{number}"
        number += 1
    return wanted


def place_for_topics(queue_manager: QueueManager) -> Statement | None:
    """The command after which a new topic is inserted: the last one on topics, otherwise the last of all."""
    statements = [
        statement
        for statement in queue_manager.statements
        if statement.command.intact and statement.type is not None
    ]
    topics = [
        statement
        for statement in statements
        if statement.type == "TOPIC" and statement.verb in (DEFINE, ALTER)
    ]
    return (topics or statements or [None])[-1]  # type: ignore[list-item]
