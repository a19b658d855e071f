"""Whether a JSON text is a client channel definition table. Does not read its channels."""

from __future__ import annotations

import json

from mqtune.syntax.carriers.recognise import is_channel_table

# what only a client channel has, of all arrays called "channel"
_KEYS = frozenset(
    {"clientConnection", "transmissionSecurity", "connectionManagement", "compression", "exits"}
)


def holds_channels(text: str) -> bool:
    """Whether the top level holds an array `channel` of client channels; broken JSON is judged by words."""
    if '"channel"' not in text:
        return False
    try:
        tree = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return is_channel_table(text)
    if not isinstance(tree, dict) or not isinstance(tree.get("channel"), list):
        return False
    return any(_is_channel(item) for item in tree["channel"])


def _is_channel(item: object) -> bool:
    return isinstance(item, dict) and (not _KEYS.isdisjoint(item) or item.get("type") == "clientConnection")
