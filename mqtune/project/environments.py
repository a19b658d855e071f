"""Which environment a file belongs to: declared in `mqtune.toml`, else inferred from the folders.

A queue manager is (environment, name). Names recur in dev, test and prod: a name that occurs in several sibling
folders makes these folders environments, named after the parts in which their paths differ. Paths are absolute,
so neither the folder in which a run starts nor the order of its paths changes the result.
"""

from __future__ import annotations

import os

from mqtune.project.patterns import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.project.settings import Project

    Folder = tuple[str, ...]

# folders that say what files are, not whose: they neither name a queue manager nor separate environments
STRUCTURAL = frozenset(
    "ansible backup base bin charts common conf config configs defaults deploy docker docs etc examples files"
    " handlers helm ini k8s kubernetes library manifests meta mq mqsc ini objects overlays playbooks resources roles"
    " scripts sh shared sql src tasks templates tests tools vars".split()
)
# folders by which people tell environments apart; there, equal file names are enough
USUAL = frozenset(
    "acc acceptance dev development dr e2e int integration lab live nonprod perf performance pre preprod prd prod"
    " production qa quality sandbox sit stage staging stg test tst uat".split()
)
LONGEST_NAME = 48  # characters of a queue manager's name


class Environments:
    """The environment of each file of a run.

    `declared` are those of `mqtune.toml`, by patterns of files; `inferred` those found in the folders.
    """

    __slots__ = ("_branches", "_declared", "_root")

    def __init__(self, project: Project, names: Iterable[tuple[str, str, str]]) -> None:
        """`names` are (path, name, stem) of each document: the name a carrier gives, "" without one, and the
        name of its file without extensions.
        """
        self._declared = [
            (one.name, [Pattern(text) for text in one.files]) for one in project.environments if one.files
        ]
        self._root = os.path.join(os.path.abspath(project.folder), "")
        self._branches = {} if project.environments else branches(names)

    def of(self, path: str) -> str | None:
        """The environment of a file; None if it belongs to none."""
        full = os.path.abspath(path)
        if self._declared and full.startswith(self._root):
            relative = full[len(self._root) :].replace(os.sep, "/")
            for name, patterns in self._declared:
                if any(pattern.matches(relative) for pattern in patterns):
                    return name
        return environment_in(folder_parts(full), self._branches)


def folder_parts(path: str) -> Folder:
    """The folders of an absolute path, from the root on."""
    return tuple(part for part in os.path.dirname(os.path.abspath(path)).split(os.sep) if part)


def branches(names: Iterable[tuple[str, str, str]]) -> dict[Folder, frozenset[str]]:
    """The folders whose subfolders are environments, each with the names of these subfolders."""
    by_name: dict[str, set[Folder]] = {}
    by_stem: dict[str, set[Folder]] = {}
    for path, name, stem in names:
        if name:
            by_name.setdefault(name, set()).add(folder_parts(path))
        elif 0 < len(stem) <= LONGEST_NAME:
            by_stem.setdefault(stem.lower(), set()).add(folder_parts(path))
    found: dict[Folder, set[str]] = {}
    for folders in by_name.values():
        _split(folders, found, usual=False)
    for folders in by_stem.values():
        _split(folders, found, usual=True)
    return {folder: frozenset(children) for folder, children in found.items()}


def _split(folders: set[Folder], found: dict[Folder, set[str]], usual: bool) -> None:
    """Add the folders at which the folders of one name part, and the subfolders in which the name occurs."""
    if len(folders) < 2:
        return
    top: Folder = tuple(os.path.commonprefix([list(folder) for folder in folders]))
    children: dict[str, set[Folder]] = {}
    for folder in folders:
        if len(folder) > len(top):
            children.setdefault(folder[len(top)], set()).add(folder)
    separate = [child for child in children if child.lower() not in STRUCTURAL]
    if usual:
        separate = [child for child in separate if is_usual(child)]
    if len(separate) > 1:
        found.setdefault(top, set()).update(separate)
    for below in children.values():
        _split(below, found, usual)


def is_usual(folder: str) -> bool:
    """Whether a folder is called as environments usually are: `prod`, `uat2`, `mq-dev`."""
    words = folder.lower().replace("_", "-").replace(".", "-").split("-")
    return any(word.rstrip("0123456789") in USUAL for word in words)


def environment_in(folder: Folder, splits: dict[Folder, frozenset[str]]) -> str | None:
    """The environment of a folder: the parts of its path at the folders that separate environments."""
    if not splits:
        return None
    parts = [
        folder[depth]
        for depth in range(len(folder))
        if folder[depth] in splits.get(folder[:depth], ())
    ]
    return "/".join(parts) or None
