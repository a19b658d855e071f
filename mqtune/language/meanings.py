"""What attributes are for, in a few words: for `show`, hover and completion."""

from __future__ import annotations


def meaning(type: str, keyword: str) -> str:
    """What an attribute of an object type is for; "" if it is not described.

    The table is imported on first use, because linting does not need it.
    """
    from mqtune.language._tables_meanings import MEANINGS

    return str(MEANINGS.get(f"{type}.{keyword}", ""))
