"""Queue managers built from files, as recorded in answers.txt.

A case is `$ [level=9.0] [platform=zos] [complete] file: command; … | file: command; …`. The lines of an ini
file are written `Channels: MaxChannels=9`; `/n` is a line break within a command.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from mqtune.analysis.topology.busy_topics import isolating_values
from mqtune.analysis.topology.channels import (
    STANZA,
    channel_exits,
    recommended_settings,
    suppressed_numbers,
    suppresses,
)
from mqtune.analysis.topology.cluster_membership import build_clusters, doubt_between
from mqtune.analysis.topology.clusters import (
    cluster_transmission_queue,
    senders_of,
    transmission_of,
    unsupported_stream,
)
from mqtune.analysis.topology.references import unmet_references
from mqtune.analysis.topology.topics import build_topics
from mqtune.estate.build import build_estates
from mqtune.estate.clients import CONNECTING, build_hosts, own_addresses, owner_of_address
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.records import (
    INBOUND,
    admits_anyone,
    decides_for_all,
    effective_block,
    in_order,
    keeps_user,
    overlapped_record,
)
from mqtune.estate.rejected import is_rejected
from mqtune.project.settings import Project
from tests.estate.conftest import parsed_ini, parsed_script
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
INHERITED = ("MAXDEPTH", "DESCR", "TOPICSTR")  # shown of an object that is based on another one


def estates_of(case: str) -> list[Estate]:
    settings: dict[str, object] = {}
    while case.partition(" ")[0].partition("=")[0] in ("level", "platform", "complete"):
        word, _, case = case.partition(" ")
        key, _, value = word.partition("=")
        settings["mq_version" if key == "level" else key] = value or True
    trees = []
    for file in case.split(" | "):
        name, _, text = file.strip().partition(": ")
        lines = [line.strip().replace("/n", "\n") for line in text.split(";")]
        if name.endswith(".ini"):
            stanzas = [line.partition(": ") for line in lines]
            trees.append(parsed_ini("".join(f"{head}:\n   {entry}\n" for head, _, entry in stanzas), name))
        else:
            trees.append(parsed_script("\n".join(lines) + "\n", name))
    return build_estates(Project(**settings), trees)  # type: ignore[arg-type]


def object_text(one: MqObject) -> str:
    based = INHERITED if one.base is not None or one.carried is not None else ()
    values = ", ".join(f"{word}={one.value(word)}" for word in sorted({*one.given, *based}))
    marks = " undefined" * (not one.defined) + " placeholder" * one.placeholder
    like = f" like {one.like_name}" if one.like_name else ""
    return f"  {one.type}({one.name}) {one.subtype}{marks}{like}: {values}"


def manager_lines(manager: QueueManager) -> Iterator[str]:
    whole = f"{'complete ' * manager.complete}{'stated' * manager.stated_complete}"
    files = ", ".join(script.document.source.shown for script in manager.scripts)
    yield f"{manager.label!r} {manager.title!r} {whole} {manager.platform} of {files}"
    for event in manager.events:
        earlier = f" after {event.earlier.lines[0].text.strip()}" if event.earlier is not None else ""
        yield f"  {event.kind}: {event.statement.lines[0].text.strip()}{earlier} {','.join(event.keywords)}"
    for statement, earlier in manager.doubts():
        texts = [one.lines[0].text.strip() for one in (statement, earlier)]
        yield f"  in any order: {texts[0]} may hide {texts[1]}"
    yield from (object_text(one) for one in manager.objects.values() if one.statements)
    yield from (object_text(one) for one in manager.chlauth if one.statements)
    for record in manager.authrecs:
        granted = ",".join(record.authorities)
        yield f"  {record.entity}({record.user}) {record.objtype}({record.profile}): {granted}"
    for one in manager.derived(unmet_references):
        yield f"  {one.source.type}({one.source.name}) {one.keyword} names {one.space}({one.name})"
    for topic in manager.of_type("TOPIC"):
        if topic.statements:
            values = isolating_values(manager, topic.text("TOPICSTR"))
            yield f"  isolates {topic.name}: {' '.join(f'{word}={value}' for word, value in values.items())}"


def record_lines(manager: QueueManager) -> Iterator[str]:
    """Which records apply to each channel to which partners connect, and what they decide."""
    for one in (one for one in manager.of_type("CHANNEL") if one.statements and one.subtype in INBOUND):
        listed = [record for record in manager.chlauth if record.applies_to(one.name, one.subtype)]
        if not any(record.statements for record in listed):
            continue
        records = in_order(listed, one.name, one.subtype)
        order = ", ".join(f"{record.subtype} {record.name} {' '.join(record.match)}" for record in records)
        yield f"  {one.name} {one.subtype}: {order}"
        block = effective_block(manager.channel_records, one.name)
        decided = [
            f"{name} {decides(manager.channel_records, one.name, one.subtype)}"
            for name, decides in (("admits anyone", admits_anyone), ("for all", decides_for_all))
        ]
        keeps = [keeps_user(manager.channel_records, one.name, one.subtype, each) for each in (True, False)]
        yield f"    {', '.join(decided)}, keeps {keeps}, blocks by {block.name if block else None}"
    for one in (*manager.objects.values(), *manager.chlauth):
        for statement in one.statements:
            clash = overlapped_record(manager.chlauth, statement) if one.type == "CHLAUTH" else None
            if clash is not None:
                yield f"  {statement.text('ADDRESS')} overlaps {clash.text('ADDRESS')}"
            if is_rejected(statement, manager.level):
                yield f"  rejected: {statement.lines[0].text.strip()}"


def route_lines(manager: QueueManager, estate: Estate) -> Iterator[str]:
    """Transmission queues, channels, streams and addresses."""
    for one in (one for one in manager.objects.values() if one.statements):
        if one.type == "QREMOTE":
            sent = transmission_of(one, manager)
            senders = ",".join(sender.name for sender in senders_of(sent.name, manager))
            yield f"  {one.name} by {sent.by}: {sent.name} {sent.queue is not None} {senders}"
        if one.subtype == "CLUSSDR":
            yield f"  {one.name} sends from {cluster_transmission_queue(manager, one.name)}"
        owner = owner_of_address(estate, manager, one) if one.subtype in CONNECTING else None
        if owner is not None:
            yield f"  {one.name} leads to {owner.label}"
        if one.text("STREAMQ"):
            target = manager.queue(one.text("STREAMQ"))
            if why := unsupported_stream(one, one.text("STREAMQ"), target, manager):
                yield f"  {one.name} cannot stream to {one.text('STREAMQ')}, {why}"
    yield from (f"  at {host} {port}" for host, port in sorted(own_addresses(manager)))
    yield from (f"  {words}" for words, _, _ in channel_exits(manager, None))
    if manager.ini_value(STANZA, "SuppressMessage") or manager.ini_value(STANZA, "ExcludeMessage"):
        wanted = recommended_settings(manager)
        yield f"  suppresses {suppresses(manager)} {suppressed_numbers(manager)}, better {wanted}"


def tree_lines(manager: QueueManager) -> Iterator[str]:
    """What publications on topic strings of the files reach and take."""
    tree = manager.derived(build_topics)
    for node in tree.nodes():
        if node.topic and not node.topic.startswith(("$SYS", "SYSTEM.")):
            reached = ",".join(one.object.name for one in tree.reached(node.topic))
            locks = " ".join(f"{lock.node.topic!r}:{len(lock.keywords)}" for lock in tree.locks(node.topic))
            yield f"  {node.topic}: reaches {reached or 'none'}, locks {locks} {tree.cluster(node.topic)[0]}"
    topic, subscriptions = tree.busiest() or ("", [])
    if subscriptions:
        yield f"  busiest {topic}: {len(subscriptions)}"
    for first, second in tree.duplicates:
        yield f"  {second.name} repeats {first.name}"
    yield from (f"  not placed: {one.name}" for one in tree.unplaced)


def host_lines(estate: Estate) -> Iterator[str]:
    hosts = build_hosts(estate)
    if hosts.declared or hosts.used:
        used = {host: sorted(users) for host, users in sorted(hosts.used.items())}
        yield f"hosts {sorted(hosts.declared)}, used {used}"


def cluster_lines(estate: Estate) -> Iterator[str]:
    for name, cluster in sorted(estate.derived(build_clusters).items()):
        for member in cluster.members:
            objects = ", ".join(f"{one.type}({one.name})" for one in member.objects)
            outside = " outside" if member.is_outside else ""
            yield f"{name}: {member.queue_manager.label} {member.repository}{outside} has {objects}"
            reached = ",".join(one.queue_manager.label for one in member.reached)
            if reached or member.knows_all:
                yield f"  reaches {reached}{', which is all' * member.knows_all}"
            why = (member.never, member.doubt, member.assumed)
            yield from (
                f"  {head}: {text}"
                for head, text in zip(("never", "doubt", "assumed"), why, strict=True)
                if text
            )
        for mine, its in combinations(cluster.members, 2):
            if doubt := doubt_between(cluster, mine, its):
                yield f"  {mine.queue_manager.label} and {its.queue_manager.label}: {doubt}"


@cases(ANSWERS)
def test_the_queue_managers_are_the_recorded_ones(case: str) -> None:
    lines = []
    for estate in estates_of(case):
        for manager in estate.queue_managers:
            lines += [*manager_lines(manager), *record_lines(manager), *route_lines(manager, estate)]
            lines += tree_lines(manager)
        lines += [*cluster_lines(estate), *host_lines(estate)]
        lines += [f"beside {estate.environment}: {other.environment}" for other in estate.others]
    check(ANSWERS, case, "\n".join(lines))
