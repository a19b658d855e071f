"""The files that a walk leaves out although they would have been checked, with the reason.

A file counts if its name decides that it is MQ text, or if it contains some. A folder is looked through as
far as that is quick; beyond that it counts as a whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from mqtune.project.environments import Environments
from mqtune.syntax.carriers import names
from mqtune.syntax.carriers.recognise import holds_script, may_carry
from mqtune.text.held import list_folder
from mqtune.text.source import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.settings import Project


# Whether a file may contain MQ text, by its name or its first bytes.

# shapes of files whose names show that they may contain MQ text
CARRIERS = (names.MQSC, names.INI, names.YAML, names.SHELL, names.JCL, names.BATCH)


def is_wanted_by_name(name: str, path: str) -> bool:
    """Whether the name of a file shows that it may contain MQ text, whatever its content is."""
    told = names.shape_of(name)
    if told.shape in CARRIERS or told.certain or told.template:
        return True
    return is_of_system(name, path)


def is_wanted_by_content(name: str, path: str, any_name: bool = False) -> bool:
    """Whether a file whose name does not decide may contain MQ text; with `any_name` also one whose name
    belongs to something else.
    """
    shape = names.shape_of(name).shape
    if any_name and shape == names.JSON:  # the kind of a manifest may be its last key
        return True
    return (shape != names.OTHER and may_carry(path, shape)) or (any_name and holds_script(path))


def names_mq(path: str) -> bool:
    """Whether a file that is not wanted names commands or programs of IBM MQ."""
    from mqtune.syntax.mqsc.templates import file_names_mq  # only under a gate

    try:
        return file_names_mq(path)
    except OSError:
        return True  # it is not known to be without


def is_of_system(name: str, path: str) -> bool:
    """Whether a path is that of a sysctl or limits file or a systemd unit."""
    if ".conf" not in name and ".service" not in name:
        return False
    from mqtune.syntax.system import kind_of_path  # few folders have such names

    return bool(kind_of_path(path))


# What is left out.

MOST_ENTRIES = 1000  # of all folders that are looked through
MOST_BYTES = 4_000_000  # of all files that are read because their names do not decide
BIG = 256_000  # bytes of one file
LINKED = "in a folder to which a link leads, which is not followed"


class LeftOut:
    """What a walk has left out so far: `files`, with a `/` at the end of folders that are too big.

    With `any_name`, MQSC counts whatever the name of its file. `linked` are the links to folders as
    displayed, by where they lead.
    """

    __slots__ = ("_any_name", "_bytes", "_entries", "files", "linked")

    def __init__(self, any_name: bool = False) -> None:
        self._any_name = any_name
        self.files: list[tuple[str, str]] = []
        self.linked: dict[str, str] = {}
        self._entries = MOST_ENTRIES
        self._bytes = MOST_BYTES

    def add(self, path: str, shown: str, why: str) -> None:
        """Record a file that would have been checked, or those in a folder."""
        if not path:
            self.files.append((shown, why))
        elif not os.path.islink(path) and os.path.isdir(path):
            inside = self._files_in(path)
            if inside is None:
                self.files.append((f"{shown}/", why))
            else:
                self.files += [(f"{shown}/{name}", why) for name in inside]
        elif self._counts(path):
            self.files.append((shown, why))

    def add_linked(self, searched: Iterable[str]) -> None:
        """Record what is in folders to which links lead, unless they are below one that is searched."""
        if self.linked:
            tops = tuple(os.path.join(folder, "") for folder in searched)
            for folder, shown in self.linked.items():
                if not os.path.join(folder, "").startswith(tops):
                    self.add(folder, shown, LINKED)

    def _files_in(self, folder: str) -> list[str] | None:
        """The files of a folder that count, relative to it; None if there are too many entries."""
        files: list[str] = []
        waiting = [(folder, "")]
        while waiting:
            path, prefix = waiting.pop()
            try:
                entries = list_folder(path)
            except OSError:
                return None
            self._entries -= len(entries)
            if self._entries < 0:
                return None
            for entry in entries:
                if entry.is_folder:
                    waiting.append((entry.path, f"{prefix}{entry.name}/"))
                elif self._counts(entry.path):
                    files.append(prefix + entry.name)
        return files

    def _counts(self, path: str) -> bool:
        name = os.path.basename(path)
        if os.path.islink(path) or not os.path.isfile(path):
            return False
        told = names.shape_of(name)
        if told.certain or told.shape == names.MQSC or is_of_system(name, path):
            return True
        if not (is_wanted_by_name(name, path) or is_wanted_by_content(name, path, self._any_name)):
            return False
        return self._contains(path)

    def _contains(self, path: str) -> bool:
        """Whether a file contains MQ text; also if it is too big to find out."""
        from mqtune.syntax.carriers.documents import documents_of  # few runs leave such a file out
        from mqtune.syntax.carriers.result import is_of_place
        from mqtune.text.source import Source

        size = os.path.getsize(path)
        self._bytes -= size
        if size > BIG or self._bytes < 0:
            return True
        try:
            result = documents_of(Source(path, path, read_file(path)), by_name=self._any_name)
        except Exception:  # it is not checked: what is wrong with it does not matter
            return True
        is_unread = bool(result.unread) and (self._any_name or not is_of_place(result.unread))
        return bool(result.documents or result.deployments) or is_unread


# Links to files of the same folder, whose definitions would otherwise count twice.


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
    from mqtune.syntax.system import kind_of_path  # few files have two names

    told = names.shape_of(os.path.basename(path))
    decisive = told.stem if told.shape == names.INI or told.stem == names.COLLECTED else ""
    return told.shape, told.certain, told.template, decisive, kind_of_path(path), environments.of(path)
