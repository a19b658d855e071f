"""What cards are made from: the estates and findings of a workspace, with indexes built on first use."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property

from mqtune.estate.keywords import QUEUE, QUEUE_TYPES, name_space
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import Finding
from mqtune.present.bodies import Row
from mqtune.present.target import FINDING, MANAGER, OBJECT, Target
from mqtune.text.derived import Derived
from mqtune.text.printable import printable
from mqtune.text.spans import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.flow.resource import Resource
    from mqtune.lab.journal.result import Result
    from mqtune.session.opened import Project

CLIENT = "CLNTCONN"


class Sources(Derived):
    """The estates and findings behind the cards of one state of the files.

    Safe to use from several threads: an index may at worst be built twice.
    """

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project
        self.workspace = project.workspace
        self._budgets: dict[int, list[Resource]] = {}

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings, safe to show."""
        return self.project.findings

    @cached_property
    def managers(self) -> dict[str, list[tuple[Estate, QueueManager]]]:
        """The queue managers by qualified name; several may have none of their own."""
        found: dict[str, list[tuple[Estate, QueueManager]]] = {}
        for estate in self.workspace.estates:
            for one in estate.queue_managers:
                found.setdefault(one.qualified, []).append((estate, one))
        return found

    def owners(self, owner: str = "") -> list[tuple[Estate, QueueManager]]:
        """The queue managers with a qualified name or name; all for ""."""
        if not owner:
            return [pair for pairs in self.managers.values() for pair in pairs]
        found = self.managers.get(owner)
        if found is not None:
            return found
        return [pair for pair in self.owners() if pair[1].name == owner]

    def find(self, target: Target) -> tuple[Estate, QueueManager, MqObject] | None:
        """The object that a target names; the first one if several queue managers have it."""
        for estate, manager in self.owners(target.owner):
            object = find_object(manager, target.type, target.name)
            if object is not None:
                return estate, manager, object
        return None

    @cached_property
    def by_object(self) -> dict[tuple[str, str], list[Finding]]:
        """The findings by type and name of their object."""
        found: dict[tuple[str, str], list[Finding]] = {}
        for one in self.findings:
            if one.object is not None:
                found.setdefault((one.object.type, one.object.name), []).append(one)
        return found

    @cached_property
    def by_file(self) -> dict[str, list[Finding]]:
        """The findings by file."""
        return grouped(self.findings, lambda one: one.place.file)

    @cached_property
    def by_code(self) -> dict[str, list[Finding]]:
        """The findings by rule."""
        return grouped(self.findings, lambda one: one.code)

    def owner_of(self, finding: Finding) -> str:
        """The qualified name of the queue manager of a finding, "" if it is unknown."""
        name = "/".join(filter(None, (finding.environment, finding.queue_manager)))
        if finding.queue_manager and name in self.managers:
            return name
        for _, manager in self.owners():
            object = (
                find_object(manager, finding.object.type, finding.object.name) if finding.object else None
            )
            place = object.place() if object is not None else None
            if place is not None and place.file == finding.place.file:
                return manager.qualified
        return ""

    @cached_property
    def secured(self) -> Sources:
        """The same with the authorities that setmqaut commands of scripts grant."""
        _ = self.findings  # those on the files as they are
        secured = self.project.secured
        return self if secured is self.project else Sources(secured)

    def budget(self, estate: Estate) -> list[Resource]:
        """The resources of an estate, worked out once."""
        found = self._budgets.get(id(estate))
        if found is None:
            from mqtune.flow.budget import budget  # the first section of a card does not need it

            found = self._budgets[id(estate)] = budget(estate)
        return found

    @cached_property
    def results(self) -> list[Result]:
        """The stored results of experiments, the newest first."""
        from mqtune.lab import api  # as above

        return api.results()[0][::-1]


def grouped(findings: Sequence[Finding], key: Callable[[Finding], str]) -> dict[str, list[Finding]]:
    """The findings by a key."""
    found: dict[str, list[Finding]] = {}
    for one in findings:
        found.setdefault(key(one), []).append(one)
    return found


def find_object(manager: QueueManager, type: str, name: str) -> MqObject | None:
    """The object of a queue manager with a type and name; `QUEUE` is any kind of queue."""
    if type == "QMGR":
        return manager.qmgr
    if type in (QUEUE, *QUEUE_TYPES):
        return manager.queue(name)
    if type == "CHANNEL":
        return manager.channel(name) or manager.find(CLIENT, name)
    return manager.find(name_space(type, ""), name)


def shown_owner(owner: str) -> str:
    """The qualified name of a queue manager to show. One without a name is called by its folder; the name of
    the current folder, unless it was removed, says more than `.`.
    """
    try:
        return os.path.basename(os.getcwd()) if owner == os.curdir else owner
    except OSError:
        return owner


def object_target(manager: QueueManager, object: MqObject) -> Target:
    """The target of an object."""
    if object.type == "QMGR":
        return manager_target(manager)
    return Target(OBJECT, object.name, object.type, manager.qualified)


def manager_target(manager: QueueManager) -> Target:
    """The target of a queue manager."""
    return Target(MANAGER, manager.label, "", manager.qualified)


def finding_target(finding: Finding) -> Target:
    """The target of a finding."""
    place = finding.place
    return Target(FINDING, finding.code, finding.message, "", place.span.line, place.file)


def subject_of(sources: Sources, finding: Finding) -> Target:
    """The object of a finding, or the finding itself if no object is known."""
    owner = sources.owner_of(finding)
    for _, manager in sources.owners(owner) if finding.object is not None else ():
        object = finding.object and find_object(manager, finding.object.type, finding.object.name)
        if object:
            return object_target(manager, object)
    return finding_target(finding)


def finding_row(finding: Finding, with_object: bool = True) -> Row:
    """The line of a finding; without its object on the card of that object."""
    return Row(
        finding.code,
        finding.message,
        str(finding.object or "") if with_object else "",
        finding_target(finding),
        finding.severity,
        (finding.place.file, finding.place.span.line),
    )


def place_of(place: Place | None) -> tuple[str, int] | None:
    """File and line of a position."""
    return None if place is None else (place.file, place.span.line)


def place_text(place: tuple[str, int] | None) -> str:
    """`hub/a.mqsc:7`, "" without a position."""
    return "" if place is None else f"{printable(place[0])}:{place[1]}"
