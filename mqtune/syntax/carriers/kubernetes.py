"""Kubernetes resources in a YAML document: the resource that a text belongs to, and the queue manager that
gets it.

Reads only scalars, so that a resource with placeholders can be read as well.
"""

from __future__ import annotations

from mqtune.syntax.carriers.result import Deployment, Store
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Excerpt
    from mqtune.syntax.carriers.surroundings import Surroundings
    from mqtune.syntax.carriers.yaml_text import YamlText
    from mqtune.syntax.carriers.yaml_walk import YamlPath, YamlScalar

    ScalarsByPath = dict[YamlPath, YamlScalar]

_LANGUAGES = ("mqsc", "ini")
_SOURCES = {"configMap": "ConfigMap", "secret": "Secret"}


def resource_of(scalars: ScalarsByPath, path: YamlPath) -> str:
    """`ConfigMap/name` for the resource at a path; empty outside a resource."""
    prefix = path[:2] if path[:1] == ("items",) else ()
    kind = scalars.get((*prefix, "kind"))
    name = scalars.get((*prefix, "metadata", "name"))
    return f"{kind.value}/{name.value}" if kind and name else ""


def deployments_of(
    scalars: ScalarsByPath, base: Excerpt, text: YamlText, where: Surroundings
) -> list[Deployment]:
    """The queue managers that the QueueManager resources of a document create."""
    found = []
    for path, scalar in scalars.items():
        if scalar.value != "QueueManager" or path[-1:] != ("kind",):
            continue
        prefix = path[:-1]
        name = scalars.get((*prefix, "spec", "queueManager", "name"))
        name = name or scalars.get((*prefix, "metadata", "name"))
        if name is not None:
            place = _place(name, base, text, where)
            parts = _parts(scalars, (*prefix, "spec", "queueManager"))
            depth = len(prefix) + 1
            settings = {
                ".".join(str(step) for step in other.path[depth:]): (
                    other.value,
                    _place(other, base, text, where),
                )
                for other in scalars.values()
                if other.path[:depth] == (*prefix, "spec")
            }
            found.append(Deployment(name.value, parts, place, resource_of(scalars, prefix), settings))
    return found


def stores_of(scalars: ScalarsByPath, base: Excerpt, text: YamlText, where: Surroundings) -> list[Store]:
    """The ConfigMaps and Secrets of a document, with the keys of their texts."""
    found: dict[YamlPath, Store] = {}
    kinds = _SOURCES.values()
    for path, scalar in scalars.items():
        if path[-1:] == ("kind",) and scalar.value in kinds and len(path) in (1, 3):
            name = scalars.get((*path[:-1], "metadata", "name"))
            if name is not None:
                place = _place(name, base, text, where)
                found[path[:-1]] = Store(scalar.value, name.value, place, {})
    for path, scalar in scalars.items() if found else ():
        store = found.get(path[:-2]) if len(path) > 1 else None
        if store is not None and path[-2] in ("data", "stringData", "binaryData"):
            store.keys[str(path[-1])] = _place(scalar, base, text, where)
    return list(found.values())


def _place(scalar: YamlScalar, base: Excerpt, text: YamlText, where: Surroundings) -> Place:
    """The position of a scalar, up to the end of its first line."""
    start = text.offset(scalar.start)
    line, column = where.table.position(base.offset(start))
    length = 1 if "\n" in scalar.value else max(len(scalar.value), 1)
    end_line, end_column = where.table.position(
        base.offset(start + length)
    )  # differs for a placeholder's value
    end_column = end_column if end_line == line and end_column > column else column + 1
    return Place(where.source.shown, Span(line, column, line, end_column))


def _parts(scalars: ScalarsByPath, prefix: YamlPath) -> tuple[tuple[str, str, str, str], ...]:
    """The texts of a queue manager: `mqsc: - configMap: {name: …, items: [key, …]}`."""
    entries: dict[tuple[str, int, str], tuple[list[str], list[str]]] = {}
    depth = len(prefix)
    for scalar in scalars.values():
        steps = scalar.path[depth:]
        if scalar.path[:depth] != prefix or len(steps) < 4 or steps[0] not in _LANGUAGES:
            continue
        language, number, origin, what = steps[:4]
        if isinstance(number, int) and origin in _SOURCES and what in ("name", "items"):
            names, keys = entries.setdefault((str(language), number, str(origin)), ([], []))
            (names if what == "name" else keys).append(scalar.value)
    return tuple(
        (language, _SOURCES[origin], name, key)
        for (language, _, origin), (names, keys) in entries.items()
        for name in names
        for key in keys or [""]
    )
