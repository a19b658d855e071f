"""Which name is checked when an application opens an object, and what is needed there.

The check is made on the first definition met while the name is resolved, and never on the target of an alias
or of a remote definition. Sources: Authorizations for MQI calls; Granting authority to put messages to a
remote cluster queue; topic security (q014500_).
"""

from __future__ import annotations

from mqtune.analysis.access.answer import Evidence
from mqtune.analysis.access.authority import Need, needs
from mqtune.analysis.access.case import Case
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import CLUSTER_XMITQ, Member, is_transmission, transmission_to
from mqtune.analysis.topology.references import in_cluster
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import mqsc_value
from mqtune.estate.topic_strings import fixed_levels, levels_of
from mqtune.estate.words import QUEUE_TYPES
from mqtune.estate.workload import cluster_names
from mqtune.language.access import Purpose, of_commands

QUEUE = "QUEUE"
PUTTING = ("put", "pass-identity", "pass-all", "set-identity", "set-all")
CONTROL_KEY = ("Security", "ClusterQueueAccessControl")
XMITQ, RQMNAME = "xmitq", "rqmname"
INHIBITS = {"get": "GET", "browse": "GET"}  # the attribute that stops an operation; PUT for those that put
LOCAL_ONLY = (*INHIBITS, "set")  # need an instance of a cluster queue on this queue manager (q027050_)


def needs_of(case: Case, purpose: Purpose) -> list[Need]:
    """What an operation needs; adds the step that states which name is checked. Empty if it is refused."""
    question = case.question
    if question.type == "QMGR":
        return [needs(purpose.words("QMGR"), purpose.confidence)]
    if question.topic is not None or question.type == "TOPIC":
        required = topic_needs(case, purpose)
    elif question.type in (QUEUE, *QUEUE_TYPES):
        required = queue_needs(case, purpose)
    else:
        required = named_needs(case, purpose)
    if required and purpose.queue_manager:
        required.append(needs(purpose.queue_manager, purpose.confidence))
    return required + command_needs(purpose) if required else []


def command_needs(purpose: Purpose) -> list[Need]:
    """What every command through the command server needs as well."""
    if not purpose.command:
        return []
    words, queue, on_queue, confidence = of_commands()
    return [needs(words), Need(QUEUE, (queue,), on_queue, confidence)]


def named_needs(case: Case, purpose: Purpose) -> list[Need]:
    """An object other than a queue or topic."""
    type, name = case.question.type, case.question.name
    object = case.queue_manager.find(type, name)
    if object is None and not missing(case, f"{type}({name})"):
        return []
    if object is not None:
        case.passed("name", f"{type}({name})", case.attribute(object))
    return [Need(type, (name,), purpose.words(type), purpose.confidence)]


def missing(case: Case, label: str) -> bool:
    """An object that the files do not define; whether the walk continues."""
    manager = case.queue_manager
    space = QUEUE if case.question.type in (QUEUE, *QUEUE_TYPES) else case.question.type
    near = manager.near(space, case.question.name)
    hint = f"; the nearest name is {near}" if near else ""
    if manager.complete:
        return case.refused(
            "name", f"{label} is not defined{hint}", "unknown-object", changes=(definition(case),)
        )
    return case.unsure(
        "name",
        f"{label} is not defined in these files, which may be only part of the queue manager{hint}",
        changes=("add the file that defines it, or use --complete",),
    )


def definition(case: Case) -> str:
    """What defines the object of the question, with its name as MQSC writes it."""
    question = case.question
    type = "QLOCAL" if question.type == QUEUE else question.type
    return f"define {type}({mqsc_value(question.name)})" + (f" at {question.at}" if question.at else "")


def queue_needs(case: Case, purpose: Purpose) -> list[Need]:
    """A queue, by the rules of name resolution."""
    name, at = case.question.name, case.question.at
    if at and at != case.queue_manager.name:
        return qualified_needs(case, purpose, name, at)
    return queue_needs_here(case, purpose, name)


def defined_needs(case: Case, purpose: Purpose, queue: MqObject) -> list[Need]:
    """A queue that is defined here, opened by its name."""
    words = purpose.words(QUEUE)
    result = [Need(QUEUE, (queue.name,), words, purpose.confidence)]
    if queue.type == "QMODEL" and not purpose.command:
        result.append(Need(QUEUE, (queue.name,), ("DSP",), "recalled"))
    if is_transmission(queue) and case.question.purpose in PUTTING:
        result.append(Need(QUEUE, (queue.name,), ("SETALL",), "recalled"))
        result.append(needs(("SETALL",), "recalled"))
    if queue.type == "QALIAS" and queue.value("TARGTYPE") == "TOPIC" and case.question.purpose in PUTTING:
        result.append(Need("TOPIC", topic_names(case, queue.text("TARGET")), ("PUB",), "unknown"))
    return result


def checked_text(queue: MqObject) -> str:
    """What is checked for a queue, in words."""
    label = f"{queue.type}({queue.name})"
    if queue.type == "QALIAS":
        return f"{label}: the alias is checked, never its target {queue.text('TARGET')}"
    if queue.type == "QREMOTE":
        return (
            f"{label}: the remote definition is checked, neither the transmission queue nor the remote queue"
        )
    if queue.type == "QMODEL":
        return f"{label}: the model is checked; the dynamic queue belongs to its creator"
    return label


def target_words(queue: MqObject) -> tuple[str, ...]:
    """The attributes that name what a queue means."""
    return {"QALIAS": ("TARGET",), "QREMOTE": ("RNAME", "RQMNAME", "XMITQ")}.get(queue.type, ())


def qualified_needs(case: Case, purpose: Purpose, name: str, at: str) -> list[Need]:
    """A queue that the application names together with a queue manager: transmission queue of that name,
    cluster, default transmission queue.
    """
    manager = case.queue_manager
    alias = manager.queue(at)
    if alias is not None and alias.type == "QREMOTE" and not alias.text("RNAME"):
        partner = alias.text("RQMNAME")
        where = case.attribute(alias, "RQMNAME", "XMITQ")
        shown = partner or manager.name
        case.passed("name", f"{at} is a queue manager alias for {shown}, which is not checked itself", where)
        if shown == manager.name:
            return queue_needs_here(case, purpose, name)
        if alias.text("XMITQ"):
            return transmission_needs(case, purpose, alias.text("XMITQ"), "XMITQ of the queue manager alias")
        at = partner
    transmission = transmission_to(at, manager)
    if transmission.name and (transmission.by == "RQMNAME" or not cluster_members(case, at)):
        by = "has the name of the queue manager" if transmission.by == "RQMNAME" else "is the default one"
        return transmission_needs(case, purpose, transmission.name, f"the transmission queue that {by}")
    if manager.complete and not may_be_clustered(case):
        text = f"no transmission queue leads to {at}"
        change = f"define a transmission queue or a queue manager alias named {at}"
        case.refused("name", text, "unknown-queue-manager", changes=(change,))
        return []
    return cluster_needs(case, purpose, name, at)


def queue_needs_here(case: Case, purpose: Purpose, name: str) -> list[Need]:
    """A queue that is opened by its name alone."""
    queue = case.queue_manager.queue(name)
    if queue is None:
        return cluster_needs(case, purpose, name, "")
    operation = case.question.purpose
    text = checked_text(queue)
    keyword = INHIBITS.get(operation, "PUT" if operation in PUTTING else "")
    if keyword and queue.value(keyword) == "DISABLED":
        text += f"; {keyword}(DISABLED) stops it regardless of authority"
    where = case.attribute(queue, *target_words(queue))
    if queue.type == "QREMOTE" and operation in INHIBITS:  # the table of options of MQOPEN (q101870_)
        text = f"{queue.type}({queue.name}): a remote queue cannot be opened to {operation} messages"
        case.refused("name", text, "invalid-option", where)
        return []
    case.passed("name", text, where)
    return defined_needs(case, purpose, queue)


def transmission_needs(case: Case, purpose: Purpose, queue: str, why: str) -> list[Need]:
    """The transmission queue is checked in place of a remote queue."""
    transmission = case.queue_manager.queue(queue)
    evidence = () if transmission is None else (case.attribute(transmission, "USAGE"),)
    case.passed("name", f"QUEUE({queue}): {why}", *evidence, confidence="inferred")
    return [Need(QUEUE, (queue,), purpose.words(QUEUE), "inferred")]


def cluster_needs(case: Case, purpose: Purpose, name: str, at: str) -> list[Need]:
    """A queue that is not defined here: in a cluster, or unknown."""
    manager = case.queue_manager
    instances = cluster_instances(case, name, at)
    # a member, or a queue manager alias that a member advertises
    is_known = bool(instances or (at and (cluster_members(case, at) or cluster_instances(case, at, ""))))
    label = f"QUEUE({name})" + (f" at {at}" if at else "")
    if not is_known and not may_be_clustered(case):
        return (
            [Need(QUEUE, (name,), purpose.words(QUEUE), purpose.confidence)] if missing(case, label) else []
        )
    evidence = tuple(case.attribute(instance, "CLUSTER") for instance in instances[:3])
    if not is_known:
        case.unsure("name", f"{label} is not defined in these files; it may be a cluster queue")
    if case.question.purpose not in PUTTING:
        return elsewhere_needs(case, purpose, name, label, evidence, is_known and manager.complete)
    control = access_control(case)
    value = manager.ini_value(*CONTROL_KEY)
    set = f"{CONTROL_KEY[1]}={value.strip() if value else 'Xmitq'}"
    if control == RQMNAME and at:
        case.passed("name", f"{set}: the profile of queue manager {at} is checked", *evidence)
        return [Need("RQMNAME", (at,), purpose.words("RQMNAME"), purpose.confidence)]
    if control == RQMNAME:
        case.passed("name", f"{set}: the profile of the queue name is checked", *evidence)
        return [Need(QUEUE, (name,), purpose.words(QUEUE), purpose.confidence)]
    case.passed(
        "name", f"{set}: {CLUSTER_XMITQ} is checked for every cluster queue that is elsewhere", *evidence
    )
    return [Need(QUEUE, (CLUSTER_XMITQ,), purpose.words(QUEUE), purpose.confidence)]


def elsewhere_needs(
    case: Case, purpose: Purpose, name: str, label: str, evidence: tuple[Evidence, ...], certain: bool
) -> list[Need]:
    """An operation other than a put on a cluster queue of which no instance is defined here."""
    text = f"{label} is not on this queue manager"
    if case.question.purpose not in LOCAL_ONLY:
        text += "; what an operation other than a put needs is not documented"
        case.unsure("name", text, *evidence, confidence="unknown")
    elif certain:
        change = f"connect to a queue manager that has QUEUE({name})"
        text += f": to {case.question.purpose}, an instance has to be here"
        case.refused("name", text, "no-local-instance", *evidence, changes=(change,))
        return []
    else:
        case.unsure("name", f"{text} as far as the files show", *evidence)
    return [Need(QUEUE, (name,), purpose.words(QUEUE), purpose.confidence)]


def access_control(case: Case) -> str:
    """ClusterQueueAccessControl of qm.ini, in lower case; the default if it is not set."""
    manager = case.queue_manager
    value = manager.ini_value(*CONTROL_KEY)
    if value is None and not manager.inis:
        case.assume(f"{CONTROL_KEY[1]}=Xmitq, the default: qm.ini is not among the files")
    return (value or XMITQ).strip().lower()


def cluster_members(case: Case, at: str) -> list[Member]:
    """The other members of the clusters of this queue manager; with `at` those of that name."""
    manager = case.queue_manager
    clusters = [cluster.joined for cluster in case.estate.derived(build_clusters).values()]
    joined = [cluster for cluster in clusters if any(member.queue_manager is manager for member in cluster)]
    members = [member for cluster in joined for member in cluster]
    return [
        member
        for member in members
        if member.queue_manager is not manager and at in ("", member.queue_manager.name)
    ]


def cluster_instances(case: Case, name: str, at: str) -> list[MqObject]:
    """The queues of a name that other members advertise."""
    return [
        queue
        for member in cluster_members(case, at)
        for queue in member.objects
        if queue.name == name and queue.type in QUEUE_TYPES
    ]


def may_be_clustered(case: Case) -> bool:
    """Whether a queue that the files do not define may be in a cluster."""
    return in_cluster(case.queue_manager)


def topic_needs(case: Case, purpose: Purpose) -> list[Need]:
    """A topic string, or a topic object: the topic objects from the node up to the root."""
    manager, question = case.queue_manager, case.question
    if question.topic is not None:
        names = path_names(case, question.topic)
        label = f"topic string {question.topic}"
    else:
        topic = manager.find("TOPIC", question.name)
        if topic is None and not missing(case, f"TOPIC({question.name})"):
            return []
        names = topic_names(case, question.name)
        label = f"TOPIC({question.name})"
    if purpose.command:
        names = names[:1]
    shown = [ancestor for name in names if (ancestor := manager.find("TOPIC", name)) is not None]
    if shown:
        way = ", ".join(names)
        case.passed(
            "name",
            f"{label}: one of {way} is enough",
            *(case.attribute(ancestor, "TOPICSTR") for ancestor in shown),
        )
    clustered = cluster_topics(case)
    doubt = (
        f"whether cluster topics elsewhere ({', '.join(clustered[:3])}) count is unknown" if clustered else ""
    )
    words = purpose.words("TOPIC")
    return [Need("TOPIC", tuple(names), words, purpose.confidence, purpose.any, doubt)]


def topic_names(case: Case, name: str) -> tuple[str, ...]:
    """The topic objects from a topic object up to the root."""
    topic = case.queue_manager.find("TOPIC", name)
    string = topic.text("TOPICSTR") if topic is not None else ""
    names = path_names(case, string) if topic is not None else path_names(case, "")
    return tuple(dict.fromkeys((name, *names)))


def path_names(case: Case, string: str) -> tuple[str, ...]:
    """The topic objects from a topic string up to the root; wildcards are levels like others."""
    from mqtune.analysis.topology.topics import build_topics  # few questions are about topics

    tree = case.queue_manager.derived(build_topics)
    fixed = "/".join(levels_of(string)[: fixed_levels(string)])
    node = tree.deepest(string if fixed == string else fixed)
    return tuple(ancestor.object.name for ancestor in node.upwards() if ancestor.object is not None)


def cluster_topics(case: Case) -> list[str]:
    """The topic objects that other members of the clusters of this queue manager advertise."""
    manager = case.queue_manager
    topics = []
    for name, cluster in case.estate.derived(build_clusters).items():
        membership = cluster.membership(manager)
        if membership is None or membership.is_outside:
            continue
        for member in cluster.joined:
            if member.queue_manager is manager:
                continue
            topics += [
                f"{topic.name} at {member.queue_manager.label}"
                for topic in member.objects
                if topic.type == "TOPIC" and name in cluster_names(topic, member.queue_manager)
            ]
    return topics
