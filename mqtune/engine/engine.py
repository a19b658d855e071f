"""Runs the active rules over the estates of a run and turns their hits into findings.

A rule that raises an exception loses its own findings and nothing else.
"""

from __future__ import annotations

from collections import defaultdict

from mqtune.engine.dispatch import Plan, applies, load_rules, relevant, things_in
from mqtune.engine.rule import CCDT, DIAGNOSTIC, DOCUMENT, ESTATE, INI, QUEUE_MANAGER, Dialect, Hit
from mqtune.engine.runner import Crashes, Runner, WordIndexes
from mqtune.estate.build import nothing
from mqtune.language.available import parse_level
from mqtune.text.editing import Place, Span
from mqtune.text.finding import CONFIDENCES, SEVERITIES, Finding, ObjectName
from mqtune.text.not_checked import NO_LOAD, TOO_MANY, HeldBack, held_checks
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mqtune.engine.pages import Selection
    from mqtune.engine.rule import Rule
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Diagnostic, Document
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.text.not_checked import HeldChecks, HeldCounts

    Tree = Script | IniFile | CcdtFile

# findings of all policies of a project together: the first number, and the second for each command
MOST_LISTED, LISTED_PER_COMMAND = 10_000, 2
# commands in one batch: lists and sets of many more take longer to make than they save
AT_ONCE = 3000


@record
class Share:
    """The part of a run that one of several processes does: a slice of each list, every n-th wide rule."""

    number: int = 0
    count: int = 1

    def stretch(self, size: int) -> slice:
        """Its slice of a list."""
        return slice(size * self.number // self.count, size * (self.number + 1) // self.count)

    def every(self, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        """Its part of the rules with the scope of a queue manager or the estate, by the number in the code:
        whatever other rules apply to a queue manager, one process has all that a rule finds.
        """
        if self.count == 1:
            return rules
        return tuple(rule for rule in rules if int(rule.code[-3:]) % self.count == self.number)


@record
class Owner:
    """What a finding belongs to: queue manager and environment, and whether mqtune.toml declares them."""

    queue_manager: str | None = None
    environment: str | None = None
    declared: bool = False


NOBODY = Owner()


class Engine:
    """One run of the rules: what was selected, and the findings and crashes so far."""

    def __init__(
        self,
        selection: Selection,
        crashes: Crashes | None = None,
        rules: list[Rule] | None = None,
        pause: Callable[[], None] = nothing,
    ) -> None:
        """A run calls `pause` between its steps."""
        self.selection = selection
        self.crashes = crashes or Crashes()
        self.rules = rules
        self.share = Share()
        self.pause = pause
        self._kinds = {page.name for page in selection.pages.values() if page.scope == DIAGNOSTIC}
        self._shown = frozenset(filter(selection.shows, CONFIDENCES))
        active = [*map(selection.pages.__getitem__, selection.severities)]
        self._of_loads = [page for page in active if page.needs]
        self._indexes = WordIndexes()
        self._plans: dict[tuple[object, str | None], Plan] = {}
        self._findings: dict[tuple[object, ...], Finding] = {}
        self._held: HeldCounts = {}
        self._environment: str | None = None
        self._declares_environments = False
        self._counts_held = True
        self._queue_manager: QueueManager | None = None
        self._policies = [page.code for page in active if page.policy is not None]
        self._most_listed = 0
        self._left: dict[str, int] = {}  # findings that a policy may still list

    @property
    def findings(self) -> list[Finding]:
        """What was found, by file, position and code."""
        return sorted(self._findings.values(), key=Finding.sort_key)

    @property
    def held_back(self) -> list[HeldChecks]:
        """The checks that were held back, by code and reason."""
        return held_checks(self._held)

    def load(self, estates: Iterable[Estate]) -> None:
        """Load the active rules that can find anything in some estates, unless they are loaded."""
        if self.rules is None:
            pages = self.selection.pages
            things: set[str] = set().union(*map(things_in, estates))
            codes = relevant(pages, self.selection.severities, things)
            self.rules = load_rules(pages, codes, self.crashes)

    def run(self, estates: Sequence[Estate], loose: Iterable[tuple[Diagnostic, Place]] = ()) -> None:
        """Run every active rule over each estate; `loose` are diagnostics outside every document."""
        self.load(estates)
        self._allow_policies(estates)
        for estate in estates:
            self._environment = estate.environment
            self._declares_environments = estate.project.declares_environments
            for queue_manager in estate.queue_managers:
                self._counts_held = estate.shows(queue_manager)
                self._check_queue_manager(queue_manager)
            self._queue_manager = None
            self._counts_held = bool(estate.shown) or estate.shows_clients
            plan = self._plan(parse_level(estate.project.mq_version or ""), estate.project.platform)
            for rule in self.share.every(plan.of(ESTATE)):
                self._call(rule, "the estate", estate)
            if self.share.number == 0:
                self._check_clients(plan, estate)
        if self.share.number == 0:
            self._check_loose(estates, loose)

    def _check_loose(self, estates: Sequence[Estate], loose: Iterable[tuple[Diagnostic, Place]]) -> None:
        """Rules on diagnostics outside every document."""
        self._environment = None
        project = estates[0].project
        plan = self._plan(parse_level(project.mq_version or ""), project.platform)
        for diagnostic, place in loose:
            self._check_diagnostic(plan, diagnostic, place, None)

    def _check_clients(self, plan: Plan, estate: Estate) -> None:
        """Rules on what does not belong to a queue manager."""
        for file in estate.client_inis:
            self._check_document(plan, file)
            self._check_ini(plan, file, None)
        for ccdt in estate.ccdts:
            self._check_document(plan, ccdt)
            for rule in plan.of(CCDT):
                self._call(rule, ccdt.document.source.shown, ccdt, estate)

    def _plan(self, level: tuple[int, ...] | None, platform: str | None) -> Plan:
        plan = self._plans.get((level, platform))
        if plan is None:
            plan = Plan(self.rules or [], self.selection.pages, Dialect(level, platform), self._indexes)
            self._plans[(level, platform)] = plan
        return plan

    def _check_queue_manager(self, queue_manager: QueueManager) -> None:
        """All rules with a scope inside one queue manager, from narrow to wide."""
        self._queue_manager = queue_manager
        plan = self._plan(queue_manager.level, queue_manager.platform)
        self._check_statements(plan, queue_manager)
        self._check_objects(plan, queue_manager)
        if self.share.number == 0:
            self._hold_back_loads(plan, queue_manager)
            for script in queue_manager.scripts:
                self._check_document(plan, script)
            for file in queue_manager.inis:
                self._check_document(plan, file)
                self._check_ini(plan, file, queue_manager)
        for rule in self.share.every(plan.of(QUEUE_MANAGER)):
            self._call(rule, queue_manager.title or "a queue manager without a name", queue_manager)

    def _hold_back_loads(self, plan: Plan, queue_manager: QueueManager) -> None:
        """Count the rules that need a load, if the queue manager has what it could be of, and none at all."""
        if self._of_loads and not queue_manager.has_load:
            loadable = queue_manager.loadable()
            for page in self._of_loads:
                if page.needs in loadable and applies(page, plan.dialect):
                    self.hold_back(page.code, NO_LOAD)

    def _check_document(self, plan: Plan, tree: Tree) -> None:
        for diagnostic in tree.diagnostics:
            self._check_diagnostic(plan, diagnostic, tree.document.place(diagnostic.span), tree.document)
        for rule in plan.of(DOCUMENT):
            self._call(rule, tree.document.source.shown, tree, plan.dialect)

    def _check_diagnostic(
        self, plan: Plan, diagnostic: Diagnostic, place: Place, document: Document | None
    ) -> None:
        for rule in plan.of(DIAGNOSTIC):
            if diagnostic.kind in rule.types:
                self._call(rule, place.file, diagnostic, place, document)
        if diagnostic.kind not in self._kinds:
            self.crashes.record("SYN", place, KeyError(f"no page for the diagnostic {diagnostic.kind!r}"))

    def _check_ini(self, plan: Plan, file: IniFile, queue_manager: QueueManager | None) -> None:
        for rule in plan.of(INI):
            if rule.takes(file.document.kind):
                self._call(rule, file.document.source.shown, file, queue_manager)

    def _check_statements(self, plan: Plan, queue_manager: QueueManager) -> None:
        """Run the rules on lines and commands."""
        statements = queue_manager.statements
        statements = statements[self.share.stretch(len(statements))]
        runner = Runner(queue_manager, self._add_to_statement, self.crashes)
        for first in range(0, len(statements), AT_ONCE):
            self.pause()
            alike: dict[tuple[object, ...], list[Statement]] = defaultdict(list)
            for statement in statements[first : first + AT_ONCE]:
                named = statement.name is not None
                alike[statement.head, statement.subtype, named, statement.command.intact].append(statement)
            for same in alike.values():
                plan.statement_rules(same[0].verb, same[0].key).judge(same, runner)

    def _check_objects(self, plan: Plan, queue_manager: QueueManager) -> None:
        runner = Runner(queue_manager, self._add_to_object, self.crashes)
        touched = [object for object in queue_manager.objects.values() if object.statements]
        alike: dict[tuple[str, str], list[MqObject]] = defaultdict(list)
        for object in touched[self.share.stretch(len(touched))]:
            alike[object.type, object.subtype].append(object)
        for objects in alike.values():
            self.pause()
            plan.object_rules(objects[0].key).judge(objects, runner)

    def _call(self, rule: Rule, where: str, *arguments: object) -> None:
        """Run one rule of a wide scope."""
        self.pause()
        try:
            hits = rule.check(*arguments)
            if self._left and rule.code in self._left:
                hits = self._listed(rule, hits)
            for hit in hits:
                self._add(rule, hit, None)
        except Exception as error:
            self.crashes.record(rule.code, where, error)

    def _allow_policies(self, estates: Iterable[Estate]) -> None:
        """Let each policy list the same part of what all may list."""
        if self._policies:
            managers = (manager for estate in estates for manager in estate.queue_managers)
            commands = sum(len(manager.statements) for manager in managers)
            self._most_listed = (MOST_LISTED + LISTED_PER_COMMAND * commands) // len(self._policies)
            self._left = dict.fromkeys(self._policies, self._most_listed)

    def _listed(self, rule: Rule, hits: Iterable[Hit | HeldBack]) -> Iterator[Hit | HeldBack]:
        """What a policy yields as far as it may list it, and that there is more."""
        if self._left[rule.code] < 0:
            return
        for hit in hits:
            if not isinstance(hit, HeldBack):
                self._left[rule.code] -= 1
                if self._left[rule.code] < 0:
                    yield self._more(rule)
                    return
            yield hit

    def _more(self, rule: Rule) -> Hit:
        """The finding in place of those that a policy does not list."""
        policy = self.selection.pages[rule.code].policy
        assert policy is not None
        return Hit(
            Place(policy.file, Span(policy.line, 1, policy.line, 1)),
            f"policy {policy.name} finds more than {self._most_listed:,}, and the others are not listed",
            note=f"the {len(self._policies):,} policies of this run may list the same number each",
            help=f"--select {rule.code} lists more of them",
        )

    def _add_to_statement(self, rule: Rule, hit: Hit | HeldBack, statement: Statement) -> None:
        self._add(rule, hit, subject_of(statement))

    def _add_to_object(self, rule: Rule, hit: Hit | HeldBack, object: MqObject) -> None:
        self._add(rule, hit, ObjectName(object.type, object.name))

    def _add(self, rule: Rule, hit: Hit | HeldBack, subject: ObjectName | None) -> None:
        """Keep what a rule yields; `subject` is the object of a hit that names none."""
        if isinstance(hit, HeldBack):
            self.hold_back(rule.code, hit)
            if hit is TOO_MANY and self._queue_manager is not None:
                self._report_limit(rule, self._queue_manager)
            return
        self._keep(finding_of(self.selection, rule.code, hit, self._owner(), subject))

    def _report_limit(self, rule: Rule, queue_manager: QueueManager) -> None:
        """Report a rule that stopped early, if that is wanted and its findings would be."""
        from mqtune.engine.run_findings import LIMIT, stopped_rule  # few runs reach a limit

        if LIMIT in self.selection.severities and self._counts(rule.code):
            hit = stopped_rule(rule.code, queue_manager)
            self._keep(finding_of(self.selection, LIMIT, hit, self._owner()))

    def _counts(self, code: str) -> bool:
        """Whether checks of a rule count that are held back: its findings may be too uncertain."""
        return self._counts_held and self.selection.pages[code].confidence in self._shown

    def _owner(self) -> Owner:
        """The queue manager of what is checked now."""
        manager = self._queue_manager
        environment = self._environment
        declared = environment is not None and self._declares_environments
        if manager is None:
            return Owner(None, environment, declared)
        return Owner(manager.title or None, environment, declared or manager.declaration is not None)

    def hold_back(self, code: str, reason: HeldBack, count: int = 1) -> None:
        """Count checks that a rule held back, unless its findings are too uncertain for this run."""
        if self._counts(code):
            key = (code, reason)
            self._held[key] = self._held.get(key, 0) + count

    def add_hit(self, code: str, hit: Hit) -> None:
        """Keep a hit of a rule that is about the run itself, if the rule is active."""
        if code in self.selection.severities:
            self._keep(finding_of(self.selection, code, hit))

    def replace(self, findings: list[Finding]) -> None:
        """Replace all findings by these."""
        self._findings.clear()
        self.take(findings)

    def take(self, findings: Iterable[Finding]) -> None:
        """Keep findings that another engine of the same run made."""
        for finding in findings:
            self._keep(finding)

    def _keep(self, finding: Finding) -> None:
        """Keep a finding, unless its confidence is too low for this run.

        Equal messages at one position count once in an environment: two queue managers may share a file, and
        the finding then belongs to the first one by name.
        """
        if finding.confidence not in self._shown:
            return
        place = finding.place
        span = place.span
        where = (place.file, span.line, span.column, span.end_line, span.end_column)
        key = (finding.code, where, finding.message, finding.environment)
        known = self._findings.setdefault(key, finding)
        if known is not finding and (finding.queue_manager or "") < (known.queue_manager or ""):
            self._findings[key] = finding


def subject_of(statement: Statement) -> ObjectName | None:
    """The object that a command is about."""
    if statement.type is None or statement.name is None:
        return None
    return ObjectName(statement.type, statement.name)


def finding_of(
    selection: Selection,
    code: str,
    hit: Hit,
    owner: Owner = NOBODY,
    subject: ObjectName | None = None,
) -> Finding:
    """A hit with what its page and the profile add; a hit can lower the severity, never raise it."""
    page = selection.pages[code]
    severity = selection.severities[code]
    if hit.severity is not None and SEVERITIES.index(hit.severity) > SEVERITIES.index(severity):
        severity = hit.severity
    return Finding(
        code,
        page.name,
        severity,
        hit.confidence or page.confidence,
        hit.message,
        hit.place,
        note=hit.note or page.note,
        help=hit.help or page.help,
        queue_manager=owner.queue_manager,
        environment=owner.environment,
        declared=owner.declared,
        object=hit.object or subject,
        attribute=hit.attribute,
        impact=hit.impact,
        references=page.references,
        related=hit.related,
        fixes=hit.fixes,
    )
