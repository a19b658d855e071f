"""The keys that `bench/tui.py` presses in the large estate: every key of the table in docs/tui.md.

A row names the row of that table, the keys that lead to its screen, and the keys that are measured there.
Keys that need a queue manager, or another program in the terminal, are in `LEFT_OUT`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).resolve().parent.parent / "docs" / "tui.md"
BEGIN, END = "<!-- keys -->", "<!-- end of keys -->"
NAMES = {
    "+": "plus",
    "-": "minus",
    "/": "slash",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "?": "question_mark",
    ".": "full_stop",
}
MOVES = "j k down up pagedown pageup end home"
SEARCH = "slash a escape"
QUESTION = "Q . 1 enter down j k ] [ escape escape"
CHARACTERS = {name: character for character, name in NAMES.items()}


class KeyRow(NamedTuple):
    """A row of the table, the keys that lead to its screen, and the keys to measure."""

    where: str
    way: str
    keys: str


KEYS = (
    KeyRow("home screen", "1", f"{MOVES} {SEARCH} ? escape L escape ctrl+o escape"),
    KeyRow("place list", "1 home", "enter escape"),
    KeyRow("count list", "1 tab", "down enter escape escape"),
    KeyRow("findings list", "2 escape escape", f"{MOVES} pagedown pagedown n end home down left right"),
    KeyRow("findings list", "2", "left left right - + down enter escape"),
    KeyRow("lint screen: findings", "2 home down", "f escape e escape s escape F escape u y"),
    KeyRow("lint screen: findings", "2", "space a y f escape s escape escape / Q M A X escape escape"),
    KeyRow("lint screen: list", "2 home down", "v v v v r r l l m m n N z z O b b b b b O"),
    KeyRow("lint screen: list", "2 home down", "v v escape r escape l escape a escape p escape escape"),
    KeyRow("every screen", "2 home down", "g escape ? m a x escape L y escape ctrl+o escape e escape"),
    KeyRow("row list", "2 down g", f"{MOVES} ] [ {SEARCH} enter escape"),
    KeyRow("card screen", "2 down g", "y slash m a x escape t escape escape w escape escape e escape a"),
    KeyRow("question screen", "2 p", "y escape escape"),
    KeyRow("every tree", "3", f"{MOVES} left right {SEARCH}"),
    KeyRow("topology screen", "3", "] ] ] [ [ [ u"),
    *(KeyRow("topology screen", "3", f"{key} {QUESTION}") for key in "tbTwd"),
    KeyRow("every list", "4", f"{MOVES} {SEARCH} enter escape"),
    KeyRow("capacity screen", "4", "s 7 escape y K escape v x"),
    KeyRow("experiment list", "5", "down up enter"),
    KeyRow("preflight screen", "5", "r enter"),
    KeyRow("plan screen", "5", "y escape escape"),
    KeyRow("lab screen", "5", "down s 7 escape y u"),
    KeyRow("history screen", "6", "space c w r y slash escape"),
    KeyRow("palette", "2", "ctrl+p Q . 1 7 . 8 down enter escape"),
    KeyRow("areas", "1", "3 4 5 6 1 2 3 4 5 1"),
)
LEFT_OUT = {
    "o": "starts another program",
    "i": "the estate has no topic",
    "live screen": "see the scene flood",
    "apply screen": "needs a result",
    "compare screen": "needs a result",
    "replay screen": "needs a result",
    "result list": "needs a result",
    "result screen": "needs a result",
    "enter": "of the plan starts the experiment",
}


def name_of(key: str) -> str:
    """The name of a key for Textual."""
    return NAMES.get(key, key)


def not_measured() -> list[str]:
    """The keys of the table that are neither pressed nor left out, with their rows."""
    pressed: dict[str, set[str]] = {}
    for row in KEYS:
        pressed.setdefault(row.where, set()).update(map(name_of, f"{row.way} {row.keys}".split()))
    everywhere = set().union(*pressed.values())
    missing = []
    for where, keys in table().items():
        if where not in LEFT_OUT:
            known = everywhere if where.startswith("every ") else pressed.get(where, set())
            missing += [
                f"{where}: {key}" for key in keys if name_of(key) not in known and key not in LEFT_OUT
            ]
    return missing


def table() -> dict[str, list[str]]:
    """The keys of each row of the table in docs/tui.md."""
    text = TABLE.read_text(encoding="utf-8")
    rows = text[text.index(BEGIN) : text.index(END)].splitlines()
    found = {}
    for row in rows:
        if row.startswith("| ") and "`" in row:
            where, keys = row.strip("|").split("|", 1)
            found[where.strip()] = keys.split("`")[1::2]
    return found
