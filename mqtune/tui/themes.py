"""The themes, one of them for colour-blind users, the choice of the first, and the frame's style sheet."""

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


# The style sheet of the frame; that of an area is next to its screen.

FRAME = """
Screen { layers: base cover; }
.body { height: 1fr; }
StatusLine { height: 1; background: $panel; color: $foreground; }
StatusLine.-production { background: $error 40%; }
StatusLine.-production:ansi { background: $panel; }
KeyLine { height: 1; background: $panel; color: $foreground; }
TooSmall {
    display: none; layer: cover; dock: top; width: 100%; height: 100%;
    content-align: center middle; text-align: center; background: $background;
}
.-slim TooSmall, .-flat TooSmall { display: block; }

.-low Toast { max-width: 100%; width: 100%; padding: 0 1; margin: 0; }

CommandPalette SearchIcon { display: none; }
CommandPalette #--input { margin: 0 1; }
Dialog { align: center middle; background: $background 60%; }
Dialog:ansi { background: transparent; }
Dialog .box {
    width: 72; max-width: 96%; height: auto; max-height: 92%;
    border: round $primary; background: $surface; padding: 0 1;
}
Dialog .box.-alarm { border: round $error; }
Dialog .title { text-style: bold; width: 1fr; height: auto; }
Dialog .words { height: auto; width: 1fr; }
Dialog .scroll { height: auto; max-height: 100%; }
Dialog OptionList { height: auto; margin-top: 1; border: none; padding: 0; background: transparent; }
Dialog VerticalScroll { scrollbar-size: 0 1; }
Dialog .foot { color: $text-muted; height: auto; margin-top: 1; }
LineDialog Input { height: 1; background: $panel; margin-top: 1; border: none; padding: 0 1; }
Help .box { width: 90%; max-width: 110; height: 90%; }
Help VerticalScroll { height: 1fr; }
RowList { height: 1fr; scrollbar-size: 0 1; }
CursorList .lines--head { color: $text-accent; text-style: bold; }
CursorList .lines--label, CursorList .lines--faint { color: $text-muted; }
CursorList .lines--link { color: $text-primary; text-style: bold; }
CursorList .lines--good { color: $text-success; }
CursorList .lines--error, CursorList .lines--bad { color: $text-error; text-style: bold; }
CursorList .lines--warning, CursorList .lines--doubt { color: $text-warning; text-style: bold; }
CursorList .lines--info { color: $text-primary; }
CursorList .lines--cursor {
    background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
}
CursorList .lines--cursor-idle { background: $panel; text-style: bold; }
#card-title { height: auto; padding: 0 1; background: $surface; }
#card-filter { display: none; height: 1; background: $panel; }
#card-filter.-open { display: block; }
Jump { background: $background 40%; }
Jump .letter {
    position: absolute; width: auto; height: 1; padding: 0 1;
    background: $accent; color: $background; text-style: bold;
}
Jump .foot { dock: bottom; height: 1; background: $panel; padding: 0 1; }
"""
