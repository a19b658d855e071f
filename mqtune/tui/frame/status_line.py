"""The first line of every screen: the areas with their keys, queue manager, role, experiment, time left."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.widget import Widget

from mqtune.tui.status import AppStatus, status_content

if TYPE_CHECKING:
    from textual.content import Content

    from mqtune.tui.app import MqtuneApp


class StatusLine(Widget):
    """One line, rendered from the app's `status`."""

    def on_mount(self) -> None:
        """Follow the app's status."""
        self.watch(self.app, "status", self._changed)

    def _changed(self, status: AppStatus) -> None:
        self.set_class(status.production, "-production")
        self.set_class(bool(status.experiment), "-running")
        self.refresh()

    def render(self) -> Content:
        """Return the line for the current width."""
        app = cast("MqtuneApp", self.app)
        area = getattr(self.screen, "area", "")
        return status_content(self.size.width, app.tabs(area), app.status)
