"""Which files the scripts of a run apply to which queue managers, and the values of charts in charts.

A script (`runmqsc QM1 < ../sql/objects.txt`) names files relative to its own folder. Only files of the
project are read, and none that is excluded or ignored: a script must not make the linter show a file from
elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from mqtune.project.boundary import INSIDE, Boundary, Refused
from mqtune.project.ignore_files import is_ignored, leads_to_tracked
from mqtune.project.patterns import Exclusion, is_plain
from mqtune.project.settings import Project
from mqtune.session.loaded_file import LoadedFile
from mqtune.syntax.carriers.result import ABSENT, LIMITED, Application, AppliedFiles, most_telling
from mqtune.syntax.template_values import TemplateValues
from mqtune.text.held import list_folder
from mqtune.text.not_checked import CHARACTERS_OF_WORD, Allowance

MOST_FILES = 1000  # of one wildcard or folder


class AppliedPaths:
    """Finds the files that scripts apply, and collects the paths among them that are `refused`.

    Each queue manager to which they apply a file has a copy, as far as the allowance goes.
    """

    __slots__ = (
        "_allowance",
        "_boundary",
        "_exclusion",
        "_folder",
        "_honours_ignore",
        "_is_cut",
        "_matched",
        "_readable",
        "_sizes",
        "_tracked",
        "refused",
    )

    def __init__(self, project: Project, boundary: Boundary, allowance: Allowance) -> None:
        self._folder = os.path.join(os.path.abspath(project.folder), "")
        self._exclusion = Exclusion.of(project.exclude)
        self._tracked = project.tracked
        self._honours_ignore = project.gate is None or project.gate.allows("gitignore")
        self._boundary = boundary
        self._allowance = allowance
        self._is_cut = False  # whether the file that is looked at applies more files than are read
        self.refused: list[Refused] = []
        # many scripts may apply the same files
        self._matched: dict[str, tuple[list[str], bool]] = {}
        self._sizes: dict[str, int] = {}
        self._readable: dict[str, bool] = {}

    def of(self, files: Iterable[LoadedFile]) -> dict[str, list[Application]]:
        """The applied files by absolute path, each with the queue managers to which scripts apply it."""
        applications: dict[str, dict[Application, None]] = {}
        for file in files:
            if file.source is None:
                continue
            script, self._is_cut = os.path.abspath(file.source.path), False
            lacks = ""
            for applied in file.applies:
                refused = len(self.refused)
                paths = list(self._paths(script, file.shown, applied))
                if applied.paths and not paths and len(self.refused) == refused:
                    lacks = ABSENT
                application = Application(
                    applied.kind,
                    applied.queue_manager,
                    applied.changed,
                    script,
                    applied.condition,
                    applied.location,
                )
                for path in paths:
                    if (
                        path in applications
                        and application not in applications[path]
                        and not self._may_copy(path)
                    ):
                        self._is_cut = True
                    elif path != script and self._is_readable(path):
                        applications.setdefault(path, {})[application] = None
            file.unread = most_telling(LIMITED if self._is_cut else "", lacks, file.unread)
        return {path: list(known) for path, known in applications.items()}

    def _may_copy(self, path: str) -> bool:
        """Whether a file that is applied already may be applied in one more way."""
        size = self._sizes.get(path)
        if size is None:
            try:
                size = self._sizes[path] = os.path.getsize(path)
            except OSError:
                return False  # it disappeared meanwhile
        return self._allowance.admits(size, words=size // CHARACTERS_OF_WORD)  # it is not parsed yet

    def _paths(self, script: str, shown: str, applied: AppliedFiles) -> Iterator[str]:
        """The existing files that a script applies, in their order."""
        folder = os.path.dirname(script)
        for relative in applied.paths:
            path = os.path.normpath(os.path.join(folder, *relative.split("/")))
            if reason := self._boundary.refusal(path if is_plain(relative) else _before_wildcard(path)):
                what = f"'{relative}', which is applied to a queue manager, is not read"
                line, column = applied.position
                self.refused.append(Refused(shown, line, what, reason, relative, column))
            elif os.path.isdir(path):
                yield from (entry for entry in self._entries(path) if entry.lower().endswith(applied.ending))
            elif os.path.isfile(path):
                yield path
            elif not is_plain(relative):
                yield from self._files(path)

    def _files(self, pattern: str) -> list[str]:
        """The files that a pattern matches, which are looked for once."""
        known = self._matched.get(pattern)
        if known is None:
            was_cut, self._is_cut = self._is_cut, False
            paths = [*filter(os.path.isfile, self._matching(pattern))]
            known = self._matched[pattern] = (paths, self._is_cut)
            self._is_cut = was_cut
        self._is_cut = self._is_cut or known[1]
        return known[0]

    def _is_readable(self, path: str) -> bool:
        """Whether a file that a script applies may be read; each is asked about once."""
        known = self._readable.get(path)
        if known is None:
            known = self._readable[path] = self._may_read(path)
        return known

    def _entries(self, folder: str) -> list[str]:
        """The paths in a folder of the project; none in one that a link leads to elsewhere."""
        if self._boundary.refusal(folder) != INSIDE:
            return []
        try:
            return self._first([entry.path for entry in list_folder(folder)])
        except OSError:
            return []

    def _first(self, paths: list[str]) -> list[str]:
        self._is_cut = self._is_cut or len(paths) > MOST_FILES
        return paths[:MOST_FILES]

    def _matching(self, pattern: str) -> list[str]:
        """The paths that a pattern matches as in a shell; nothing behind links out of the project."""
        top, _, rest = pattern.partition(os.sep)
        reached = [top + os.sep]
        for step in rest.split(os.sep):
            if is_plain(step):
                reached = [os.path.join(folder, step) for folder in reached]
                continue
            entries = [entry for folder in reached for entry in self._entries(folder)]
            names = [(entry, os.path.basename(entry)) for entry in entries]
            hidden = step.startswith(".")
            reached = self._first(
                [entry for entry, name in names if name.startswith(".") == hidden and fnmatchcase(name, step)]
            )
        return reached

    def _may_read(self, path: str) -> bool:
        """Whether a file that a script applies may be read."""
        if self._boundary.refusal(path) != INSIDE:
            return False
        if path.startswith(self._folder) and self._exclusion.excludes_below(path[len(self._folder) :]):
            return False
        if not leads_to_tracked(path, self._tracked):
            return False
        return not (self._honours_ignore and is_ignored(path, self._tracked))


def _before_wildcard(path: str) -> str:
    """The folder in which a pattern begins."""
    steps = path.split(os.sep)
    plain = next(number for number, step in enumerate(steps) if not is_plain(step))
    return os.sep.join(steps[:plain]) or os.sep


# Values of a chart within another chart: Helm passes it what is below its name, and `global`.

CHART = "Chart.yaml"


def values_of_chart(values: TemplateValues, path: str) -> TemplateValues:
    """The values for a template; the same object unless it belongs to a chart within another one.

    A values file inside the inner chart is its own. The others are those of the outer chart if one of them
    has the name of the inner one; else they are meant for the inner chart alone.
    """
    inner = _chart_of(os.path.abspath(path))
    if inner is None or not _is_inside_another(inner):
        return values
    name = os.path.basename(inner)
    is_inner = [file.startswith(os.path.join(inner, "")) for file in values.paths]
    outer = [layer for layer, mine in zip(values.layers, is_inner, strict=True) if not mine]
    if not any(isinstance(layer.get(name), dict) for layer in outer):
        return values
    layers = [
        layer if mine else _below(layer, name) for layer, mine in zip(values.layers, is_inner, strict=True)
    ]
    return values.with_layers(layers)


def _chart_of(path: str) -> str | None:
    """The folder of the chart that a file belongs to."""
    folder = os.path.dirname(path)
    while not _is_chart(folder):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _is_inside_another(chart: str) -> bool:
    above = os.path.dirname(chart)
    return os.path.basename(above) == "charts" and _is_chart(os.path.dirname(above))


def _is_chart(folder: str) -> bool:
    """Whether a folder is that of a chart; a link does not show whether anything is where it leads."""
    path = os.path.join(folder, CHART)
    return not os.path.islink(path) and os.path.isfile(path)


def _below(layer: Mapping[str, object], name: str) -> Mapping[str, object]:
    """What an outer chart passes to an inner one."""
    passed = layer.get(name)
    inner = dict(passed) if isinstance(passed, dict) else {}
    if "global" in layer:
        inner["global"] = layer["global"]
    return inner
