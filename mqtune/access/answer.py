"""The answer to a question about access: a verdict, and the steps that lead to it with their evidence."""

from __future__ import annotations

from mqtune.language.access import weakest
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.access.question import Question
    from mqtune.estate.model import QueueManager

ALLOWED, REFUSED, CANNOT_TELL = "allowed", "refused", "cannot tell"
PASSED, SKIPPED = "passed", "does not apply"


@record
class Evidence:
    """A record or an attribute, in words, and its position; `file` is "" for defaults of the product."""

    DATA = "text file? line?"

    text: str
    file: str = ""
    line: int = 0


@record
class Step:
    """One check: its name in the catalogue, its outcome and why, and the records that were considered.

    The outcome is "passed", "refused", "cannot tell" or "does not apply". The first item of `evidence`
    decided. `reasons` are the reason codes that an application may see, `messages` those of the queue
    manager's error log, `changes` what would change the outcome, as imperatives.
    """

    DATA = "check=name outcome text evidence reason_codes=reasons messages confidence changes"

    name: str
    outcome: str
    text: str
    evidence: tuple[Evidence, ...] = ()
    confidence: str = "documented"
    reasons: tuple[int, ...] = ()
    messages: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


@record
class Choice:
    """What was supposed about an unknown thing, in words."""

    DATA = "what choice"

    what: str
    choice: str


@record
class Way:
    """One way through the checks. `choices` are what was supposed about unknown things.

    `user` is the user of the connection at its end, None if it is unknown.
    """

    DATA = "verdict user choices decided_by=last"

    choices: tuple[Choice, ...]
    steps: tuple[Step, ...]
    user: str | None
    assumptions: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """A refusal decides; otherwise a step that cannot be decided does."""
        outcomes = [step.outcome for step in self.steps]
        if REFUSED in outcomes:
            return REFUSED
        return CANNOT_TELL if CANNOT_TELL in outcomes else ALLOWED

    @property
    def last(self) -> Step:
        """The step that decides: the refusal, else the first one that cannot be decided, else the last."""
        for outcome in (REFUSED, CANNOT_TELL):
            for step in self.steps:
                if step.outcome == outcome:
                    return step
        return self.steps[-1]


@record
class Answer:
    """The ways that are possible, of which the first one is shown in full."""

    question: Question
    queue_manager: QueueManager
    ways: tuple[Way, ...]
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """Allowed or refused if every way ends so."""
        found = {way.verdict for way in self.ways}
        return found.pop() if len(found) == 1 else CANNOT_TELL

    @property
    def users(self) -> tuple[str, ...]:
        """The users as which the connection may run; those of refused ways only if all are refused."""
        ways = [way for way in self.ways if way.verdict != REFUSED] or self.ways
        return tuple(dict.fromkeys(way.user for way in ways if way.user is not None))

    @property
    def shown(self) -> Way:
        """The way that is shown: the first one whose verdict is that of the answer, else the first one."""
        return next((way for way in self.ways if way.verdict == self.verdict), self.ways[0])

    @property
    def decisive(self) -> tuple[Step, ...]:
        """The step that decides each way; each once."""
        found = {(way.last.name, way.last.outcome, way.last.text): way.last for way in self.ways}
        return tuple(found.values())

    @property
    def confidence(self) -> str:
        """The weakest evidence on the way that is shown."""
        return weakest(tuple(step.confidence for step in self.shown.steps if step.outcome != SKIPPED))
