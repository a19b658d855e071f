"""One key language: a key means the same in every list and tree, and docs/tui.md has all of them."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import OptionList

import mqtune.tui
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas.lint.findings_list import FindingsList
from mqtune.tui.widgets.lists import LineList

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "tui.md"
BEGIN, END = "<!-- keys -->\n", "<!-- end of keys -->\n"
HEAD = "| Where | Keys |\n|---|---|\n"
STEPS = ("next", "start", "result", "apply", "diff")
# what a key of the language may do, by the beginning of its action
LANGUAGE = {
    "j": ("cursor_down", "move(1)", "scroll_down"),
    "k": ("cursor_up", "move(-1)", "scroll_up"),
    "down": ("cursor_down", "move(1)", "scroll_down"),
    "up": ("cursor_up", "move(-1)", "scroll_up"),
    "slash": ("search", "filter"),
    "escape": ("back", "close"),
    "g": ("card",),
    # names open their card; in Home, Lab and History a line may be a place to go to
    "enter": ("card", "take", "select", *STEPS),
    "o": ("edit",),
    "y": ("copy",),
    "e": ("explain",),
    "left": ("close",),
    "right": ("open",),
    "question_mark": ("help",),
    "L": ("written",),
}
EXTENDED = {
    "KeyList": "every list",
    "LineList": "topology list",
    "AreaScreen": "every screen",
    "ActingScreen": "lint screen: findings",
    "LintScreen": "lint screen: list",
}
SIGNS = {
    "slash": "/",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}


def classes() -> dict[str, type[Widget]]:
    """Every list, tree and screen of an area, by the words for it."""
    modules = pkgutil.walk_packages(mqtune.tui.__path__, "mqtune.tui.")
    return {
        name: one
        for module in modules
        for name, one in vars(importlib.import_module(module.name)).items()
        if inspect.isclass(one) and one.__module__ == module.name and vars(one).get("BINDINGS")
        if issubclass(one, OptionList | LineList | AreaScreen | FindingsList) or is_list(one)
    }


def is_list(one: type) -> bool:
    """Whether a widget of our own is a list: it has a cursor that j moves."""
    bindings = vars(one).get("BINDINGS", ())
    keys = {key for made in bindings if isinstance(made, Binding) for key in made.key.split(",")}
    return issubclass(one, Widget) and "j" in keys and one.__name__ != "WhereField"


def words(name: str) -> str:
    """`FindingsList` as `findings list`; the classes that others extend by what they are extended to."""
    if name in EXTENDED:
        return EXTENDED[name]
    return "".join(f" {char.lower()}" if char.isupper() else char for char in name).strip()


def table() -> str:
    """The table of docs/tui.md."""
    rows = []
    for name, one in sorted(classes().items(), key=lambda pair: words(pair[0])):
        keys = []
        for made in vars(one)["BINDINGS"]:
            names = " ".join(f"`{SIGNS.get(key, key)}`" for key in made.key.split(","))
            keys.append(f"{names} {made.description[:1].lower()}{made.description[1:]}")
        rows.append(f"| {words(name)} | {'; '.join(keys)} |\n")
    return HEAD + "".join(rows)


@pytest.mark.parametrize("name", sorted(classes()))
def test_a_key_of_the_language_means_the_same_everywhere(name: str) -> None:
    for made in vars(classes()[name])["BINDINGS"]:
        for key in made.key.split(","):
            if key in LANGUAGE:
                assert made.action in LANGUAGE[key] or made.action.startswith(LANGUAGE[key]), key


def test_every_list_and_tree_moves_with_j_and_k_and_can_be_searched() -> None:
    for name, one in classes().items():
        if issubclass(one, AreaScreen):
            continue
        keys = {
            key
            for parent in one.__mro__
            for made in vars(parent).get("BINDINGS", ())
            if isinstance(made, Binding)
            for key in made.key.split(",")
        }
        assert {"j", "k", "up", "down"} <= keys, name
        assert "slash" in keys or issubclass(one, FindingsList), name  # Lint has a filter


def test_no_list_or_tree_is_without_the_keys() -> None:
    for path in Path(mqtune.tui.__path__[0]).rglob("*.py"):
        assert not re.search(r"\b(OptionList|Tree|ListView|DataTable)\(\S", path.read_text()), path


def test_the_document_has_every_key() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    known, _, after = rest.partition(END)
    if os.environ.get("MQTUNE_GOLDEN") == "write":
        DOCUMENT.write_text(before + BEGIN + table() + END + after, encoding="utf-8")
        known = table()
    assert known == table(), "write the table with MQTUNE_GOLDEN=write"
