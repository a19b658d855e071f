"""The queue managers of a machine: finds MQ's programs, queries and changes them, and reads the replies.

Runs `runmqsc`, `dspmq` and `dspmqver` under a guard with a time limit. Every failure is a LabError with what
to do next. Consent is requested elsewhere (`engine/steps.py`).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mqtune.hosts.command import CommandResult, run_command
from mqtune.hosts.inventory import Host
from mqtune.lab.core.definition import LabError, of_hosts, stopping
from mqtune.lab.output.parser import cleaned
from mqtune.text.paths import program_path
from mqtune.text.patterns import whole_number

# Replies of runmqsc.

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
    """The answers in an output of runmqsc.

    Source of the forms: IBM MQ documentation, "runmqsc" and the messages AMQ8405, AMQ84xx.
    """
    answers = Answers(text="\n".join(cleaned(line) for line in text.splitlines()))
    not_found, lines = 0, []
    displaying = command_displays = False
    for line in answers.text.split("\n"):
        if _ECHO.match(line):
            displaying = False
            if " : " in line:
                command_displays = line.partition(" : ")[2].strip()[:3].upper() == "DIS"
        elif match := _MESSAGE.search(line):
            displaying = match["severity"] in ("I", "") and "isplay" in match["text"]
            if displaying:
                lines = [line.strip()]
                answers.replies.append(Reply("", {}))
            elif match["number"] in _NOTHING_FOUND and command_displays:
                not_found += 1
            elif match["severity"] in ("E", "S", "T") or match["number"] in _SYNTAX_NUMBERS:
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
    words = (word for line in lines[1:] for word in _WORD.finditer(line))
    attributes = {word["key"]: (word["value"] or "").strip() for word in words}
    return Reply("\n".join(lines), attributes)


# Queue managers.

SECONDS = 60.0
SECONDS_A_COMMAND = 0.5  # added for each command of a long script: a DEFINE waits for the log
TRIES = 4  # a queue remains in use for a moment after the program that had it open
PAUSE_SECONDS = 2.0
RUNNING = "Running"
FASTPATH = "MQCNO_FASTPATH_BINDING"
OWN_PROGRAMS = ("amq", "runmq", "strmq", "endmq", "dspmq")  # of IBM MQ, by the start of their APPLTAG
# the default installation folders of IBM MQ
INSTALLED = ("/opt/mqm/bin", "/usr/mqm/bin", "/usr/bin")
_STATUS = re.compile(r"QMNAME\((?P<name>[^)]*)\)\s+STATUS\((?P<status>.*?)\)(?=\s|$)")
_VERSION = re.compile(r"INSTVER\((?P<version>[\d.]+)\)")
_NUMBERS = re.compile(r"\d+(?:\.\d+)+")
_TRIED = "install IBM MQ on this machine, put its bin folder on the PATH, or measure with --driver manual"

_LISTED = "dspmq lists the queue managers of this machine: names are case-sensitive"


class NoAnswerError(LabError):
    """runmqsc ended before it had answered every command."""


@dataclass(frozen=True, slots=True)
class Status:
    """The status from dspmq: the state in its own words, and the level of the installation if shown."""

    state: str
    level: tuple[int, ...] | None = None

    @property
    def running(self) -> bool:
        """Whether programs can connect."""
        return self.state == RUNNING


class QueueManagers:
    """The queue managers of this machine and of other hosts.

    MQ's programs are looked up when they are first needed.
    """

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        seconds: float = SECONDS,
        wait: Callable[[float], None] = time.sleep,
        hosts: Mapping[str, Host] | None = None,
    ) -> None:
        """`hosts` are those of queue managers on other hosts, by the name of the queue manager."""
        self._environment = dict(os.environ if environment is None else environment)
        self._seconds = seconds
        self._wait = wait
        self._hosts = hosts or {}

    def program(self, name: str) -> str:
        """The path of one of MQ's programs. Raises LabError if it is not found."""
        # the folders of MQ's programs according to its own variables
        hinted = (self._environment.get(variable) for variable in ("MQ_INSTALLATION_PATH", "MQ_FILE_PATH"))
        folders_of_mq = [os.path.join(folder, "bin") for folder in hinted if folder]
        folders = [self._environment.get("PATH", ""), *folders_of_mq, *INSTALLED]
        if path := program_path(name, os.pathsep.join(folder for folder in folders if folder)):
            return path
        raise LabError(f"{name} was not found on the PATH nor in {', '.join(INSTALLED)}", _TRIED)

    def ask(self, qmgr: str, script: str) -> Answers:
        """Run a whole script and return its answers, including those of commands that failed.

        Raises LabError if the script could not be run at all: no such queue manager, not running, not
        authorized, no answer in time.
        """
        limit = self._seconds + SECONDS_A_COMMAND * script.count("\n")
        answer = self._run("runmqsc", (qmgr,), qmgr, script.rstrip("\n") + "\n", limit)
        answers = read_answers(answer.text)
        self._stop_at(answer.text, answers.read == 0, qmgr)
        if answers.read is None:
            raise NoAnswerError(
                f"runmqsc {qmgr} ended with {_how(answer)} and printed: {_words(answer.text)}",
                "run the same command by hand and solve the problem that it reports",
            )
        return answers

    def run(self, qmgr: str, what: str, script: str) -> str:
        """Run a whole script and return its output. Raises LabError if one of its commands failed."""
        answers = self.ask(qmgr, script)
        help = "the rest of the script was run: fix the cause, then resume"
        self._stop_at_failure(answers, qmgr, what, help)
        return answers.text

    def undo(self, qmgr: str, what: str, script: str) -> str:
        """Run a script that undoes a set-up, and return its output. Raises LabError as `run` does.

        Missing objects are not failures, since a set-up may be incomplete. Objects in use, and a runmqsc that
        was killed, are tried again a few times.
        """
        for last in (False,) * (TRIES - 1) + (True,):
            try:
                answers = self.ask(qmgr, script)
            except NoAnswerError:
                if last:
                    raise
                continue  # it was killed: what it has deleted already is not a failure
            gone = sum(map(is_gone, answers.failures))
            wrong = [failure for failure in answers.failures if not is_gone(failure)]
            if last or not any(map(is_in_use, wrong)):
                break
            self._wait(PAUSE_SECONDS)
        if answers.failed > gone:
            left = replace(answers, failures=wrong or answers.failures, failed=answers.failed - gone)
            self._stop_at_failure(left, qmgr, what, "fix the cause, then `mqtune experiment clean`")
        return answers.text

    def displayed(self, qmgr: str, command: str) -> str | None:
        """The output of a DISPLAY command, empty if it finds nothing. Raises LabError as `run` does."""
        return "\n".join(reply.text for reply in self._shown(qmgr, command))

    def value(self, qmgr: str, command: str, keyword: str) -> float | None:
        """The sum of an integer attribute over all replies, or without a keyword their number.

        None if no reply has the attribute. Raises LabError as `run` does.
        """
        replies = self._shown(qmgr, command)
        if not keyword:
            return float(len(replies))
        values = [reply.attributes[keyword] for reply in replies if keyword in reply.attributes]
        numbers = [int(value) for value in values if value.isascii() and value.isdigit()]
        return float(sum(numbers)) if numbers else None

    def connections(self, qmgr: str) -> dict[int, list[str]]:
        """The connection options of each connected process. Raises LabError as `run` does."""
        options: dict[int, list[str]] = {}
        for pid, attributes in self._connected(qmgr):
            if pid:
                options.setdefault(pid, []).append(attributes.get("CONNOPTS", ""))
        return options

    def applications(self, qmgr: str) -> dict[str, set[int]]:
        """The processes of each connected application, without MQ's own. Raises LabError as `run` does."""
        processes: dict[str, set[int]] = {}
        for pid, attributes in self._connected(qmgr):
            tag = attributes.get("APPLTAG", "").strip()
            if tag and not tag.lower().startswith(OWN_PROGRAMS):
                processes.setdefault(tag, set()).add(pid)
        return processes

    def _connected(self, qmgr: str) -> Iterator[tuple[int, dict[str, str]]]:
        """The process of each connection, 0 if it is not shown, and its attributes."""
        for reply in self._shown(qmgr, "DISPLAY CONN(*) TYPE(CONN) PID APPLTAG CONNOPTS"):
            yield whole_number(reply.attributes.get("PID", "")) or 0, reply.attributes

    def status(self, qmgr: str) -> Status:
        """State and level of a queue manager. Raises LabError if dspmq does not list it."""
        answer = self._run("dspmq", ("-m", qmgr, "-o", "all"), qmgr)
        for line in answer.text.splitlines():
            if (match := _STATUS.search(line)) and match["name"] == qmgr:
                shown = _VERSION.search(line)
                level = _level(shown["version"]) if shown else self._installed(qmgr)
                return Status(match["status"], level)
        self._stop_at(answer.text, True, qmgr)
        raise LabError(
            f"dspmq does not show the state of {qmgr}: it ended with {_how(answer)} and printed:"
            f" {_words(answer.text)}",
            _LISTED,
        )

    def require_running(self, qmgr: str) -> Status:
        """The status of a running queue manager. Raises LabError with what to do if it is not running."""
        status = self.status(qmgr)
        if not status.running:
            raise LabError(
                f"queue manager {qmgr} is not running: dspmq reports {status.state} (reason 2059)",
                f"start it: strmqm {qmgr}",
            )
        return status

    def _shown(self, qmgr: str, command: str) -> list[Reply]:
        answers = self.ask(qmgr, command)
        help = "run the same command in runmqsc: it reports what is wrong"
        self._stop_at_failure(answers, qmgr, command, help)
        return answers.replies

    def _stop_at_failure(self, answers: Answers, qmgr: str, what: str, help: str) -> None:
        """Raises LabError if a command failed."""
        if answers.failed:
            self._stop_at(answers.failures[0], True, qmgr)
            count = "one command" if answers.failed == 1 else f"{answers.failed} commands"
            raise LabError(f"{what} on {qmgr}: {count} failed, the first: {answers.failures[0]}", help)

    def _installed(self, qmgr: str) -> tuple[int, ...] | None:
        """The level of the installation on the path, on the queue manager's host."""
        try:
            answer = self._run("dspmqver", ("-b", "-f", "2"), qmgr)
        except LabError:
            return None
        match = _NUMBERS.search(answer.text)
        return _level(match[0]) if match else None

    def _run(
        self, name: str, words: Sequence[str], qmgr: str, text: str = "", seconds: float | None = None
    ) -> CommandResult:
        limit, host = seconds or self._seconds, self._hosts.get(qmgr)
        program = self.program(name) if host is None else name
        with of_hosts():
            answer = run_command(
                (program, *words), text=text, seconds=limit, environment=self._environment, host=host
            )
        if answer.refused:
            where = f" on {host.name}: set path of [[host]] to the folder of MQ's programs" if host else ""
            raise LabError(f"{program} cannot be started{where}: {answer.refused}", _TRIED)
        if answer.timed_out:
            raise LabError(
                f"{name} {' '.join(words)} did not answer within {limit:g} s and was stopped",
                "run it by hand: if the queue manager does not answer there either, solve that first",
            )
        return answer

    def _stop_at(self, text: str, nothing_read: bool, qmgr: str) -> None:
        """Raises LabError for a message that explains why nothing could be run."""
        if not nothing_read:
            return
        for known in stopping():
            if any(known["number"] in line for line in text.splitlines()):
                names = (self._environment.get(name) for name in ("USER", "LOGNAME", "USERNAME"))
                user = next(filter(None, names), None) or f"number {os.getuid()}"
                facts = {"qmgr": qmgr, "user": user, "listed": _LISTED}
                raise LabError(known["message"].format(**facts), known["help"].format(**facts))


def _level(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part)


def _how(answer: CommandResult) -> str:
    if answer.status is None:
        return "no status"
    return f"signal {-answer.status}" if answer.status < 0 else f"status {answer.status}"


def _words(text: str) -> str:
    """The last lines of an output as one short line."""
    lines = [cleaned(line).strip() for line in text.splitlines()]
    words = " ".join(line for line in lines[-5:] if line)
    return (words if len(words) <= 300 else words[:299] + "…") or "nothing"
