"""Directives in comments: `* mqtune: ignore PUB001 until=2027-03-31 reason="…"`, also with a load.

A directive that cannot be parsed has diagnostics, each with its columns, which a rule reports.
"""

from __future__ import annotations

from mqtune.project.rule_codes import is_family, is_selector
from mqtune.project.settings import ClusterLoad, QueueLoad, TopicLoad, bytes_of, counted, plain_number
from mqtune.text.messages import allowed_list
from mqtune.text.record import record
from mqtune.text.spelling import nearest_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    Values = Mapping[str, object]  # of a directive


# The expected load: its keys, their forms and units, and the resulting loads.

TOPIC, QUEUE, CLUSTER = "topic", "queue", "cluster"

# key of a workload -> (field of the loads, form of its value)
LOAD_KEYS = {
    TOPIC: (TOPIC, "text"),
    QUEUE: (QUEUE, "text"),
    CLUSTER: (CLUSTER, "text"),
    "publish-rate": ("publish_rate_per_s", "rate"),
    "put-rate": ("put_rate_per_s", "rate"),
    "publishers": ("publishers", "count"),
    "subscribers": ("subscribers", "count"),
    "producers": ("producers", "count"),
    "consumers": ("consumers", "count"),
    "clients": ("clients", "count"),
    "get-rate": ("get_rate_per_s", "rate"),
    "burst": ("burst_bytes", "size"),
    "channel-pairs": ("channel_pairs", "count"),
    "message-size": ("message_size_bytes", "size"),
    "binding": ("binding", "binding"),
    "persistent": ("persistent", "flag"),
    "ordered": ("ordered", "flag"),
}
BINDINGS = ("fastpath", "standard", "client")
FLAGS = {"yes": True, "true": True, "no": False, "false": False}
TOPIC_FIELDS = TopicLoad.__slots__
QUEUE_FIELDS = QueueLoad.__slots__
CLUSTER_FIELDS = ClusterLoad.__slots__

# what to write for each form
FORMS = {
    "text": "write a name, in quotation marks if it contains blanks",
    "rate": "write a number of messages per second, without a unit",
    "count": "write a whole number of 0 or more",
    "size": "write a number and a unit without a blank between, such as 2KiB, or both in quotation marks",
    "binding": f"write {allowed_list(BINDINGS)}",
    "flag": "write yes or no",
}


def load_value(form: str, text: str) -> str | float | int | bool | None:
    """A value of a workload in the unit of its field; None if it has another form."""
    if form == "text":
        return text or None
    if form == "binding":
        return text if text in BINDINGS else None
    if form == "flag":
        return FLAGS.get(text.lower())
    if form == "size":
        return bytes_of(text)
    number = plain_number(text)
    if form == "rate":
        return None if number is None else counted(number)
    return number if isinstance(number, int) else None


def topic_load(values: Values, topic: str, file: str, line: int) -> TopicLoad:
    """The load of a topic that a directive declares; the directive names the topic itself or precedes it."""
    fields = {name: value for name, value in values.items() if name in TOPIC_FIELDS}
    return TopicLoad(**{TOPIC: topic, "file": file, "line": line} | fields)  # type: ignore[arg-type]


def queue_load(values: Values, queue: str, file: str, line: int) -> QueueLoad:
    """The load of a queue that a directive declares, likewise."""
    fields = {name: value for name, value in values.items() if name in QUEUE_FIELDS}
    return QueueLoad(**{QUEUE: queue, "file": file, "line": line} | fields)  # type: ignore[arg-type]


def cluster_load(values: Values, cluster: str, file: str, line: int) -> ClusterLoad:
    """The size of a cluster that a directive declares, likewise."""
    fields = {name: value for name, value in values.items() if name in CLUSTER_FIELDS}
    return ClusterLoad(**{CLUSTER: cluster, "file": file, "line": line} | fields)  # type: ignore[arg-type]


# Directives.

IGNORE = "ignore"
IGNORE_FILE = "ignore-file"
WORKLOAD = "workload"
FORMAT = "fmt"
WORDS = (IGNORE, IGNORE_FILE, WORKLOAD, FORMAT)
FORMAT_WORDS = ("off", "on", "skip")

SIGNS = "*#"


@record
class DirectiveError:
    """One diagnostic about a directive; `start` and `end` are columns, from 0, of the comment."""

    start: int
    end: int
    message: str
    help: str


class Directive:
    """A comment addressed to mqtune.

    `kind` is "ignore", "ignore-file", "workload" or "fmt", empty for any other word. `codes` are rule codes
    or prefixes of codes; none in an ignore-file means all rules. `values` are those of a workload by the
    names of the fields of the loads, with their units. `switch` is "off", "on" or "skip", for the formatter.
    """

    __slots__ = ("codes", "errors", "kind", "owner", "reason", "switch", "until", "values")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.codes: tuple[str, ...] = ()
        self.until: date | None = None
        self.reason = ""
        self.owner = ""
        self.switch = ""
        self.values: dict[str, str | float | int | bool] = {}
        self.errors: list[DirectiveError] = []


class _Token:
    """A word of a directive: `word`, or `key=value` without the quotation marks of the value."""

    __slots__ = ("end", "key", "start", "value", "value_start")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.start = start
        self.end = end
        key, equals, value = text[start:end].partition("=")
        self.key = key
        self.value_start = start + len(key) + 1
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        self.value: str | None = (value[1:-1] if quoted else value) if equals else None


def parse_directive(comment: str) -> Directive | None:
    """The directive of a comment line, which includes its comment sign; None for any other comment."""
    at = _behind_name(comment)
    if at is None:
        return None
    tokens = _tokens(comment, at)
    word = tokens[0].key.lower() if tokens else ""
    directive = Directive(word if word in WORDS else "")
    if comment.lstrip()[:1] not in SIGNS:
        help = "write it on a line that begins with #, which every reader treats as a comment"
        return _unusable(directive, comment, 0, f"directives after {comment.lstrip()[0]} are not read", help)
    if not directive.kind:
        help = nearest_help(word, WORDS, f"valid directives are {allowed_list(WORDS)}")
        start = tokens[0].start if tokens else at
        message = f"unknown directive {tokens[0].key}" if tokens else "the directive is empty"
        return _unusable(directive, comment, start, message, help)
    if directive.kind == WORKLOAD:
        _read_workload(directive, tokens[1:], comment)
    elif directive.kind == FORMAT:
        _read_format(directive, tokens[1:], comment)
    else:
        _read_ignore(directive, tokens[1:], comment)
    return directive


def _behind_name(comment: str) -> int | None:
    """The column after `mqtune:` if a comment begins with it."""
    at = 0
    while at < len(comment) and comment[at] in " \t*#;":
        at += 1
    if at == 0 or comment[at : at + 6].lower() != "mqtune":
        return None
    at += 6
    while at < len(comment) and comment[at] in " \t":
        at += 1
    return at + 1 if comment[at : at + 1] == ":" else None


def _tokens(comment: str, at: int) -> list[_Token]:
    """The words, separated by blanks and, outside a value, by commas."""
    tokens: list[_Token] = []
    while at < len(comment):
        if comment[at] in " \t,\r\n":
            at += 1
            continue
        start = at
        quote = ""
        behind_equals = False
        while at < len(comment) and (
            quote or (comment[at] not in " \t\r\n" and (behind_equals or comment[at] != ","))
        ):
            letter = comment[at]
            if quote:
                quote = "" if letter == quote else quote
            elif letter in "\"'" and comment[at - 1] == "=":
                quote = letter
            behind_equals = behind_equals or letter == "="
            at += 1
        tokens.append(_Token(comment, start, at))
    return tokens


def _unusable(directive: Directive, comment: str, start: int, message: str, help: str) -> Directive:
    directive.kind = ""
    directive.errors.append(DirectiveError(start, len(comment.rstrip()), message, help))
    return directive


def _read_ignore(directive: Directive, tokens: list[_Token], comment: str) -> None:
    codes: list[str] = []
    help = "write a code such as PUB001 or a family such as PUB"
    for token in tokens:
        error = None
        if token.value is None:
            code = token.key.upper()
            if is_selector(code) or is_family(token.key):
                codes.append(code)
            else:
                error = f"{token.key} is not a rule code", help
        elif token.key == "until":
            directive.until = day_of(token.value)
            if directive.until is None:
                error = (
                    f"until={token.value} is not a valid date",
                    "write year-month-day, such as until=2027-03-31",
                )
        elif token.key in ("reason", "owner"):
            setattr(directive, token.key, token.value)
            help = f"enclose the {token.key} in quotation marks if it has several words"
        else:
            error = f"unknown key {token.key}", _nearest_key(token.key, ("until", "reason", "owner"))
        if error:
            directive.errors.append(DirectiveError(token.start, token.end, *error))
    directive.codes = tuple(codes)
    if not codes and directive.kind == IGNORE and not directive.errors:
        help = f"name the rules to ignore: mqtune: {directive.kind} PUB001"
        _unusable(
            directive, comment, len(comment) - len(comment.lstrip()), "the directive names no rule", help
        )
    elif not codes and directive.errors:
        directive.kind = ""  # the intended rules are unknown


def _read_workload(directive: Directive, tokens: list[_Token], comment: str) -> None:
    for token in tokens:
        error = None
        if token.value is None:
            error = f"{token.key} has no value", f"write {token.key}=…"
        elif token.key not in LOAD_KEYS:
            error = f"unknown key {token.key}", _nearest_key(token.key, tuple(LOAD_KEYS))
        else:
            field, form = LOAD_KEYS[token.key]
            value = load_value(form, token.value)
            if value is None:
                error = f"{token.key}={token.value} is not a valid {form}", FORMS[form]
            elif field in directive.values:
                error = f"{token.key} appears twice", "keep one of them"
            else:
                directive.values[field] = value
        if error:
            directive.errors.append(DirectiveError(token.start, token.end, *error))
    if not tokens:
        help = "write the expected load: mqtune: workload publish-rate=1000"
        _unusable(
            directive, comment, len(comment) - len(comment.lstrip()), "the workload sets no value", help
        )


def _read_format(directive: Directive, tokens: list[_Token], comment: str) -> None:
    word = tokens[0].key.lower() if tokens else ""
    if len(tokens) == 1 and word in FORMAT_WORDS and tokens[0].value is None:
        directive.switch = word
        return
    wrong = tokens[1] if word in FORMAT_WORDS and tokens[1:] else tokens[0] if tokens else None
    start = wrong.start if wrong else len(comment) - len(comment.lstrip())
    message = f"fmt does not accept {comment[wrong.start : wrong.end]}" if wrong else "fmt has no word"
    _unusable(directive, comment, start, message, "write fmt off, fmt on or fmt skip")


def day_of(text: str) -> date | None:
    """A date written as year-month-day; None for any other text."""
    from datetime import date  # only for a directive with a date

    try:
        return date.fromisoformat(text) if len(text) == 10 and text[7] == "-" else None
    except ValueError:
        return None


def _nearest_key(key: str, keys: tuple[str, ...]) -> str:
    return nearest_help(key.lower().replace("_", "-"), keys, f"valid keys are {allowed_list(keys)}")
