"""What YAML and JSON documents state about queue managers: Kubernetes resources, collections, channel tables.

Reads only scalars of a resource, so that one with placeholders can be read as well.
"""

from __future__ import annotations

import json

from mqtune.syntax.carriers.names import INCOMPLETE
from mqtune.syntax.carriers.recognise import is_channel_table
from mqtune.syntax.carriers.result import CarrierResult, Deployment, Store, diagnostic_at
from mqtune.text.editing import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Excerpt
    from mqtune.syntax.carriers.result import Surroundings
    from mqtune.syntax.carriers.yaml_text import YamlPath, YamlScalar, YamlText
    from mqtune.text.source import Source

    ScalarsByPath = dict[YamlPath, YamlScalar]


# Collections: the list of parts that `mqtune collect` writes states what a collection lacks.

HELP = "solve what collected.json states, then collect again"


def lacks_of(source: Source) -> CarrierResult:
    """A diagnostic for each queue manager whose configuration was not collected completely."""
    result = CarrierResult()
    try:
        collection = json.loads(source.text)
        parts, is_ended = collection["parts"], collection["ended"] is not None
        lacking: dict[str, dict[str, list[str]]] = {}
        for part in parts:
            if part["state"] == "missing" and part["essential"]:
                reasons = lacking.setdefault(str(part["queue_manager"]), {})
                reasons.setdefault(str(part["why"]), []).append(str(part["part"]))
        missing = [f"{part['part']} ({part['why']})" for part in parts if part["state"] == "missing"]
    except (ValueError, KeyError, TypeError, RecursionError):
        result.skipped = "not a collection of mqtune"
        return result
    if is_ended and not collection.get("queue_managers", True):
        message = f"the collection has no queue manager; missing: {', '.join(missing) or 'nothing'}"
        result.diagnostics.append(diagnostic_at(source, INCOMPLETE, 1, 1, 1, message, HELP))
    if not is_ended:
        message = "the collection was interrupted: it did not reach its last command"
        result.diagnostics.append(diagnostic_at(source, INCOMPLETE, 1, 1, 1, message, "collect again"))
    for name, reasons in lacking.items():
        at = max(source.text.find(json.dumps(name, ensure_ascii=False)), 0)
        line = source.text.count("\n", 0, at) + 1
        column = at - source.text.rfind("\n", 0, at)
        every = "; ".join(f"{', '.join(parts)} ({why})" for why, parts in reasons.items())
        message = f"the collection of {name} lacks {every}"
        result.diagnostics.append(
            diagnostic_at(source, INCOMPLETE, line, column, len(name) + 2, message, HELP)
        )
    return result


# Whether a JSON text is a client channel definition table.

# what only client channels have, of all arrays called "channel"
_KEYS = frozenset(
    {"clientConnection", "transmissionSecurity", "connectionManagement", "compression", "exits"}
)
_SURE_KEYS = frozenset({"clientConnection"})


def holds_channels(text: str, named: bool = False) -> bool:
    """Whether a text is a client channel definition table, perhaps with common mistakes.

    The array may belong to a misspelt key or to no key; broken JSON is judged by its words. A file that the
    user named is also accepted if it has a key `channel`, whatever its value, or is an empty object.
    """
    try:
        tree = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return is_channel_table(text)
    if not isinstance(tree, dict):
        return _has_channel(tree, _SURE_KEYS)
    channels = tree.get("channel")
    if named and (not tree or any(key.lower() == "channel" for key in tree)):
        return True
    if isinstance(channels, list) and not channels and len(tree) == 1:
        return True
    if _has_channel(channels, _KEYS) or _is_channel(channels, _KEYS):
        return True
    return any(_has_channel(tree[key], _SURE_KEYS) for key in tree if key.lower().startswith("channel"))


def _has_channel(value: object, keys: frozenset[str]) -> bool:
    """Whether a value is an array with a client channel in it, which any of the keys shows."""
    return isinstance(value, list) and any(_is_channel(item, keys) for item in value)


def _is_channel(item: object, keys: frozenset[str]) -> bool:
    return isinstance(item, dict) and (not keys.isdisjoint(item) or item.get("type") == "clientConnection")


# Resources: those that a text belongs to, and the queue manager that gets it.

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
    deployments = []
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
                ".".join(str(step) for step in setting.path[depth:]): (
                    setting.value,
                    _place(setting, base, text, where),
                )
                for setting in scalars.values()
                if setting.path[:depth] == (*prefix, "spec")
            }
            deployments.append(Deployment(name.value, parts, place, resource_of(scalars, prefix), settings))
    return deployments


def stores_of(scalars: ScalarsByPath, base: Excerpt, text: YamlText, where: Surroundings) -> list[Store]:
    """The ConfigMaps and Secrets of a document, with the keys of their texts."""
    stores: dict[YamlPath, Store] = {}
    kinds = _SOURCES.values()
    for path, scalar in scalars.items():
        if path[-1:] == ("kind",) and scalar.value in kinds and len(path) in (1, 3):
            name = scalars.get((*path[:-1], "metadata", "name"))
            if name is not None:
                place = _place(name, base, text, where)
                stores[path[:-1]] = Store(scalar.value, name.value, place, {})
    for path, scalar in scalars.items() if stores else ():
        store = stores.get(path[:-2]) if len(path) > 1 else None
        if store is not None and path[-2] in ("data", "stringData", "binaryData"):
            store.keys[str(path[-1])] = _place(scalar, base, text, where)
    return list(stores.values())


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
