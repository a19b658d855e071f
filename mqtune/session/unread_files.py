"""The declared files of queue managers that a run does not read, because it was given some of them only."""

from __future__ import annotations

import os

from mqtune.project.discovery import discover
from mqtune.project.patterns import pattern_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.boundary import Boundary
    from mqtune.project.settings import Project
    from mqtune.session.loading import Inputs
    from mqtune.session.options import Options

SETTINGS = (".ini", ".json")  # files without objects


def unread_files(project: Project, options: Options, inputs: Inputs, boundary: Boundary) -> tuple[str, ...]:
    """The files that queue managers are declared with and the run does not read, without those that cannot
    define objects, relative to the folder of the project.

    Only the folders are searched in which the patterns begin.
    """
    declared = pattern_set(text for one in project.queue_managers for text in one.files)
    top = os.path.join(os.path.abspath(project.folder), "")
    heads = {os.path.join(project.folder, one.head.rpartition("/")[0]) for one in declared.patterns}
    heads = {one for one in heads if not boundary.refusal(one)}
    read = {file.source.path for file in inputs.files if file.source is not None}
    if options.stdin_name:
        read.add(os.path.abspath(options.stdin_name))
    others = [one.path for one in discover(sorted(filter(os.path.isdir, heads)), project, apart=True).files]
    relative = [one[len(top) :].replace(os.sep, "/") for one in others if one not in read]
    return tuple(path for path in relative if declared.matches(path) and not path.endswith(SETTINGS))
