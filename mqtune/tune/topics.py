"""Complete definitions for busy branches of the topic tree, so that each uses only its own lock.

CLUSTER, CLROUTE and all other properties that are not inherited stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from mqtune.capacity.topic_lock import planned_share
from mqtune.estate.busy_topics import branches_to_isolate, isolating_values, own_topic
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.topic_properties import CAP, CAP_ATTRIBUTE_SINCE
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.topics import build_topics
from mqtune.language import catalogue
from mqtune.project.settings import TopicLoad
from mqtune.text.wording import listed
from mqtune.tune.advice import ALTER, DEFINE, Change, Measure, Setting, Tuning, Why
from mqtune.tune.figures import Figures, basis_of, source_of, spread
from mqtune.tune.isolation import Isolation, isolations

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
    taken: set[str] = set()
    for isolation in isolations(queue_manager, busy_branches, limit):
        one = isolation.branches[0]
        lonely = isolation.rate_per_s == isolation.contention.together_per_s
        if not (lonely and too_much_for_one(one.load, isolation.rate_per_s, limit)):
            # otherwise its own object would be as busy as the present lock
            isolate(tuning, figures, isolation, taken)
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


def isolate(tuning: Tuning, figures: Figures, isolation: Isolation, taken: set[str]) -> None:
    """Isolate one topic string; `taken` are the names of topic objects that changes use."""
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
    change = isolating_change(queue_manager, root, values, why(tuning, figures, isolation, topic), taken)
    if change is None:
        tuning.ask(f"define a topic object for '{root}'", "no name can be derived from this topic string")
        return
    taken.add(change.name)
    branches = [own_topic(queue_manager.derived(build_topics), branch.root) for branch in isolation.branches]
    change.causes = tuple(one for one in branches if one is not None)
    tuning.change(change)


def isolating_change(
    queue_manager: QueueManager, root: str, values: dict[str, str], why: Why, taken: Collection[str] = ()
) -> Change | None:
    """The command that gives a topic string its own lock, with its `isolating_values`; None if no object name
    can be derived from it. `taken` are names that other changes use.
    """
    topic = own_topic(queue_manager.derived(build_topics), root)
    if topic is not None:
        settings = settings_of(queue_manager, topic, root, values)
        return Change(ISOLATE, ALTER, "TOPIC", topic.name, settings, why, topic)
    name = new_name(queue_manager, root, taken)
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
    found = []
    for keyword in tree.properties:
        in_custom = keyword == CAP and "CUSTOM" in inherited
        word = "CUSTOM" if in_custom else keyword
        if word in inherited:
            now, node = tree.effective(root, keyword)
            named = node.object.name if node is not None and node.object is not None else "the product"
            found.append(Setting(word, inherited[word], now, f"from {named}"))
        elif topic is not None and not old_cap(queue_manager, keyword):
            own = topic.text(keyword)
            found.append(Setting(keyword, own, own, "its own", changes=False))
    return tuple(found)


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
    topics = listed([f"'{one.load.topic}'" for one in isolation.branches])
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


def new_name(queue_manager: QueueManager, root: str, taken: Collection[str] = ()) -> str:
    """An unused name for a new topic object: PRICES.FX for prices/fx."""
    name = NO_NAME.sub("_", root.upper().replace("/", ".")).strip("._")[:LONGEST_NAME]
    number, wanted = 2, name
    while wanted and (wanted in taken or queue_manager.find("TOPIC", wanted) is not None):
        wanted = f"{name[: LONGEST_NAME - 3]}.{number}"
        number += 1
    return wanted


def place_for_topics(queue_manager: QueueManager) -> Statement | None:
    """The command after which a new topic is inserted: the last one on topics, otherwise the last of all."""
    statements = [one for one in queue_manager.statements if one.command.intact and one.type is not None]
    topics = [one for one in statements if one.type == "TOPIC" and one.verb in (DEFINE, ALTER)]
    return (topics or statements or [None])[-1]  # type: ignore[list-item]
