"""The first line of every screen: the areas with their keys, queue manager, role, experiment, time left."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.widget import Widget

from mqtune.tui.status import AppStatus, status_content, tab_at

if TYPE_CHECKING:
    from textual.content import Content
    from textual.events import Click

    from mqtune.tui.frame.application import Application


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
        app = cast("Application", self.app)
        area = getattr(self.screen, "area", "")
        return status_content(self.size.width, app.tabs(area), app.status)

    def on_click(self, event: Click) -> None:
        """Go to the area whose name was clicked."""
        app = cast("Application", self.app)
        tabs = app.tabs(getattr(self.screen, "area", ""))
        tab = tab_at(self.size.width, tabs, app.status, event.x)
        area = next((area for area in app.areas if tab is not None and area.key == tab.key), None)
        if area is not None:
            app.show_area(area.name)
