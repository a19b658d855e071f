"""The Lint area: findings, their source and explanation, and the actions on them."""

from mqtune.tui.areas.lint.screen import LintScreen

__all__ = ["LintScreen"]
