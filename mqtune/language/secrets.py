"""Which keywords and keys hold secrets. Does not know how their values are found or hidden."""

from __future__ import annotations

from functools import lru_cache

from mqtune.language._tables_secrets import ENDINGS, KEYS, MQSC


@lru_cache(maxsize=4096)
def holds_secret(word: str) -> bool:
    """Whether the values of a keyword of MQSC or a key of an ini file are secret."""
    plain = word.lower().replace("_", "").replace("-", "")
    return plain in MQSC or plain in KEYS or plain.endswith(ENDINGS)
