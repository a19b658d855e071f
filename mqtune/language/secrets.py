"""Keywords, keys and other names whose values are secret."""

from __future__ import annotations

from functools import lru_cache

from mqtune.language import _tables_secrets as tables
from mqtune.text.patterns import lazy_pattern

# kinds of names: a secret in any notation, after a sign or as an option, the contents of a file of keys
SECRET, SECRET_IF_ASSIGNED, KEY_FILE = "secret", "assigned", "contents"
_ALONE = "pin"  # ends too many words
# what follows the word in PASSWORD_OLD, password2, db.password.prod and MQ_PASSWORD_QM1
_QUALIFIER = lazy_pattern(rf"[._-]?(?:\d{{1,4}}|{'|'.join(tables.QUALIFIERS)})\Z|[._-]qm\w*\Z")
_ROOT = lazy_pattern("|".join(tables.ROOTS))  # most names have none of them


@lru_cache(maxsize=4096)
def holds_secret(word: str) -> bool:
    """Whether the values of an MQSC keyword or a key of another file are secret."""
    plain = _letters(word)
    return plain in tables.MQSC or plain in tables.KEYS or plain.endswith(tables.ENDINGS)


@lru_cache(maxsize=4096)
def kind_of_name(name: str) -> str:
    """The kind of secret that a keyword, key, variable or option has as its value; "" for none."""
    low = name.lower()
    plain = _letters(name)
    may_be = _ROOT.search(plain) is not None
    if may_be and holds_secret(name):
        return SECRET
    if may_be and plain.endswith(tables.ASSIGNED) and not plain.endswith(tables.EXCEPT):
        last = low.replace("_", ".").replace("-", ".").rpartition(".")[2]
        return "" if plain.endswith(_ALONE) and last != _ALONE else SECRET_IF_ASSIGNED
    if "." in name and low.rpartition(".")[2] in tables.CONTENTS:
        return KEY_FILE
    qualifier = _QUALIFIER.search(low) if may_be else None
    kind = kind_of_name(low[: qualifier.start()]) if qualifier else ""
    return kind if kind != KEY_FILE else ""


def _letters(word: str) -> str:
    return word.lower().replace("_", "").replace("-", "").replace(".", "").replace(" ", "").replace("\t", "")


def free_text(keyword: str) -> str:
    """Which part of an attribute may be secret: `exit`, `arguments` or `address`; "" for none."""
    return str(tables.DATA.get(keyword.upper(), ""))
