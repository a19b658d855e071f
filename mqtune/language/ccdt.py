"""The keys of a client channel definition table in JSON."""

from __future__ import annotations

from functools import cache

from mqtune.language.levels import Level


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

    __slots__ = (
        "confidence",
        "empty_refused",
        "introduced",
        "java_default",
        "java_joined",
        "java_max_length",
        "java_missing",
        "kind",
        "max_length",
        "maximum",
        "minimum",
        "mqsc",
        "mqsc_default",
        "path",
        "required",
        "slips",
        "value_levels",
        "value_slips",
        "values",
    )

    def __init__(
        self,
        path: str,
        kind: str,
        required: bool | str = False,
        values: tuple[str, ...] = (),
        minimum: int | None = None,
        maximum: int | None = None,
        max_length: int | None = None,
        mqsc: tuple[str, ...] = (),
        mqsc_default: str | None = None,
        java_default: str | None = None,
        java_max_length: int | None = None,
        empty_refused: bool = False,
        introduced: Level | None = None,
        value_levels: tuple[tuple[str, Level], ...] = (),
        confidence: str = "high",
        java_joined: bool = False,
        slips: tuple[str, ...] = (),
        value_slips: tuple[tuple[str, str], ...] = (),
        java_missing: str = "",
    ) -> None:
        self.path = path
        self.kind = kind
        self.required = required
        self.values = values
        self.minimum = minimum
        self.maximum = maximum
        self.max_length = max_length
        self.mqsc = mqsc
        self.mqsc_default = mqsc_default
        self.java_default = java_default
        self.java_max_length = java_max_length
        self.empty_refused = empty_refused
        self.introduced = introduced
        self.value_levels = dict(value_levels)
        self.confidence = confidence
        self.java_joined = java_joined
        self.slips = slips
        self.value_slips = dict(value_slips)
        self.java_missing = java_missing

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
