"""The form of rule codes and of their prefixes."""

from __future__ import annotations

# what `is_selector` accepts
SELECTOR_PATTERN = r"^(?=[^a-z]*[A-Z])[A-Z0-9]{3}[0-9]{0,3}$"


def is_selector(word: str) -> bool:
    """Whether a word has the form of a code (`PUB001`) or of a prefix of one (`PUB`, `CAT0`, ALL)."""
    letters, digits = word[:3], word[3:]
    # K8S has a digit among its letters
    if not (word.isascii() and letters.isalnum() and letters.isupper() and len(letters) == 3):
        return False
    return not digits or (digits.isdigit() and len(digits) <= 3)
