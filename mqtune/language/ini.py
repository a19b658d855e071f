"""Stanzas and keys of qm.ini, mqs.ini and mqclient.ini.

Names are compared without regard to case. Each kind of file loads only its own table.
"""

from __future__ import annotations

from functools import cache

from mqtune.language.levels import Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class IniStanza:
    """One stanza. `any_key` means that every key is allowed, `open` that there are undocumented keys."""

    __slots__ = (
        "also",
        "any_key",
        "confidence",
        "doubts",
        "introduced",
        "message_ids",
        "name",
        "open",
        "platforms",
        "repeatable",
    )

    def __init__(
        self,
        name: str,
        repeatable: bool = False,
        platforms: str = "multiplatforms",
        introduced: Level | None = None,
        any_key: bool = False,
        open: bool = False,
        also: tuple[str, ...] = (),
        message_ids: tuple[str, ...] = (),
        confidence: str = "high",
        doubts: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.repeatable = repeatable
        self.platforms = platforms
        self.introduced = introduced
        self.any_key = any_key
        self.open = open
        self.also = also
        self.message_ids = message_ids  # the message ids that QMErrorLog can suppress
        self.confidence = confidence
        self.doubts = doubts


class IniKey:
    """One key of a stanza.

    `kind` is "integer", "integer-or-keyword", "boolean", "enum", "string", "path", "url", "list" or "hex".
    `takes_effect` is "restart", "create", "define", "start", "connect", "next-crtmqm" or "". `default_of`
    names the key whose value applies if this one is missing, `created_with` is the value that crtmqm
    writes, `default_migrated` the value in a queue manager migrated from an old release.
    """

    __slots__ = (
        "confidence",
        "created_with",
        "default",
        "default_from",
        "default_migrated",
        "default_of",
        "deprecated",
        "documented",
        "doubts",
        "introduced",
        "kind",
        "last_known",
        "max_length",
        "maximum",
        "minimum",
        "most",
        "name",
        "platforms",
        "range_windows",
        "removed",
        "replaced_by",
        "required",
        "stanza",
        "takes_effect",
        "unit",
        "values",
    )

    def __init__(
        self,
        stanza: str,
        name: str,
        kind: str,
        values: tuple[str, ...] = (),
        minimum: int | None = None,
        maximum: int | None = None,
        max_length: int | None = None,
        unit: str = "",
        default: str | None = None,
        takes_effect: str = "",
        introduced: Level | None = None,
        deprecated: Level | None = None,
        platforms: str = "multiplatforms",
        documented: bool = True,
        confidence: str = "high",
        doubts: tuple[str, ...] = (),
        most: int = 1,
        required: bool = False,
        range_windows: tuple[int, int] | None = None,
        default_of: str = "",
        created_with: str = "",
        default_migrated: str | None = None,
        default_from: tuple[Level, str, str] | None = None,
        removed: Level | None = None,
        replaced_by: str = "",
        last_known: Level | None = None,
    ) -> None:
        self.stanza = stanza
        self.name = name
        self.kind = kind
        self.values = values
        self.minimum = minimum
        self.maximum = maximum
        self.max_length = max_length
        self.unit = unit
        self.default = default
        self.takes_effect = takes_effect
        self.introduced = introduced
        self.deprecated = deprecated
        self.platforms = platforms
        self.documented = documented
        self.confidence = confidence
        self.doubts = doubts
        self.most = most  # how often the key may appear in one stanza
        self.required = required
        self.range_windows = range_windows
        self.default_of = default_of
        self.created_with = created_with
        self.default_migrated = default_migrated
        self.removed = removed
        self.replaced_by = replaced_by  # what to use instead of a deprecated or removed key
        self.last_known = last_known  # the last level for which any source mentions the key
        self.default_from = default_from  # (level, clients, value): another default from a level on


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
