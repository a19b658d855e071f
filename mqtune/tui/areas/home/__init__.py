"""Home: the open project, its areas, and the findings to look at first."""

from mqtune.tui.areas.home.screen import HomeScreen

__all__ = ["HomeScreen"]
