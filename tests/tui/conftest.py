"""Drives the app without a terminal: the screen as text, golden screens, and waiting for the engine."""

from __future__ import annotations

import asyncio
import os
import secrets
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.stylesheet import Stylesheet

from mqtune._build.pictures import is_handling
from mqtune.tui import preparation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from textual.css.model import RuleSet
    from textual.pilot import Pilot

    from mqtune.tui.app import MqtuneApp

    Scene = Callable[[Pilot[None]], Awaitable[None]]

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((60, 15), (80, 24), (120, 40), (200, 50))
LONGEST_S = 120.0  # far more than a loaded machine needs
POLL_S = 0.02
LOOK_ANYWAY_S = 2.0


class Stage:
    """What a test of the UI needs; the fixture `stage` is one."""

    def __init__(self) -> None:
        self.toasts: list[str] = []  # a toast expires, and the machine may be slow
        self.changes = 0  # how often something would have been painted

    async def not_ahead(self, *_: object) -> None:
        """Do not prepare anything."""

    def play(
        self,
        scene: Scene,
        paths: tuple[str, ...] = (".",),
        size: tuple[int, int] = (80, 24),
        opened: bool = True,
        demo: bool = False,
        areas: tuple[str, ...] = (),
    ) -> MqtuneApp:
        """Play a scene on an app of that size; by default after the project has been opened.

        With `areas` no other areas are shown, so that a golden screen does not change when one is added.
        """
        from mqtune.tui.app import MqtuneApp

        app = MqtuneApp(paths, demo=demo)
        app.areas = tuple(area for area in app.areas if not areas or area.name in areas)
        notify = app.notify

        def noted(message: str, **rest: object) -> None:
            self.toasts.append(message)
            notify(message, **rest)

        app.notify = noted

        async def play() -> None:
            async with app.run_test(size=size, notifications=True) as pilot:
                self._rest_after(pilot)
                if opened:
                    await self.settled(pilot)
                await scene(pilot)

        asyncio.run(play())
        return app

    def _rest_after(self, pilot: Pilot[None]) -> None:
        """Let key presses and pauses last until everything was handled: a process that has no processor for a
        while looks idle, which is all that the pilot waits for.
        """

        def thorough(act: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
            async def act_and_rest(*words: object, **named: object) -> None:
                await act(*words, **named)
                await self.rest(pilot)

            return act_and_rest

        for name in ("press", "pause", "click", "resize_terminal"):
            setattr(pilot, name, thorough(getattr(pilot, name)))

    async def rest(self, pilot: Pilot[None]) -> None:
        """Wait until all keys and messages have been handled."""
        end = monotonic() + LONGEST_S
        while is_handling(pilot.app):
            assert monotonic() < end, f"always at work:\n{self.text(pilot)}"
            await asyncio.sleep(0)

    async def when(self, pilot: Pilot[None], condition: Callable[[], bool], what: str = "") -> None:
        """Wait until a condition holds, with a limit that only a hanging program reaches."""
        end = monotonic() + LONGEST_S
        while not condition():
            assert monotonic() < end, f"never: {what or condition}\n{self.text(pilot)}"
            await asyncio.sleep(POLL_S)
        await pilot.pause()

    async def settled(self, pilot: Pilot[None]) -> None:
        """Wait until the engine has answered and the screen shows it."""
        app = pilot.app
        await self.when(
            pilot, lambda: bool(app.summaries or app.errors) and not app.status.activity, "opened"
        )

    async def opened(self, pilot: Pilot[None], before: object = None) -> None:
        """Wait for a check of the files after `before`."""
        app = pilot.app
        await self.when(pilot, lambda: app.opened is not None and app.opened is not before, "opened again")
        await self.settled(pilot)

    async def until(self, pilot: Pilot[None], words: str) -> None:
        """Wait until the screen or a toast shows a text. Only a screen that has changed is rendered again."""
        looked, next_look = -1, 0.0

        def shown() -> bool:
            nonlocal looked, next_look
            toast = next((toast for toast in self.toasts if words in toast), None)
            if toast is not None:
                self.toasts.remove(toast)
                return True
            if looked == self.changes and monotonic() < next_look:
                return False
            looked, next_look = self.changes, monotonic() + LOOK_ANYWAY_S
            return words in self.text(pilot)

        await pilot.pause()
        await self.when(pilot, shown, words)

    def text(self, pilot: Pilot[None]) -> str:
        """The screen as text, without trailing blanks."""
        visible_screen_stack.set(pilot.app._background_screens)  # behind a dialog, as painted
        strips = pilot.app.screen._compositor.render_strips()
        return "".join("".join(segment.text for segment in strip).rstrip() + "\n" for strip in strips)

    async def every_size(self, pilot: Pilot[None], name: str, change: Callable[[str], str] = str) -> None:
        """Compare the screen with the recorded ones at every size, and return to its own size."""
        before = pilot.app.size
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            self.golden(f"{name}-{width}x{height}", change(self.text(pilot)))
        await pilot.resize_terminal(*before)
        await pilot.pause()

    def golden(self, name: str, text: str) -> None:
        """Compare with the recorded screen, or record it where MQTUNE_GOLDEN is `write`."""
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("MQTUNE_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no golden screen {name}: record it with MQTUNE_GOLDEN=write"
        assert text == path.read_text(encoding="utf-8")


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A stage where nothing is painted for a terminal that is not there: `Stage.text` renders the screen.

    Screens are made when they are shown, not ahead.
    """
    stage = Stage()
    monkeypatch.setattr(preparation, "SHOWN_S", 0.0)
    monkeypatch.setattr(preparation, "prepare_screen", stage.not_ahead)
    monkeypatch.setattr(preparation, "keep_screens", stage.not_ahead)
    monkeypatch.setattr(preparation, "parse_styles", stage.not_ahead)

    def count(compositor: Compositor, *_: object, **__: object) -> None:
        compositor._dirty_regions.clear()
        stage.changes += 1

    monkeypatch.setattr(Compositor, "render_update", count)
    return stage


@pytest.fixture(scope="session", autouse=True)
def styles_parsed_once() -> Iterator[None]:
    """All apps with the same colours share the rules of the style sheets, as the screens of one app do."""
    parse, known = Stylesheet._parse_rules, {}

    def parsed(sheet: Stylesheet, *words: object, **named: object) -> list[RuleSet]:
        key = (words, *sorted(named.items()), *sorted(sheet._variables.items()))
        if key not in known:
            known[key] = parse(sheet, *words, **named)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same look and state on every machine, and no blinking."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))
    for name in ("NO_COLOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


def same_numbers(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Keep state in that folder, and have the same random numbers in every run."""
    patch.setenv("XDG_STATE_HOME", str(folder))
    patch.setattr(secrets, "randbits", lambda bits: 7)
    patch.setattr(secrets, "token_hex", lambda size: "3f2a")


def write_project(folder: Path) -> None:
    """A small project: one queue manager, one file, a few findings."""
    (folder / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\nrole = "test"\nfiles = ["qm1.mqsc"]\n'
    )
    (folder / "qm1.mqsc").write_text(
        "* orders\n"
        "DEFINE QLOCAL(ORDERS) REPLACE MAXDEPHT(5000)\n"
        "DEFINE QLOCAL(ORDERS.COPY) REPLACE +\n"
        "       MAXDEPTH(9999999999) DESCR('[/foo] copies')\n"
        "DEFINE QALIAS(ORDERS.IN) REPLACE TARGET(ORDRES)\n"
    )


@pytest.fixture
def state(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small project, a state folder of its own, and the same random numbers in every run."""
    same_numbers(monkeypatch, tmp_path / "state")
    return tmp_path / "state"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small project in the working folder."""
    write_project(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
