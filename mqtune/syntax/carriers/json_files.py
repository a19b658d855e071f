"""Whether a JSON text is a client channel definition table."""

from __future__ import annotations

import json

from mqtune.syntax.carriers.recognise import is_channel_table

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
