"""Links to files of the same folder, whose definitions would otherwise count twice."""

from __future__ import annotations

import os

from mqtune.project.environments import Environments
from mqtune.syntax.carriers import names
from mqtune.syntax.system.kinds import kind_of_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.discovery import Walk
    from mqtune.project.settings import Project


def second_names(walk: Walk, project: Project) -> list[str]:
    """The found links under which nothing is checked that is not under the names of their files."""
    environments = Environments(project)
    links = []
    for path in walk.links:
        found, target = walk.found[path], walk.boundary.real(path) or path
        if found.named or found.declared or target not in walk.found:
            continue
        is_beside = os.path.dirname(target) == os.path.dirname(path)
        if is_beside and _stated(path, environments) == _stated(target, environments):
            links.append(path)
    return links


def _stated(path: str, environments: Environments) -> tuple[object, ...]:
    """What a path states about the content of its file."""
    told = names.shape_of(os.path.basename(path))
    decisive = told.stem if told.shape == names.INI or told.stem == names.COLLECTED else ""
    return told.shape, told.certain, told.template, decisive, kind_of_path(path), environments.of(path)
