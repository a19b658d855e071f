"""Carries out the steps of an experiment and undoes all of them; chooses driver and step runner.

MQSC is run only after a person has seen it and agreed. An event is emitted before each step and after it, so
that the journal shows what a crash left behind. Steps are carried out by `runmqsc` on this machine or by a
person on another one (`manual`); a simulation (`simulated`) carries out none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from mqtune.hosts.inventory import Host
from mqtune.hosts.machine import usable_cores
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.encoding import gathered
from mqtune.lab.core.experiment import BY_HAND, CONSENT, ByHand, Mqsc, Prompt, Prompter, Step, Target, require
from mqtune.lab.core.job import MANUAL, SIMULATED, Job
from mqtune.lab.drivers.base import Driver
from mqtune.lab.drivers.manual import OUTPUT, ManualDriver
from mqtune.lab.drivers.queue_managers import QueueManagers
from mqtune.lab.drivers.real import JMS, RealDriver
from mqtune.lab.engine.controls import CLASS_PATH, JAVA
from mqtune.lab.journal.events import CLEANUP, JournalEntry, LineSaid, StepTaken
from mqtune.lab.journal.result import StepRecord
from mqtune.lab.simulation import simulated_driver
from mqtune.text.paths import repository_root

TRIES = 3
ENDS_HERE = "the experiment ends here, and everything done so far is undone"
NAMES_TAKEN = (
    "`mqtune experiment clean` deletes objects of an earlier experiment; "
    "rename an object of your own, or measure another queue manager"
)

Emit = Callable[[StepTaken], None]


class StepRunner(Protocol):
    """Carries out MQSC on a queue manager."""

    def run(self, qmgr: str, what: str, script: str) -> str:
        """Run a whole MQSC script and return its output. Raises LabError if a command failed."""

    def undo(self, qmgr: str, what: str, script: str) -> str:
        """Run a script that undoes a set-up; missing objects are not failures. Raises LabError."""

    def displayed(self, qmgr: str, command: str) -> str | None:
        """The output of a DISPLAY command; empty if it finds nothing, None if it cannot be run from here."""


class Steps:
    """The steps that are done and not undone yet, and the questions about them."""

    def __init__(
        self, step_runner: StepRunner | None, prompter: Prompter, emit: Emit, known: Sequence[StepRecord] = ()
    ) -> None:
        """Without a `step_runner` no step is carried out. `known` are steps of earlier sessions, in order."""
        self._step_runner = step_runner
        self._prompter = prompter
        self._emit = emit
        self._agreed: set[tuple[str, str]] = set()
        self._standing = [step.event for step in known if step.state != "undone"]
        self._next = max((step.event.number for step in known), default=0) + 1

    @property
    def standing(self) -> tuple[StepTaken, ...]:
        """The steps that were begun or done, and not undone."""
        return tuple(self._standing)

    def agree(self, scripts: Iterable[tuple[str, str]]) -> None:
        """Record that these MQSC scripts, each with its queue manager, were shown and agreed to."""
        self._agreed |= set(scripts)

    def apply(self, kind: str, step: Step) -> None:
        """Carry out a step. Raises LabError if it fails."""
        if self._step_runner is not None:
            self._consent(step)
            self._do(kind, step, self._step_runner)

    def undo(self) -> list[str]:
        """Undo all steps, the last one first; return those that failed, which remain standing."""
        left: list[str] = []
        for step in reversed(self.standing):
            try:
                self._undo(step)
            except LabError as error:
                commands = "; ".join(step.undo.strip().splitlines())
                left.append(f"{step.qmgr}: {commands} ({error.message})")
        return left

    def _consent(self, step: Step) -> None:
        if step.hand or (step.qmgr, step.script) in self._agreed:
            return
        what = f"{step.what} on {step.qmgr}"
        text = f"{step.script.rstrip()}\n\nundone by\n\n{step.undo.rstrip()}"
        question = Prompt(CONSENT, what, text, ENDS_HERE)
        require(self._prompter, question, f"not agreed to: {what}", "run it again and answer yes")
        self.agree([(step.qmgr, step.script)])

    def _do(self, kind: str, step: Step, step_runner: StepRunner) -> None:
        if isinstance(step, Mqsc):
            self._check_absent(step, step_runner)
        script = step.script or step.what
        event = gathered(StepTaken, step, kind=kind, number=self._next, script=script, done=False)
        self._next += 1
        self._emit(event)
        self._standing.append(event)
        if isinstance(step, ByHand):
            output = self._by_hand(step, step_runner)
        else:
            output = step_runner.run(step.qmgr, step.what, step.script)
        self._emit(replace(event, done=True, output=output))
        self._settle(event)

    def _settle(self, event: StepTaken) -> None:
        """Drop steps that need no undo of their own: they undo another step, or have the same undo as one."""
        for earlier in self._standing[-2::-1]:
            if earlier.qmgr != event.qmgr:
                continue
            if _same(earlier.undo, event.script):
                self._standing.remove(earlier)
                self._standing.remove(event)
                self._emit(_cleanup(earlier, "undone by a later step"))
                self._emit(_cleanup(event, "undoes an earlier step"))
                return
            if _same(earlier.undo, event.undo):
                self._standing.remove(event)
                self._emit(_cleanup(event, "undone together with an earlier step"))
                return

    def _check_absent(self, step: Mqsc, step_runner: StepRunner) -> None:
        unseen = []
        for command in step.absent:
            shown = step_runner.displayed(step.qmgr, command)
            if shown is None:
                unseen.append(command)
            elif shown:
                first = next((line.strip() for line in shown.splitlines() if line.strip()), "something")
                already = f"{step.qmgr} already has objects of the set-up"
                raise LabError(f"{already}: {command} shows {first}", NAMES_TAKEN)
        if unseen:
            # a person checks the names if that is not possible from here: the clean-up deletes by name
            last = "Each must find nothing: the clean-up deletes objects with these names."
            what = f"on {step.qmgr}: {step.what}"
            headline, text = f"check that the names of the set-up are free {what}", "\n".join((*unseen, last))
            question = Prompt(BY_HAND, headline, text, ENDS_HERE)
            require(self._prompter, question, f"the names of the set-up are not free {what}", NAMES_TAKEN)

    def _by_hand(self, step: ByHand, step_runner: StepRunner) -> str:
        restart = f"\nThis needs a restart of {step.qmgr}." if step.restart else ""
        wrong = ""
        for _ in range(TRIES):
            text = f"{step.what}{restart}{wrong}"
            question = Prompt(BY_HAND, f"on {step.qmgr}, by hand", text, ENDS_HERE)
            refused = f"a step was not done: {step.what}"
            require(self._prompter, question, refused, "do it when asked, and answer yes")
            try:
                shown = step_runner.displayed(step.qmgr, step.verify) if step.verify else None
            except LabError as error:
                wrong = f"\nIt is not done yet: {error.message}."
                continue
            if shown is None or step.expect in shown:
                return shown or ""
            wrong = f"\nIt is not done yet: {step.verify} does not show {step.expect}."
        raise LabError(
            f"a step had no effect: {step.verify} on {step.qmgr} does not show {step.expect}",
            f"check how it was done: {step.what}",
        )

    def _undo(self, event: StepTaken) -> None:
        output = ""
        if not event.undo.strip():
            pass
        elif self._step_runner is None:
            raise LabError("a simulation carries out no steps", "`mqtune experiment clean` does it")
        elif event.hand:
            question = Prompt(BY_HAND, f"on {event.qmgr}, by hand", event.undo, "it stays as it is")
            require(self._prompter, question, "it was not done", "do it by hand")
        else:
            output = self._step_runner.undo(event.qmgr, f"undo: {event.what}", event.undo)
        self._standing.remove(event)
        self._emit(_cleanup(event, output))


def _same(first: str, second: str) -> bool:
    return bool(first.strip()) and first.split() == second.split()


def _cleanup(event: StepTaken, output: str) -> StepTaken:
    return StepTaken(CLEANUP, event.number, event.qmgr, event.what, event.undo, "", True, output, event.hand)


# Equipment: the driver, and the step runner.


def equip(
    job: Job, prompter: Prompter, earlier: Iterable[JournalEntry] = ()
) -> tuple[Driver, StepRunner | None]:
    """The driver and the step runner of a job (none of a simulation); programs are looked up on first use.

    `earlier` are the events of earlier sessions. Raises LabError for a jar that is not named.
    """
    if job.driver == SIMULATED:
        return simulated_driver(job.case, job.seed), None
    if job.driver == MANUAL:
        said = (entry.event for entry in earlier if isinstance(entry.event, LineSaid))
        used = {said_line.line.text: said_line.run for said_line in said if said_line.line.who == OUTPUT}
        return ManualDriver(prompter, used), ManualStepRunner(prompter)
    _check_class_path(job)
    runner = LocalStepRunner(hosts=job.queue_manager_hosts)
    driver = RealDriver(
        job.driver,
        prompter=prompter,
        queue_managers=runner,
        word=str(job.settings.get(JAVA, "")),
        class_path=str(job.settings.get(CLASS_PATH, "")),
        hosts=job.hosts,
        home=job.queue_manager_hosts.get(job.target.qmgr),
    )
    return driver, runner


def _check_class_path(job: Job) -> None:
    """Raises LabError if the usual class path, whose first name is relative, finds a jar in a repository."""
    usual = str(job.experiment.definition.defaults.get(CLASS_PATH, ""))
    jar = usual.partition(":")[0]
    if job.driver != JMS or job.hosts or job.settings.get(CLASS_PATH) != usual:
        return
    if os.path.lexists(jar) and repository_root(os.getcwd()) is not None:
        raise LabError(
            f"{jar} is in a repository, and is used only if you name it",
            f"if you trust it: --set class-path=./{usual}",
        )


class LocalStepRunner(QueueManagers):
    """`runmqsc` of this machine, or of the queue manager's host."""

    def displayed(self, qmgr: str, command: str) -> str | None:
        """The output of a DISPLAY command; None for a queue manager of another machine."""
        try:
            self.status(qmgr)
        except LabError:
            return None
        return super().displayed(qmgr, command)


class ManualStepRunner:
    """A person on another machine runs the MQSC that mqtune shows."""

    def __init__(self, prompter: Prompter) -> None:
        self._prompter = prompter

    def run(self, qmgr: str, what: str, script: str) -> str:
        """Ask for the script to be run. Raises LabError if that was declined."""
        question = Prompt(
            BY_HAND,
            f"run this with runmqsc {qmgr}: {what}",
            script.rstrip(),
            "the experiment ends here, and everything done so far is to be undone",
        )
        refused = f"MQSC was not run on {qmgr}: {what}"
        require(self._prompter, question, refused, "run it when asked, and answer yes")
        return "run by hand"

    def undo(self, qmgr: str, what: str, script: str) -> str:
        """As `run`: the person sees which objects no longer exist."""
        return self.run(qmgr, what, script)

    def displayed(self, qmgr: str, command: str) -> str | None:
        """None: the queue manager cannot be queried from this machine."""
        return None


def seen(target: Target, driver: str, hosts: Mapping[str, Host]) -> Target:
    """The target with its level, and with the cores of this machine if it is local, unless declared.

    Connects to the host of the queue manager, if it is one of `hosts`.
    """
    if driver in (SIMULATED, MANUAL) or (target.level and target.cores):
        return target
    try:
        status = QueueManagers(hosts=hosts).status(target.qmgr)
    except LabError:
        return target  # on another machine, or MQ is not installed
    cores = usable_cores() if target.qmgr not in hosts else None
    return replace(target, level=target.level or status.level, cores=target.cores or cores)


def seen_here(target: Target, driver: str, hosts: Mapping[str, Host]) -> Target:
    """As `seen`, but unchanged if the queue manager is on another host: nothing connects to it."""
    return target if target.qmgr in hosts else seen(target, driver, {})


def seen_there(job: Job) -> Job:
    """The job with what is known of its queue manager after the consent to connect to its host."""
    if job.target.qmgr not in job.queue_manager_hosts:
        return job
    return replace(job, target=seen(job.target, job.driver, job.queue_manager_hosts))
