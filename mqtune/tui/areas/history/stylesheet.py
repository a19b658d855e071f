"""The style sheet of the History area; its steps use that of the Lab."""

from __future__ import annotations

STYLE = """
HistoryScreen #counts {
    height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis;
}
HistoryScreen #filter { display: none; height: 1; }
HistoryScreen #filter.-open { display: block; }
HistoryScreen #titles { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap; }
HistoryScreen #results {
    height: 1fr; border: none; padding: 0 1; background: transparent; scrollbar-size: 0 1;
    text-wrap: nowrap;
}
HistoryScreen #marked {
    display: none; height: 2fr; padding: 0 1; border-top: solid $primary 60%;
    border-title-color: $text-muted; border-title-style: none; scrollbar-size: 0 1;
}
HistoryScreen.-middle #marked { display: block; height: 8; }
HistoryScreen.-high #marked { display: block; }
HistoryScreen.-high #results { height: 3fr; }
"""
