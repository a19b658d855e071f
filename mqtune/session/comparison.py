"""Opens two states of an estate and plans the change from one to the other.

A state is a file, a folder, a dump, a revision of git or an environment of a project; a change may also be a
script that runs on a state.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date

from mqtune.analysis.plan.build import CostChange, compare, compare_script, cost_changes
from mqtune.analysis.plan.gaps import is_whole
from mqtune.analysis.plan.held_back import hold_back
from mqtune.analysis.plan.ini import Ignores, known_type
from mqtune.analysis.plan.model import DRIFT, ENVIRONMENTS, SCRIPT, STATES, Plan, Side
from mqtune.analysis.plan.pairs import AmbiguousNameError, MissingPartnerError, Pairs, match
from mqtune.analysis.plan.script import run_over
from mqtune.estate.grouping import dump_header
from mqtune.estate.model import Estate, QueueManager
from mqtune.project.load import ProjectError
from mqtune.session.access import add_authorities, authority_statements
from mqtune.session.choice import Choice
from mqtune.session.comparison_facts import (
    FindingsDifference,
    findings_difference,
    joined_session,
    mark_rejected,
    rejected_by_definition,
    rejected_by_syntax,
    share_completeness,
    share_loads,
)
from mqtune.session.options import Options, require_no_link
from mqtune.session.revisions import find_revision, is_revision, split_revision, write_revision
from mqtune.session.session import CollectorOff
from mqtune.session.sides import (
    MOST_LEFT_OUT,
    Opened,
    doubts_of,
    left_out,
    left_out_note,
    new_ignores,
    open_notes,
    relative_to,
    renaming,
    side_of,
    uncompared_note,
    unread_doubts,
    unread_note,
)
from mqtune.session.workspace import Workspace
from mqtune.syntax.carriers.names import COLLECTED
from mqtune.syntax.document import CREATION
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.finding import Finding
from mqtune.text.messages import UsageError
from mqtune.text.paths import relative_path


@dataclass
class Comparison:
    """What the front ends show: the plan, the findings that appear and disappear, and the cost."""

    plan: Plan
    old: Opened
    new: Opened
    findings: FindingsDifference
    costs: list[CostChange] = field(default_factory=list)


class Comparer:
    """Opens states with the options of a run; a `with` statement removes what was extracted from git."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._stack = ExitStack()

    def __enter__(self) -> Comparer:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def open(self, text: str, beside: str = "") -> Opened:
        """Open a path, `-`, or `git:REV[:PATH]`, by default with the path of `beside`. Raises UsageError."""
        if not is_revision(text):
            return self.open_paths([text])
        name, path = split_revision(text)
        if ":" in text.removeprefix("git:"):
            path = path or "."
            inside = os.path.abspath(path) if path.startswith("./") else ""
            return self.open_revision(text, name, [inside or path], bool(inside), is_stated=True)
        outside = is_revision(beside) or not beside
        return self.open_revision(text, name, [os.path.abspath("." if outside else beside)], is_absolute=True)

    def open_revision(
        self,
        label: str,
        name: str,
        paths: Sequence[str],
        is_absolute: bool = False,
        is_stated: bool = False,
    ) -> Opened:
        """The files of a revision below some paths of the repository. Raises UsageError, also if a path that
        the user has stated for the revision is not in the repository.
        """
        revision = find_revision(name)
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="mqtune-"))
        top = os.path.join(os.path.realpath(folder), "tree")
        os.makedirs(os.path.join(top, ".git"))  # the top of a repository, as in the working tree
        unread = write_revision(revision, top)
        wanted = []
        for path in paths:
            inside = relative_path(os.path.realpath(path), revision.top) if is_absolute else path
            inside = os.path.normpath(inside)
            if inside.split(os.sep)[0] == ".." or os.path.isabs(inside):
                if is_stated:
                    raise UsageError(
                        f"the path of {label} is not below the top of the repository",
                        "it counts from there, as in git:REV:hub/, or from here, as in git:REV:./hub/",
                    )
                inside = "."  # the other side is outside of the repository
            place = os.path.normpath(os.path.join(top, inside))
            if os.path.exists(place) and place.startswith(top):
                wanted.append(place)
            elif len(paths) == 1:
                raise UsageError(
                    f"there is no {inside} in {name}", f"`git ls-tree -r {name}` lists the files"
                )
        place = os.path.relpath(os.getcwd(), revision.top)
        base = wanted[0] if len(paths) == 1 else top if place.startswith("..") else os.path.join(top, place)
        shown = renaming(top, revision.top, name)
        try:
            opened = self._opened(Side(label, shown, relative_to(base)), wanted or [top], top)
        except ProjectError as error:
            raise error.renamed(shown) from None
        path_in = opened.side.inside
        opened.unread = [
            (path_in(os.path.join(top, path)), f"{path} is not read: {why}") for path, why in unread
        ]
        return opened

    def open_before(self, name: str, paths: Sequence[str]) -> Opened:
        """What some paths of the working tree were in a revision. Raises UsageError."""
        absolute = [os.path.abspath(path) for path in paths or ["."]]
        return self.open_revision(name, name, absolute, is_absolute=True)

    def open_paths(self, paths: Sequence[str], label: str = "") -> Opened:
        """The files of the working tree below some paths. Raises UsageError."""
        for path in paths:
            require_no_link(path)  # it would be an empty state, to which everything is deleted
        return self._opened(side_of(paths, label), paths)

    def opened(self, workspace: Workspace, paths: Sequence[str]) -> Opened:
        """A state of the working tree that is read already."""
        return Opened(side_of(paths or ["."]), workspace)

    def _opened(self, side: Side, paths: Sequence[str], top: str = "") -> Opened:
        """The state below some paths, in the folder of a revision. Raises UsageError if there is nothing."""
        values = {name: getattr(self.options, name) for name in Options.__annotations__}
        is_stdin = list(paths) == ["-"]
        values |= {"paths": (".",) if is_stdin else tuple(paths), "environments": (), "queue_managers": ()}
        values["top"] = top
        values["states"] = 2
        values["stdin_text"] = self.options.stdin_text if is_stdin else None
        workspace = Workspace.open(Options(**values))
        for missing in workspace.missing:
            raise UsageError(
                f"no such file or directory: {missing}", "name a file, a folder or git:REV[:PATH]"
            )
        opened = Opened(side, workspace)
        if workspace.is_empty and not any(map(os.path.isdir, paths)):
            help = "; ".join(left_out(workspace)) or "name another file"
            raise UsageError(f"no MQSC, IBM MQ ini file or CCDT found in {side.label}", help)
        opened.is_folder = any(map(os.path.isdir, paths))
        side.is_dump = is_dump(opened, paths)
        return opened

    def states(self, old: Opened, new: Opened) -> Comparison:
        """The change from one state to another."""
        if old.workspace.is_empty and new.workspace.is_empty:
            labels = f"{old.side.label} and {new.side.label}"
            raise UsageError(
                f"no MQSC, IBM MQ ini file or CCDT found in {labels}", "name other files or folders"
            )
        if new.workspace.is_empty and (old.side.is_dump or left_out(new.workspace)):
            raise UsageError(
                f"{new.side.label} contains no state of a queue manager",
                "; ".join(left_out(new.workspace)) or "name the folder with its dump or files",
            )
        question = DRIFT if old.side.is_dump != new.side.is_dump else STATES
        return self._compared(question, old, new, self._chosen(old, new))

    def pairs(self, old: Opened, new: Opened) -> list[tuple[QueueManager | None, QueueManager | None]]:
        """The queue managers of both states that the options choose and that belong together."""
        sides = (old.side, new.side)
        return in_order(paired(*self._chosen(old, new), sides, False), sides)

    def environments(self, old: str, new: str, opened: Opened) -> Comparison:
        """The difference of two environments of one project. Raises UsageError for an unknown name."""
        known = {estate.environment: estate for estate in opened.estates}
        for name in (old, new):
            if name not in known:
                names = ", ".join(sorted(filter(None, known))) or "none"
                raise UsageError(f"there is no environment {name!r}", f"the environments are {names}")
        first, second = [known[old]], [known[new]]
        sides = (
            Opened(Side(f"environment {old}"), opened.workspace),
            Opened(Side(f"environment {new}"), opened.workspace),
        )
        chosen = self._of_estates(first), self._of_estates(second)
        return self._compared(ENVIRONMENTS, *sides, chosen, (first, second))

    def _of_estates(self, estates: list[Estate]) -> list[QueueManager]:
        """The queue managers of some environments that the options choose."""
        choice = Choice((), self.options.queue_managers)
        return [manager for estate in estates for manager in estate.queue_managers if choice.has(manager)]

    def _chosen(self, old: Opened, new: Opened) -> tuple[list[QueueManager], list[QueueManager]]:
        """The queue managers of both states that the options choose: one without a name if it has the folder
        of a chosen one in either state. Raises UsageError for none.
        """
        choice = Choice.of(self.options)
        choice.check([*old.estates, *new.estates])
        chosen, folders = [], set()
        for state in (old, new):
            named = any(estate.environment is not None for estate in state.estates)
            limit = choice if named else Choice((), self.options.queue_managers)
            managers = state.workspace.queue_managers
            only_one = len(managers) == 1 and not managers[0].name
            chosen.append([manager for manager in managers if only_one or limit.has(manager)])
            folders |= {key for manager in chosen[-1] if (key := folder_of(state, manager))}
        first, second = (
            [
                manager
                for manager in state.workspace.queue_managers
                if manager in kept or folder_of(state, manager) in folders
            ]
            for state, kept in zip((old, new), chosen, strict=True)
        )
        return first, second

    def _compared(
        self,
        question: str,
        old: Opened,
        new: Opened,
        chosen: tuple[list[QueueManager], list[QueueManager]],
        estates: tuple[list[Estate], list[Estate]] | None = None,
    ) -> Comparison:
        sides = (old.side, new.side)
        pairs = paired(*chosen, sides, question == ENVIRONMENTS)
        ignores = self._ignores(old, new, is_change=question == STATES)
        lacks: list[str] = []
        for state in (old, new):
            lacks += (
                f"{state.side.label}: {lack}" for lack in state.workspace.missing_parts(state.side.shown)
            )
            lacks += [*(left_out(state.workspace) if state.workspace.is_empty else ()), *unread_note(state)]
        lacks += uncompared_note(old, new) if question != ENVIRONMENTS else []
        left = left_out_note(old, new) if question != ENVIRONMENTS else []
        doubts = doubts_of(old, new) if question == STATES else []
        notes = [*pairs.notes, *ignores.notes, *dict.fromkeys([*lacks, *left, *doubts])]
        plan = Plan(question, *sides, notes=notes, is_whole=not left, doubts=doubts)
        with CollectorOff():
            if question != ENVIRONMENTS:
                share_loads(pairs.matched, [*old.estates, *new.estates])
                share_completeness(pairs.matched)
            linted = (old.workspace.lint().findings, new.workspace.lint().findings)
            for workspace in {id(state.workspace): state.workspace for state in (old, new)}.values():
                add_authorities(workspace)  # after the lint, which does not read them
            plan.parts = [compare(*pair, sides, question, ignores) for pair in in_order(pairs, sides)]
            plan.ignored = ignores.used
            plan.notes += new_ignores(old, plan.ignored)
            findings = findings_difference(linted, pairs.matched)
            mark_rejected(plan, findings.new)
            for part in plan.parts:
                hold_back(part)
            before, after = estates or (old.estates, new.estates)
            costs = cost_changes(before, after, pairs.matched)
        return Comparison(plan, old, new, findings, costs)

    def script(self, script: Opened, state: Opened) -> Comparison:
        """What a script does on the state of one queue manager. Raises UsageError if there are several."""
        before = self._the_one(state, script)
        managers = script.workspace.queue_managers
        statements = [statement for manager in managers for statement in manager.statements]
        ignores = self._ignores(state, script)
        sides, complete = (state.side, script.side), is_whole(before)
        with CollectorOff():
            linted = script.workspace.lint().findings
            rejected = rejected_by_syntax(linted, managers)
            share_loads([(before, manager) for manager in managers], state.estates)
            known = without_reruns(state.workspace.lint().findings)
            for _ in range(2):  # what only the result shows to be rejected has no result
                after, replay = run_over(before, statements, rejected, complete)
                after.scripts += [source for manager in managers for source in manager.scripts]
                result = joined_session(state, script, before, after)
                new = without_reruns(result.lint().findings)
                findings = findings_difference((known, new), [(before, after)])
                more = rejected_by_definition(findings.new, statements)
                if not more:
                    break
                rejected |= more
            costs = cost_changes(state.estates, result.estates, [(before, after)])
            present = [
                statement for manager, statement in authority_statements(state.workspace) if manager is before
            ]
            added = [statement for _, statement in authority_statements(script.workspace)]
            if present or added:
                add_authorities(state.workspace)
                after, replay = run_over(before, [*statements, *added], rejected, complete, present)
            doubts = [*open_notes(script, state), *unread_doubts(script)][:MOST_LEFT_OUT]
            notes = dict.fromkeys([*ignores.notes, *unread_note(state), *unread_note(script), *doubts])
            plan = Plan(SCRIPT, *sides, notes=[*notes], doubts=doubts)
            plan.parts = [compare_script(before, after, replay, sides, ignores, complete)]
            plan.ignored = ignores.used
            mark_rejected(plan, findings.new)
            hold_back(plan.parts[0])
        return Comparison(plan, state, script, findings, costs)

    def _the_one(self, state: Opened, script: Opened) -> QueueManager:
        """The queue manager on which a script runs."""
        choice = Choice.of(self.options)
        choice.check(state.estates)
        managers = [manager for manager in state.workspace.queue_managers if choice.has(manager)]
        named = {manager.name for manager in script.workspace.queue_managers if manager.name}
        if len(managers) > 1 and named:
            managers = [manager for manager in managers if manager.name in named] or managers
        if len(managers) != 1:
            names = ", ".join(manager.label for manager in managers) or "none"
            raise UsageError(
                f"{state.side.label} has {len(managers)} queue managers, and a script runs on one",
                f"choose with --qmgr: {names}" if managers else "name a dump of the queue manager",
            )
        return managers[0]

    def _ignores(self, *sides: Opened, is_change: bool = False) -> Ignores:
        """The tables of two states; those that a change adds do not lower its own status."""
        tables = [
            table
            for opened in reversed(sides)
            for session in opened.workspace.sessions
            for table in session.project.plan_ignores
        ]
        for table in tables:
            if known_type(table.object) is None:
                raise UsageError(
                    f"{table.file}:{table.line}: plan-ignore has the unknown object type in {table.object!r}",
                    "write TYPE(NAME), such as QLOCAL(APP.*), or a type",
                )
        sessions = sides[0].workspace.sessions if is_change else ()
        known = [table for session in sessions for table in session.project.plan_ignores]
        return Ignores(tables, self.options.today or date.today(), known if is_change else None)


def folder_of(opened: Opened, manager: QueueManager) -> tuple[str | None, str] | None:
    """What identifies a queue manager without a name in a state; None for one with a name."""
    return None if manager.name else (manager.environment_name, opened.side.inside(manager.folder))


def is_dump(opened: Opened, paths: Sequence[str]) -> bool:
    """Whether everything below some paths is the dumped state of queue managers."""
    if paths and all(os.path.isfile(os.path.join(path, COLLECTED)) for path in paths):
        return True
    scripts = [
        tree
        for session in opened.workspace.sessions
        for tree in session.inputs.trees
        if isinstance(tree, Script) and tree.document.carrier != CREATION and tree.commands
    ]
    return bool(scripts) and all(dump_header(script) is not None for script in scripts)


def without_reruns(findings: Sequence[Finding]) -> list[Finding]:
    """Findings without those about running scripts again, which are not about the result of a script."""
    return [finding for finding in findings if not finding.code.startswith("RUN")]


def paired(
    old: Sequence[QueueManager], new: Sequence[QueueManager], sides: tuple[Side, Side], across: bool
) -> Pairs:
    """The queue managers that belong together. Raises UsageError if a name is ambiguous."""
    try:
        return match(old, new, sides, across)
    except AmbiguousNameError as error:
        where = ", ".join(error.side.shown(label) for label in error.where[:4])
        raise UsageError(
            f"{error.name} occurs several times in {error.side.label}: {where}",
            "name one file, or choose with --environment or --qmgr",
        ) from error
    except MissingPartnerError as error:
        raise UsageError(
            f"which queue manager of {error.side.label} is {error.name} is unknown",
            "name its files or folder, or declare it as [[queue-manager]] in mqtune.toml",
        ) from error


def in_order(pairs: Pairs, sides: tuple[Side, Side]) -> list[tuple[QueueManager | None, QueueManager | None]]:
    """The pairs by environment and name, or by folder as displayed: that of a revision is a temporary one."""

    def key(pair: tuple[QueueManager | None, QueueManager | None]) -> tuple[str, str]:
        manager = pair[1] or pair[0]
        assert manager is not None
        return (manager.environment_name or "", sides[pair[1] is not None].shown(manager.label))

    return sorted(pairs.matched, key=key)
