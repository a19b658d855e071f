"""Which texts of a file certainly take effect, and in which order: tasks, jobs, files of an image.

What is not in one list of steps has no order: keys of a map, jobs, services, plays for other hosts.
"""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mqtune.syntax.carriers.yaml_text import YamlPath, YamlScalar
    from mqtune.syntax.document import Document


# YAML.

# keys that decide whether a task, job or service runs (Ansible, GitHub, GitLab, Tekton, Compose), and those
# of tasks that run on an event
_CONDITIONS = frozenset(
    {"when", "if", "unless", "rules", "only", "except", "condition", "profiles", "tags", "loop", "check_mode"}
    | {"creates", "removes", "run_once"}
)
_EVENTS = frozenset({"rescue", "handlers", "on_failure", "onFailure"})
# keys whose lists are run in their order; other lists are, too, if each item is a text
_STEPS = frozenset(
    {"after_script", "always", "before_script", "block", "commands", "script", "steps"}
    | {"post_tasks", "pre_tasks", "tasks"}
)
_APART = frozenset({"async", "background", "parallel"})  # keys of a step for which the next one does not wait
# keys that structure tasks, jobs and resources: what names or describes one of these is a title
_STRUCTURE = (
    _STEPS
    | _EVENTS
    | {"containers", "initContainers", "jobTemplate", "metadata", "spec", "template", "volumes"}
)
_DESCRIBED = _STRUCTURE | {"inputs", "on", "params", "results", "workflow_call", "workflow_dispatch"}
_TOPS = frozenset(
    {"apiVersion", "jobs", "runs", "script", "stages", "steps"}
)  # of files with such a structure
_ARGUMENT = lazy_pattern(r"\b(?:creates|removes)=")  # of a command of Ansible in one line
# a task that ends a play, and a command that ends the script of a job without a failure
_ENDS = lazy_pattern(
    r"\A\s*+(?:meta\s+)?end_\w+\s*\Z|^[ \t]*+(?:exit(?![ \t]+[1-9])|exec|kill)\b", re.MULTILINE
)


class Steps:
    """The conditions and the order of the texts of one YAML document."""

    __slots__ = ("_conditional", "_end", "_hosts", "_names", "_scalars", "_start", "_tops")

    def __init__(self, scalars: Mapping[YamlPath, YamlScalar]) -> None:
        self._scalars = scalars
        self._conditional: dict[YamlPath, int] = {}  # tasks and jobs, each with a number
        self._hosts: dict[str | int, list[str]] = {}  # by the number of the play
        self._names: dict[YamlPath, int] = {}  # of the lists
        self._tops = {path[0] for path in scalars if path}
        self._end: int | None = None  # where the first text begins after which the next ones may not run
        self._start = min((scalar.start for scalar in scalars.values()), default=0)
        for path, scalar in scalars.items():
            self._note(path)
            if path[1:2] == ("hosts",) and isinstance(path[0], int):
                self._hosts.setdefault(path[0], []).append(scalar.value)
            if _ARGUMENT.search(scalar.value):
                self._conditional.setdefault(path, len(self._conditional) + 1)
            if self._end is None and _ENDS.search(scalar.value) and (scalar.key == "meta" or _is_item(path)):
                self._end = scalar.start

    def _note(self, path: YamlPath) -> None:
        """Take note of the keys above a scalar that state a condition."""
        for depth, step in enumerate(path):
            if depth and step in _CONDITIONS:
                around = path[: depth - 1] if path[depth - 1] == "args" else path[:depth]
                self._conditional.setdefault(around, len(self._conditional) + 1)
            elif step in _EVENTS:
                self._conditional.setdefault(path[: depth + 1], len(self._conditional) + 1)

    def condition(self, scalar: YamlScalar) -> str:
        """The conditions of a text, "" if it always runs."""
        after = self._end is not None and scalar.start > self._end
        prefixes = (scalar.path[:depth] for depth in range(1, len(scalar.path) + 1))
        numbers = (str(self._conditional[prefix]) for prefix in prefixes if prefix in self._conditional)
        return "/".join(["end", *numbers] if after else numbers)

    def is_title(self, path: YamlPath) -> bool:
        """Whether a scalar only names or describes something, or is a message of a task."""
        around = [step for step in path if isinstance(step, str)]
        key = around.pop() if around else ""
        if key == "msg":
            if not around or around.pop().rpartition(".")[2] not in ("debug", "fail"):
                return False
        elif key not in ("description", "name"):
            return False
        if isinstance(path[0], str) and _TOPS.isdisjoint(self._tops):
            return False
        if around[:1] == ["jobs"]:
            del around[:2]
        if key == "description" and around[-2:-1] in (["inputs"], ["results"]):
            around.pop()
        return (_DESCRIBED if key == "description" else _STRUCTURE).issuperset(around)

    def list_of(self, path: YamlPath) -> str:
        """The name of the list of steps that contains a text: those of one run in the order of the file."""
        hosts = self._hosts.get(path[0], []) if path else []
        steps = path
        for depth, step in enumerate(path):
            if any((*path[: depth + 1], key) in self._scalars for key in _APART):
                steps = path
                break
            if isinstance(step, int) and steps is path and self._is_ordered(path, depth, bool(hosts)):
                steps = path[1:depth] if hosts else path[:depth]
            host = self._scalars.get((*path[: depth + 1], "delegate_to"))
            hosts = hosts if host is None else [host.value]
        name = self._names.setdefault((*hosts, 0, *steps), len(self._names))
        return f"{self._start}.{name}"

    def _is_ordered(self, path: YamlPath, depth: int, in_play: bool) -> bool:
        """Whether the list whose item is at a depth of a path is run in its order."""
        if not depth:
            return not in_play
        key = path[depth - 1]
        # `tasks` of a pipeline of Tekton may run at the same time
        return depth == len(path) - 1 or (key in _STEPS and (key != "tasks" or in_play))


def _is_item(path: YamlPath) -> bool:
    """Whether a scalar is a part of a script that a list states."""
    return len(path) > 1 and isinstance(path[-1], int) and path[-2] in _STEPS


# Files of the folder of automatic configuration. The image reads them by their names, whatever the order of
# the commands that write them, and only those that no later command removes.

_NAME = lazy_pattern(r"(?<![^\s/<>\"'=])[^\s/<>\"'=]*\.mqsc(?![\w.])")
_VARIABLE = lazy_pattern(r"(?:>>?[ \t]*|<<-?['\"]?\w+['\"]?[ \t]+)[^\s;&|<>]*\$")  # a target
_STAGE = lazy_pattern(r"^[ \t]*FROM[ \t]", re.IGNORECASE | re.MULTILINE)
_REMOVAL = lazy_pattern(r"(?<![\w./-])(?:rm|unlink|shred|mv|truncate|find)[ \t][^\n;&|]*")
_UNKNOWN_FILES = re.compile(r"[\"']?(?:\$|\S*mqsc|\S*/etc/mqm|[^\s/-]\S*[*?$\[]|\*)").match


def note_order(text: str, documents: list[Document], line_of: Callable[[int], int]) -> None:
    """Note in the documents of a script or build file whether the image reads them, and in which order.

    `line_of` gives the line of the file for an offset of the text.
    """
    files = _NAME.findall(_REMOVAL.sub("", text))
    is_ordered = files == sorted(files) and len(_STAGE.findall(text)) < 2
    is_stated = _VARIABLE.search(text) is None and not any("$" in file for file in files)
    last = -1
    for match in _REMOVAL.finditer(text):
        program, *words = match.group().split()
        if (program != "find" or "-delete" in words) and any(map(_UNKNOWN_FILES, words)):
            last = match.start()
    last_line = line_of(last) if last >= 0 else 0
    for number, document in enumerate(documents):
        is_removed = document.map is not None and document.map.position(1, 1)[0] <= last_line
        if is_removed or not (is_ordered and is_stated):
            document.under(f"{number}" if is_removed else "", f"file {number}")
