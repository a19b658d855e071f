"""What attributes are for, in a few words: for `show`, hover and completion. Holds no other text."""

from __future__ import annotations


def meaning(type: str, keyword: str) -> str:
    """What an attribute of an object type is for; "" where nobody wrote it down.

    The table is imported here: linting needs none of it.
    """
    from mqtune.language._tables_meanings import MEANINGS

    return str(MEANINGS.get(f"{type}.{keyword}", ""))
