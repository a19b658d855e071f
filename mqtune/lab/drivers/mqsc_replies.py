"""Parses the output of runmqsc: replies with their attributes, failures, and the counts of its last lines.

Source of the forms: IBM MQ documentation, "runmqsc" and the messages AMQ8405, AMQ84xx.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mqtune.lab.output.line_reader import cleaned

_MESSAGE = re.compile(r"(?P<number>AMQ\d{4,5})(?P<severity>[A-Z]?): (?P<text>.*)")
_ECHO = re.compile(r"\s*\d* : ")
_COUNT = re.compile(
    r"(?P<count>\d+|One|No) (?:(?P<read>MQSC commands? read)|commands? (?:has|have) a syntax error"
    r"|valid MQSC commands? could not be processed)\."
)
_WORD = re.compile(r"(?P<key>[A-Z][A-Z0-9]*)(?:\((?P<value>[^()]*(?:\([^()]*\)[^()]*)*)\))?(?=\s|$)")
_COUNTS = {"One": 1, "No": 0}
# failures without a severity letter: syntax, no status found
_SYNTAX_NUMBERS = ("AMQ8405", "AMQ8406")
_NOTHING_FOUND = ("AMQ8147", "AMQ8420", "AMQ8227")
_GONE = ("AMQ8147", "AMQ8227")
_IN_USE = ("AMQ8148",)
MOST_WORDS = 300


@dataclass(frozen=True, slots=True)
class Reply:
    """One object of a DISPLAY command: the lines as printed, and its attributes by keyword."""

    text: str
    attributes: dict[str, str]


@dataclass(slots=True)
class Answers:
    """All answers to a script.

    `read` counts the commands; None if the summary is missing because runmqsc did not finish. `failed` counts
    those with a syntax error and those that could not be processed, without a DISPLAY that finds nothing,
    which runmqsc counts too. `failures` are their messages.
    """

    text: str
    replies: list[Reply] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    read: int | None = None
    failed: int = 0


def read_answers(text: str) -> Answers:
    """The answers in an output of runmqsc."""
    answers = Answers(text="\n".join(cleaned(line) for line in text.splitlines()))
    not_found, lines = 0, []
    displaying = command_displays = False
    for line in answers.text.split("\n"):
        if _ECHO.match(line):
            displaying = False
            if " : " in line:
                command_displays = line.partition(" : ")[2].strip()[:3].upper() == "DIS"
        elif found := _MESSAGE.search(line):
            displaying = found["severity"] in ("I", "") and "isplay" in found["text"]
            if displaying:
                lines = [line.strip()]
                answers.replies.append(Reply("", {}))
            elif found["number"] in _NOTHING_FOUND and command_displays:
                not_found += 1
            elif found["severity"] in ("E", "S", "T") or found["number"] in _SYNTAX_NUMBERS:
                answers.failures.append(line.strip()[:MOST_WORDS])
        elif displaying and line.startswith("   "):
            lines.append(line.strip())
            answers.replies[-1] = _reply(lines)
        else:
            displaying = False
            if counted := _COUNT.match(line):
                count = _COUNTS[counted["count"]] if counted["count"] in _COUNTS else int(counted["count"])
                if counted["read"]:
                    answers.read = count
                else:
                    answers.failed += count
    answers.failed = max(0, answers.failed - not_found)
    if answers.failed and not answers.failures:
        answers.failures.append(f"{answers.failed} of {answers.read} commands failed")
    return answers


def is_gone(failure: str) -> bool:
    """Whether a command failed because its object, channel or subscription does not exist."""
    return failure.startswith(_GONE) or failure.endswith(" not found.")


def is_in_use(failure: str) -> bool:
    """Whether a command failed because its object is open."""
    return failure.startswith(_IN_USE)


def _reply(lines: list[str]) -> Reply:
    found = (one for line in lines[1:] for one in _WORD.finditer(line))
    attributes = {one["key"]: (one["value"] or "").strip() for one in found}
    return Reply("\n".join(lines), attributes)
