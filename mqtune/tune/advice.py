"""What tuning says of a queue manager: changes with their reasons, questions, and hints.

Holds what was decided; does not decide, and does not write snippets.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement

ALTER = "ALTER"
DEFINE = "DEFINE"
STANZA = "STANZA"


class Setting:
    """One attribute or key with its value. `now` is what counts today and `origin` says where that is
    from; `changes` is false where the value is written down only to be complete.
    """

    __slots__ = ("changes", "keyword", "now", "origin", "value")

    def __init__(
        self, keyword: str, value: str, now: str = "", origin: str = "", changes: bool = True
    ) -> None:
        self.keyword = keyword
        self.value = value
        self.now = now
        self.origin = origin
        self.changes = changes


class Measure:
    """What to measure to confirm a change: in words, and the experiment that does it."""

    __slots__ = ("experiment", "words")

    def __init__(self, words: str, experiment: str = "") -> None:
        self.words = words
        self.experiment = experiment


class Why:
    """What stands behind a change: reason, expected effect with its range, risk, restart, measure, source.

    `basis` says whose figures the effect rests on: "published", "calibrated", or "none".
    """

    __slots__ = ("basis", "effect", "measure", "reason", "restart", "risk", "source")

    def __init__(
        self,
        reason: str,
        effect: str,
        risk: str,
        restart: bool,
        measure: Measure,
        source: str,
        basis: str = "none",
    ) -> None:
        self.reason = reason
        self.effect = effect
        self.risk = risk
        self.restart = restart
        self.measure = measure
        self.source = source
        self.basis = basis


class Change:
    """One command, or some keys of one stanza, with what stands behind it.

    `about` is the kind of advice. `object` is the object of an ALTER; `behind` the command that a DEFINE
    is put behind in the files. `subtype` is the CHLTYPE of a channel.
    """

    __slots__ = ("about", "behind", "name", "object", "settings", "subtype", "type", "verb", "why")

    def __init__(
        self,
        about: str,
        verb: str,
        type: str,
        name: str,
        settings: tuple[Setting, ...],
        why: Why,
        object: MqObject | None = None,
        behind: Statement | None = None,
        subtype: str = "",
    ) -> None:
        self.about = about
        self.verb = verb
        self.type = type
        self.name = name
        self.settings = settings
        self.why = why
        self.object = object
        self.behind = behind
        self.subtype = subtype

    @property
    def in_ini(self) -> bool:
        """Whether it belongs into qm.ini."""
        return self.type == STANZA

    @property
    def values(self) -> dict[str, str]:
        """The values that differ from today's, by keyword."""
        return {setting.keyword: setting.value for setting in self.settings if setting.changes}

    def __str__(self) -> str:
        return f"stanza {self.name}" if self.in_ini else f"{self.type}({self.name})"


class Question:
    """Something nobody declared: what to declare, and what would follow from it."""

    __slots__ = ("declare", "follows")

    def __init__(self, declare: str, follows: str) -> None:
        self.declare = declare
        self.follows = follows


class Hint:
    """Advice that no snippet can carry out, with its reason and source."""

    __slots__ = ("reason", "source", "text")

    def __init__(self, text: str, reason: str, source: str) -> None:
        self.text = text
        self.reason = reason
        self.source = source


class Tuning:
    """All that tuning says of one queue manager; `undeclared` where nobody declared any load for it."""

    __slots__ = ("changes", "hints", "questions", "queue_manager", "undeclared")

    def __init__(self, queue_manager: QueueManager) -> None:
        self.queue_manager = queue_manager
        self.undeclared = False
        self.changes: list[Change] = []
        self.questions: list[Question] = []
        self.hints: list[Hint] = []

    @property
    def name(self) -> str:
        """What to call the queue manager."""
        return self.queue_manager.label

    def change(self, change: Change) -> None:
        """Take a change."""
        self.changes.append(change)

    def ask(self, declare: str, follows: str) -> None:
        """Take a question, once."""
        if all(question.declare != declare for question in self.questions):
            self.questions.append(Question(declare, follows))

    def hint(self, text: str, reason: str, source: str) -> None:
        """Take a hint."""
        self.hints.append(Hint(text, reason, source))


class Tuned:
    """The tuning of an estate: each queue manager, and hints on client tables, which belong to none."""

    __slots__ = ("client_tables", "tunings")

    def __init__(self, tunings: list[Tuning], client_tables: list[Hint]) -> None:
        self.tunings = tunings
        self.client_tables = client_tables


def listed(names: list[str], most: int = 8) -> str:
    """Names for a sentence, cut at eight."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
