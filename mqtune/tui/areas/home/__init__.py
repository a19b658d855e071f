"""Home: what is open, what is wrong in short, and the keys that go there."""

from mqtune.tui.areas.home.screen import HomeScreen

__all__ = ["HomeScreen"]
