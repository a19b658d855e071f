"""Generates `docs/experiments/`: a page for each experiment, and the list of them.

    python -m mqtune._build.experiments [--check]

Texts come from `mqtune/lab/definitions/`, commands from `mqtune/lab/experiments/`; a test keeps the pages
fresh.
"""

from __future__ import annotations

import shlex
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from mqtune._build.__main__ import refresh
from mqtune.lab.core.definition import Definition, ExperimentSetting, read_settings, wanted
from mqtune.lab.core.experiment import Experiment, Mqsc, Settings, Step, Target, Watch
from mqtune.lab.core.job import Job
from mqtune.lab.core.plan import first_step
from mqtune.lab.core.run import Block, Order
from mqtune.lab.experiments import NAMES, find
from mqtune.text.messages import markdown

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "experiments"
MADE = "<!-- Generated from mqtune/lab by `python -m mqtune._build.experiments`: change it there. -->"
WIDTH = 118
TARGET = Target("QM1", (9, 4))
SHOWN = 2  # objects of a step; the others differ in their numbers

INTRODUCTION = """\
An experiment asks one question about a queue manager of yours, measures it, and reports a verdict: a winner,
a tie, `undecided` with the minutes still needed, or `invalid` with the reason. Read the plan first; it changes
nothing. With `--driver simulated` every experiment can be tried on any machine: figures of a model, marked
SIMULATED everywhere, which give nothing to apply."""
COMMANDS = """\
```sh
mqtune experiment plan topic-limit --qmgr QM1
mqtune experiment run topic-limit --qmgr QM1 --driver cph
mqtune experiment run topic-limit --qmgr QM1 --driver simulated
mqtune experiment run topic-limit --qmgr QM1 --driver manual
```"""
MANUAL = "`manual` prints the commands for another host and reads their output; `simulated` uses a model."


def pages() -> dict[str, str]:
    """The text of each page by its name."""
    experiments = [find(name) for name in NAMES]
    texts = {f"{experiment.definition.name}.md": page(experiment) for experiment in experiments}
    texts["README.md"] = index([experiment.definition for experiment in experiments])
    return texts


def page(experiment: Experiment) -> str:
    """The page of one experiment."""
    about = experiment.definition
    settings = read_settings(about, ())
    parts = [
        f"# {about.name}",
        MADE,
        f"**{about.question}**",
        about.hypothesis,
        _command_line(about),
        "## What is varied",
        _factors(about),
        "## What is held constant",
        _bullets(about.held_constant),
        "## What it touches",
        _bullets(about.touches),
        *_setup(experiment.on(settings, TARGET).setup()),
        "## One run",
        *_run(experiment, settings),
        "## Safeguards",
        _bullets(about.guard_rails),
        "## How it decides",
        f"Measured: {about.measure}, in {about.unit}. {about.decision}",
        "## What the result recommends",
        about.recommends,
        "## Pitfalls",
        _bullets(about.pitfalls),
        "## Settings",
        "`--set key=value`; a list is written `3,4,5` or `3-5`.",
        _settings(about),
        "## The simulated queue manager",
        about.simulated,
        "## Source",
        f"{about.source}.",
    ]
    return "\n\n".join(_wrapped(part) for part in parts) + "\n"


def index(definitions: Sequence[Definition]) -> str:
    """The list of all experiments."""
    rows = [
        [
            f"[{definition.name}]({definition.name}.md)",
            definition.question,
            f"{definition.minutes:g}",
            ", ".join(definition.drivers),
        ]
        for definition in definitions
    ]
    titles = ["Experiment", "Question", "Minutes", "Drivers"]
    parts = [
        "# Experiments",
        MADE,
        INTRODUCTION,
        COMMANDS,
        _table(titles, rows),
        f"Minutes at 1% noise. {MANUAL}",
    ]
    return "\n\n".join(_wrapped(part) for part in parts) + "\n"


def _command_line(about: Definition) -> str:
    command = f"mqtune experiment run {about.name} --qmgr QM1 --driver {about.drivers[0]}"
    drivers = ", ".join((*about.drivers, "manual", "simulated"))
    return f"`{command}`: about {about.minutes:g} minutes at 1% noise. Drivers: {drivers}."


def _factors(about: Definition) -> str:
    rows = [[factor.name, factor.what, f"`{factor.setting}`", factor.opens] for factor in about.factors]
    return _table(["Factor", "Levels", "Setting", "Opens"], rows)


def _settings(about: Definition) -> str:
    return _table(["Setting", "Takes", "For"], [_setting(setting) for setting in about.settings])


def _setting(setting: ExperimentSetting) -> list[str]:
    return [f"`{setting.name}`", wanted(setting), setting.help]


def _setup(steps: Sequence[Step]) -> Iterator[str]:
    """The steps before the first run, each with its undo."""
    if steps:
        yield "## Set-up"
    for step in steps:
        if isinstance(step, Mqsc):
            yield f"On {step.qmgr}: {step.what}."
            yield f"```text\n{_beginning(step.script)}```"
            yield "Undone by"
            yield f"```text\n{_beginning(step.undo)}```"
        else:
            yield f"On {step.qmgr}, by hand: {step.what}."
            if step.undo:
                yield f"Undone by hand: {step.undo}."


def _beginning(script: str) -> str:
    """The first commands, and the number of others."""
    commands: list[str] = []
    for line in script.splitlines():
        if line.startswith(" ") and commands:
            commands[-1] += f"\n{line}"
        else:
            commands.append(line)
    left = len(commands) - SHOWN
    more = [f"* and {left} more"] if left > 0 else []
    return "\n".join([*commands[:SHOWN], *more]) + "\n"


def _run(experiment: Experiment, settings: Settings) -> Iterator[str]:
    """The commands of the first run, getters first, and what is watched."""
    about = experiment.definition
    block = first_step(Job(experiment, settings, TARGET, about.drivers[0], 1, 600.0))
    case = experiment.on(settings, TARGET)
    order = block.orders[0] if isinstance(block, Block) else Order(case.arms()[0], 30.0)
    work = case.work(order)
    lines = [_shell(process.argv) for process in work.processes]
    yield f"Example: {order.arm.name}."
    if lines:
        yield "```sh\n" + "\n".join(lines) + "\n```"
    if work.watches:
        yield f"Watched during the run: {', '.join(map(_watched, work.watches))}."


def _watched(watch: Watch) -> str:
    """What a watch reads."""
    if watch.processor:
        return f"{watch.name} (the use of this machine's processors)"
    return f"{watch.name} (`{watch.mqsc or watch.path}`)"


def _shell(argv: Sequence[str]) -> str:
    """A command for a shell, wrapped if it is long."""
    lines = [""]
    for word in argv:
        quoted = shlex.quote(word)
        if lines[-1] and len(lines[-1]) + len(quoted) > WIDTH - 4:
            lines.append(f"    {quoted}")
        else:
            lines[-1] = f"{lines[-1]} {quoted}" if lines[-1] else quoted
    return " \\\n".join(lines)


def _bullets(texts: Sequence[str]) -> str:
    return "\n".join(
        textwrap.fill(
            f"- {text}", WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
        for text in texts
    )


def _table(titles: list[str], rows: list[list[str]]) -> str:
    return "\n".join(markdown(titles, rows))


def _wrapped(part: str) -> str:
    """A paragraph wrapped to the documents' width; tables, lists and code are unchanged."""
    if part.startswith(("#", "|", "- ", "```", "<!--")):
        return part
    return textwrap.fill(part, WIDTH, break_long_words=False, break_on_hyphens=False)


def main(arguments: Sequence[str]) -> int:
    """Refresh the pages; see `refresh`."""
    return refresh({FOLDER / name: text for name, text in pages().items()}, arguments)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
