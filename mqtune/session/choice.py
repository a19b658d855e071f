"""The environments and queue managers to which a run is limited, and what it does not check or read."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from mqtune.estate.grouping import names_borne
from mqtune.estate.model import Estate, QueueManager
from mqtune.project.discovery import discover
from mqtune.project.patterns import pattern_set
from mqtune.session.options import Options
from mqtune.text.finding import Finding
from mqtune.text.messages import UsageError
from mqtune.text.not_checked import NO_LOAD, HeldBack, HeldChecks
from mqtune.text.patterns import asterisks_match
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.analysis.flow.needed_loads import NeededLoad
    from mqtune.engine.pages import Page
    from mqtune.project.boundary import Boundary
    from mqtune.project.settings import Project
    from mqtune.session.loading import Inputs


MOST_LISTED = 8
NAMELESS = "."  # the label of a queue manager that only the folder of the run names

Key = tuple[str | None, str]  # an environment, and a queue manager or file in it


@record
class Choice:
    """Patterns with `*`; without any, everything is chosen."""

    environments: Sequence[str] = ()
    queue_managers: Sequence[str] = ()

    @classmethod
    def of(cls, options: Options) -> Choice:
        """What the options choose."""
        return cls(options.environments, options.queue_managers)

    @property
    def is_limited(self) -> bool:
        """Whether anything may be left out."""
        return bool(self.environments or self.queue_managers)

    def has_environment(self, name: str | None) -> bool:
        """Whether an environment is chosen; None is what belongs to none."""
        return not self.environments or (name is not None and _matches(self.environments, name))

    def has(self, queue_manager: QueueManager) -> bool:
        """Whether a queue manager is chosen, by its name, its placeholder, or its folder without either."""
        if not self.has_environment(queue_manager.environment_name):
            return False
        return not self.queue_managers or any(
            called(pattern, queue_manager) for pattern in self.queue_managers
        )

    def limit(self, estates: Iterable[Estate]) -> None:
        """Limit what the estates show."""
        if self.is_limited:
            for estate in estates:
                chosen = [manager for manager in estate.queue_managers if self.has(manager)]
                clients = not self.queue_managers and self.has_environment(estate.environment)
                estate.limit(chosen, clients)

    def files(self, estates: Iterable[Estate]) -> set[str]:
        """The displayed paths of the files of what is chosen."""
        paths: set[str] = set()
        for estate in estates:
            paths.update(*map(files_of, estate.shown))
            paths |= clients_of(estate) if estate.shows_clients else set()
        return paths

    def check(self, estates: Iterable[Estate]) -> None:
        """Raise UsageError for a pattern that matches nothing."""
        every = list(estates)
        environments = [estate.environment for estate in every if estate.environment is not None]
        _check("environment", self.environments, environments)
        matching = [estate for estate in every if self.has_environment(estate.environment)]
        managers = [manager for estate in matching for manager in estate.queue_managers]
        unmet = [
            name for name in self.queue_managers if not any(called(name, manager) for manager in managers)
        ]
        _check("qmgr", unmet, [manager.label for manager in managers])

    def findings(self, findings: list[Finding], estates: Iterable[Estate]) -> list[Finding]:
        """The findings on what is chosen: of its queue managers, or else in their files; those in files of
        no queue manager only without a choice of queue managers, unless the files cannot be read.
        """
        if not self.is_limited:
            return findings
        files: dict[Key, bool] = {}
        owners: set[Key] = set()
        for estate in estates:
            name = estate.environment
            owners.update((name, manager.title) for manager in estate.shown)
            files.update(((name, file), estate.shows_clients) for file in clients_of(estate))
            files.update(
                ((name, file), False) for manager in estate.queue_managers for file in files_of(manager)
            )
            files.update(((name, file), True) for manager in estate.shown for file in files_of(manager))
        return [finding for finding in findings if _keeps(finding, owners, files)]


def _keeps(finding: Finding, owners: set[Key], files: dict[Key, bool]) -> bool:
    if finding.queue_manager is not None:
        return (finding.environment, finding.queue_manager) in owners
    mine = files.get((finding.environment, finding.place.file))
    if mine is not None:
        return mine
    of_file = [chosen for (_, file), chosen in files.items() if file == finding.place.file]
    return any(of_file) or not of_file


def files_of(queue_manager: QueueManager) -> set[str]:
    """The displayed paths of the files of a queue manager."""
    scripts = {script.document.source.shown for script in queue_manager.scripts}
    return scripts | {ini.document.source.shown for ini in queue_manager.inis}


def clients_of(estate: Estate) -> set[str]:
    """The displayed paths of the files of clients."""
    tables = {ccdt.document.source.shown for ccdt in estate.ccdts}
    return tables | {ini.document.source.shown for ini in estate.client_inis}


def called(pattern: str, queue_manager: QueueManager) -> bool:
    """Whether a pattern matches the label or, if the name is unknown, that of a folder or the only file."""
    if asterisks_match(pattern, queue_manager.label):
        return True
    borne = () if queue_manager.title else names_borne(queue_manager.folder, queue_manager.scripts)
    return any(asterisks_match(f"/{pattern.upper()}", name) for name in borne)


def _matches(patterns: Collection[str], name: str) -> bool:
    return any(asterisks_match(pattern, name) for pattern in patterns)


def _check(option: str, patterns: Iterable[str], names: list[str]) -> None:
    """Raise UsageError for a pattern that matches no name."""
    known = sorted(set(names))
    what = "queue manager" if option == "qmgr" else "environment"
    for pattern in patterns:
        if not any(asterisks_match(pattern, name) for name in known):
            raise UsageError(f"no {what} matches --{option} {pattern!r}", names_help(pattern, known, what))


def names_help(wanted: str, known: list[str], what: str = "queue manager") -> str:
    """What to write in place of a name that is not among the known ones."""
    from mqtune.text.spelling import nearest  # only for a wrong name

    near = nearest(wanted, known)
    if near:
        return f"the nearest name is {near}"
    if known == [NAMELESS]:
        return (
            f"the files do not show the name of their {what}: [[queue-manager]] in mqtune.toml assigns files"
        )
    more = " …" if len(known) > MOST_LISTED else ""
    listed = f"the {what}s are {', '.join(known[:MOST_LISTED])}{more}"
    return listed if known else f"there is no {what}; `mqtune show objects` lists what there is"


def only_one(estates: Iterable[Estate]) -> tuple[Estate, QueueManager]:
    """The only queue manager that is shown, with its estate. Raises UsageError if there are several."""
    choices = [(estate, manager) for estate in estates for manager in estate.shown]
    if len(choices) == 1:
        return choices[0]
    if not choices:
        raise UsageError("the files contain no queue manager", "name its MQSC files")
    names = [manager.qualified for _, manager in choices]
    listed = ", ".join(names[:MOST_LISTED]) + (" …" if len(names) > MOST_LISTED else "")
    environments = {manager.environment_name for _, manager in choices}
    option = "--qmgr" if len({manager.label for _, manager in choices}) > 1 else "--environment"
    option += " and --environment" if option == "--qmgr" and len(environments) > 1 else ""
    raise UsageError(f"the files contain {len(choices)} queue managers", f"name one with {option}: {listed}")


# Checks held back without a load, with the load that each of them needs.


def with_needed_loads(
    held: Sequence[HeldChecks], estates: Sequence[Estate], pages: Mapping[str, Page]
) -> list[HeldChecks]:
    """The same checks; those without a load name the keys and the object at which to declare it."""
    kinds = {check.code: pages[check.code].needs for check in held if check.reason == NO_LOAD}
    if not kinds:
        return list(held)
    from mqtune.analysis.flow.needed_loads import needed_loads  # only if a load is missing

    loads: dict[str, NeededLoad] = {}
    for estate in estates:
        loads = {**needed_loads(estate, kinds), **loads}
    return [naming(check, loads.get(check.code)) if check.reason == NO_LOAD else check for check in held]


def naming(checks: HeldChecks, load: NeededLoad | None) -> HeldChecks:
    """The checks with what to declare, if it is known."""
    if load is None:
        return checks
    reason = HeldBack(NO_LOAD.why, load.text, source=load.object)
    return HeldChecks(checks.code, checks.count, reason)


# Declared files that a run does not read, because it was given some only.

SETTINGS = (".ini", ".json")  # files without objects


def unread_files(project: Project, options: Options, inputs: Inputs, boundary: Boundary) -> tuple[str, ...]:
    """The files that queue managers are declared with and the run does not read, without those that cannot
    define objects, relative to the folder of the project.

    Only the folders are searched in which the patterns begin.
    """
    declared = pattern_set(text for manager in project.queue_managers for text in manager.files)
    top = os.path.join(os.path.abspath(project.folder), "")
    heads = {os.path.join(project.folder, pattern.head.rpartition("/")[0]) for pattern in declared.patterns}
    heads = {head for head in heads if not boundary.refusal(head)}
    read = {file.source.path for file in inputs.files if file.source is not None}
    if options.stdin_name:
        read.add(os.path.abspath(options.stdin_name))
    others = [file.path for file in discover(sorted(filter(os.path.isdir, heads)), project, apart=True).files]
    relative = [path[len(top) :].replace(os.sep, "/") for path in others if path not in read]
    return tuple(path for path in relative if declared.matches(path) and not path.endswith(SETTINGS))
