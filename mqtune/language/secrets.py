"""Keywords, keys and other names whose values are secret."""

from __future__ import annotations

from functools import lru_cache

from mqtune.language._tables_secrets import ASSIGNED, CONTENTS, DATA, ENDINGS, EXCEPT, KEYS, MQSC, QUALIFIERS
from mqtune.text.patterns import lazy_pattern

# kinds of names: a secret in any notation, after a sign or as an option, the contents of a file of keys
SECRET, SECRET_IF_ASSIGNED, KEY_FILE = "secret", "assigned", "contents"
_ALONE = "pin"  # ends too many words
# what follows the word in PASSWORD_OLD, password2, db.password.prod and MQ_PASSWORD_QM1
_QUALIFIER = lazy_pattern(rf"[._-]?(?:\d{{1,4}}|{'|'.join(QUALIFIERS)})\Z|[._-]qm\w*\Z")
_WORDS = (*MQSC, *KEYS, *ENDINGS, *ASSIGNED)
_SIGNS = str.maketrans("", "", "_-. \t")


@lru_cache(maxsize=4096)
def holds_secret(word: str) -> bool:
    """Whether the values of an MQSC keyword or a key of another file are secret."""
    plain = word.lower().translate(_SIGNS)
    return plain in MQSC or plain in KEYS or plain.endswith(ENDINGS)


@lru_cache(maxsize=4096)
def kind_of_name(name: str) -> str:
    """The kind of secret that a keyword, key, variable or option has as its value; "" for none."""
    if holds_secret(name):
        return SECRET
    low = name.lower()
    plain = low.translate(_SIGNS)
    if plain.endswith(ASSIGNED) and not plain.endswith(EXCEPT):
        last = low.replace("_", ".").replace("-", ".").rpartition(".")[2]
        return "" if plain.endswith(_ALONE) and last != _ALONE else SECRET_IF_ASSIGNED
    if "." in name and low.rpartition(".")[2] in CONTENTS:
        return KEY_FILE
    # few names need the pattern, which takes long to compile
    qualifier = _QUALIFIER.search(low) if any(map(plain.__contains__, _WORDS)) else None
    kind = kind_of_name(low[: qualifier.start()]) if qualifier else ""
    return kind if kind != KEY_FILE else ""


def free_text(keyword: str) -> str:
    """Which part of an attribute may be secret: `exit`, `arguments` or `address`; "" for none."""
    return str(DATA.get(keyword.upper(), ""))
