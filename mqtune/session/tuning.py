"""Tuning of opened projects: decisions that hold changes back, and findings that no change settles."""

from __future__ import annotations

from mqtune.analysis.tune.advice import Open, Tuned, Tuning
from mqtune.analysis.tune.build import tune_estates
from mqtune.analysis.tune.decisions import Decisions
from mqtune.analysis.tune.edits import KINDS
from mqtune.engine.engine import Engine
from mqtune.engine.pages import Selection
from mqtune.engine.runner import Crashes
from mqtune.engine.suppression import suppress
from mqtune.estate.workload import declared_loads
from mqtune.session.session import CollectorOff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.capacity.run import Calibration
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.settings import ChannelLoad, ClusterLoad, QueueLoad, TopicLoad
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace
    from mqtune.text.finding import Finding, SuppressedFinding

    Load = TopicLoad | QueueLoad | ClusterLoad | ChannelLoad

# those that depend on the declared load without naming the kind of load that they need
FURTHER = ("CHL011", "CHL029", "CHL030", "CLU001", "PUB002", "QUE026", "QUE027", "QUE030", "REF035")


def tune_workspace(
    workspace: Workspace,
    calibration: Calibration | None = None,
    parts: Iterable[tuple[Session, Sequence[Estate]]] = (),
) -> Tuned:
    """What the declared loads of all projects call for; `parts` are their estates if they are limited."""
    parts = parts or [(session, ()) for session in workspace.sessions]
    tuned = [tune_session(session, estates, calibration) for session, estates in parts]
    return Tuned(
        [tuning for part in tuned for tuning in part.tunings],
        [hint for part in tuned for hint in part.client_tables],
    )


def tune_session(
    session: Session, estates: Sequence[Estate] = (), calibration: Calibration | None = None
) -> Tuned:
    """The changes that the declared load of a session calls for, or that of some of its estates; a
    calibration replaces constants of the models.
    """
    with CollectorOff():
        return _tuned(session, estates or session.estates, calibration)


def _tuned(session: Session, estates: Sequence[Estate], calibration: Calibration | None) -> Tuned:

    def suppressed(findings: list[Finding]) -> list[SuppressedFinding]:
        if not session.project.exceptions and not session.inputs.may_hold_directives:
            return []
        result = suppress(findings, session.inputs.trees, session.project.exceptions, session.today)
        return result.suppressed if result is not None else []

    tuned = tune_estates(estates, calibration, Decisions(suppressed))
    loaded = [tuning for tuning in tuned.tunings if not tuning.undeclared]
    findings = load_findings(session, estates) if loaded else []
    for tuning in loaded:
        tuning.open += open_findings(tuning, findings)
    return tuned


def load_findings(session: Session, estates: Sequence[Estate]) -> list[Finding]:
    """The findings of the selected rules that depend on the load, without those that are suppressed."""
    every = session.selection
    severities = {
        code: severity
        for code, severity in every.severities.items()
        if code in FURTHER or every.pages[code].needs
    }
    engine = Engine(Selection(every.pages, severities, every.profile, every.min_confidence), Crashes())
    engine.run(estates, [])
    result = suppress(engine.findings, session.inputs.trees, session.project.exceptions, session.today)
    return result.findings if result is not None else engine.findings


def open_findings(tuning: Tuning, findings: list[Finding]) -> list[Open]:
    """The findings about a queue manager that its changes, what is held back and hints do not address."""
    manager = tuning.queue_manager
    addressed: set[tuple[str, ...]] = {(code,) for hint in tuning.hints for code in hint["rules"]}
    for change in (*tuning.changes, *(held.change for held in tuning.held_back)):
        # a lock or a key is common to several findings
        object = () if change.in_ini or change.type == "TOPIC" else (change.type, change.name)
        addressed |= {(code, *object) for code in KINDS[change.about].rules}
    declared = {(load.file, load.line) for load in loads_of(manager)}  # one for all its queue managers
    remaining = []
    for finding in findings:
        of_name = finding.queue_manager == manager.name and finding.environment == manager.environment_name
        mine = of_name or (finding.place.file, finding.place.span.line) in declared
        named = (finding.object.type, finding.object.name) if finding.object is not None else ()
        if mine and not addressed & {(finding.code,), (finding.code, *named)}:
            text = f"{finding.code} {finding.message}"
            remaining.append(Open(kind="finding", text=text, reason=finding.help or finding.note))
    return remaining


def loads_of(manager: QueueManager) -> list[Load]:
    """The loads that mqtune.toml and directives declare for a queue manager."""
    channels = manager.declaration.channels if manager.declaration is not None else ()
    topics, queues = declared_loads(manager)
    return [*topics, *queues, *manager.cluster_loads, *channels]
