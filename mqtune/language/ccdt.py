"""The keys of a client channel definition table in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mqtune.language.levels import Level
from mqtune.text.record import EMPTY, record


@record
class CcdtKey:
    """One key by its path, `channel[].transmissionSecurity.cipherSpecification`.

    `kind` is "string", "integer", "object", "objects" (a list of objects), "strings" or "any". `required`
    is True, False or "with-parent": required if the enclosing object is present. `mqsc` names the
    equivalent attributes of a CLNTCONN channel, with their MQSC default; `java_default` is the default of
    the classes for Java, `java_max_length` the length above which they reject the whole file; with
    `java_joined`, the values of all elements of the list are counted together. `value_levels` gives words
    newer than the key. `slips` are words used by mistake for the key, `value_slips` those for its values,
    in lower case. `java_missing` is the effect of a missing required key: "refused" (the whole file),
    "fails" (on connecting), "dropped" (the enclosing object), or "" for none.
    """

    path: str
    kind: str
    required: bool | str = False
    values: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    max_length: int | None = None
    mqsc: tuple[str, ...] = ()
    mqsc_default: str | None = None
    java_default: str | None = None
    java_max_length: int | None = None
    empty_refused: bool = False
    introduced: Level | None = None
    value_levels: Mapping[str, Level] = EMPTY
    java_joined: bool = False
    slips: tuple[str, ...] = ()
    value_slips: Mapping[str, str] = EMPTY
    java_missing: str = ""

    @property
    def name(self) -> str:
        """The key itself, the last part of the path."""
        return self.path.rpartition(".")[2].removesuffix("[]")


@cache
def ccdt_keys() -> dict[str, CcdtKey]:
    """All keys, by path. The table is imported on first use, so that MQSC alone does not load it."""
    from mqtune.language._tables_ccdt import KEYS

    return {row[0]: CcdtKey(*row) for row in KEYS}


def ccdt_key(path: str) -> CcdtKey | None:
    """A key by its path; `[]` matches any index."""
    return ccdt_keys().get(path)


@cache
def ccdt_children(path: str) -> dict[str, CcdtKey]:
    """The keys that an object may contain, by name; `""` is the top level, `channel[]` one channel."""
    prefix = f"{path}." if path else ""
    found = {}
    for key in ccdt_keys().values():
        rest = key.path.removeprefix(prefix)
        if key.path.startswith(prefix) and rest and "." not in rest:
            found[key.name] = key
    return found


def not_in_json() -> tuple[str, ...]:
    """The attributes of a CLNTCONN channel that no key of the table can express."""
    from mqtune.language._tables_ccdt import NOT_IN_JSON

    return NOT_IN_JSON
