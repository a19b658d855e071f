"""The app: areas as modes, a shared status, and the actions of every screen: help, palette, jump, quit.

It opens the project in a thread (`project.py`) and passes it to the screens in one attribute, `opened`. It
does not depend on what an area shows. Cards and answers open over every screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from mqtune.session.options import Stage
from mqtune.tui.application import Application
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas import AREAS, Area, load_area, load_object
from mqtune.tui.background import behind, collect_garbage, collect_young, is_full
from mqtune.tui.key_order import KeyOrder
from mqtune.tui.palette import AppProvider, KeyProvider, NameProvider
from mqtune.tui.preparation import QUESTION_SCREEN, prepare_areas, prepare_first
from mqtune.tui.project import (
    OpeningFailed,
    OpenProject,
    ProjectOpened,
    ProjectReloaded,
    changed,
    error_messages,
    first_stamp,
    open_project,
)
from mqtune.tui.quick_screen import ready_screen, switched, with_styles
from mqtune.tui.status import AppStatus
from mqtune.tui.terminal import END_STATUS, leave_soon
from mqtune.tui.themes import BLUE_ORANGE_THEME, FRAME, LIGHT_THEME, USUAL_THEME, first_theme

if TYPE_CHECKING:
    from mqtune.present.answer import Target
    from mqtune.tui.area_screen import AreaScreen
    from mqtune.tui.card.question_screen import QuestionScreen


class CardOpener(Application):
    """The part of the app that opens cards and questions."""

    def action_command_palette(self) -> None:
        """Show the palette, which finds names."""
        from mqtune.tui.dialogs import Jump  # first frame
        from mqtune.tui.palette import Palette  # imported by the app

        if isinstance(self.screen, Jump):
            self.pop_screen()
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(ready_screen(self, Palette).fill(self.screen))

    def open_card(self, target: Target) -> None:
        """Show the card of a name over this screen."""
        from mqtune.tui.card.screen import CardScreen  # first frame

        if self.opened is None:
            self.toast("the files are still being read", "warning")
        else:
            self.push_screen(ready_screen(self, CardScreen).fill(target, self.current_mode))

    def open_question(self, name: str, /, **given: str) -> None:
        """Show a question about the files over this screen."""
        from mqtune.tui.areas import load_object  # first frame
        from mqtune.tui.card.asked import QMGR

        if self.opened is None:
            self.toast("the files are still being read", "warning")
        else:
            values = {key.replace("_", " "): value for key, value in given.items()}
            owner = values.pop(QMGR, "") or (self.chosen.qualified if self.chosen else "")
            owners = self.opened.cards.owners(owner) if owner else []
            if owners:
                values[QMGR] = owners[0][1].qualified
            screen = ready_screen(self, cast("type[QuestionScreen]", load_object(QUESTION_SCREEN)), name)
            self.push_screen(screen.fill(self.current_mode, values))

    def open_question_on(self, name: str, target: Target | None) -> None:
        """Show trace or access with the fields that a marked name fills."""
        from mqtune.present.answer import OBJECT, TOPIC  # first frame

        given = {"queue_manager": target.owner} if target is not None and target.owner else {}
        if target is not None and target.kind == TOPIC:
            given |= dict.fromkeys(("name", "object"), f"topic:{target.name}")
        elif target is not None and target.type == "CHANNEL":
            given["channel"] = target.name
        elif target is not None and target.kind == OBJECT:
            given |= {"name": target.name, "object": target.spec}
        self.open_question(name, **given)

    def go_to_target(self, target: Target) -> None:
        """Go to the area that shows a name, and mark the name there."""
        from mqtune.tui.card.screen import area_of  # first frame

        self.run_worker(self._go_to_target(area_of(target), target), exit_on_error=False)

    async def _go_to_target(self, area: str, target: Target) -> None:
        await self.action_show_area(area)
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        screen = cast("AreaScreen", self.screen)
        screen.call_after_refresh(screen.show_target, target)

    def question_commands(self) -> Iterator[SystemCommand]:
        """Yield the palette's entries for the questions."""
        if self.opened is not None:
            from mqtune.tui.card.asked import QUESTIONS  # first frame

            for question in QUESTIONS.values():
                yield SystemCommand(
                    question.title, question.explanation, partial(self.open_question, question.name)
                )


HOME = "home"
ENGINE, WATCH, PREPARATION = "engine", "watch", "areas"  # groups of workers, of which the latest counts
PROGRESS_S = 0.25  # between two looks at how far a check is
SOON_S = 0.25
IDLE_S = 5.0  # without a key press: a short pause then goes unnoticed
LONGEST_END_S = 20.0  # a process that takes longer is usually killed by the sender of the signal
NO_EXPERIMENT = "no experiment is running; q quits"


class MqtuneApp(KeyOrder, CardOpener):
    """The terminal UI. `paths` are the files and folders to open; with `demo`, experiments are simulated."""

    TITLE = "mqtune"
    CSS = FRAME
    DEFAULT_MODE = HOME
    COMMANDS = {AppProvider, NameProvider, KeyProvider}  # noqa: RUF012
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (60, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (15, "-low"), (20, "-middle"), (30, "-high")]  # noqa: RUF012
    COMMAND_PALETTE_BINDING = "f24"  # bound below with an id of its own
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(area.key, f"show_area('{area.name}')", area.title, show=False, id=f"area.{area.name}")
            for area in AREAS
        ),
        Binding("question_mark", "help", "Help", id="frame.help", key_display="?"),
        Binding("ctrl+p", "command_palette", "Palette", id="frame.palette", priority=True, key_display="^p"),
        Binding("L", "written", "Log", show=False, id="frame.log", tooltip="what was written, newest first"),
        Binding("ctrl+o", "jump", "Jump to a pane", show=False, id="frame.jump"),
        Binding("q", "quit", "Quit", id="frame.quit"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "ask_to_stop", "Stop the experiment", show=False, priority=True, id="frame.stop"),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
    ]

    def __init__(
        self, paths: tuple[str, ...] = (".",), config: str | None = None, demo: bool = False
    ) -> None:
        # before Textual removes NO_COLOR from the environment
        theme = first_theme(os.environ)
        # Textual decides by this at start how to remove colours; later the theme decides
        super().__init__(paths, config, demo, ansi_color=theme.startswith("ansi") or None)
        self.set_reactive(MqtuneApp.ansi_color, None)
        for area in AREAS:
            self.add_mode(area.name, partial(self._screen_of, area))
        self.stage = Stage()
        self._ends = False
        self.register_theme(USUAL_THEME)
        self.register_theme(BLUE_ORANGE_THEME)
        self.register_theme(LIGHT_THEME)
        if theme in self.available_themes:
            self.theme = theme
        # Textual has read TEXTUAL_THEME itself, before its themes were replaced
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_reactive(MqtuneApp.status, AppStatus(simulated=demo))

    def _screen_of(self, area: Area) -> AreaScreen:
        """Return the screen of an area, and import its module."""
        return with_styles(cast("type[AreaScreen]", load_object(area.screen))(), self)

    # opening

    def on_load(self) -> None:
        """Let tasks start later: since Python 3.12 Textual starts them at once, before there is a screen."""
        asyncio.get_running_loop().set_task_factory(None)

    def on_mount(self) -> None:
        """Open the project behind the first screen, and handle signals."""
        self._listen()
        self.app_resume_signal.subscribe(self, self._draw_again)
        self.call_after_refresh(self.open_again)
        self.progress = self.set_interval(PROGRESS_S, self._watch_progress)
        self.set_interval(IDLE_S, self._collect_young)

    def _draw_again(self, _: App[Any]) -> None:
        """Redraw after ctrl+z and `fg`: the terminal no longer shows the screen."""
        self.refresh(layout=True)

    def open_again(self) -> None:
        """Read and check the files again; a check that is still running is abandoned."""
        self.stage = Stage()
        self._show_progress()
        if self.opened is None:
            behind(self, partial(prepare_first, self), PREPARATION)
        self.run_worker(
            self._open, group=ENGINE, name="open", thread=True, exclusive=True, exit_on_error=False
        )

    def _open(self) -> OpenProject:
        return open_project(self.paths, self.config, self.opened, self.stage)

    def _show_progress(self) -> None:
        """Show how far the check is."""
        self.update_status(activity=str(self.stage) if self.opened is None else "checking")

    def _watch_progress(self) -> None:
        if self.opened is None and self.status.activity:
            self._show_progress()

    async def _watch(self, opened: OpenProject) -> None:
        await changed(opened.stamp)
        self.open_again()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Handle the outcome of every worker."""
        worker = event.worker
        if event.state is WorkerState.ERROR and worker.error is not None:
            errors = error_messages(worker.error)
            if worker.group == ENGINE:
                self.post_message(OpeningFailed(errors))
            else:
                self.toast(errors[0].message, "error")
        elif event.state is WorkerState.SUCCESS and worker.group == ENGINE:
            opened = cast("OpenProject", worker.result)
            self.post_message(ProjectOpened(opened) if self.opened is None else ProjectReloaded(opened))

    def on_project_opened(self, message: ProjectOpened) -> None:
        """Pass the project to the screens."""
        self._set_project(message.opened)
        behind(self, partial(prepare_areas, self, message.opened, first=True), PREPARATION)

    def on_project_reloaded(self, message: ProjectReloaded) -> None:
        """Pass the new state to the screens."""
        self._set_project(message.opened)
        behind(self, partial(prepare_areas, self, message.opened, first=False), PREPARATION)
        self.set_timer(IDLE_S, self._collect_when_idle)

    def _collect_young(self) -> None:
        if monotonic() - self.last_key >= IDLE_S:
            collect_garbage() if is_full() else collect_young()

    def _collect_when_idle(self) -> None:
        """Free the memory of the previous state while no key is pressed."""
        if monotonic() - self.last_key < IDLE_S or not collect_garbage():
            self.set_timer(IDLE_S, self._collect_when_idle)

    def on_opening_failed(self, message: OpeningFailed) -> None:
        """Keep the previous state, and report the error."""
        self.errors = message.errors
        self.update_status(activity="")
        if self.opened is not None:
            error = message.errors[0]
            self.toast(f"{error.where} {error.message}".strip(), "error")
            self._follow(self.opened)
        else:
            behind(self, self._try_later, WATCH)

    async def _try_later(self) -> None:
        """Wait until the invalid project file changes."""
        await changed(first_stamp(self.paths, self.config))
        self.open_again()

    def _set_project(self, opened: OpenProject) -> None:
        self.progress.stop()
        self.errors = ()
        self.opened = opened
        wanted = self.chosen.qualified if self.chosen is not None else None
        self.chosen = next(
            (manager for manager in opened.queue_managers if manager.qualified == wanted), None
        )
        self.update_status(activity="")
        self._show_subject()
        self._follow(opened)

    def _follow(self, opened: OpenProject) -> None:
        behind(self, partial(self._watch, opened), WATCH)

    # the status

    def _refresh_notifications(self) -> None:
        """Show the messages on another screen, but none that has almost expired: Textual's timer of a
        message that expires before it is shown never returns, and blocks the program.
        """
        for message in [
            notification for notification in self._notifications if notification.time_left < SOON_S
        ]:
            del self._notifications[message]
        super()._refresh_notifications()

    # navigation

    async def action_show_area(self, name: str) -> None:
        """Go to an area, in the state in which it was left."""
        if self.current_mode != name:
            await load_area(next(area for area in AREAS if area.name == name))
            await switched(self, name)
        self.usage.use_hint(name)

    async def leave_screen(self) -> None:
        """Go one step back: from a pushed screen to the one below, from an area to Home."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        elif self.current_mode != HOME:
            await self.switch_mode(HOME)

    def action_help(self) -> None:
        """Show help on the focused widget."""
        from mqtune.tui.dialogs import Help, keys_of, page_of  # first frame

        self.push_screen(ready_screen(self, Help).fill(page_of(self.screen), keys_of(self.screen)))

    def action_written(self) -> None:
        """Show what was written since the start."""
        from mqtune.tui.dialogs import WrittenLog  # first frame

        if not isinstance(self.screen, WrittenLog):
            self.push_screen(ready_screen(self, WrittenLog).fill(self.usage.written))

    def action_jump(self) -> None:
        """Show letters over the panes."""
        from mqtune.tui.dialogs import Jump, targets_of  # first frame

        targets = targets_of(self.screen)

        def go(letter: str | None) -> None:
            if letter:
                targets[letter].focus()

        if targets:
            self.push_screen(ready_screen(self, Jump).fill(targets), go)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the palette's commands besides areas and keys."""
        yield SystemCommand(
            "Theme", "choose another; blue-orange suits colour-blind users", self.action_change_theme
        )
        yield from self.question_commands()
        yield SystemCommand("Check again", "read and check all files now", self.open_again)
        yield SystemCommand("Help", "key ?: help on the focused pane and its keys", self.action_help)
        yield SystemCommand("Quit", "key q", self.action_quit)

    async def _close_all(self) -> None:
        """Close the screens that are not shown first: they may still use the one that is."""
        self._ends = True
        self.workers.cancel_group(self, PREPARATION)  # it would open screens while Textual closes them
        for node in list(self._registry):
            if isinstance(node, Screen) and node.is_running and node not in self._screen_stack:
                await self._prune(node)
        await super()._close_all()

    def _handle_exception(self, error: Exception) -> None:
        """End the program with an error, unless it ends anyway: handlers then miss screens and widgets."""
        if not (self._ends or self._exit):
            super()._handle_exception(error)

    async def action_quit(self) -> None:
        """Quit; ask first only while an experiment is running."""
        if self.running is None:
            self.exit()
            return
        self._ask("Quit while an experiment is running", quits=True)

    def action_ask_to_stop(self) -> None:
        """Ask whether to stop the running experiment."""
        if self.running is None:
            self.toast(NO_EXPERIMENT)
            return
        self._ask("Stop the experiment", quits=False)

    def _ask(self, title: str, quits: bool) -> None:
        from mqtune.tui.dialogs import ChoiceDialog, DialogChoice  # first frame

        if isinstance(self.screen, ChoiceDialog) or self.running is None:
            return
        then = ", then quit" if quits else ""
        choices = [
            DialogChoice("g", "let it continue", ""),
            DialogChoice("a", f"stop after this run{then}", "after"),
            DialogChoice("n", f"stop now and lose this run{then}", "now"),
        ]
        words = f"{self.running.name} is running. Finished runs are kept, and it can be resumed."
        dialog = ready_screen(self, ChoiceDialog).fill(title, words, choices, alarm=True)
        self.push_screen(dialog, partial(self._answered, quits))

    def _answered(self, quits: bool, answer: str | None) -> None:
        running = self.running
        if not answer:
            return
        if running is not None:
            running.stop_now() if answer == "now" else running.stop_after_run()
        if quits:
            self.run_worker(self._leave_after_end(0), group="leave", exit_on_error=False)

    async def _leave_after_end(self, status: int, hurry: bool = False) -> None:
        """Exit once the experiment has ended, with its journal complete and no process left."""
        self.update_status(activity="stopping")
        try:
            if self.running is not None:
                await asyncio.wait_for(self.running.ended(), LONGEST_END_S if hurry else None)
        finally:
            if hurry:
                leave_soon(status)
            self.exit(return_code=status)

    def _listen(self) -> None:
        """Handle the signals that end a program, if the system has them."""
        for name, status in END_STATUS.items():
            number = getattr(signal, name, None)
            if number is not None and not self.is_headless:
                with contextlib.suppress(NotImplementedError):  # Windows ends the program at once
                    asyncio.get_running_loop().add_signal_handler(number, self._end_on_signal, status)

    def _end_on_signal(self, status: int) -> None:
        if self.running is not None:
            self.running.stop_now()
        # the terminal may be gone, and writing to it would then block forever
        work = self._leave_after_end(status, hurry=True)
        self.run_worker(work, group="leave", exclusive=True, exit_on_error=False)
