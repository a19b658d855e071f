"""The paths in `mqtune.toml` that lead out of the project: they are not read, and are findings."""

from __future__ import annotations

import os

from mqtune.project.boundary import Refused
from mqtune.project.patterns import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mqtune.project.boundary import Boundary
    from mqtune.project.settings import Project


def refused_paths(project: Project, boundary: Boundary) -> Iterator[Refused]:
    """A record for each of `files` and `values` that is not read, at the line of its table.

    A pattern with wildcards is refused for the folder before them.
    """
    for manager in project.queue_managers:
        yield from _refused(project, boundary, f"queue manager {manager.name}", manager.files, manager.line)
    for environment in project.environments:
        owner, line = f"environment {environment.name}", environment.line
        yield from _refused(project, boundary, owner, environment.files, line)
        for text in environment.values:
            path = os.path.abspath(os.path.join(project.folder, text))
            if reason := boundary.refusal(path):
                yield Refused(project.file, line, _words("values", owner, text), reason, text)


def _refused(
    project: Project, boundary: Boundary, owner: str, patterns: Sequence[str], line: int
) -> Iterator[Refused]:
    for pattern in map(Pattern, patterns):
        place = pattern.text if pattern.plain else pattern.head.rpartition("/")[0]
        if reason := boundary.refusal(os.path.join(project.folder, place)):
            yield Refused(project.file, line, _words("files", owner, pattern.text), reason, pattern.text)


def _words(key: str, owner: str, text: str) -> str:
    return f"`{key}` of {owner} contains '{text}', which is not read"
