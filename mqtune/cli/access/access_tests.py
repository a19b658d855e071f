"""Runs the `[[access-test]]` tables of mqtune.toml."""

from __future__ import annotations

from mqtune.access.answer import CANNOT_TELL
from mqtune.access.walk import answer
from mqtune.access.words import task
from mqtune.cli import console
from mqtune.cli.access.as_text import print_answer
from mqtune.cli.access.rows import answer_row
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.project.load import ProjectError
from mqtune.report.encode import dumps
from mqtune.report.rows import covered_row
from mqtune.report.secrets import safe
from mqtune.report.summary import plural
from mqtune.session.access_question import named, question_of
from mqtune.session.named_paths import nothing_found
from mqtune.session.options import UsageError
from mqtune.session.set_authority import add_authorities
from mqtune.text.record import record
from mqtune.text.wildcards import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.access.answer import Answer
    from mqtune.cli.access.options import Access
    from mqtune.cli.access.rows import Row
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.access_tests import AccessTest

NOT_AS_EXPECTED = 1


@record
class Result:
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


def run_tests(options: Access) -> int:
    """Run all access tests, and print those that fail. Raises UsageError and ProjectError."""
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    add_authorities(workspace)
    tests = [(one.estates, test) for one in workspace.sessions for test in one.project.access_tests]
    if not tests:
        raise UsageError("no [[access-test]] is declared", "add one to mqtune.toml: channel = …, expect = …")
    results = [one for estates, test in tests for one in results_of(estates, test)]
    if options.format == JSON:
        print_json(results)
    else:
        print_text(results, options)
    return NOT_AS_EXPECTED if any(one.failing for one in results) else 0


def results_of(estates: list[Estate], test: AccessTest) -> Iterator[Result]:
    """The answers to one test: one for each environment. Raises ProjectError."""
    try:
        question = question_of(test)
        managers = managers_of(estates, test)
    except UsageError as error:
        raise ProjectError(test.file, test.line, f"[[access-test]]: {error.message}", error.help) from error
    for estate, manager in managers:
        found = answer(estate, manager, named(question, manager))
        yield Result(test, found, failing(test, found))


def managers_of(estates: list[Estate], test: AccessTest) -> list[tuple[Estate, QueueManager]]:
    """The queue managers of a test: one in each environment. Raises UsageError."""
    found = [
        (estate, one)
        for estate in estates
        for one in estate.shown
        if test.environment_name in (None, one.environment_name)
        and (test.queue_manager is None or asterisks_match(test.queue_manager, one.label))
    ]
    if not found and not any(len(estate.shown) < len(estate.queue_managers) for estate in estates):
        wanted = test.queue_manager or f"environment {test.environment_name}"
        raise UsageError(f"no queue manager {wanted}", "name it as the files do")
    if test.queue_manager is None and len(found) > len({one.environment_name for _, one in found}):
        listed = ", ".join(one.label for _, one in found[:8])
        raise UsageError("the files contain several queue managers", f"add queue-manager = …: {listed}")
    return found


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


def print_text(results: list[Result], options: Access) -> None:
    """Print a line for each test, the answer of each that fails, and the counts."""
    palette = console.palette(options.color)
    for one in results:
        if one.failing:
            console.line(palette.mark(f"FAIL  {safe(one.title)}: {safe(one.failing)}"))
            print_answer(one.answer, options)
        elif not options.quiet:
            console.line(f"ok    {safe(one.title)}")
    failed = sum(bool(one.failing) for one in results)
    console.line(f"{plural(len(results), 'test')}: {len(results) - failed} ok, {failed} failed")


def print_json(results: list[Result]) -> None:
    """Print every test with its answer."""
    rows: list[Row] = [
        {
            "name": one.test.name or None,
            "file": one.test.file,
            "line": one.test.line,
            "ok": not one.failing,
            "failing": one.failing or None,
            "answer": answer_row(one.answer),
        }
        for one in results
    ]
    lines = ",".join("\n  " + dumps(covered_row(row)) for row in rows)
    console.write(f'{{"version": 1,\n "tests": [{lines}]}}\n')
