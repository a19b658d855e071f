"""The keys that `bench/tui.py` presses in the large estate: every key of the table in docs/tui.md.

A row names the row of that table, the keys that lead to its screen, and the keys that are measured there.
Keys that need a queue manager, or another program in the terminal, are in `LEFT_OUT`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).resolve().parent.parent / "docs" / "tui.md"
BEGIN, END = "<!-- keys -->", "<!-- end of keys -->"
WAIT = "wait"  # in place of a key: until the work that the last one started has ended
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
QUESTION = "wait A P P wait enter down j k ] [ escape escape"
CHARACTERS = {name: character for character, name in NAMES.items()}


class KeyRow(NamedTuple):
    """A row of the table, the keys that lead to it, what is shown then, and the keys to measure."""

    where: str
    way: str
    shown: str
    keys: str


FINDINGS, ROWS, TOPICS = "FindingsList of LintScreen", "RowList of CardScreen", "TopicTree of TopologyScreen"
QUESTIONS = "tbTwd"  # their keys
KEYS = (
    KeyRow(
        "home screen", "1", "PlaceList of HomeScreen", f"{MOVES} {SEARCH} ? escape L escape ctrl+o escape"
    ),
    KeyRow("place list", "1 home", "PlaceList of HomeScreen", "enter escape"),
    KeyRow("count list", "1 tab", "HomeScreen", "down enter escape escape"),
    KeyRow("findings list", "2", FINDINGS, f"{MOVES} pagedown pagedown n end home down left right"),
    KeyRow("findings list", "2", FINDINGS, "left left right - + down enter escape"),
    KeyRow("lint screen: findings", "2 home down", FINDINGS, "f escape e escape s escape F u y"),
    KeyRow(
        "lint screen: findings", "2", FINDINGS, "space a y f escape s escape escape / A P P 1 escape escape"
    ),
    KeyRow("lint screen: list", "2 home down", FINDINGS, "v v v v r r l l m m n N z z O b b b b b O"),
    KeyRow(
        "lint screen: list", "2 home down", FINDINGS, "v v escape r escape l escape a escape p escape escape"
    ),
    KeyRow(
        "every screen", "2 home down", FINDINGS, "g escape ? m a x escape L y escape ctrl+o escape e escape"
    ),
    KeyRow("row list", "2 home down g", ROWS, f"{MOVES} ] [ {SEARCH} enter escape"),
    KeyRow(
        "card screen", "2 home down g", ROWS, "y slash m a x escape t escape escape w escape escape e escape"
    ),
    KeyRow("question screen", "2 p", "TextField of QuestionScreen", "y escape escape"),
    KeyRow("topology list", "3", TOPICS, f"{MOVES} {SEARCH}"),
    KeyRow("topic tree", "3 home", TOPICS, "right down right end home left left left right right j j j"),
    KeyRow("topology screen", "3 home right down right down", TOPICS, "i wait escape"),
    KeyRow("topology screen", "3", TOPICS, "] j j pagedown end ] j ] [ [ slash A 9 escape enter escape [ u"),
    *(KeyRow("topology screen", f"3 {key}", "QuestionScreen", QUESTION) for key in QUESTIONS),
    KeyRow("every list", "4", "ModelList of CapacityScreen", f"{MOVES} {SEARCH} enter escape"),
    KeyRow("capacity screen", "4", "ModelList of CapacityScreen", "s 7 escape y K escape v x"),
    KeyRow("experiment list", "5", "ExperimentList of LabScreen", "down up enter"),
    KeyRow("preflight screen", "", "VerticalScroll of PreflightScreen", "wait r wait enter"),
    KeyRow("plan screen", "wait", "VerticalScroll of PlanScreen", "y escape escape"),
    KeyRow("lab screen", "5", "ExperimentList of LabScreen", "down s 7 escape y u"),
    KeyRow("history screen", "6", "ResultList of HistoryScreen", "space c w r y slash escape"),
    KeyRow("palette", "2", FINDINGS, "ctrl+p A P P 1 7 . I N down enter escape"),
    KeyRow("areas", "1 shift+tab", "PlaceList of HomeScreen", "3 4 5 6 1 2 3 4 5 1"),
)
LEFT_OUT = {
    "o": "starts another program",
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
