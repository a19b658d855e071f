"""The first screen of the Lab: the experiments, their settings, and those to resume."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mqtune.lab import api
from mqtune.lab.api import Request, UsageError
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.job import MANUAL, SIMULATED
from mqtune.lab.journal.result import Result
from mqtune.present.answer import EXPERIMENT, RESULT, Target
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas.lab.plan_screen import PreflightScreen
from mqtune.tui.areas.lab.progress_screen import LiveScreen
from mqtune.tui.areas.lab.request_form import (
    DRIVER,
    INVENTORY,
    QMGR,
    ExperimentList,
    FormContext,
    about_experiment,
    about_running,
    about_unfinished,
    command_content,
    experiment_line,
    fields_of,
    first_values,
    queue_manager_of,
    request_of,
    running_line,
    unfinished_line,
)
from mqtune.tui.areas.lab.running_experiment import RunningExperiment, ScreenPrompter
from mqtune.tui.areas.lab.step import CHOOSE, NAME_IT, STEPS, planned, resumed, unfinished
from mqtune.tui.background import behind, in_thread
from mqtune.tui.dialogs import LineDialog
from mqtune.tui.project import OpenProject, QueueManagerName
from mqtune.tui.quick_screen import BREATH_S, ready_screen
from mqtune.tui.widgets.form import FORM, Form
from mqtune.tui.widgets.lists import FittedText

RUNNING, RESUME = "running", "resume:"
MOST_RESUMED, MOST_WAITS = 20, 100
# fields besides the settings of an experiment: queue manager, driver, host, inventory, repeat and minutes
COMMON_FIELDS = 6


class LabScreen(AreaScreen):
    """Experiments on the left; the question and the settings of the marked one on the right."""

    area = "lab"
    AUTO_FOCUS = "#experiments"
    CSS = CHOOSE + STEPS + FORM
    help = """Lab
Guided experiments: choose one, check the preconditions, read the plan, watch it run, and save the \
recommended commands. Enter goes to the next step, Escape to the previous one. Nothing is changed before \
the plan has been shown and confirmed. On the command line: mqtune experiment run NAME --qmgr QM."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "settings", "Settings", id="lab.settings", tooltip="queue manager, driver and the rest"),
        Binding("y", "copy", "Copy command", id="lab.copy", tooltip="copy the mqtune experiment command"),
        Binding("u", "usual", "Default settings", id="lab.usual", tooltip="restore the default settings"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.definitions = {definition.name: definition for definition in api.definitions()}
        self.typed: dict[str, dict[str, str]] = {}
        self.unfinished: dict[str, Result] = {}
        self.last: RunningExperiment | None = None  # the last one that ended here
        self._lines: object = None  # of the list
        self._chosen: QueueManagerName | None = None  # for the whole app
        self._form_of = ""  # the experiment whose fields the form has
        self._offered = False  # whether the one to resume has been marked once
        self.command = ""

    def compose_body(self) -> ComposeResult:
        """Yield list, description, form, and the equivalent command."""
        with Container(id="choose"):
            yield ExperimentList(id="experiments", markup=False)
            with Vertical(id="chosen"):
                with VerticalScroll(id="about", can_focus=False):
                    yield FittedText(id="about-words")
                with Vertical(id="form-place"):
                    yield Static("", id="form-line")
                    most = max(len(definition.settings) for definition in self.definitions.values())
                    yield Form(spare=COMMON_FIELDS + most)
        yield Static("", markup=False, id="command")

    def on_mount(self) -> None:
        """Show the experiments at once; those to resume are added when they have been read."""
        self.query_one("#form-line").border_title = Content("settings")
        self.watch(self.app, "running", self._running_changed, init=False)
        self._show_list()

    def on_screen_resume(self) -> None:
        """Read the experiments to resume again; the form follows the chosen queue manager."""
        behind(self, self._load_results, "lab-list")
        if self.frame.chosen != self._chosen:
            self._chosen = chosen = self.frame.chosen
            for values in self.typed.values():
                values |= {QMGR: chosen.name} if chosen is not None else {}
            if self.definition is not None:
                behind(self, partial(self._show_form, self.definition), "lab-form")

    async def _load_results(self) -> None:
        results = await in_thread(self.frame, unfinished, "lab-results")
        self.unfinished = {result.id: result for result in reversed(results[-MOST_RESUMED:])}
        if self.is_attached:
            self._show_list()
            self._offer_to_resume()

    def _offer_to_resume(self) -> None:
        """Mark the newest experiment that was stopped or killed, once, unless the user has moved already."""
        stopped = [result.id for result in self.unfinished.values() if result.verdict is None]
        box = self.query_one(ExperimentList)
        if stopped and not self._offered and not box.highlighted and self.shown_experiment is None:
            box.highlighted = box.get_option_index(f"{RESUME}{stopped[0]}")
        self._offered = True

    def _running_changed(self, before: object, now: object) -> None:
        """Keep the experiment that has ended, so that Enter shows its end."""
        if isinstance(before, RunningExperiment) and now is None:
            self.last = before
        if self.is_current:
            behind(self, self._load_results, "lab-list")
        self._show_list()

    # the list

    def _show_list(self) -> None:
        box = self.query_one(ExperimentList)
        running = self.shown_experiment
        options: list[Option | None] = [Option(running_line(running), id=RUNNING)] if running else []
        options += [
            Option(experiment_line(definition), id=name) for name, definition in self.definitions.items()
        ]
        live = self._live()
        left = [
            result for result in self.unfinished.values() if live is None or result.id != live.live.result.id
        ]
        if left:
            options += [None, Option(Content.styled("resume", styles.QUIET), disabled=True)]
            options += [Option(unfinished_line(result), id=f"{RESUME}{result.id}") for result in left]
        lines = [option and (option.id, str(option.prompt)) for option in options]
        if lines != self._lines:  # else it would also show the description and the form again
            self._lines, marked = lines, self.marked
            box.set_options(options)
            ids = [option.id for option in box.options]
            box.highlighted = ids.index(marked) if marked in ids else 0

    def _live(self) -> RunningExperiment | None:
        running = self.frame.running
        return running if isinstance(running, RunningExperiment) else None

    @property
    def shown_experiment(self) -> RunningExperiment | None:
        """The running experiment, else the last one that ended, if there is a result to see."""
        last = self.last
        unseen = last is not None and (last.live.result.verdict is not None or self.frame.status.ended)
        return self._live() or (last if unseen else None)

    @property
    def marked(self) -> str:
        """The id of the marked option."""
        option = self.query_one(ExperimentList).highlighted_option
        return option.id or "" if option is not None else ""

    @property
    def definition(self) -> Definition | None:
        """The marked experiment."""
        return self.definitions.get(self.marked)

    def card_target(self) -> Target | None:
        """Return the marked experiment, or the result of the marked one to resume."""
        id = self.marked.removeprefix(RESUME)
        kind = EXPERIMENT if id in self.definitions else RESULT if id in self.unfinished else None
        return Target(kind, id) if kind is not None else None

    def show_target(self, target: Target) -> None:
        """Mark an experiment."""
        box = self.query_one(ExperimentList)
        ids = [option.id for option in box.options]
        if target.name in ids:
            box.highlighted = ids.index(target.name)
            box.focus()

    @property
    def form_context(self) -> FormContext:
        """The context of the form."""
        return FormContext(self.frame.opened, self.frame.chosen, self.frame.config, self.frame.demo)

    def show_project(self, opened: OpenProject) -> None:
        """Update the queue managers of the project; typed values are kept."""
        if self.definition is not None:
            behind(self, partial(self._show_form, self.definition), "lab-form")

    async def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Show the description of the marked option."""
        message.stop()
        definition, running = self.definition, self.shown_experiment
        words = Content("")
        if definition is not None:
            self.query_one("#about-words", FittedText).show(
                partial(about_experiment, definition, self.frame.demo)
            )
        elif self.marked == RUNNING and running is not None:
            words = about_running(running)
        elif (result := self.unfinished.get(self.marked.removeprefix(RESUME))) is not None:
            words = about_unfinished(result)
        if definition is None:
            self.query_one("#about-words", FittedText).show(lambda width: words)
        self.query_one("#about").scroll_home(animate=False)
        self.query_one("#chosen").set_class(definition is None, "-resume")
        if definition is not None:
            await self._show_form(definition)
        else:
            self._show_command()

    # the form

    def on_descendant_focus(self) -> None:
        """Mark the line above the form; with `:focus-within` every field would get new styles."""
        self.query_one("#form-line").set_class(self.query_one(Form).has_focus_within, "-active")

    async def _show_form(self, definition: Definition) -> None:
        values = self.typed.get(definition.name) or first_values(definition, self.form_context)
        context = self.form_context
        hosts: tuple[str, ...] = ()
        if values.get(DRIVER) not in (SIMULATED, MANUAL):
            names = partial(context.hosts_of, queue_manager_of(values), values.get(INVENTORY, ""))
            hosts = await in_thread(self.frame, names, "lab-hosts")
        values = self.typed.get(definition.name) or values  # the user may have typed in the meantime
        if definition is not self.definition or not self.is_attached:
            return
        form, fields = self.query_one(Form), tuple(fields_of(definition, values, context, hosts))
        if not form.shows(fields):  # the user may be typing in it
            form.show(fields)
        self._form_of = definition.name
        self._show_command()

    def _values(self) -> dict[str, str]:
        return dict(self.query_one(Form).words())

    async def on_form_changed(self) -> None:
        """Keep the typed values, and show the fields that belong to them."""
        definition = self.definition
        if definition is None:
            return
        if definition.name not in self.typed and not self.query_one(Form).changed:
            self._show_command()  # the fields only report their first values
            return
        before = self.typed.get(definition.name) or first_values(definition, self.form_context)
        self.typed[definition.name] = before | self._values()
        behind(self, partial(self._show_form, definition), "lab-form")

    def on_input_submitted(self) -> None:
        """Go to the next step on Enter in a field, as on the list."""
        self._next()

    def on_pick_accepted(self) -> None:
        """Do the same in a field that is chosen."""
        self._next()

    def _request(self) -> Request | None:
        definition = self.definition
        return request_of(definition, self._values(), self.form_context) if definition is not None else None

    def _show_command(self) -> None:
        """Show the command equivalent to the form, or what is wrong with the form."""
        behind(self, self._plan_behind, "lab-command")

    async def _plan_behind(self) -> None:
        words = Content("")
        self.command = ""
        try:
            request = self._request()
            if request is not None:
                plan = await in_thread(self.frame, partial(planned, request), "lab-plan")
                if isinstance(plan, str):
                    words = Content.styled(plan, styles.WARNING)
                else:
                    self.command = plan.command_line
                    words = command_content(plan)
        except UsageError as error:
            words = Content.styled(printable(error.together), styles.WARNING)
        if words != (box := self.query_one("#command", Static)).content:
            box.update(words)

    # the next step

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Go to the next step of the marked option on Enter."""
        message.stop()
        self._next()

    def _next(self) -> None:
        running = self.shown_experiment
        if self.marked == RUNNING and running is not None:
            self.frame.push_screen(LiveScreen(running))
        elif self.marked.startswith(RESUME):
            self._ask_to_resume(self.unfinished[self.marked.removeprefix(RESUME)])
        elif not self.refused("next"):
            try:
                request = self._request()
            except UsageError as error:
                self.frame.toast(error.together, "warning")
                return
            if request is not None and not request.qmgr:
                self.frame.toast(NAME_IT, "warning")
                self.run_worker(self.action_settings())
            elif request is not None and self.definition is not None:
                screen = ready_screen(self.frame, PreflightScreen)
                self.frame.push_screen(screen.fill(self.definition, request))

    def show_running(self) -> None:
        """Show the running experiment."""
        running = self._live()
        if running is not None:
            self.frame.push_screen(LiveScreen(running))

    def _ask_to_resume(self, result: Result) -> None:
        if self.refused("resume"):
            return
        if result.verdict is None:
            self._resume(result.id, None)
            return
        needed = result.max_minutes + (result.verdict.minutes_needed or result.max_minutes)
        words = f"It is undecided after {result.max_minutes:g} minutes. New maximum, in minutes altogether:"
        dialog = ready_screen(self.frame, LineDialog).fill(f"Resume {result.id}", words, f"{needed:.0f}")
        self.frame.push_screen(dialog, partial(self._resume_for, result))

    def _resume_for(self, result: Result, words: str | None) -> None:
        if not words:
            return
        try:
            minutes = float(words)
        except ValueError:
            self.frame.toast(f"{words!r} is not a number of minutes", "warning")
            return
        self._resume(result.id, minutes)

    def _resume(self, id: str, minutes: float | None) -> None:
        begin = partial(resumed, id, minutes)
        head = self.unfinished[id].head
        running = RunningExperiment(self.frame, f"{head.experiment} on {head.qmgr}", begin, ScreenPrompter())
        running.go()
        self.frame.push_screen(LiveScreen(running))

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action == "resume" and self.frame.running is not None:
            return f"{self.frame.running.name} is running: one experiment at a time"
        if action in ("settings", "usual") and self.definition is None:
            return "no experiment is marked"
        if action == "copy" and not self.command:
            return "no command yet: the last line states what is missing"
        return ""

    async def action_settings(self) -> None:
        """Move to the form, once it has the fields of the marked experiment: the next keys are for it."""
        if self.refused("settings"):
            return
        for _ in range(MOST_WAITS):
            fields = [field for field in self.query("Form Input, Form Pick") if field.focusable]
            if fields and self._form_of == self.marked:
                self.set_focus(fields[0])  # immediately
                return
            await asyncio.sleep(BREATH_S)

    async def action_usual(self) -> None:
        """Restore the initial value of every field."""
        if not self.refused("usual") and self.definition is not None:
            self.typed.pop(self.definition.name, None)
            await self._show_form(self.definition)

    def action_copy(self) -> None:
        """Copy the command to the clipboard."""
        if not self.refused("copy"):
            self.copy(self.command)

    def step_back(self) -> bool:
        """Go from the form to the list on Escape."""
        box = self.query_one(ExperimentList)
        if box.has_focus:
            return False
        box.focus()
        return True
