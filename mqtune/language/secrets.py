"""Keywords and keys whose values are secret."""

from __future__ import annotations

from functools import lru_cache

from mqtune.language._tables_secrets import ENDINGS, KEYS, MQSC


@lru_cache(maxsize=4096)
def holds_secret(word: str) -> bool:
    """Whether the values of an MQSC keyword or an ini file key are secret."""
    plain = word.lower().replace("_", "").replace("-", "")
    return plain in MQSC or plain in KEYS or plain.endswith(ENDINGS)
