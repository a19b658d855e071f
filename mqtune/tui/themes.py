"""The themes, one of them for colour-blind users, and the choice of the first one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

BLUE_ORANGE = "blue-orange"
USUAL = "mqtune"
OWN_COLOURS = "ansi-dark"  # only the sixteen colours of the terminal

# blue for content, teal for focus and keys, yellow and red only for findings
USUAL_THEME = Theme(
    name=USUAL,
    primary="#4FA3E3",
    secondary="#7FB4D8",
    accent="#5CD6C0",
    warning="#E6B455",
    error="#F07178",
    success="#9CCF6A",
    foreground="#D8DEE4",
    background="#11151A",
    surface="#171C22",
    panel="#202830",
    dark=True,
)

# blue and orange can be distinguished with every kind of colour vision
BLUE_ORANGE_THEME = Theme(
    name=BLUE_ORANGE,
    primary="#56B4E9",
    secondary="#0072B2",
    accent="#9AD0F5",
    warning="#F0C44C",
    error="#E69F00",
    success="#56B4E9",
    foreground="#E8E8E8",
    background="#101418",
    surface="#182028",
    panel="#22303C",
    dark=True,
)


# the sixteen colours on a light background: warnings are not another red, and every colour is readable on the
# marked line, and in marked text
_LIGHT = BUILTIN_THEMES["ansi-light"]
LIGHT_THEME = replace(
    _LIGHT,
    warning="ansi_yellow",
    variables=_LIGHT.variables
    | {
        "block-cursor-background": "ansi_black",
        "input-selection-foreground": "ansi_black",
        "screen-selection-foreground": "ansi_black",
    },
)


def first_theme(environment: Mapping[str, str]) -> str:
    """Return the theme for the colours that the environment declares."""
    wished = environment.get("TEXTUAL_THEME", "")
    if wished:
        return wished
    if environment.get("NO_COLOR") or not has_many_colours(environment):
        return OWN_COLOURS
    return USUAL


def has_many_colours(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal has 256 colours or more."""
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return True
    terminal = environment.get("TERM", "")
    return any(word in terminal for word in ("256", "direct", "kitty", "alacritty", "ghostty", "wezterm"))
