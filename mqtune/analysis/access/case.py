"""One walk through the checks, and its repetition for everything that is not known.

A walk has the question, the choices made so far, and the steps. It asks for a choice where something is
unknown, and is repeated for every other one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from mqtune.analysis.access.answer import (
    CANNOT_TELL,
    NONE,
    PASSED,
    REFUSED,
    SKIPPED,
    Choice,
    Evidence,
    Question,
    Step,
    Way,
)
from mqtune.estate.records import is_administrator
from mqtune.language.access import check, refusal
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.records import AuthorityRecord, ChannelAuthentication
    from mqtune.text.editing import Place


PASSWORD = "the password"
NO_PASSWORD, VALID_PASSWORD = "no password is sent", "a valid password is sent"
# what the records of the mapping types are compared with
MATCHED = ("ADDRESS", "SSLPEER", "SSLCERTI", "CLNTUSER", "QMNAME")
# groups whose members administer queue managers
ADMINISTRATOR_GROUPS = ("mqm", "administrators", "qmqmadm")


class Case:
    """The state of one walk. A step adds itself and states whether the walk continues.

    `user` is the user reached so far, None if it is unknown. `record` is the mapping record that was chosen.
    `checked` means that a password was checked. `exit_decides` means that a security exit runs, which may
    undo what records decide. Without `trusts_defaults` a password is demanded only if the files demand it
    of everyone.
    """

    def __init__(
        self, estate: Estate, queue_manager: QueueManager, question: Question, unknowns: Unknowns
    ) -> None:
        self.estate = estate
        self.queue_manager = queue_manager
        self.question = question
        self.unknowns = unknowns
        self.steps: list[Step] = []
        self.assumptions: dict[str, None] = {}
        self.user: str | None = question.user
        self.record: ChannelAuthentication | None = None
        self.channel: MqObject | None = None
        self.checked = False
        self.adopted = False
        self.exit_decides = False
        self.trusts_defaults = True

    @property
    def credentials(self) -> str:
        """What the client sends: as stated, else nothing, unless this walk supposes a valid password."""
        if self.question.credentials is not None:
            return self.question.credentials
        return "valid" if self.unknowns.known(PASSWORD) == VALID_PASSWORD else NONE

    @property
    def login(self) -> str | None:
        """The user whose password is sent."""
        return self.question.login or self.question.user

    def assume(self, text: str) -> None:
        """Record what is supposed and not shown by the files."""
        self.assumptions[text] = None

    def passed(self, name: str, text: str, *evidence: Evidence, confidence: str = "") -> bool:
        """A check that does not stop the connection."""
        self.steps.append(Step(name, PASSED, text, evidence, confidence or check(name).confidence))
        return True

    def skipped(self, name: str, text: str, *evidence: Evidence) -> bool:
        """A check that does not take place."""
        self.steps.append(Step(name, SKIPPED, text, evidence))
        return True

    def unsure(
        self, name: str, text: str, *evidence: Evidence, confidence: str = "", changes: tuple[str, ...] = ()
    ) -> bool:
        """A check whose outcome is not known; the walk continues, since a later refusal may be certain."""
        self.steps.append(
            Step(name, CANNOT_TELL, text, evidence, confidence or check(name).confidence, changes=changes)
        )
        return True

    def refused(
        self, name: str, text: str, how: str, *evidence: Evidence, changes: tuple[str, ...] = ()
    ) -> bool:
        """A check that ends the connection, unless a security exit may still undo it."""
        looks = refusal(how)
        outcome = CANNOT_TELL if self.exit_decides else REFUSED
        if self.exit_decides:
            text += "; the security exit may change this"
        self.steps.append(
            Step(
                name,
                outcome,
                text,
                evidence,
                check(name).confidence,
                looks.reasons,
                looks.messages,
                changes,
            )
        )
        return False

    def way(self) -> Way:
        """The walk so far."""
        choices = {**self.unknowns.fixed, **self.unknowns.chosen}
        supposed = tuple(Choice(what, choice) for what, choice in choices.items())
        return Way(supposed, tuple(self.steps), self.user, tuple(self.assumptions))

    def is_privileged(self, user: str | None) -> bool | None:
        """Whether a user administers the queue manager; None if that is unknown."""
        if user is None or has_placeholder(user):
            return None
        platform = self.queue_manager.platform
        groups = [group.partition("@")[0].lower() for group in self.question.groups]  # without a domain
        member = any(group in ADMINISTRATOR_GROUPS for group in groups)
        administers = not user or member or is_administrator(user, platform)
        if self.queue_manager.ldap_authorisation:
            return None if administers else False
        if not administers and not self.question.groups:
            self.assume(f"{user} is not an MQ administrator (--group mqm if it is a member of mqm)")
        return administers

    def attribute(self, object: MqObject, *keywords: str) -> Evidence:
        """Attributes of an object, as evidence: `CHANNEL(APP) MCAUSER(app)`."""
        name = "QMGR" if object.type == "QMGR" else f"{object.type}({object.name})"
        values = " ".join(f"{word}({object.value(word) or ''})" for word in keywords)
        given = [word for word in keywords if object.is_given(word)]
        place = object.place(*given) if given or not keywords else None
        if place is None and object.statements and keywords:
            origin = object.origin(keywords[0]).place()
            place = origin if origin is not None else object.place()
        default = "" if place is not None else " (default)"
        return evidence(f"{name} {values}".strip() + default, place)


def evidence(text: str, place: Place | None) -> Evidence:
    """A text with a position."""
    return Evidence(text) if place is None else Evidence(text, place.file, place.span.line)


def described(record: ChannelAuthentication) -> str:
    """A channel authentication record in MQSC: its profile, type and what decides."""
    words = [f"CHLAUTH({record.name}) {record.subtype}"]
    words += [f"{word}({record.text(word)})" for word in MATCHED if record.text(word)]
    if record.entries:
        listed = ",".join(record.entries[:8]) + (",…" if len(record.entries) > 8 else "")
        words.append(f"{'ADDRLIST' if record.subtype == 'BLOCKADDR' else 'USERLIST'}({listed})")
    elif source_of(record):
        words.append(f"USERSRC({source_of(record)})")
    for keyword, usual in (("MCAUSER", ""), ("CHCKCLNT", "ASQMGR"), ("WARN", "NO")):
        if record.text(keyword) not in ("", usual):
            words.append(f"{keyword}({record.text(keyword)})")
    return " ".join(words)


def source_of(record: ChannelAuthentication) -> str:
    """USERSRC of a mapping record."""
    return record.value("USERSRC") or "MAP"


def record_evidence(record: ChannelAuthentication) -> Evidence:
    """A channel authentication record as evidence."""
    place = record.statements[-1].name_place() if record.statements else None
    default = "" if place is not None else " (default record)"
    return evidence(described(record) + default, place)


def authority_evidence(record: AuthorityRecord) -> Evidence:
    """An authority record as evidence."""
    place = record.statements[-1].name_place() if record.statements else None
    profile = "" if record.objtype == "QMGR" else f" PROFILE({record.profile})"
    granted = ",".join(record.authorities) or "NONE"
    return evidence(f"{record.entity}({record.user}) OBJTYPE({record.objtype}){profile}: {granted}", place)


# The repetition of a walk, for every choice that it asks for.

Result = TypeVar("Result")
Choices = dict[str, str]

MOST_WAYS = 64  # more than a reader would compare


class Unknowns:
    """The choices of one walk. `complete` is false if ways were left out because there are too many."""

    def __init__(self, fixed: Choices) -> None:
        self.fixed = fixed
        self.chosen: Choices = {}
        self.open: list[Choices] = []

    def pick(self, question: str, options: Sequence[str]) -> str:
        """The choice of this walk; the first option unless another one is to be followed."""
        if question in self.chosen:
            return self.chosen[question]
        if question in self.fixed:
            choice = self.fixed[question]
        else:
            choice = options[0]
            self.open += [{**self.fixed, **self.chosen, question: option} for option in options[1:]]
        self.chosen[question] = choice
        return choice

    def known(self, question: str) -> str | None:
        """The choice if there is one, without asking for it."""
        return self.chosen.get(question) or self.fixed.get(question)


def explored(walk: Callable[[Unknowns], Result]) -> tuple[list[Result], bool]:
    """The result of a walk for every combination of choices, and whether these are all."""
    results: list[Result] = []
    waiting: list[Choices] = [{}]
    while waiting and len(results) < MOST_WAYS:
        unknowns = Unknowns(waiting.pop(0))
        results.append(walk(unknowns))
        waiting += unknowns.open
    return results, not waiting
