"""Which environment a file belongs to: declared in `mqtune.toml`, else inferred from folders and file names.

A queue manager is (environment, name). Names recur in dev, test and prod, so these are inferred from

- sibling folders with the usual names of environments, or with dates,
- sibling folders in which one queue manager has contradictory definitions, or a whole dump each,
- files of one folder whose names differ in the usual name of an environment (`QM1-dev.mqsc` and
  `QM1-prod.mqsc`).

Paths are absolute, so neither the folder in which a run starts nor the order of its paths changes the result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from itertools import chain

from mqtune.project.patterns import pattern_set
from mqtune.project.settings import Project
from mqtune.syntax.carriers.names import shape_of
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

# Folders whose names state what files are, not whose: they neither name a queue manager nor separate
# environments.

Folder = tuple[str, ...]

_STRUCTURAL = """
ansible backup base bin charts common conf config configs data defaults deploy docker docs etc examples files
handlers helm ini k8s kubernetes library manifests meta mq mqsc objects overlays playbooks resources roles
scripts sh shared sql src tasks templates tests tools vars
"""
STRUCTURAL = frozenset(_STRUCTURAL.split())
# the folders of an Ansible role or a Helm chart, which together describe one thing
PARTS_OF_ONE = frozenset(("defaults", "files", "handlers", "meta", "tasks", "templates", "vars"))


def is_structural(folder: str) -> bool:
    """Whether the name of a folder states what its files are."""
    return folder.lower() in STRUCTURAL


def folder_parts(path: str) -> Folder:
    """The folders of an absolute path, from the root on."""
    return tuple(part for part in os.path.dirname(os.path.abspath(path)).split(os.sep) if part)


def home_of(folder: Folder) -> Folder:
    """The folder that is a queue manager if no name is known: the role or chart to which a folder belongs,
    else the folder itself.
    """
    for depth in range(len(folder) - 1, 0, -1):
        if folder[depth].lower() in PARTS_OF_ONE:
            return folder[:depth]
        if not is_structural(folder[depth]):
            break
    return folder


def above_structure(folder: Folder) -> Folder:
    """The folder without the structural ones at its end."""
    depth = len(folder)
    while depth and is_structural(folder[depth - 1]):
        depth -= 1
    return folder[:depth]


# Environments.

# usual names of environments
_USUAL = """
acc acceptance dev development dr e2e int integration lab live nonprod perf performance pre preprod prd prod
production qa quality sandbox sit stage staging stg test tst uat
"""
USUAL = frozenset(_USUAL.split())
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_LISTED = 8
SEPARATORS = lazy_pattern(r"[-_.]+")
# folders of copies that were made on different days, such as nightly dumps
DATE = lazy_pattern(r"(?:19|20)\d\d([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:\D.*)?")


@record
class Clue:
    """What one document shows about environments.

    `name` is the queue manager's name that the document gives, "" without one. `is_complete` means that the
    document describes the whole queue manager. `objects` returns the objects that it defines.
    """

    path: str
    name: str = ""
    is_complete: bool = False
    objects: Callable[[], Iterable[object]] = tuple


@record
class Split:
    """A folder that separates environments: by its subfolders, and by the names of its files.

    `names` are the queue managers that occur in several of them.
    """

    folders: set[str]
    words: set[str]
    names: set[str]


class Environments:
    """The environment of each file of a run: declared ones by patterns of files, else inferred ones."""

    __slots__ = ("_declared", "_names", "_root", "splits")

    def __init__(self, project: Project, clues: Iterable[Clue] = ()) -> None:
        self._declared = pattern_set(
            text for environment in project.environments for text in environment.files
        )
        self._names = [
            environment.name for environment in project.environments for _ in environment.files
        ]  # by pattern
        self._root = os.path.join(os.path.abspath(project.folder), "")
        self.splits = {} if project.declares_environments else splits_of(clues)

    def of(self, path: str) -> str | None:
        """The environment of a file; None if it belongs to none."""
        full = os.path.abspath(path)
        if self._names and full.startswith(self._root):
            number = self._declared.first(full[len(self._root) :].replace(os.sep, "/"))
            if number is not None:
                return self._names[number]
        return environment_in(full, self.splits)

    @property
    def notes(self) -> list[str]:
        """What was inferred, in words: `PAYQM1 and GWQM1 occur in dev, test: taken for two environments`."""
        inferred: dict[tuple[str, ...], set[str]] = {}
        for split in self.splits.values():
            inferred.setdefault(tuple(sorted(split.folders | split.words)), set()).update(split.names)
        return [_note(parts, sorted(names)) for parts, names in sorted(inferred.items())]


class OneEnvironment(Environments):
    """The same environment for every file: that with whose values the files were read."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name
        self.splits = {}

    def of(self, path: str) -> str | None:
        """The environment."""
        return self._name


def _note(parts: tuple[str, ...], names: list[str]) -> str:
    number = NUMBERS[len(parts)] if len(parts) < len(NUMBERS) else str(len(parts))
    what = "states of the same queue managers" if all(map(DATE.fullmatch, parts)) else "environments"
    listed = ", ".join(parts[:MOST_LISTED]) + (" …" if len(parts) > MOST_LISTED else "")
    if not names:
        return f"{listed}: taken for {number} {what} because of their names"
    more = len(names) - MOST_LISTED
    who = ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
    if 1 < len(names) <= MOST_LISTED:
        who = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{who} {'occur' if len(names) > 1 else 'occurs'} in {listed}: taken for {number} {what}"


def splits_of(clues: Iterable[Clue]) -> dict[Folder, Split]:
    """The folders that separate environments."""
    by_folder: dict[Folder, list[Clue]] = {}
    by_name: dict[str, dict[Folder, list[Clue]]] = {}
    for clue in clues:
        folder = folder_parts(clue.path)
        by_folder.setdefault(folder, []).append(clue)
        if clue.name:
            by_name.setdefault(clue.name, {}).setdefault(folder, []).append(clue)
    splits: dict[Folder, Split] = {}
    _usual_folders(by_folder, splits)
    for folder, folder_clues in by_folder.items():
        words, names = usual_words(folder_clues)
        if words:
            split = splits.setdefault(folder, Split(set(), set(), set()))
            split.words.update(words)
            split.names.update(names)
    for name, folders in by_name.items():
        _recurring(name, folders, splits)
    return splits


def _usual_folders(folders: Iterable[Folder], splits: dict[Folder, Split]) -> None:
    """Add the sibling folders with usual names."""
    children: dict[Folder, set[str]] = {}
    for folder in folders:
        for depth, part in enumerate(folder):
            if is_usual(part):
                children.setdefault(folder[:depth], set()).add(part)
    for folder, names in children.items():
        if len(names) > 1:
            splits.setdefault(folder, Split(set(), set(), set())).folders.update(names)


def _recurring(name: str, folders: dict[Folder, list[Clue]], splits: dict[Folder, Split]) -> None:
    """Add the folders at which those of one name part, if what is below contradicts each other."""
    if len(folders) < 2:
        return
    top = common(folders)
    children: dict[str, dict[Folder, list[Clue]]] = {}
    for folder, clues in folders.items():
        if len(folder) > len(top):
            children.setdefault(folder[len(top)], {})[folder] = clues
    separate = {child for child in children if not is_structural(child)}
    known = splits[top].folders if top in splits else set()
    new = separate - known
    if len(separate) > 1 and (
        not new or contradict([chain(*children[child].values()) for child in sorted(separate)])
    ):
        split = splits.setdefault(top, Split(set(), set(), set()))
        split.folders.update(separate)
        split.names.add(name)
    for below in children.values():
        _recurring(name, below, splits)


def common(folders: Collection[Folder]) -> Folder:
    """The longest folder that contains all of some folders."""
    depth = 0
    for parts in zip(*folders, strict=False):
        if len(set(parts)) > 1:
            break
        depth += 1
    return next(iter(folders))[:depth]


def contradict(parts: Iterable[Iterable[Clue]]) -> bool:
    """Whether several parts describe the whole queue manager, or define the same object."""
    wholes = 0
    seen: set[object] = set()
    for part in parts:
        clues = list(part)
        wholes += any(clue.is_complete for clue in clues)
        objects = set(chain.from_iterable(clue.objects() for clue in clues))
        if wholes > 1 or not seen.isdisjoint(objects):
            return True
        seen |= objects
    return False


def is_usual(folder: str) -> bool:
    """Whether a folder is called as environments usually are (`prod`, `uat2`, `mq-dev`), or by a date."""
    return DATE.fullmatch(folder) is not None or any(
        word.rstrip("0123456789") in USUAL for word in SEPARATORS.split(folder.lower())
    )


def usual_words(clues: Iterable[Clue]) -> tuple[set[str], set[str]]:
    """The usual names of environments in which the files of one folder differ that have one queue manager, or
    else the same name; and these queue managers.
    """
    words: dict[tuple[bool, str], set[str]] = {}
    for clue in clues:
        word, rest = usual_word(clue.path)
        if word:
            words.setdefault((False, rest), set()).add(word)
            if clue.name:
                words.setdefault((True, clue.name), set()).add(word)
    several = {key: alternatives for key, alternatives in words.items() if len(alternatives) > 1}
    return set(chain.from_iterable(several.values())), {name for is_name, name in several if is_name}


def usual_word(path: str) -> tuple[str, str]:
    """The usual name of an environment in the name of a file, and its other words; "" for none or several."""
    stem = shape_of(os.path.basename(path)).stem.rpartition(".")[0]
    words = [word for word in SEPARATORS.split(stem) if not word.isdigit()]
    usual = [word for word in words if word.rstrip("0123456789") in USUAL]
    if len(usual) != 1:
        return "", ""
    return usual[0], "-".join(word for word in words if word != usual[0])


def environment_in(path: str, splits: dict[Folder, Split]) -> str | None:
    """The environment of a file: the parts of its path at the folders that separate environments."""
    if not splits:
        return None
    folder = folder_parts(path)
    parts = [
        part
        for depth, part in enumerate(folder)
        if (split := splits.get(folder[:depth])) is not None and part in split.folders
    ]
    folder_split = splits.get(folder)
    if folder_split is not None and folder_split.words:
        word = usual_word(path)[0]
        parts += [word] if word in folder_split.words else []
    return "/".join(parts) or None
