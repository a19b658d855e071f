"""Folders whose names state what files are, not whose: they neither name a queue manager nor separate
environments.
"""

from __future__ import annotations

import os

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
