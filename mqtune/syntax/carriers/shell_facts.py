"""What the commands of a script state about a queue manager: options of crtmqm, exported variables, hosts.

An option of crtmqm becomes the entry of qm.ini that crtmqm writes for it, or the MQSC command with its
effect; an exported variable becomes an entry of a document of its own. Each has its position in the script,
so rules and reports read them like those of a file. Nothing is stated that the script does not: defaults are
left to the queue manager.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.shell_output import ShellOutput, base_name, has_variable, joined_outputs
from mqtune.syntax.document import CREATION, ENVIRONMENT, MQSC, QM_INI
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mqtune.syntax.carriers.shell_escapes import Part
    from mqtune.syntax.carriers.shell_output import ShellCommand, ShellWord

    Entry = tuple[str, str, list[Part], int]  # stanza, key, value, offset of the option


CREATE, START = "crtmqm", "strmqm"
EXPORT = "export"  # the carrier of exported variables
CONTROL = lazy_pattern(r"(?:.*[/\\}])?(crtmqm|strmqm)(?:\.exe)?", re.IGNORECASE)
# words that run the command after them; anything else before crtmqm makes it an argument
WRAPPERS = frozenset(
    {"RUN", "command", "docker", "env", "eval", "exec", "gosu", "ionice", "kubectl", "nice", "nohup", "oc"}
    | {"podman", "runuser", "setsid", "ssh", "su", "sudo", "time", "timeout"}
)
_ASSIGNMENT = lazy_pattern(r"([A-Za-z_]\w*)=")
_EXPORTS = frozenset({"export", "declare", "typeset", "ENV"})

VALUES = {
    "-lf": ("Log", "LogFilePages"),
    "-lp": ("Log", "LogPrimaryFiles"),
    "-ls": ("Log", "LogSecondaryFiles"),
    "-ld": ("Log", "LogPath"),
    "-ic": ("AutoConfig", "MQSCConfig"),
    "-ii": ("AutoConfig", "IniConfig"),
}
FLAGS = {
    "-lc": (("Log", "LogType", "CIRCULAR"),),
    "-ll": (("Log", "LogType", "LINEAR"),),
    "-lla": (("Log", "LogType", "LINEAR"), ("Log", "LogManagement", "Automatic")),
}
VARIABLES = "-iv"
# attributes of the queue manager, with the sign around a name
ATTRIBUTES = {
    "-d": ("DEFXMITQ", "'"),
    "-h": ("MAXHANDS", ""),
    "-t": ("TRIGINT", ""),
    "-u": ("DEADQ", "'"),
    "-x": ("MAXUMSGS", ""),
}
# the options for automatic configuration, which both commands accept here
AUTOMATIC = frozenset({"-ic", "-ii", VARIABLES})
_START_WITH_VALUE = frozenset({"-d", "-e", "-t", "-u"}) | AUTOMATIC
_CREATE_WITH_VALUE = frozenset(
    {VARIABLES, *VALUES}
    | {
        "-a",
        "-ar",
        "-c",
        "-d",
        "-e",
        "-fs",
        "-g",
        "-h",
        "-lr",
        "-lx",
        "-md",
        "-oa",
        "-p",
        "-rl",
        "-ri",
        "-rn",
    }
    | {"-rp", "-rr", "-rt", "-t", "-u", "-x"}
)
UNKNOWN = "$(command)"  # a placeholder for what a command in backquotes gives
# variables of the container image that crtmqm is started with
CONTAINER_NAME = "MQ_QMGR_NAME"
CONTAINER_VALUES = {"MQ_QMGR_LOG_FILE_PAGES": ("Log", "LogFilePages")}


@record
class ControlCall:
    """A call of crtmqm or strmqm: the queue manager, the options with their values, and its own variables."""

    verb: str
    queue_manager: str
    options: list[tuple[ShellWord, ShellWord | None]]
    at: int
    folder: str | None
    variables: list[ShellWord]


@record
class Statement:
    """A document that states facts: its kind, its text as parts of the script, and its queue managers."""

    kind: str
    output: ShellOutput
    queue_managers: list[str]


def control_call(command: ShellCommand) -> ControlCall | None:
    """The call of crtmqm or strmqm that a command is; None for any other."""
    for number, word in enumerate(command.words[:16]):
        match = CONTROL.fullmatch(word.value)
        if match is not None:
            before = command.words[:number]
            if not is_run(before):
                return None
            verb = match[1].lower()
            with_value = _CREATE_WITH_VALUE if verb == CREATE else _START_WITH_VALUE
            name, options = read_options(command.words[number + 1 :], with_value)
            variables = [assignment for assignment in before if _ASSIGNMENT.match(assignment.value)]
            return ControlCall(verb, name, options, word.start, command.folder, variables)
    return None


def is_run(before: list[ShellWord]) -> bool:
    """Whether a program is run by the words before it, if there are any, and not only an argument of them."""
    first = next((base_name(word) for word in before if not _ASSIGNMENT.match(word.value)), None)
    return first is None or first in WRAPPERS


def read_options(
    words: list[ShellWord], with_value: frozenset[str]
) -> tuple[str, list[tuple[ShellWord, ShellWord | None]]]:
    """The queue manager and the options of a call, each with its value; the name is the last word."""
    name = ""
    options: list[tuple[ShellWord, ShellWord | None]] = []
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word.value in with_value:
            options.append((word, waiting.pop() if waiting else None))
        elif word.value.startswith("-"):
            options.append((word, None))
        else:
            name = word.value
    return name, options


def created(call: ControlCall, names: list[str], resolved: Callable[[str], str]) -> list[Statement]:
    """What the options of a call state about queue managers. Their log and its attributes are set only when
    it is created.
    """
    entries: list[Entry] = []
    attributes: list[Part] = []
    for option, value in call.options:
        if call.verb != CREATE and option.value not in AUTOMATIC:
            continue
        for stanza, key, text in FLAGS.get(option.value, ()):
            entries.append((stanza, key, spread(text, option.start, option.end), option.start))
        if value is None or not value.value:
            continue
        if option.value in VALUES:
            entries.append((*VALUES[option.value], value_parts(value, 0, resolved), option.start))
        elif option.value == VARIABLES:
            entries.extend(_inserts(value, option.start, resolved))
        elif option.value in ATTRIBUTES and not any(sign in value.value for sign in "'\n"):
            words = value_parts(value, 0, resolved)
            keyword, quote = ATTRIBUTES[option.value]
            attributes += [(f" {keyword}({quote}", option.start, False), *words]
            attributes.append((f"{quote})", max(value.end - 1, option.start), False))
    statements: list[Statement] = []
    if entries:
        statements.append(Statement(QM_INI, output_of_entries(entries, call.at, CREATION), names))
    if attributes:
        parts = [("ALTER QMGR", call.at, False), *attributes, ("\n", call.at, False)]
        statements.append(Statement(MQSC, ShellOutput(parts, call.at, CREATION), names))
    return statements


def _inserts(word: ShellWord, at: int, resolved: Callable[[str], str]) -> Iterable[Entry]:
    """The variables of automatic configuration: `-iv CONNAME=host(1414);X=1`."""
    start = 0
    for text in word.value.split(";"):
        key, sign, value = text.partition("=")
        if sign and key.strip().isidentifier() and value.strip():
            begin = start + len(key) + 1
            yield "Variables", key.strip(), value_parts(word, begin, resolved, begin + len(value)), at
        start += len(text) + 1


class Exports:
    """The variables that a script exports, in the order of its commands; the last value of each counts."""

    __slots__ = ("_assigned", "values")

    def __init__(self) -> None:
        self._assigned: dict[str, ShellWord] = {}
        self.values: dict[str, tuple[ShellWord, int]] = {}  # the word, and where its value begins

    def read(self, command: ShellCommand) -> None:
        """Take note of what one command assigns, exports or removes."""
        words = command.words
        if not words or command.substituted:
            return
        first = words[0].value
        if first == "unset":
            for word in words[1:]:
                self.values.pop(word.value, None)
        elif first in _EXPORTS:
            self._exported(first, words[1:])
        elif all(_ASSIGNMENT.match(word.value) for word in words):
            for word in words:
                self._assign(word, exported=False)

    def _exported(self, how: str, words: list[ShellWord]) -> None:
        if how == "ENV" and len(words) > 1 and "=" not in words[0].value:  # ENV NAME value
            self.values[words[0].value] = (words[1], 0)
            return
        flags = [word.value for word in words if word.value.startswith("-")]
        if how in ("declare", "typeset") and not any("x" in flag for flag in flags):
            return
        for word in words:
            if _ASSIGNMENT.match(word.value):
                self._assign(word, exported=True)
            elif word.value in self._assigned:
                self._assign(self._assigned[word.value], exported=True)

    def _assign(self, word: ShellWord, exported: bool) -> None:
        name, _, _ = word.value.partition("=")
        self._assigned[name] = word
        if exported or name in self.values:
            self.values[name] = (word, len(name) + 1)


def stated(
    values: dict[str, tuple[ShellWord, int]],
    names: list[str],
    resolved: Callable[[str], str],
    carrier: str = EXPORT,
) -> list[Statement]:
    """What variables state about queue managers that are started with them."""
    statements: list[Statement] = []
    environment: list[Entry] = []
    inis: list[Entry] = []
    for name in sorted(values, key=lambda name: values[name][0].start):
        word, start = values[name]
        text = word.value[start:]
        # the document could not contain them, and no variable of MQ does
        if not text or any(sign in text for sign in "\n#;"):
            continue
        parts = value_parts(word, start, resolved)
        if name in CONTAINER_VALUES:
            inis.append((*CONTAINER_VALUES[name], parts, word.start))
        elif is_variable_of_mq(name):
            environment.append(("Environment", name, parts, word.start))
    if environment:
        statements.append(
            Statement(ENVIRONMENT, output_of_entries(environment, environment[0][3], carrier), names)
        )
    if inis:
        statements.append(Statement(QM_INI, output_of_entries(inis, inis[0][3], CREATION), names))
    return statements


def is_variable_of_mq(name: str) -> bool:
    """Whether MQ or its image may read a variable, by its name."""
    return name.startswith(("MQ", "AMQ", "CHANNEL_SUPPRESS"))


def output_of_entries(entries: list[Entry], at: int, carrier: str) -> ShellOutput:
    """The entries as the text of an ini file, each line at the position of its option."""
    parts: list[Part] = []
    for stanza in dict.fromkeys(stanza for stanza, _, _, _ in entries):
        parts.append((f"{stanza}:\n", at, False))
        for name, key, value, place in entries:
            if name == stanza:
                parts += [(f"   {key}=", place, False), *value, ("\n", place, False)]
    return ShellOutput(parts, at, carrier)


def value_parts(
    word: ShellWord, start: int, resolved: Callable[[str], str], end: int | None = None
) -> list[Part]:
    """Part of a word as written, or the value of its variables at the position of the word."""
    end = len(word.value) if end is None else end
    text = word.value[start:end]
    known = resolved(text)
    if "`" in known:
        known = UNKNOWN
    if known != text:
        return spread(known, word.start, word.end)
    parts: list[Part] = []
    at = 0
    for part, offset, verbatim in word.parts:
        first, last = max(start - at, 0), min(end - at, len(part))
        if first < last:
            parts.append((part[first:last], offset + first if verbatim else offset, verbatim))
        at += len(part)
    return parts


def spread(text: str, start: int, end: int) -> list[Part]:
    """A derived text that covers a range of the script: its last character is at the end of the range."""
    return [(text[:-1], start, False), (text[-1:], max(end - 1, start), False)]


# MQSC commands that a script keeps in variables until it passes them to runmqsc: `C="DEFINE …"`, `CS=("DEFINE
# …" "ALTER …")`, `for C in "DEFINE …" "ALTER …"`.

_STORED = lazy_pattern(r"[A-Za-z_]\w*\+?=")
_DECLARES = frozenset({"declare", "export", "local", "readonly", "typeset"})


def stored_commands(command: ShellCommand) -> ShellOutput | None:
    """The MQSC that a command keeps, one command in each of its words; None if it is any other command.

    The shell reader gives the elements of an array as commands; no program has a name that is an MQSC
    command.
    """
    words = command.words[command.words[0].value in _DECLARES :] if command.words else []
    if len(words) > 3 and words[0].value == "for" and words[2].value == "in":
        words = words[3:]
    if not words or not all(map(_is_stored, words)):
        return None
    return joined_outputs([_output(word) for word in words])


def _is_stored(word: ShellWord) -> bool:
    return word.quoted and recognise.begins_with_command(word.value[_start(word) :])


def _output(word: ShellWord) -> ShellOutput:
    parts = value_parts(word, _start(word), lambda text: text)
    return ShellOutput(parts, word.start, "variable", changed=has_variable(word))


def _start(word: ShellWord) -> int:
    """Where the value begins in `NAME=value`."""
    match = _STORED.match(word.value)
    return match.end() if match else 0


# The containers and pods in which a script calls runmqsc.

_CLIENTS = frozenset({"docker", "docker-compose", "kubectl", "nerdctl", "oc", "podman", "podman-compose"})
_VERBS = frozenset({"exec", "rsh"})
_WITH_ARGUMENT = frozenset(
    {"-c", "--container", "-e", "--env", "--env-file", "-n", "--namespace", "-u", "--user", "-w", "--workdir"}
    | {"--context", "--index", "--kubeconfig", "--shell"}
)
# the pods of a stateful set are instances of one queue manager; those of the operator end in -ibm-mq-0
_POD_NUMBER = lazy_pattern(r"(?:-ibm-mq)?-\d+\Z")


def host_of(command: ShellCommand) -> str:
    """The container or pod in which a command runs its argument, without the number of a pod; "" if none.

    A call without a queue manager means the default one of its container, so in several containers such calls
    mean several queue managers.
    """
    words = [word.value for word in command.words]
    client = next((at for at, word in enumerate(command.words) if base_name(word) in _CLIENTS), None)
    verb = next((at for at, word in enumerate(words) if word in _VERBS), None)
    if client is None or verb is None or verb < client:
        return ""
    waiting = list(reversed(words[verb + 1 :]))
    while waiting:
        word = waiting.pop()
        if word in _WITH_ARGUMENT and waiting:
            waiting.pop()
        elif not word.startswith("-"):
            is_pod = words[client].endswith(("kubectl", "oc"))
            return _POD_NUMBER.sub("", word.rpartition("/")[2]) if is_pod else word
    return ""
