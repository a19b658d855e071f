"""Names of files that are made from names of others, such as those of queue managers."""

from __future__ import annotations

import unicodedata

LONGEST = 200  # bytes, without what is added; file systems take 255
_UNSAFE = frozenset('/\\:*?"<>|~%')  # for some file system; `~` is in the short names of Windows
_DEVICES = frozenset(  # of Windows, whatever follows a dot
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)


class FileNames:
    """Gives names that every file system takes, and that none takes for each other."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, int] = {}  # how often a name was asked for

    def of(self, name: str, usual: str) -> str:
        """A name for the file of something, without its ending; `usual` if nothing is left of the name."""
        plain = "".join("-" if sign in _UNSAFE or not sign.isprintable() else sign for sign in name)
        plain = plain.encode("utf-8")[:LONGEST].decode("utf-8", "ignore").strip(". ") or usual
        if plain.partition(".")[0].rstrip().lower() in _DEVICES:
            plain = f"_{plain}"
        stem = plain
        while (key := as_same_file(stem)) in self._known:
            first = as_same_file(plain)
            self._known[first] += 1
            stem = f"{plain}-{self._known[first]}"
        self._known[key] = 1
        return stem


def as_same_file(path: str) -> str:
    """A key that paths share which some file system takes for each other."""
    steps = unicodedata.normalize("NFKC", path).casefold().split("/")
    return "/".join(step.rstrip(". ") for step in steps)
