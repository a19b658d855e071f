"""The queue managers of the texts in charts that are read with values.

A text belongs to the queue manager whose resource names its ConfigMap. MQSC in a values file, which a
template inserts by `{{ .Values.extraMqsc | nindent 4 }}`, is checked in the values file, as part of the queue
manager whose template inserts it. If a later values file replaces it, it is not used in that environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from mqtune.session.environment_values import ValuesByEnvironment
from mqtune.session.loaded_file import LoadedFile
from mqtune.syntax.carriers.containers import container_name, step_name
from mqtune.syntax.document import Document
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.editing import LineIndex


def link(files: Sequence[LoadedFile], by_environment: ValuesByEnvironment) -> None:
    """Remove the texts that are not used, and name the queue managers of the others."""
    by_name: dict[str | None, list[LoadedFile]] = {}
    for file in files:
        if file.source is not None:
            by_name.setdefault(file.environment, []).append(file)
    for environment in by_environment.environments:
        mine = by_name.get(environment.name, [])
        parts = _parts(mine)
        owners = _owners(mine, parts)
        for file in mine:
            for tree in file.trees:
                _name(tree.document, parts)
            path = os.path.abspath(file.source.path) if file.source is not None else ""
            if path not in environment.paths:
                continue
            later = environment.values.layers[environment.paths.index(path) + 1 :]
            file.trees = [
                tree for tree in file.trees if not any(_has(one, tree.document.container) for one in later)
            ]
            for tree in file.trees:
                owner = owners.get(tree.document.container, "")
                tree.document.queue_manager = tree.document.queue_manager or owner


def _parts(files: Sequence[LoadedFile]) -> dict[tuple[str, str], str]:
    """The queue managers by the texts that their resources name: `ConfigMap/name` and a key, or ""."""
    found: dict[tuple[str, str], str] = {}
    for file in files:
        for one in file.deployments:
            if not has_placeholder(one.name):
                for _, kind, name, key in one.parts:
                    found.setdefault((f"{kind}/{name}", key), one.name)
    return found


def _name(document: Document, parts: dict[tuple[str, str], str]) -> None:
    """Name the queue manager of a text in a ConfigMap or Secret."""
    if document.resource and not document.queue_manager:
        for (resource, key), name in parts.items():
            if resource == document.resource and (not key or document.container.endswith(step_name(key))):
                document.queue_manager = name
                return


def _owners(files: Sequence[LoadedFile], parts: dict[tuple[str, str], str]) -> dict[str, str]:
    """The queue managers into whose texts values are inserted, by the name of the value."""
    found: dict[str, str] = {}
    for file in files:
        if not file.inserted or file.source is None:
            continue
        index = LineIndex(file.source.text)
        for names, offset in file.inserted:
            line = index.position(offset)[0]
            before = [
                (place.span.line, store.kind, store.name, key)
                for store in file.stores
                for key, place in store.keys.items()
                if place.span.line <= line
            ]
            if not before:
                continue
            _, kind, name, key = max(before)
            owner = parts.get((f"{kind}/{name}", key)) or parts.get((f"{kind}/{name}", ""))
            if owner is not None:
                found.setdefault(container_name(names), owner)
    return found


def _has(layer: Mapping[str, object], container: str) -> bool:
    """Whether a layer has a value at a position of an earlier one, or around it."""
    path: tuple[str, ...] = ()
    tree: object = layer
    while isinstance(tree, dict):
        step = next(
            (key for key in tree if _is_at(container_name((*path, key)), container)),
            None,
        )
        if step is None:
            return False
        path = (*path, step)
        tree = tree[step]
        if container_name(path) == container:
            return True
    return bool(path)


def _is_at(name: str, container: str) -> bool:
    """Whether a position is the other one, or around it."""
    return container == name or container.startswith((f"{name}.", f"{name}[", f"{name}, "))
