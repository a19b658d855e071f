"""The style sheet of the frame. The style sheet of an area is next to its screen."""

from __future__ import annotations

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
