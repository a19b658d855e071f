"""The advice for a queue manager as data, the figures it rests on, and the hints on uniform clusters.

Advice is changes with their rationale, what is held back, questions, hints, and what prevents "nothing to
change". Uniform clusters get hints only, once for each cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

from mqtune.analysis.budget.machine import cluster_of
from mqtune.analysis.topology.cluster_membership import entries_of, member_names, served, unspread
from mqtune.capacity.definition import ModelError
from mqtune.capacity.inputs import Outcome
from mqtune.capacity.run import Calibration, is_calibrated, run, run_model
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.workload import declared_loads
from mqtune.text.messages import listed
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.topology.cluster_membership import TableEntry
    from mqtune.syntax.ccdt.tree import CcdtFile


MOST_NAMED = 3
ALTER = "ALTER"
DEFINE = "DEFINE"
STANZA = "STANZA"
DEFAULTS = ("the default", "not set", "qm.ini or the default")  # origins of values that no file sets
MISSING_INI = "the files do not contain the whole qm.ini"
ASSUMED = f"the value of today is assumed to be the default, because {MISSING_INI}"


@dataclass(slots=True)
class Setting:
    """One attribute or key with its recommended value.

    `now` is the effective value today and `origin` where it comes from; `changes` is false if the value
    is repeated only to make the definition complete.
    """

    DATA = "name=keyword value now? origin? changes"

    keyword: str
    value: str
    now: str = ""
    origin: str = ""
    changes: bool = True


@dataclass(slots=True)
class Measure:
    """How to confirm a change by measurement: in words, and the experiment that does it, if there is one.

    `where` are the experiment's options; `{name}` is the queue manager that is tuned.
    """

    words: str
    experiment: str = ""
    where: str = "--qmgr {name}"


@dataclass(slots=True)
class Why:
    """The rationale of a change: reason, expected effect as a range, risk, restart, measurement, source.

    `basis` states whose figures support the effect: "published", "calibrated", or "none".
    """

    reason: str
    effect: str
    risk: str
    restart: bool
    measure: Measure
    source: str
    basis: str = "none"


@dataclass(slots=True)
class Change:
    """One command, or some keys of one stanza, with its rationale.

    `about` is the kind of advice. `object` is the object of an ALTER; `behind` is the command after which
    a DEFINE is inserted in the files. `subtype` is the CHLTYPE of a channel. `causes` are further objects
    whose load calls for the change.
    """

    about: str
    verb: str
    type: str
    name: str
    settings: tuple[Setting, ...]
    why: Why
    object: MqObject | None = None
    behind: Statement | None = None
    subtype: str = ""
    causes: tuple[MqObject, ...] = ()

    @property
    def in_ini(self) -> bool:
        """Whether the change belongs in qm.ini."""
        return self.type == STANZA

    @property
    def file(self) -> str:
        """Where the change belongs."""
        return "qm.ini" if self.in_ini else "mqsc"

    @property
    def values(self) -> dict[str, str]:
        """The values that differ from the current ones, by keyword."""
        return {setting.keyword: setting.value for setting in self.settings if setting.changes}

    def __str__(self) -> str:
        return f"stanza {self.name}" if self.in_ini else f"{self.type}({self.name})"


@dataclass(slots=True)
class HeldBack:
    """A change that is left out. `because` is what it would override: "exception", "directive", "comment", or
    the declared limit or protection, such as "queue-disk", "memory", "ordered" or "instances".
    """

    DATA = (
        "about=change.about file=change.file object=change.type,name settings=change.settings because reason"
    )

    change: Change
    because: str
    reason: str

    @property
    def text(self) -> str:
        """`CHANNEL(APP): MAXINST(50) instead of 5`, `stanza Log: LogBufferPages=4096 instead of 0`; what is
        inherited today is not repeated.
        """
        form = "{}={}" if self.change.in_ini else "{}({})"
        values = [
            form.format(setting.keyword, setting.value)
            + (f" instead of {setting.now}" if setting.now else "")
            for setting in self.change.settings
            if setting.changes and setting.value != setting.now
        ]
        same = [
            setting.keyword
            for setting in self.change.settings
            if setting.changes and setting.value == setting.now
        ]
        if same:
            values.append(f"{listed(same, MOST_NAMED)} with the values that are inherited today")
        return f"{self.change}: {', '.join(values)}"


class Open(TypedDict):
    """What no recommended change settles. `kind` is "limit" (a row of the budget), "finding" (of a rule that
    depends on the load), "value" (one that cannot be read) or "platform".
    """

    kind: str
    text: str
    reason: str


class Question(TypedDict):
    """A missing declaration: what to declare, and what depends on it."""

    declare: str
    follows: str


class Hint(TypedDict):
    """Advice that no snippet can carry out, with reason and source, and the rules that report the same."""

    text: str
    reason: str
    source: str
    rules: list[str]


Objection = tuple[str, str]
Objections = Callable[[QueueManager, Change], Objection | None]


@dataclass(slots=True, eq=False)
class Tuning:
    """All advice for one queue manager; `undeclared` if no load is declared for it.

    `objections` gives what forbids a change and the reason, as `because` and `reason` of `HeldBack`; None if
    nothing does.
    """

    queue_manager: QueueManager
    undeclared: bool = False
    changes: list[Change] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    hints: list[Hint] = field(default_factory=list)
    held_back: list[HeldBack] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)
    objections: Objections | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be changed: the declared load was compared with every limit, and fits."""
        return not (self.changes or self.held_back or self.questions or self.hints or self.open)

    @property
    def name(self) -> str:
        """The display name of the queue manager, with its environment."""
        return self.queue_manager.qualified

    def objection_to(self, change: Change) -> Objection | None:
        """What a person decided against a change; None if nothing."""
        return self.objections(self.queue_manager, change) if self.objections is not None else None

    def change(self, change: Change) -> bool:
        """Add a change, unless a person decided against it: then it is held back. Whether it is added."""
        objection = self.objection_to(change)
        if objection is not None:
            self.hold_back(change, *objection)
            return False
        if self.undecided(change):
            risk = f"{change.why.risk}; {ASSUMED}"
            change = replace(change, why=replace(change.why, risk=risk))
        self.changes.append(change)
        return True

    def undecided(self, change: Change) -> list[Setting]:
        """The settings whose value of today the files do not decide, because they lack the whole qm.ini."""
        is_shown = self.shows_ini or not change.in_ini
        return [] if is_shown else [setting for setting in change.settings if setting.origin in DEFAULTS]

    @property
    def assumed(self) -> list[str]:
        """The values of today that the changes suppose."""
        return [
            f"{setting.keyword} of {self.name} is {setting.now or 'not set'} today: {MISSING_INI}"
            for change in self.changes
            for setting in self.undecided(change)
        ]

    @property
    def shows_ini(self) -> bool:
        """Whether the files contain the qm.ini as a whole, not only keys that are merged into it."""
        return any(ini.named("Log") for ini in self.queue_manager.inis)

    def hold_back(self, change: Change, because: str, reason: str) -> None:
        """Leave out a change, with the reason."""
        self.held_back.append(HeldBack(change, because, reason))

    def ask(self, declare: str, follows: str) -> None:
        """Add a question, unless the same declaration is already asked for."""
        if all(question["declare"] != declare for question in self.questions):
            self.questions.append({"declare": declare, "follows": follows})

    def hint(self, text: str, reason: str, source: str, rules: Sequence[str] = ()) -> None:
        """Add a hint."""
        self.hints.append({"text": text, "reason": reason, "source": source, "rules": list(rules)})


@dataclass(slots=True)
class Tuned:
    """The advice for an estate: per queue manager, and hints on client tables, which belong to none."""

    tunings: list[Tuning]
    client_tables: list[Hint]


# Runs the models, with calibrated constants if there are any.

CALIBRATED = "calibrated"
PUBLISHED = "published"
# the two releases that the publish/subscribe report measured
RELEASES = ("7.5", "8.0")


@record
class Figures:
    """Runs models with one calibration, or with the published constants."""

    calibration: Calibration | None = None

    def run(self, name: str, **inputs: object) -> Outcome | None:
        """The outcome of a model; None if the model refuses an answer."""
        try:
            return run_model(name, inputs, self.calibration)
        except ModelError:
            return None

    def range(self, name: str, output: str, **inputs: object) -> list[tuple[float, str]]:
        """The values of an output, each with its basis: the calibrated one, or one per measured release."""
        outcome = self.run(name, **inputs)
        if outcome is not None and is_calibrated(outcome):
            return [(outcome.outputs[output], "measured here")]
        outcomes = [(self.run(name, release=release, **inputs), release) for release in RELEASES]
        return [
            (outcome.outputs[output], f"V{release}") for outcome, release in outcomes if outcome is not None
        ]


def basis_of(outcome: Outcome) -> str:
    """Whose constants an outcome is based on: "calibrated" or "published"."""
    return CALIBRATED if is_calibrated(outcome) else PUBLISHED


def source_of(outcome: Outcome, name: str = "") -> str:
    """The source of a constant that was used: of the named one, otherwise of the first."""
    named = [constant.source for constant in outcome.constants if not name or constant.name == name]
    return named[0] if named else outcome.model.title


def spread(values: list[float], unit: str = "") -> str:
    """The range of the values, such as `27 to 28%`, or one figure if both ends are equal."""
    low, high = f"{min(values):,.0f}", f"{max(values):,.0f}"
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"


# The number of members of a uniform cluster for the declared rate.

MEASURED_CORES = 4
SOURCE = "IBM MQ uniform cluster scaling (2021), Table 1"


def tune_members(tuning: Tuning, estate: Estate) -> None:
    """Hint at the members that the declared messages of all members need, if the files show fewer."""
    queue_manager = tuning.queue_manager
    cluster = cluster_of(queue_manager, estate)
    if cluster is None:
        return
    members = [member.queue_manager for member in cluster.members]
    loaded = [member for member in members if any(load.put_rate_per_s for load in declared_loads(member)[1])]
    if not loaded or loaded[0] is not queue_manager:
        return  # one member speaks for all
    rate = sum(load.put_rate_per_s or 0 for member in loaded for load in declared_loads(member)[1])
    known = max(len(members), len(member_names(cluster)))
    try:
        outputs = run("uniform-cluster", target_rate=rate).outputs
        needed, spare = int(outputs["queue_managers"]), int(outputs["queue_managers_with_headroom"])
        machines = f"{needed} queue managers of {MEASURED_CORES} cores"
        words = f"{machines} carry it, {spare} with each at 75% of its rate"
    except ModelError as error:
        spare, words = known + 1, error.message
    if spare > known:
        tuning.hint(
            f"plan for {spare} members of uniform cluster {cluster.name}, or for larger ones; the "
            f"files show {known}",
            f"{rate:,.0f} messages/s are declared for its members: {words}, for non-persistent "
            "messages of 2 KB and "
            "clients (9.2)",
            SOURCE,
        )


# Weight and affinity in client channel definition tables for a uniform cluster.

REASON = (
    "without a weight all clients try the first entry first, and with affinity preferred all connections of "
    "a process use the entry that was chosen first; balancing moves them later, one by one"
)
TABLES_SOURCE = "IBM MQ documentation, CLNTWGHT and AFFINITY; IBM MQ uniform cluster scaling (2021)"


def client_table_hints(estate: Estate) -> list[Hint]:
    """A hint for each group of entries whose clients would not be distributed over the members."""
    return [entry_hint for ccdt in estate.ccdts for entry_hint in hints_of(ccdt, estate)]


def hints_of(ccdt: CcdtFile, estate: Estate) -> list[Hint]:
    """The hints for one table."""
    entries = entries_of(ccdt)
    cluster = served(entries, estate)
    if cluster is None:
        return []
    return [hint(ccdt, group, fixed) for group, fixed in unspread(entries, cluster).items()]


def hint(ccdt: CcdtFile, group: str, fixed: list[TableEntry]) -> Hint:
    """The hint for the entries of one group."""
    lines = [str(entry.place.span.line) for entry in fixed]
    where = f"{ccdt.document.source.shown}, line{'s' if len(lines) > 1 else ''} {', '.join(lines)}"
    channels = ", ".join(dict.fromkeys(entry.channel for entry in fixed))
    text = f'set "connectionManagement": {{"clientWeight": 1, "affinity": "none"}} for channel {channels} of '
    return Hint(text=f"{text}group '{group}' ({where})", reason=REASON, source=TABLES_SOURCE, rules=[])
