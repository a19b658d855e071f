"""Queue managers built from files, as recorded in answers.txt.

A case is `$ [level=9.0] [platform=zos] [complete] file: command; … | file: command; …`. The lines of an ini
file are written `Channels: MaxChannels=9`; `/n` is a line break within a command.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mqtune.estate.build import build_estates
from mqtune.estate.busy_topics import isolating_values
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.references import unmet_references
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


def cluster_lines(estate: Estate) -> Iterator[str]:
    for name, cluster in sorted(estate.derived(build_clusters).items()):
        for member in cluster.members:
            objects = ", ".join(f"{one.type}({one.name})" for one in member.objects)
            outside = " outside" if member.is_outside else ""
            yield f"{name}: {member.queue_manager.label} {member.repository}{outside} has {objects}"


@cases(ANSWERS)
def test_the_queue_managers_are_the_recorded_ones(case: str) -> None:
    lines = []
    for estate in estates_of(case):
        lines += [line for manager in estate.queue_managers for line in manager_lines(manager)]
        lines += cluster_lines(estate)
        lines += [f"beside {estate.environment}: {other.environment}" for other in estate.others]
    check(ANSWERS, case, "\n".join(lines))
