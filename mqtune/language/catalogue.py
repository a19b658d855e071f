"""The entry point to the catalogue: all lookups of all MQ languages.

The tables of `mqsc` are needed by every run; the other modules load theirs on first use.
"""

from __future__ import annotations

from mqtune.language.available import cipherspec
from mqtune.language.files import (
    ccdt_children,
    ccdt_key,
    ini_attribute,
    ini_attributes,
    ini_kinds_with,
    ini_stanza,
    ini_stanzas,
)
from mqtune.language.mqsc import (
    attribute,
    attributes,
    authorities,
    command,
    custom_keys,
    is_stop_word,
    object_type,
    operators,
    parameter,
    parameters,
    read_only,
    shown,
    shows_object,
    subtype_keyword,
    type_entry,
    types_of,
    types_with,
    verb,
    verb_words,
    verbs,
)
from mqtune.language.shipped import defaults, is_system_object, shipped_chlauth, shipped_objects

__all__ = [
    "attribute",
    "attributes",
    "authorities",
    "ccdt_children",
    "ccdt_key",
    "cipherspec",
    "command",
    "custom_keys",
    "defaults",
    "ini_attribute",
    "ini_attributes",
    "ini_kinds_with",
    "ini_stanza",
    "ini_stanzas",
    "is_stop_word",
    "is_system_object",
    "object_type",
    "operators",
    "parameter",
    "parameters",
    "read_only",
    "shipped_chlauth",
    "shipped_objects",
    "shown",
    "shows_object",
    "subtype_keyword",
    "type_entry",
    "types_of",
    "types_with",
    "verb",
    "verb_words",
    "verbs",
]
