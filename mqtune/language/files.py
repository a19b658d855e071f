"""The keys of configuration files: stanzas of qm.ini, mqs.ini and mqclient.ini, and the client channel table.

Names are compared without regard to case. Each kind of ini file loads only its own table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mqtune.language.available import Level
from mqtune.text.record import EMPTY, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@record
class IniStanza:
    """One stanza. `any_key` means that every key is allowed, `open` that there are undocumented keys."""

    name: str
    repeatable: bool = False
    platforms: str = "multiplatforms"
    introduced: Level | None = None
    any_key: bool = False
    open: bool = False
    also: tuple[str, ...] = ()
    message_ids: tuple[str, ...] = ()  # the message ids that QMErrorLog can suppress
    confidence: str = "high"
    doubts: tuple[str, ...] = ()


@record
class IniKey:
    """One key of a stanza.

    `kind` is "integer", "integer-or-keyword", "boolean", "enum", "string", "path", "url", "list" or "hex".
    `takes_effect` is "restart", "create", "define", "start", "connect", "next-crtmqm" or "". `default_of`
    names the key whose value applies if this one is missing.
    """

    stanza: str
    name: str
    kind: str
    values: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    max_length: int | None = None
    unit: str = ""
    default: str | None = None
    takes_effect: str = ""
    introduced: Level | None = None
    deprecated: Level | None = None
    platforms: str = "multiplatforms"
    documented: bool = True
    confidence: str = "high"
    doubts: tuple[str, ...] = ()
    most: int = 1  # how often the key may appear in one stanza
    required: bool = False
    range_windows: tuple[int, int] | None = None
    default_of: str = ""
    removed: Level | None = None
    replaced_by: str = ""  # what to use instead of a deprecated or removed key
    last_known: Level | None = None  # the last level for which any source mentions the key
    meaning: str = ""  # what the other facts do not say, such as defaults of other platforms or levels


class IniLanguage:
    """All stanzas of one kind of ini file, by name in lower case."""

    __slots__ = ("keys", "stanzas")

    def __init__(self, stanza_rows: tuple[Any, ...], key_rows: dict[str, Any]) -> None:
        self.stanzas: dict[str, IniStanza] = {}
        self.keys: dict[str, dict[str, IniKey]] = {}
        for row in stanza_rows:
            stanza = IniStanza(*row)
            keys = {key[0].lower(): IniKey(stanza.name, *key) for key in key_rows[stanza.name]}
            for name in (stanza.name, *stanza.also):
                self.stanzas[name.lower()] = stanza
                self.keys[name.lower()] = keys


@cache
def ini_language(kind: str) -> IniLanguage | None:
    """The stanzas of a kind of file ("qm.ini", "mqs.ini", "mqclient.ini"); None for any other kind.

    The tables are imported here, so that a run loads only those for its files.
    """
    if kind == "qm.ini":
        from mqtune.language._tables_qm_ini import KEYS, STANZAS

        return IniLanguage(STANZAS, KEYS)
    if kind == "mqs.ini":
        from mqtune.language._tables_mqs_ini import KEYS, STANZAS

        return IniLanguage(STANZAS, KEYS)
    if kind == "mqclient.ini":
        from mqtune.language._tables_mqclient_ini import KEYS, STANZAS

        return IniLanguage(STANZAS, KEYS)
    return None


def ini_stanza(kind: str, name: str) -> IniStanza | None:
    """A stanza of a kind of file by its name, ignoring case."""
    language = ini_language(kind)
    return language.stanzas.get(name.lower()) if language else None


def ini_stanzas(kind: str) -> dict[str, IniStanza]:
    """All stanzas of a kind of file, by name in lower case."""
    language = ini_language(kind)
    return language.stanzas if language else {}


def ini_attribute(kind: str, stanza: str, name: str) -> IniKey | None:
    """A key of a stanza by its name, ignoring case."""
    return ini_attributes(kind, stanza).get(name.lower())


def ini_attributes(kind: str, stanza: str) -> dict[str, IniKey]:
    """All keys of a stanza, by name in lower case."""
    language = ini_language(kind)
    return language.keys.get(stanza.lower(), {}) if language else {}


def ini_kinds_with(stanza: str) -> tuple[str, ...]:
    """The kinds of file that have a stanza, to distinguish a misplaced stanza from an unknown one."""
    kinds = ("qm.ini", "mqs.ini", "mqclient.ini")
    return tuple(kind for kind in kinds if ini_stanza(kind, stanza) is not None)


# Client channel definition tables in JSON.


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
    children = {}
    for key in ccdt_keys().values():
        rest = key.path.removeprefix(prefix)
        if key.path.startswith(prefix) and rest and "." not in rest:
            children[key.name] = key
    return children


def not_in_json() -> tuple[str, ...]:
    """The attributes of a CLNTCONN channel that no key of the table can express."""
    from mqtune.language._tables_ccdt import NOT_IN_JSON

    return NOT_IN_JSON
