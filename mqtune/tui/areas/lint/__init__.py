"""The Lint area: findings, the source they stand in, their explanation, and what can be done about them."""

from mqtune.tui.areas.lint.screen import LintScreen

__all__ = ["LintScreen"]
