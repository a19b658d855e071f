"""The style sheet of the Lint area."""

from __future__ import annotations

STYLE = """
LintScreen #counts {
    height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis;
}
LintScreen #filter { display: none; height: 1; }
LintScreen #filter.-open { display: block; }
LintScreen #panes { height: 1fr; layout: grid; grid-size: 1 3; grid-rows: 5fr 5fr 4fr; }
LintScreen.-low #panes { grid-size: 1 2; grid-rows: 1fr 1fr; }
LintScreen.-low #why { display: none; }
LintScreen.-wide #panes { grid-size: 2 2; grid-columns: 1fr 1fr; grid-rows: 1fr 1fr; }
LintScreen.-wide.-low #panes { grid-size: 2 1; grid-rows: 1fr; }
LintScreen.-wide #source { row-span: 2; border-left: vkey $primary 40%; }
LintScreen.-wide.-low #source { row-span: 1; }
LintScreen #panes.-zoom { grid-size: 1 1; grid-rows: 1fr; grid-columns: 1fr; }
LintScreen #panes.-zoom .pane { display: none; row-span: 1; }
LintScreen #panes.-zoom .pane.-zoomed { display: block; }
LintScreen #source, LintScreen #why {
    border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
LintScreen #source:focus, LintScreen #why:focus {
    border-top: heavy $accent; border-title-color: $text-accent; border-title-style: bold;
}
LintScreen #why { padding: 0 1; }
LintScreen #words { height: auto; }
LintScreen .pane { scrollbar-size: 0 1; }

RulePage .box { width: 92%; height: 92%; max-width: 110; max-height: 92%; }
RulePage #page { height: 1fr; }
RulePage.-low .box, RulePage.-middle .box { width: 100%; height: 100%; max-width: 110; max-height: 100%; }
SuppressDialog .label { margin-top: 1; color: $text-muted; }
SuppressDialog Input { border: none; height: 1; background: $panel; padding: 0 1; }
SuppressDialog WhereField { margin-top: 1; }
SuppressDialog #line { margin-top: 1; height: auto; }
SuppressDialog.-low .box { max-height: 100%; }
SuppressDialog.-low .title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
SuppressDialog.-low .label, SuppressDialog.-low WhereField { margin-top: 0; }
SuppressDialog.-low #line, SuppressDialog.-low .foot { margin-top: 0; }
"""
