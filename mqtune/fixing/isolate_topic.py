"""Gives one topic string a lock of its own, as somebody asks for it: the MQSC, and the change of the files.

Shown first, written by whoever asked. Does not know terminals, nor how busy a topic is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mqtune.estate.busy_topics import lock_name, own_topic
from mqtune.fixing.change import Change as FilesChange
from mqtune.fixing.change import FileChange
from mqtune.session.projects import Projects
from mqtune.tune.advice import Tuned, Tuning, Why
from mqtune.tune.edits import tuned_texts
from mqtune.tune.figures import Figures, basis_of, source_of
from mqtune.tune.snippet import command, comments
from mqtune.tune.topics import isolating_change, measure, missing_values, risk

if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.session.session import Session

EFFECT = (
    "publications on it take no lock of a topic above; nothing is gained where those are not busy: up to "
    "the limit of one lock the gain was 15% at most (V8.0)"
)


@dataclass(frozen=True, slots=True)
class Isolation:
    """The MQSC that isolates a topic string, with its reasons as comments, and the same as a change of files.

    `refusal` says why there is none; `files.refusal` why no file can take it.
    """

    script: str
    files: FilesChange
    refusal: str = ""


def isolation(session: Session, queue_manager: QueueManager, topic: str) -> Isolation:
    """What gives a topic string a lock of its own, every inherited property at its present value."""
    tree = queue_manager.topics
    if tree.isolated(topic):
        return _refused("publications on it take no other lock already")
    if missing := missing_values(queue_manager, topic):
        return _refused(f"the files do not say what {missing} is there; add what sets it")
    change = isolating_change(queue_manager, topic, _why(queue_manager, topic))
    if change is None:
        return _refused("no name of an object can be made of this topic string; define one by hand")
    tuning = Tuning(queue_manager)
    tuning.change(change)
    said = comments("*", change.why, queue_manager.name or "")
    script = "\n".join([*said, command(change)]) + "\n"
    return Isolation(script, _files(session, tuning, topic))


def _refused(reason: str) -> Isolation:
    return Isolation("", FilesChange("isolate", (), reason), reason)


def _why(queue_manager: QueueManager, topic: str) -> Why:
    tree = queue_manager.topics
    own = tree.node(topic)
    others = [lock for lock in tree.locks(topic) if lock.node is not own]
    inherited = len(tree.inherited(topic))
    outcome = Figures().run("topic-limit")
    whose = " and ".join(lock_name(lock.node) for lock in others)
    return Why(
        f"publications on '{topic}' look up {inherited} inherited "
        f"propert{'y' if inherited == 1 else 'ies'} under the lock of {whose}",
        EFFECT,
        risk(queue_manager, topic, own_topic(tree, topic)),
        restart=False,
        measure=measure(topic),
        source=source_of(outcome) if outcome is not None else "",
        basis=basis_of(outcome) if outcome is not None else "none",
    )


def _files(session: Session, tuning: Tuning, topic: str) -> FilesChange:
    """The change of the files, read again in memory to see that it does what it is for."""
    owner = _owner(session, tuning.queue_manager)
    texts, left = tuned_texts(Tuned([tuning], []), owner.texts)
    title = f"isolate {topic}"
    if left or not texts:
        reason = left[0].reason if left else "no file has a place for it: take the snippet"
        return FilesChange(title, (), reason)
    if not _isolates(owner.with_texts(texts), tuning.queue_manager, topic):
        return FilesChange(title, (), "with it in the files the topic would still take another lock")
    sources = {taken.shown: taken.source for taken in owner.intake.files if taken.source is not None}
    files = [
        FileChange(sources[shown].path, shown, sources[shown].data, sources[shown].encode(text))
        for shown, text in texts.items()
    ]
    return FilesChange(title, files)


def _isolates(after: Session, queue_manager: QueueManager, topic: str) -> bool:
    same = (other for estate in after.estates for other in estate.queue_managers)
    return any(one.label == queue_manager.label and one.topics.isolated(topic) for one in same)


def _owner(session: Session, queue_manager: QueueManager) -> Session:
    """The session that has the queue manager, where several projects are open."""
    for one in session.sessions if isinstance(session, Projects) else ():
        if any(other is queue_manager for estate in one.estates for other in estate.queue_managers):
            return one
    return session
