"""The `[[access-test]]` tables of mqtune.toml: their queue managers, and what is not as expected."""

from __future__ import annotations

from mqtune.access.answer import CANNOT_TELL
from mqtune.access.words import task
from mqtune.project.load import ProjectError
from mqtune.text.record import record
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.access.answer import Answer
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.settings import AccessTest

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


def tested(test: AccessTest, found: Answer) -> Tested:
    """A test with its answer."""
    return Tested(test, found, failing(test, found))


def failing(test: AccessTest, found: Answer) -> str:
    """Why an answer is not as expected; "" if it is. An answer that is not known never is."""
    if found.verdict != test.expect or found.verdict == CANNOT_TELL:
        return f"expected {test.expect}, found {found.verdict}"
    if test.expected_user and found.users != (test.expected_user,):
        return f"expected user {test.expected_user}, found {' or '.join(found.users) or 'none'}"
    texts = [one.text for step in found.decisive for one in step.evidence[:1]]
    if test.decided_by and not all(test.decided_by in text for text in texts or [""]):
        return f"expected a decision by {test.decided_by}, found {'; '.join(texts) or 'none'}"
    return ""


def wrong_test(test: AccessTest, message: str, help: str) -> ProjectError:
    """The error for a test that cannot be asked."""
    return ProjectError(test.file, test.line, f"[[access-test]]: {message}", help)


def managers_of(estates: Iterable[Estate], test: AccessTest) -> list[tuple[Estate, QueueManager]]:
    """The queue managers of a test: one in each environment. Raises ProjectError."""
    estates = list(estates)
    found = [
        (estate, one)
        for estate in estates
        for one in estate.shown
        if test.environment_name in (None, one.environment_name)
        and (test.queue_manager is None or asterisks_match(test.queue_manager, one.label))
    ]
    if not found and not any(len(estate.shown) < len(estate.queue_managers) for estate in estates):
        wanted = test.queue_manager or f"environment {test.environment_name}"
        raise wrong_test(test, f"no queue manager {wanted}", "name it as the files do")
    if test.queue_manager is None and len(found) > len({one.environment_name for _, one in found}):
        listed = ", ".join(one.label for _, one in found[:MOST_LISTED])
        raise wrong_test(test, "the files contain several queue managers", f"add queue-manager = …: {listed}")
    return found
