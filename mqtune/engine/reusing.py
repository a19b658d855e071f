"""An engine that takes over the findings of what did not change since the last run of the same session.

The verdicts of rules within a queue manager depend on that queue manager: if it is the same object, so are
its findings. If it changed, the verdicts on single commands depend on the command, the dialect, the
declaration and the ini files: those of the same scripts are taken over. `Observed` notices a rule on commands
that reads anything else; of that run no script is kept.
"""

from __future__ import annotations

from mqtune.engine.batches import Runner
from mqtune.engine.engine import Engine, finding_of, subject_of
from mqtune.engine.moving import moved_finding
from mqtune.engine.registry import load_rules
from mqtune.engine.relevance import relevant, things_in
from mqtune.engine.word_index import WordIndexes
from mqtune.findings.finding import Finding
from mqtune.findings.held_back import HeldBack
from mqtune.syntax.mqsc.successor import slot_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from mqtune.engine.crashes import Crashes
    from mqtune.engine.hit import Hit
    from mqtune.engine.plan import Plan
    from mqtune.engine.rule import Rule
    from mqtune.engine.selection import Selection
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.findings.held_back import HeldCounts
    from mqtune.language.levels import Level
    from mqtune.syntax.mqsc.tree import Script

    # what the rules on the commands of a script yielded: findings, and codes and reasons of checks held back
    Outcomes = list[Finding | tuple[str, HeldBack]]
    Judged = tuple[Statement, int, Outcomes]  # a command, its first line, and what the rules yielded for it
    # by the identity of a script and of what else the verdicts depend on
    KeptScripts = dict[tuple[int, object], "KeptScript"]


class Observed:
    """A queue manager as the rules on single commands see it; `touched` if one reads what may change."""

    def __init__(self, queue_manager: QueueManager) -> None:
        self._queue_manager = queue_manager
        self.touched = False
        self.level = queue_manager.level
        self.platform = queue_manager.platform
        self.project = queue_manager.project
        self.declaration = queue_manager.declaration
        self.environment = queue_manager.environment
        self.ini_entry = queue_manager.ini_entry

    def __getattr__(self, name: str) -> Any:
        self.touched = True
        return getattr(self._queue_manager, name)


class KeptScript:
    """What the rules on the commands of a script yielded; `others` are further things that they depend on.

    `commands` are the commands by identity, each with its first line and what the rules yielded for it. Those
    whose verdicts depend on more than their lines are not among them.
    """

    __slots__ = ("commands", "others", "outcomes", "script")

    def __init__(self, script: Script, others: object) -> None:
        self.script = script
        self.others = others
        self.outcomes: Outcomes = []
        self.commands: dict[int, Judged] = {}


def moved(judged: Judged) -> Judged | None:
    """The same for a command that is on other lines now; None if a text may contain the number of a line."""
    statement, first, outcomes = judged
    command = statement.command
    found: Outcomes = []
    for outcome in outcomes:
        if isinstance(outcome, Finding):
            finding = moved_finding(outcome, first, command)
            if finding is None:
                return None
            found.append(finding)
        else:
            found.append(outcome)
    return statement, command.first, found


class KeptVerdicts:
    """What the rules within one queue manager found."""

    __slots__ = ("findings", "held", "key", "queue_manager", "scripts")

    def __init__(self, queue_manager: QueueManager, key: object) -> None:
        self.queue_manager = queue_manager
        self.key = key
        self.findings: dict[tuple[object, ...], Finding] = {}
        self.held: HeldCounts = {}
        self.scripts: KeptScripts = {}


def loads_of(queue_manager: QueueManager) -> tuple[object, ...]:
    """The loads of a queue manager, which other queue managers may decide."""
    loads = (queue_manager.topic_loads, queue_manager.queue_loads, queue_manager.cluster_loads)
    values = [tuple(getattr(load, name) for name in load.__annotations__) for part in loads for load in part]
    return (len(loads[0]), len(loads[1]), *values, queue_manager.persistent_per_s)


class Kept:
    """What an engine keeps for the next one of the same session."""

    __slots__ = ("codes", "indexes", "managers", "pause", "plans", "rules", "scripts", "things", "versions")

    def __init__(self, pause: Callable[[], None]) -> None:
        """A run calls `pause` between its steps."""
        self.pause = pause
        self.clear()

    def clear(self) -> None:
        """Keep nothing."""
        self.codes: list[str] = []
        self.things: set[str] = set()  # in the estates
        self.rules: list[Rule] | None = None
        self.indexes = WordIndexes()
        self.plans: dict[tuple[object, str | None], Plan] = {}
        self.managers: dict[int, KeptVerdicts] = {}
        self.scripts: KeptScripts = {}
        self.versions: dict[object, KeptScript] = {}  # by what later versions have in common


class ReusingEngine(Engine):
    """One run that takes over what `kept` has of the last one."""

    def __init__(self, selection: Selection, crashes: Crashes, kept: Kept) -> None:
        super().__init__(selection, crashes, pause=kept.pause)
        self._kept = kept
        self._managers: dict[int, KeptVerdicts] = {}
        self._scripts: KeptScripts = {}  # of the queue manager that is checked now
        self._fresh: dict[int, KeptScript] = {}  # those of its scripts that are judged, by identity

    def load(self, estates: Iterable[Estate]) -> None:
        """Load the active rules that can find anything; other ones than in the last run undo what it kept."""
        pages, kept = self.selection.pages, self._kept
        things = set().union(*map(things_in, estates))
        if kept.rules is None or kept.things != things:
            codes = relevant(pages, self.selection.severities, things)
            if kept.rules is None or kept.codes != codes:
                kept.clear()
                kept.codes = codes
                kept.rules = load_rules(pages, codes, self.crashes)
            kept.things = things
        self.rules = kept.rules
        self._plans = kept.plans
        self._indexes = kept.indexes
        kept.indexes.clear()
        for plan in kept.plans.values():
            plan.forget_run()

    def run(self, estates: Sequence[Estate], loose: Iterable[Any] = ()) -> None:
        """Run every active rule on what changed."""
        super().run(estates, loose)
        if self.crashes.by_code:  # counted again in the next run
            self._kept.clear()
            return
        self._kept.managers = self._managers
        self._kept.scripts = {}
        self._kept.versions = {}
        for one in self._managers.values():
            self._kept.scripts.update(one.scripts)
        for (_, key), script in self._kept.scripts.items():
            slot = slot_of(script.script)
            if slot is not None:
                self._kept.versions[slot, key] = script

    def _plan(self, level: Level | None, platform: str | None) -> Plan:
        plan = super()._plan(level, platform)
        plan.remembers_lines = True
        return plan

    def _check_queue_manager(self, queue_manager: QueueManager) -> None:
        key: tuple[object, ...] = (
            self._environment,
            self._declares_environments,
            self._counts_held,
            queue_manager.in_heap,
        )
        if queue_manager.has_load:
            key += loads_of(queue_manager)
        found = self._kept.managers.get(id(queue_manager))
        if found is None or found.key != key:
            found = self._judged(queue_manager, key)
        self._managers[id(queue_manager)] = found
        for check, count in found.held.items():
            self._held[check] = self._held.get(check, 0) + count
        for place, finding in found.findings.items():
            known = self._findings.setdefault(place, finding)
            if known is not finding and (finding.queue_manager or "") < (known.queue_manager or ""):
                self._findings[place] = finding

    def _judged(self, queue_manager: QueueManager, key: object) -> KeptVerdicts:
        """Run the rules within a queue manager."""
        found = KeptVerdicts(queue_manager, key)
        self._kept.pause()
        before = self._findings, self._held
        self._findings, self._held, self._scripts = found.findings, found.held, found.scripts
        super()._check_queue_manager(queue_manager)
        self._findings, self._held = before
        return found

    def _check_statements(self, plan: Plan, queue_manager: QueueManager) -> None:
        others = (queue_manager.declaration, *queue_manager.inis, None, *queue_manager.exports)
        owner = (queue_manager.title, self._environment, self._declares_environments, self._counts_held)
        key = (plan.dialect.level, plan.dialect.platform, *owner, *map(id, others))
        self._fresh = {}
        for script in queue_manager.scripts:
            known = self._kept.scripts.get((id(script), key))
            if known is None:
                self._fresh[id(script)] = KeptScript(script, others)
                continue
            self._scripts[id(script), key] = known
            for outcome in known.outcomes:
                self._take_outcome(outcome)
        if not self._fresh:
            return
        statements = self._changed(queue_manager, key)
        observed = Observed(queue_manager)
        runner = Runner(observed, self._add_to_statement, self.crashes)  # type: ignore[arg-type]
        self._run_statements(plan, runner, statements)
        if observed.touched:
            return
        # the replay completes the type of some commands by that of objects of other scripts
        depend = {id(one.command.script) for one in statements if one.is_completed}
        for number, fresh in self._fresh.items():
            if number not in depend:
                self._scripts[number, key] = fresh

    def _changed(self, queue_manager: QueueManager, key: object) -> list[Statement]:
        """The commands to judge: those of changed scripts, except for commands that did not change."""
        found = []
        by_script: dict[int, list[Statement]] = {number: [] for number in self._fresh}
        for one in queue_manager.statements:
            if (number := id(one.command.script)) in by_script:
                by_script[number].append(one)
        for number, fresh in self._fresh.items():
            earlier = self._kept.versions.get((slot_of(fresh.script), key))
            known = earlier.commands if earlier is not None else {}
            for one in by_script[number]:
                command = one.command
                entry = known.get(id(one))
                if entry is not None and entry[1] != command.first:
                    self._kept.pause()
                    entry = moved(entry)
                if entry is not None:
                    fresh.commands[id(one)] = entry
                    fresh.outcomes += entry[2]
                    continue
                found.append(one)
                if not command.irregular and not one.is_completed:
                    fresh.commands[id(one)] = (one, command.first, [])
            for outcome in fresh.outcomes:
                self._take_outcome(outcome)
        return found

    def _add_to_statement(self, rule: Rule, hit: Hit | HeldBack, statement: Statement) -> None:
        outcome: Finding | tuple[str, HeldBack] = (
            (rule.code, hit)
            if isinstance(hit, HeldBack)
            else finding_of(self.selection, rule.code, hit, self._owner(), subject_of(statement))
        )
        fresh = self._fresh[id(statement.command.script)]
        fresh.outcomes.append(outcome)
        entry = fresh.commands.get(id(statement))
        if entry is not None:
            entry[2].append(outcome)
        self._take_outcome(outcome)

    def _take_outcome(self, outcome: Finding | tuple[str, HeldBack]) -> None:
        if isinstance(outcome, Finding):
            self._keep(outcome)
        else:
            self.hold_back(*outcome)
