"""The name of an object as a user writes it: `TYPE(NAME)`."""

from __future__ import annotations

from mqtune.language.catalogue import object_type
from mqtune.text.errors import UsageError


def parse_spec(spec: str) -> tuple[str, str]:
    """Type and name of `QL(ORDERS)`, `channel('lower.case')`, `QMGR`. Raises UsageError."""
    word, bracket, name = spec.strip().partition("(")
    word = word.strip().upper()
    type = "QUEUE" if word in ("QUEUE", "Q") else object_type(word)
    if type is None and not bracket:
        raise UsageError(f"{spec!r} names no object type", f"write TYPE(NAME), such as QLOCAL({word})")
    if type is None:
        raise UsageError(
            f"unknown object type {word!r} in {spec!r}", "write TYPE(NAME), such as QLOCAL(ORDERS)"
        )
    name = name.strip()
    if bracket and not name.endswith(")"):
        raise UsageError(f"the parenthesis is not closed in {spec!r}", f"write {type}(NAME)")
    name = name.removesuffix(")").strip()
    if not name and type != "QMGR":
        raise UsageError(f"the name is missing in {spec!r}", f"write {type}(NAME)")
    quoted = len(name) > 1 and name[0] == name[-1] == "'"
    return type, name[1:-1].replace("''", "'") if quoted else name.upper()
