"""Questions about access and their answers: a verdict, and the steps that lead to it with their evidence.

The `[[access-test]]` tables of mqtune.toml are such questions with the expected answer.
"""

from __future__ import annotations

from mqtune.estate.words import QUEUE, name_space
from mqtune.language.access import reason_name, weakest
from mqtune.project.load import ProjectError
from mqtune.text.patterns import asterisks_match
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.settings import AccessTest


ALLOWED, REFUSED, CANNOT_TELL = "allowed", "refused", "cannot tell"
PASSED, SKIPPED = "passed", "does not apply"


@record
class Question:
    """Who connects, how, and what for. None means that it is not stated.

    `user` is the user that the program runs as, or that the client reports; `login` the user whose password
    is sent, by default the same. `credentials` states what is sent: "valid", "wrong" or "none".
    `certificate` is the subject's distinguished name, "" for a client without a certificate, `issuer` that of
    its issuer. `groups` are those of the user as which the connection runs. `partner` is the name of the
    queue manager at the other end of a message channel. `type` and `name` are those of an object, or TOPIC
    and "" with `topic`, a topic string. `host` is the name that a look-up of the address gives. `at` is the
    queue manager that the application names with a queue.
    """

    channel: str = ""
    address: str | None = None
    host: str | None = None
    user: str | None = None
    login: str | None = None
    credentials: str | None = None
    certificate: str | None = None
    issuer: str | None = None
    groups: tuple[str, ...] = ()
    local: bool = False
    partner: str | None = None
    type: str = ""
    name: str = ""
    topic: str | None = None
    at: str = ""
    purpose: str = "connect"


def as_defined(question: Question, queue_manager: QueueManager) -> Question:
    """The question with the name of its object as it is defined: names in lower case need no quotes."""
    if not question.name:
        return question
    space = QUEUE if question.type == QUEUE else name_space(question.type, "")
    if queue_manager.find(space, question.name) is not None:
        return question
    same = [name for name in queue_manager.names(space) if name.upper() == question.name]
    if len(same) != 1:
        return question
    fields = {name: getattr(question, name) for name in Question.__annotations__}
    return Question(**(fields | {"name": same[0]}))


# The answer as data.


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
        verdicts = {way.verdict for way in self.ways}
        return verdicts.pop() if len(verdicts) == 1 else CANNOT_TELL

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
        steps = {(way.last.name, way.last.outcome, way.last.text): way.last for way in self.ways}
        return tuple(steps.values())

    @property
    def confidence(self) -> str:
        """The weakest evidence on the way that is shown."""
        return weakest(tuple(step.confidence for step in self.shown.steps if step.outcome != SKIPPED))


# The answer in words: what was asked, the reason codes, and what would change the answer.

PREPOSITIONS = {"put": "to", "get": "from", "publish": "to", "subscribe": "to"}


def task(answer: Answer) -> str:
    """What was asked, in words: `connect to HUB through APP from 10.1.2.3 and put to QLOCAL(ORDERS)`."""
    question = answer.question
    where = manager_text(answer)
    text = f"connect to {where}"
    if question.local:
        text += " locally"
    else:
        text += f" through {question.channel}"
        text += f" from {question.address}" if question.address else ""
    if question.purpose != "connect":
        preposition = PREPOSITIONS.get(question.purpose, "")
        text += ", " + " ".join(filter(None, (question.purpose, preposition, object_text(answer))))
    return text


def manager_text(answer: Answer) -> str:
    """The name of the queue manager, with its environment; its folder or file without one."""
    manager = answer.queue_manager
    return manager.qualified if manager.name or manager.title else "the queue manager"


def object_text(answer: Answer) -> str:
    """The object of a question."""
    question = answer.question
    if question.topic is not None:
        return f"topic string {question.topic}"
    at = f" at {question.at}" if question.at else ""
    if question.type == "QMGR":
        return "the queue manager"
    return f"{question.type}({question.name}){at}"


def changes_of(answer: Answer) -> list[str]:
    """What would change the answer, each once."""
    if answer.verdict == ALLOWED:
        return []
    ways = [way for way in answer.ways if way.verdict != ALLOWED]
    steps = [step for way in ways for step in way.steps if step.outcome in (REFUSED, CANNOT_TELL)]
    return list(dict.fromkeys(text for step in steps for text in step.changes))


def reasons_of(answer: Answer) -> list[int]:
    """The reason codes that an application may see."""
    steps = [step for step in answer.decisive if step.outcome == REFUSED]
    return list(dict.fromkeys(code for step in steps for code in step.reasons))


def messages_of(answer: Answer) -> list[str]:
    """The messages in the error log of the queue manager."""
    steps = [step for step in answer.decisive if step.outcome == REFUSED]
    return list(dict.fromkeys(message for step in steps for message in step.messages))


def reason_text(code: int) -> str:
    """`2035 (MQRC_NOT_AUTHORIZED)`."""
    name = reason_name(code)
    return f"{code} ({name})" if name else str(code)


# The `[[access-test]]` tables of mqtune.toml.

MOST_LISTED = 8


@record
class Tested:
    """The answer to the question of one test, and why it is not as expected, in words; "" if it is."""

    test: AccessTest
    answer: Answer
    failing: str

    @property
    def title(self) -> str:
        """What the test is called: its name, else its question, and its line in mqtune.toml."""
        environment = self.answer.queue_manager.environment_name
        where = f", environment {environment}" if environment and self.test.name else ""
        return f"{self.test.name or task(self.answer)}{where} ({self.test.file}:{self.test.line})"


def tested(test: AccessTest, answer: Answer) -> Tested:
    """A test with its answer."""
    return Tested(test, answer, failing(test, answer))


def failing(test: AccessTest, answer: Answer) -> str:
    """Why an answer is not as expected; "" if it is. An answer that is not known never is."""
    if answer.verdict != test.expect or answer.verdict == CANNOT_TELL:
        return f"expected {test.expect}, found {answer.verdict}"
    if test.expected_user and answer.users != (test.expected_user,):
        return f"expected user {test.expected_user}, found {' or '.join(answer.users) or 'none'}"
    texts = [evidence.text for step in answer.decisive for evidence in step.evidence[:1]]
    if test.decided_by and not all(test.decided_by in text for text in texts or [""]):
        return f"expected a decision by {test.decided_by}, found {'; '.join(texts) or 'none'}"
    return ""


def wrong_test(test: AccessTest, message: str, help: str) -> ProjectError:
    """The error for a test that cannot be asked."""
    return ProjectError(test.file, test.line, f"[[access-test]]: {message}", help)


def managers_of(estates: Iterable[Estate], test: AccessTest) -> list[tuple[Estate, QueueManager]]:
    """The queue managers of a test: one in each environment. Raises ProjectError."""
    estates = list(estates)
    managers = [
        (estate, manager)
        for estate in estates
        for manager in estate.shown
        if test.environment_name in (None, manager.environment_name)
        and (test.queue_manager is None or asterisks_match(test.queue_manager, manager.label))
    ]
    if not managers and not any(len(estate.shown) < len(estate.queue_managers) for estate in estates):
        wanted = test.queue_manager or f"environment {test.environment_name}"
        raise wrong_test(test, f"no queue manager {wanted}", "name it as the files do")
    if test.queue_manager is None and len(managers) > len(
        {manager.environment_name for _, manager in managers}
    ):
        listed = ", ".join(manager.label for _, manager in managers[:MOST_LISTED])
        raise wrong_test(test, "the files contain several queue managers", f"add queue-manager = …: {listed}")
    return managers


# The question: who connects, how, and what for.

VALID, WRONG, NONE = "valid", "wrong", "none"
