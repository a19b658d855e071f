"""Links to files of the same folder, whose definitions would otherwise count twice."""

from __future__ import annotations

import os

from mqtune.project.environments import Environments
from mqtune.syntax.carriers import names
from mqtune.syntax.system.kinds import kind_of_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.project.settings import Project


def second_names(links: Iterable[tuple[str, str]], project: Project) -> list[str]:
    """Of links, each with the file that it leads to, those under which nothing is checked that is not under
    the name of the file.
    """
    environments = Environments(project)
    return [
        path
        for path, target in links
        if os.path.dirname(target) == os.path.dirname(path)
        and _stated(path, environments) == _stated(target, environments)
    ]


def _stated(path: str, environments: Environments) -> tuple[object, ...]:
    """What a path states about the content of its file."""
    told = names.shape_of(os.path.basename(path))
    decisive = told.stem if told.shape == names.INI or told.stem == names.COLLECTED else ""
    return told.shape, told.certain, told.template, decisive, kind_of_path(path), environments.of(path)
