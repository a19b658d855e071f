"""The changes that tune recommends, and the isolation of a topic, as changes of files."""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.analysis.topology.busy_topics import isolating_values, lock_name, own_topic
from mqtune.analysis.topology.topics import build_topics
from mqtune.analysis.tune.advice import Figures, Tuned, Tuning, Why, basis_of, source_of
from mqtune.analysis.tune.edits import command, comments, owners_of, tuned_texts
from mqtune.analysis.tune.topics import isolating_change, measure, missing_values, risk
from mqtune.capacity.run import Calibration
from mqtune.estate.model import QueueManager
from mqtune.session.fixing.fixes import FileChange, FileChanges
from mqtune.session.session import Session
from mqtune.session.tuning import tune_workspace
from mqtune.session.workspace import Workspace

# Isolates one topic string, so that it has its own lock: the MQSC, and the changes of the files.

EFFECT = (
    "publications on it no longer take the lock of a higher topic, which helps only if that is busy: up to "
    "the limit of one lock the gain was at most 15% (V8.0)"
)


@dataclass(frozen=True, slots=True)
class Isolation:
    """The MQSC that isolates a topic string, with its reasons as comments, and the same as changes of files.

    `refusal` is the reason if there is none; `files.refusal` the reason if no file can contain it.

    They are previewed first and written on consent. The load of a topic is not considered.
    """

    script: str
    files: FileChanges
    refusal: str = ""


def isolation(workspace: Workspace, queue_manager: QueueManager, topic: str) -> Isolation:
    """The definition that isolates a topic string and keeps every inherited property at its present value."""
    tree = queue_manager.derived(build_topics)
    if tree.isolated(topic):
        return _refused("publications on it already take no other lock")
    values = isolating_values(queue_manager, topic)
    if missing := missing_values(queue_manager, topic, values):
        return _refused(f"{missing} at this topic is unknown; add the file that sets it")
    change = isolating_change(queue_manager, topic, values, _why(queue_manager, topic))
    if change is None:
        return _refused("no object name can be derived from this topic string; define the object manually")
    tuning = Tuning(queue_manager)
    tuning.change(change)
    said = comments("*", change.why, queue_manager.name)
    script = "\n".join([*said, command(change)]) + "\n"
    return Isolation(script, _files(workspace, tuning, topic))


def _refused(reason: str) -> Isolation:
    return Isolation("", FileChanges("isolate", (), reason), reason)


def _why(queue_manager: QueueManager, topic: str) -> Why:
    tree = queue_manager.derived(build_topics)
    node = tree.node(topic)
    others = [lock for lock in tree.locks(topic) if lock.node is not node]
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


def _files(workspace: Workspace, tuning: Tuning, topic: str) -> FileChanges:
    """The changes of the files, verified by reading the changed texts."""
    session = _session_of(workspace, tuning.queue_manager)
    texts, left = tuned_texts(Tuned([tuning], []), session.texts)
    title = f"isolate {topic}"
    if left or not texts:
        reason = left[0].reason if left else "no file can contain it: use the snippet"
        return FileChanges(title, (), reason)
    if not _isolates(session.with_texts(texts), tuning.queue_manager, topic):
        return FileChanges(title, (), "with it in the files the topic would still take another lock")
    sources = session.sources
    files = [
        FileChange(sources[shown].path, shown, sources[shown].data, sources[shown].encode(text))
        for shown, text in texts.items()
    ]
    return FileChanges(title, files)


def _isolates(after: Session, queue_manager: QueueManager, topic: str) -> bool:
    same = (
        manager
        for manager in after.queue_managers
        if (manager.environment_name, manager.label) == (queue_manager.environment_name, queue_manager.label)
    )
    return any(manager.derived(build_topics).isolated(topic) for manager in same)


def _session_of(workspace: Workspace, queue_manager: QueueManager) -> Session:
    """The session of the project that declares the queue manager."""
    for session in workspace.sessions:
        if any(manager is queue_manager for manager in session.queue_managers):
            return session
    return workspace.first


def tuned_changes(
    workspace: Workspace, qmgr: str, calibration: Calibration | None
) -> tuple[FileChanges, tuple[str, ...]]:
    """Return the changes of tune in the files of one queue manager, and those that no file receives."""
    tuned = tune_workspace(workspace, calibration)
    mine = [tuning for tuning in tuned.tunings if tuning.queue_manager.name == qmgr]
    if not mine:
        return FileChanges("tune", (), f"no file of the project belongs to {qmgr}"), ()
    wanted = [(str(change), change.values) for tuning in mine for change in tuning.changes]
    # other owners of a file must need the same change
    others = [tuning if tuning in mine else _only(tuning, wanted) for tuning in tuned.tunings]
    texts, left = tuned_texts(Tuned(others, []), workspace.texts)
    names = {tuning.name for tuning in mine}
    owners = owners_of(tuned)
    files = []
    for shown, text in texts.items():
        if names.isdisjoint(owner.name for owner in owners.get(shown, ())):
            continue
        source = workspace.session_of(shown).sources[shown]
        files.append(FileChange(source.path, shown, source.data, source.encode(text)))
    skipped = tuple(f"{skip.change}: {skip.reason}" for skip in left if skip.queue_manager in names)
    refusal = (
        "" if files else "tune changes nothing in the files" if not wanted else "no file receives a change"
    )
    return FileChanges(f"tune {qmgr}", files, refusal), skipped


def _only(tuning: Tuning, wanted: list[tuple[str, dict[str, str]]]) -> Tuning:
    changes = [change for change in tuning.changes if (str(change), change.values) in wanted]
    return Tuning(tuning.queue_manager, tuning.undeclared, changes)
