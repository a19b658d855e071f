"""The form of rule codes and of their prefixes, and the families of mqtune's own rules."""

from __future__ import annotations

from mqtune.text.patterns import lazy_pattern

FAMILIES = {
    "SYN": "syntax",
    "CAT": "unknown or impossible attribute, value, level, platform",
    "REF": "references and consistency",
    "RUN": "replay and idempotence",
    "PUB": "publish/subscribe",
    "CHL": "channels",
    "CLU": "clusters",
    "UNI": "uniform clusters",
    "QUE": "queues and buffers",
    "EXP": "expiry and streaming queues",
    "LOG": "recovery log",
    "CLT": "clients, CCDT, JMS",
    "SEC": "security",
    "OSL": "operating system limits",
    "K8S": "Kubernetes",
}
# the code of a policy in mqtune.toml; its letters must not be those of a family
POLICY_CODE = lazy_pattern(r"[A-Z]{1,16}[0-9]{3}\Z")
POLICY_CODE_PATTERN = rf"^(?!({'|'.join(FAMILIES)})[0-9]{{3}}$)[A-Z]{{1,16}}[0-9]{{3}}$"
POLICY_FAMILY = lazy_pattern(r"[A-Z]{4,16}\Z")
# what `is_selector` and `is_family` accept
SELECTOR_PATTERN = r"^((?=[^a-z]*[A-Z])[A-Z0-9]{3}[0-9]{0,3}|[A-Z]{1,16}[0-9]{3}|[A-Z]{4,16})$"


def is_selector(word: str) -> bool:
    """Whether a word has the form of a code (`PUB001`, `BANK001`) or of a prefix of one of mqtune's own
    (`PUB`, `CAT0`, ALL).
    """
    letters, digits = word[:3], word[3:]
    # K8S has a digit among its letters
    is_built_in = word.isascii() and letters.isalnum() and letters.isupper() and len(letters) == 3
    if is_built_in and (not digits or (digits.isdigit() and len(digits) <= 3)):
        return True
    return POLICY_CODE.match(word) is not None


def is_family(word: str) -> bool:
    """Whether a word has the form of the letters of policies: `BANK`."""
    return POLICY_FAMILY.match(word) is not None
