"""Asks for consent to the plan, and for the typed name of a queue manager in production."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from mqtune.lab.core.connections import connections
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.job import MANUAL, SIMULATED, Job
from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.prompter import BY_HAND, CONSENT, TYPED_NAME, Prompt, Prompter, require
from mqtune.lab.journal.events import Confirming
from mqtune.lab.journal.records import StepRecord

# settings that name what is started on this machine
JAVA, CLASS_PATH = "java", "class-path"


def connection_question(job: Job) -> Prompt | None:
    """The question before the first connection to another host; None if there is none. Raises LabError."""
    if not (lines := connections(job)):
        return None
    headline = f"{_on(job)} connects to other hosts"
    return Prompt(CONSENT, headline, "\n".join(lines), "no connection is made")


def ask_about_journal(prompter: Prompter, job: Job, undoes: Sequence[StepRecord] = ()) -> None:
    """Raises LabError unless there is consent to what a journal, which may be a stranger's, has of a job:
    hosts, programs of this machine, and the commands of the steps that it `undoes`.
    """
    starts = [*_programs(job), *_undoing(job, undoes)]
    if not starts:
        ask_to_connect(prompter, job)
        return
    text = "\n".join((*connections(job), *starts))
    require(
        prompter,
        Prompt(CONSENT, f"the journal of {_on(job)} contains this", text, "nothing is done"),
        "what the journal contains was not agreed to: nothing was done",
        "run it interactively, or add --yes if the journal is yours",
    )


def _on(job: Job) -> str:
    return f"{job.experiment.definition.name} on {job.target.qmgr}"


def _programs(job: Job) -> Iterator[str]:
    """The programs of this machine that settings of a journal name."""
    usual = job.experiment.definition.defaults
    named = {key: job.settings[key] for key in (JAVA, CLASS_PATH) if key in job.settings}
    if job.driver not in (MANUAL, SIMULATED) and any(usual.get(key) != named[key] for key in named):
        yield "starts the driver with " + ", ".join(f"{key}={value}" for key, value in named.items())


def _undoing(job: Job, steps: Sequence[StepRecord]) -> Iterator[str]:
    """What undoes steps, unless a person is asked for each of them anyway."""
    for taken in (step.taken for step in steps):
        if job.driver != MANUAL and not taken.hand and taken.undo.strip():
            yield f"* on {taken.qmgr}, to undo: {taken.what}"
            yield taken.undo.rstrip()


def ask_to_connect(prompter: Prompter, job: Job) -> None:
    """Raises LabError unless there is consent to every connection; the typed name comes later."""
    if (question := connection_question(job)) is not None:
        require(
            prompter,
            question,
            "the connections were not agreed to: none was made",
            "run it interactively, or add --yes after reading `mqtune experiment plan`",
        )


def ask_consent(prompter: Prompter, plan: ExperimentPlan) -> None:
    """Raises LabError unless consent is given; in production only the typed name is consent."""
    text = "\n".join(_lines(plan))
    for name in plan.production:
        _require_name(prompter, name, "an experiment loads it to its limit", text, "use a test queue manager")
    if plan.production or plan.driver == MANUAL:
        return  # the typed name is consent; with the manual driver each step is confirmed
    require(
        prompter,
        Prompt(CONSENT, f"{plan.experiment} on {plan.qmgr}", text, "nothing is touched"),
        "the plan was not agreed to: nothing was touched",
        "run it interactively, or add --yes after reading `mqtune experiment plan`",
    )


def ask_to_undo(prompter: Prompter, job: Job, steps: Sequence[StepRecord]) -> None:
    """Raises LabError unless each queue manager in production is named on which steps are undone."""
    for name in sorted({step.taken.qmgr for step in steps} & job.production):
        text = "\n".join(_undoing(job, [step for step in steps if step.taken.qmgr == name]))
        _require_name(prompter, name, "the commands of the journal run there", text, "run it interactively")


def _require_name(prompter: Prompter, name: str, what: str, text: str, help: str) -> None:
    headline = f"{name} is in production: {what}"
    if prompter.ask(Prompt(TYPED_NAME, headline, text, "nothing is touched", name)).strip() != name:
        raise LabError(
            f"{name} is in production and its name was not typed: nothing was touched",
            f"{help}; --yes does not replace the typed name",
        )


def _lines(plan: ExperimentPlan) -> Iterator[str]:
    for step in plan.scripts:
        yield f"* on {step.qmgr}: {step.what}"
        yield step.script.rstrip()
        if step.undo.strip():
            yield "* undone at the end by"
            yield step.undo.rstrip()
    for step in plan.by_hand:
        yield f"* by hand on {step.qmgr}: {step.what}{' (restart)' if step.restart else ''}"
    yield "* load, for each run"
    for arm in plan.arms:
        for process in arm.processes:
            yield shlex.join(process.argv)


def applied_question(begun: Confirming, qmgr: str) -> Prompt:
    """The question whether the change that follows from an earlier result was applied."""
    lines = (*begun.conclusions, begun.change.rstrip() or "nothing has to be applied")
    return Prompt(
        BY_HAND,
        f"apply on {qmgr} what follows from {begun.of}, then answer yes: it is measured again",
        "\n".join(lines),
        "nothing is measured, and resume asks again",
    )
