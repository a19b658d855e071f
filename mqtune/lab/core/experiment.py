"""The base of every experiment: actions, target, method and advice, and the questions to a person.

Each experiment has one module in `experiments/`; its texts and numbers are in `definitions/`.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self

from mqtune.lab.core.definition import Definition, LabError
from mqtune.lab.core.run import Arm, Interval, Level, Method, Order, Run, Verdict

# Actions of a run or a set-up, as plain data: a plan shows them exactly as they are run.


@dataclass(frozen=True, slots=True)
class Process:
    """One driver process of a run.

    `driver` names the format of its output (cph, jms, mqldt). Background processes (getters, subscribers) are
    started first, must have all `threads` running before the others start, and are ended with SIGINT after
    them. The rates of the `measured` processes add up to the rate of the run. A `trusted` process (fastpath)
    must never be ended by SIGKILL unless the consequence was shown and the queue manager's name was typed.
    `seconds` is its own run length; None runs until it is stopped. A background process that `ends_first` is
    stopped under load, at the end of what counts: an idle getter of MQ-CPH needs 7 to 12 s to end.
    `host` is the name of another host, empty for this machine.
    """

    role: str
    argv: tuple[str, ...]
    driver: str
    threads: int
    seconds: float | None
    measured: bool = False
    background: bool = False
    trusted: bool = False
    ends_first: bool = False
    host: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Something that is read every `every` seconds during a run.

    Either an MQSC command whose integer attribute `keyword` is summed over all replies (CURDEPTH), or whose
    replies are counted if `keyword` is empty (running channels); or the size in bytes of the file or folder
    `path`; or, with `processor`, the share of this machine's processors in use since the previous reading.
    """

    name: str
    unit: str
    every: float
    qmgr: str = ""
    mqsc: str = ""
    keyword: str = ""
    path: str = ""
    processor: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """Everything that one run does: processes in the order of their start, and watches."""

    processes: tuple[Process, ...]
    watches: tuple[Watch, ...] = ()


@dataclass(frozen=True, slots=True)
class Mqsc:
    """MQSC for one queue manager, and the MQSC that undoes it; each is a whole script.

    `absent` lists DISPLAY commands that must find nothing before the script is run, so that `undo`, which
    deletes by name, affects only what the script has defined.
    """

    qmgr: str
    what: str
    script: str
    undo: str
    absent: tuple[str, ...] = ()
    hand: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ByHand:
    """A manual step: what to do, how to undo it, and how mqtune verifies that it was done.

    `verify` is an MQSC DISPLAY command whose reply must contain `expect`; empty if the measured effect
    verifies the step later. With `restart` the queue manager has to be restarted.
    """

    qmgr: str
    what: str
    undo: str
    verify: str = ""
    expect: str = ""
    restart: bool = False
    minutes: float = 2.0
    hand: ClassVar[bool] = True
    script: ClassVar[str] = ""


Step = Mqsc | ByHand


# The experiment.

CLIENT, YES = "client", "yes"  # words of settings
LONGEST_NAME = 48

Settings = Mapping[str, Level | tuple[Level, ...]]


@dataclass(frozen=True, slots=True)
class Target:
    """What is measured: queue manager, its MQ level (None if unknown), cores of its host, prefix.

    `cores` is None if they are not declared. The name of every object that is defined begins with `prefix`.
    """

    qmgr: str
    level: tuple[int, ...] | None = None
    cores: int | None = None
    prefix: str = "MQTUNE"

    def name(self, *parts: str | int, longest: int = LONGEST_NAME) -> str:
        """A name under the prefix: `MQTUNE.Q.3`. Raises LabError if it is too long for MQ."""
        name = ".".join((self.prefix, *map(str, parts)))
        if len(name) > longest:
            raise LabError(f"{name} has more than {longest} characters", "use a shorter prefix")
        return name

    def stem(self, *parts: str) -> str:
        """The beginning of numbered names, including the dot before the number."""
        return self.name(*parts) + "."


@dataclass(frozen=True, slots=True)
class ConfigSnippet:
    """MQSC or qm.ini lines that follow from a verdict, with the reason of each in a comment."""

    language: str  # "mqsc" or "ini"
    text: str
    restart: bool = False


@dataclass(frozen=True, slots=True)
class MeasuredConstant:
    """A measured constant of a capacity model, for a calibration file (docs/models/calibration.md).

    `low` and `high` are its interval; `when` names the case that it applies to, by inputs of the model.
    """

    model: str
    name: str
    value: float
    low: float
    high: float
    when: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, model: str, name: str, interval: Interval, when: Mapping[str, str] | None = None) -> Self:
        """The constant with the value and the interval that were found."""
        return cls(model, name, interval.estimate, interval.low, interval.high, when or {})


@dataclass(frozen=True, slots=True)
class Advice:
    """What follows from a verdict: sentences, snippets, and constants for a calibration file."""

    sentences: tuple[str, ...]
    snippets: tuple[ConfigSnippet, ...] = ()
    calibration: tuple[MeasuredConstant, ...] = ()


class Experiment(ABC):
    """One experiment. All but its definition needs the settings and the target that `on` gives it.

    By default there is no set-up, nothing has to be done between runs, and runs are compared by their median
    rate. `read_settings` has made sure of the types of the settings.
    """

    settings: Settings
    target: Target

    def __init__(self, definition: Definition) -> None:
        self.definition = definition

    def on(self, settings: Settings, target: Target) -> Self:
        """The experiment with these settings on a target."""
        bound = copy.copy(self)
        bound.settings, bound.target = settings, target
        return bound

    @abstractmethod
    def arms(self) -> tuple[Arm, ...]:
        """The arms with which it begins."""

    def setup(self) -> tuple[Step, ...]:
        """The steps before the first run, each with its undo."""
        return ()

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """The steps before a run of another arm; empty if nothing has to change."""
        return ()

    @abstractmethod
    def work(self, order: Order) -> Work:
        """The processes of one run."""

    def value(self, run: Run) -> float | None:
        """The value that methods compare, in the definition's unit; usually the run's median rate."""
        return run.value

    @abstractmethod
    def method(self, seed: int, repeat: int | None) -> Method:
        """The method that decides it; `repeat` is the least number of blocks if the user requested one."""

    @abstractmethod
    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """What follows from the verdict."""

    @abstractmethod
    def truth(self, order: Order) -> Mapping[str, float]:
        """The model's figures by name, for the simulated driver; `rate` in messages per second.

        Constants come from the published reports (`capacity/`), never from this module.
        """

    def say(self, sentence: str, **values: object) -> str:
        """A sentence of the definition with its placeholders filled; `{set[name]}` is a setting."""
        return self.definition.says[sentence].format(**values, set=self.settings)

    def text(self, name: str) -> str:
        """A setting as text."""
        return str(self.settings[name])

    def integer(self, name: str) -> int:
        """A setting that is a whole number."""
        value = self.settings[name]
        assert isinstance(value, int)
        return value

    def decimal(self, name: str) -> float:
        """A setting that is a number."""
        return float(self.text(name))

    def several(self, name: str) -> tuple[Level, ...]:
        """A setting with several values."""
        value = self.settings[name]
        assert isinstance(value, tuple)
        return value

    def rising(self, name: str) -> tuple[int, ...]:
        """A setting with several whole numbers, from low to high."""
        return tuple(sorted(int(value) for value in self.several(name)))

    @property
    def seconds(self) -> tuple[float, float]:
        """Length of a run and the least warm-up, in seconds."""
        cut = self.integer("cut-seconds") if "cut-seconds" in self.settings else 0
        return float(self.integer("run-seconds")), float(cut)

    def blocks(self, seed: int, repeat: int | None) -> dict[str, Any]:
        """What all methods of blocks need."""
        length, cut = self.seconds
        least = {"least_blocks": repeat} if repeat else {}
        return {"seconds": length, "cut": cut, "seed": seed, "unit": self.definition.unit, **least}


# Questions to a person: consent, manual steps and typed names. Front ends implement the prompter.

AGREED = "yes"
CONSENT = "consent"  # yes or no
BY_HAND = "by hand"  # done or not done
TYPED_NAME = "typed name"  # the exact name of the queue manager
FILES = "files"  # paths of output files that were produced elsewhere


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question: its kind, a headline, the exact text in question (MQSC, commands), and what "no" means."""

    kind: str
    headline: str
    text: str
    otherwise: str
    expect: str = ""  # the name that has to be typed


class Prompter(Protocol):
    """A person, or the answers that `--yes` gives in advance."""

    def ask(self, question: Prompt) -> str:
        """The answer: `yes` or `no`; the typed name; or paths, one per line. Blocks until there is one."""


def require(prompter: Prompter, question: Prompt, refused: str, help: str) -> None:
    """Raise LabError with what was refused, and what to do next, unless the answer is yes."""
    if prompter.ask(question) != AGREED:
        raise LabError(refused, help)
