"""Drives the app without a terminal: the screen as text, golden screens, and waiting for the engine."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from mqtune.tui.app import MqtuneApp

    Scene = Callable[[Pilot[None]], Awaitable[None]]

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((60, 15), (80, 24), (120, 40), (200, 50))


class Stage:
    """What a test of the UI needs; the fixture `stage` is one."""

    sizes = SIZES

    def play(
        self,
        scene: Scene,
        paths: tuple[str, ...] = (".",),
        size: tuple[int, int] = (80, 24),
        opened: bool = True,
        demo: bool = False,
        areas: tuple[str, ...] = (),
    ) -> MqtuneApp:
        """Play a scene on an app of that size; by default when the project has been opened.

        With `areas` no others are shown, so that a golden screen stays when one is added.
        """
        from mqtune.tui.app import MqtuneApp

        app = MqtuneApp(paths, demo=demo)
        app.areas = tuple(area for area in app.areas if not areas or area.name in areas)

        async def play() -> None:
            async with app.run_test(size=size, notifications=True) as pilot:
                if opened:
                    await self.settled(pilot)
                await scene(pilot)

        asyncio.run(play())
        return app

    async def settled(self, pilot: Pilot[None]) -> None:
        """Wait until the engine has answered and the screen shows it."""
        app = pilot.app
        while (app.opened is None and not app.errors) or app.status.activity:
            await asyncio.sleep(0.01)
        await pilot.pause()

    async def opened(self, pilot: Pilot[None], before: object = None) -> None:
        """Wait for another look at the files than that one."""
        while pilot.app.opened is None or pilot.app.opened is before:
            await asyncio.sleep(0.01)
        await self.settled(pilot)

    async def until(self, pilot: Pilot[None], words: str) -> None:
        """Wait until the screen or one of its passing notes says something."""
        for _ in range(500):
            await pilot.pause()
            said = "\n".join(note.message for note in pilot.app._notifications)
            if words in self.text(pilot) or words in said:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"never shown: {words}\n{self.text(pilot)}")

    def text(self, pilot: Pilot[None]) -> str:
        """The screen as it stands, without trailing blanks."""
        strips = pilot.app.screen._compositor.render_strips()
        return "".join("".join(segment.text for segment in strip).rstrip() + "\n" for strip in strips)

    def golden(self, name: str, text: str) -> None:
        """Compare with the recorded screen, or record it where MQTUNE_GOLDEN is `write`."""
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("MQTUNE_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no golden screen {name}: record it with MQTUNE_GOLDEN=write"
        assert text == path.read_text(encoding="utf-8")


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same look on every machine, and no blinking."""
    for name in ("NO_COLOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project in the working folder: one queue manager, one file, a few findings."""
    (tmp_path / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\nrole = "test"\nfiles = ["qm1.mqsc"]\n'
    )
    (tmp_path / "qm1.mqsc").write_text(
        "* orders\n"
        "DEFINE QLOCAL(ORDERS) REPLACE MAXDEPHT(5000)\n"
        "DEFINE QLOCAL(ORDERS.COPY) REPLACE +\n"
        "       MAXDEPTH(9999999999) DESCR('[/foo] copies')\n"
        "DEFINE QALIAS(ORDERS.IN) REPLACE TARGET(ORDRES)\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path
