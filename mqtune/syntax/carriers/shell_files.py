"""MQ text inside shell scripts: here-documents and echoed words that runmqsc reads or that are written to
files.

A script inside the script (`su - mqm -c "…"`, a here-document for another shell) is read as a script, and a
Kubernetes resource that the script passes to kubectl is read as YAML.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers import names, recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.images import LICENSE, is_build_file, names_automatic, with_joined_lines
from mqtune.syntax.carriers.recognise import ini_kind, is_ini_file
from mqtune.syntax.carriers.result import (
    FOREIGN,
    LIMITED,
    NESTED,
    UNCERTAIN,
    UNKNOWN_INPUT,
    UNSTATED,
    CarrierResult,
    OffsetDiagnostic,
    Surroundings,
    diagnostic_at,
    most_telling,
)
from mqtune.syntax.carriers.shell_doubts import shown_sign
from mqtune.syntax.carriers.shell_facts import CONTAINER_NAME, EXPORT, stated
from mqtune.syntax.carriers.shell_feeds import ShellScript
from mqtune.syntax.document import CCDT, CONTAINER, MQSC
from mqtune.syntax.template_values import rendered
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.result import AppliedFiles, Nested
    from mqtune.syntax.carriers.shell_facts import Statement
    from mqtune.syntax.carriers.shell_output import HereDocument
    from mqtune.syntax.carriers.shell_variables import Feed
    from mqtune.syntax.document import Document
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source

_HINT = lazy_pattern(r"runmqsc|mqsc|/etc/mqm|\.ini\b|ccdt|mq\.ibm\.com|(?:crt|str)mqm|\bA?MQ_", re.IGNORECASE)
_ALONE = lazy_pattern(r"\$(?P<open>\{)?(?P<name>[A-Za-z_]\w*)(?(open)(?P<every>\[[@*]\])?\})")
_RESOURCE = lazy_pattern(r"^ *apiVersion:", re.MULTILINE)


def documents_of_shell(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQ text of a script; an empty result without diagnostics if it has none."""
    if not _HINT.search(source.text):
        return CarrierResult()
    text = Excerpt.of_text(source.text)
    if values is not None:
        text = rendered(
            text, values, dollars=False
        )  # the shell replaces variables after it has read the text
    where = Surroundings(source, nested, values=values)
    if is_build_file(text.text):
        return documents_in_script(text, where)
    parsed = ShellScript(text.text)
    result = _found_in(parsed, text, where)
    # only a script of its own has a folder from which paths count
    result.applied = _applied(parsed, text, where)
    for applied in result.applied:
        applied.queue_manager = _name(applied.queue_manager, parsed, where)
    return result


def _applied(parsed: ShellScript, script: Excerpt, where: Surroundings) -> list[AppliedFiles]:
    """The applied files with their positions, except those that the script itself writes before."""
    written = parsed.written()
    for applied in parsed.files:
        applied.paths = [path for path in applied.paths if path.rpartition("/")[2] not in written]
        applied.position = where.table.position(script.offset(applied.at))
    return parsed.files


def documents_in_script(script: Excerpt, where: Surroundings) -> CarrierResult:
    """The MQ text of a script embedded in a file, in the order of the file."""
    if where.too_deep:
        return CarrierResult(unread=NESTED)
    if is_build_file(script.text):
        return _found_in_build_file(with_joined_lines(script), where)
    return _found_in(ShellScript(script.text, folder=None), script, where)


def _found_in_build_file(script: Excerpt, where: Surroundings) -> CarrierResult:
    """The MQ text of the build file of an image, whose variables may name its queue manager."""
    # a build file of its own is assumed to be in the folder from which it copies
    parsed = ShellScript(script.text, folder=None if where.depth else "")
    result = _found_in(parsed, script, where)
    values = parsed.exports.values
    word, start = values.get(CONTAINER_NAME, (None, 0))
    name = parsed.resolved(word.value[start:]) if word is not None else ""
    carrier = CONTAINER if name and LICENSE in values else EXPORT
    for statement in stated(values, [name], parsed.resolved, carrier):
        result.extend(CarrierResult(_stating(statement, script, where, parsed)))
    for applied in _applied(parsed, script, where):
        # RUN reads files of the image, and COPY names no queue manager
        if name or not applied.queue_manager:
            applied.queue_manager = name
            result.applied.append(applied)
        else:
            result.unread = most_telling(result.unread, FOREIGN)
    for document in result.documents:
        document.queue_manager = document.queue_manager or name
    return result


def _stating(
    statement: Statement, script: Excerpt, where: Surroundings, parsed: ShellScript
) -> list[Document]:
    """What a command states about queue managers, as a document for each that cannot be edited."""
    output = statement.output
    excerpt = Excerpt.of(output.parts, output.at).within(script)
    container = f"{output.carrier} at line {where.table.position(script.offset(output.at))[0]}"
    inside = where.inside(container, editable=False)
    template = recognise.has_template_word(excerpt.text)
    name, *more = (_name(name, parsed, where) for name in statement.queue_managers)
    document = inside.document(statement.kind, excerpt, template, output.carrier, name)
    return [document, *map(document.of_queue_manager, more)]


def _found_in(
    parsed: ShellScript,
    script: Excerpt,
    where: Surroundings,
    fed: Excerpt | None = None,
    fed_changed: bool = False,
) -> CarrierResult:
    """The MQ text of a parsed script; `fed` is the input from the surrounding command."""
    conditions = parsed.conditions
    parts = [(feed.output.at, _fed(feed, script, where, parsed)) for feed in parsed.feeds]
    for (_, part), feed in zip(parts, parsed.feeds, strict=True):
        _under(part, parsed.condition(feed), parsed.function(feed), feed.at)
        for document in part.documents:
            document.within(feed.location)
    for at, statement in parsed.statements():
        parts.append((at, CarrierResult(_stating(statement, script, where, parsed))))
        _under(parts[-1][1], conditions.at(at), conditions.function(at), at)
    for inner in parsed.inner:
        excerpt = Excerpt.of(inner.parts).within(script)
        output = inner.output
        given = Excerpt.of(output.parts, output.at).within(script) if output else None
        inside = where.inside("", editable=not inner.quoted)
        changed = output is not None and output.changed
        part = _found_in(inner.script, excerpt, inside, given, changed)
        parts.append((inner.parts[0][1], part.without_doubts() if inner.printed else part))
        _under(parts[-1][1], conditions.at(inner.at), conditions.function(inner.at), inner.at)
    if fed is not None and parsed.callers:
        name = f"input of runmqsc at line {where.table.position(fed.offset(0))[0]}"
        caller = _name(parsed.callers[0][0], parsed, where)
        result = _commands(fed, where.inside(name, editable=False), fed_changed, "here-document", caller)
        for document in result.documents:
            document.within(parsed.location)
        result.unread = "" if result.documents else _unread(fed.text, parsed)
        parts.append((0, result))
        parsed.followed += [(start, end) for _, start, end in parsed.callers[:1]]
    result = CarrierResult(unread=most_telling(LIMITED if parsed.variables.is_cut else "", parsed.unread))
    result.followed = [(script.offset(start), script.offset(end - 1) + 1) for start, end in parsed.followed]
    understanding = parsed.understanding
    result.followed += [
        (script.offset(start), script.offset(end - 1) + 1)
        for start, end in understanding.followed
        if end > start
    ]
    for at, part in sorted(parts, key=lambda entry: entry[0]):
        for document in part.documents:
            document.branch = f"{parsed.branches.name(at)} {document.branch}".strip()
        result.extend(part)
    if understanding.first is not None and (parsed.concerns_mq or _has_commands(result)):
        at, sign = understanding.first
        line = where.table.position(script.offset(at))[0]
        reason = f"{UNCERTAIN}{shown_sign(sign)} (line {line}) does"
        result.unread = most_telling(result.unread, reason)
    return result


def _has_commands(result: CarrierResult) -> bool:
    return any(document.kind == MQSC for document in result.documents)


def _under(part: CarrierResult, condition: str, function: str, at: int) -> None:
    """Note under which condition, and in which function, the documents of a command are applied."""
    for document in part.documents:
        document.under(condition, function, at)


def _fed(feed: Feed, script: Excerpt, where: Surroundings, parsed: ShellScript) -> CarrierResult:
    """The documents of one text of a script."""
    output = feed.output
    excerpt = Excerpt.of(output.parts, output.at).within(script)
    if output.changed:
        excerpt = _with_variables(excerpt, parsed, where)
    if feed.first_line_is_password:
        excerpt = _without_password(excerpt)
    inside = where.inside(
        f"{output.carrier} at line {where.table.position(script.offset(output.at))[0]}",
        editable=output.plain,
        indent=output.indent,
    )
    if feed.target and _RESOURCE.search(excerpt.text):
        return inside.nested(names.YAML, excerpt, inside)
    kind, caller = parsed.applied.get(feed.target.rpartition("/")[2], (None, feed.queue_manager))
    if feed.target and kind != MQSC:  # whatever runmqsc reads is MQSC
        kind = kind or kind_of_file(feed.target, excerpt.text)
        if kind is None:
            is_open = output.changed and names_automatic(feed.target)
            return CarrierResult(unread=UNSTATED if is_open else "")
        changed = output.changed or recognise.has_template_word(excerpt.text)
        name = _name(caller, parsed, where)
        result = CarrierResult([inside.document(kind, excerpt, changed, output.carrier, name)])
    else:
        callers = [caller] if feed.target else parsed.names_of(caller, feed.output.at)
        callers = [_name(caller, parsed, where) for caller in callers]
        result = _commands(excerpt, inside, output.changed, output.carrier, *callers)
        if not result.documents:
            result.unread = _unread(excerpt.text, parsed)
    if result.documents and output.here_document is not None and output.here_document.close < 0:
        result.diagnostics.append(_never_closed(output.here_document, script, where))
    return result


def _with_variables(text: Excerpt, parsed: ShellScript, where: Surroundings) -> Excerpt:
    """A text with the values of the variables that the script does not assign itself."""
    if where.values is None:
        return text
    return rendered(text, where.values, marks=False, assigned=parsed.variables)


def _name(name: str, parsed: ShellScript, where: Surroundings) -> str:
    """The name of a queue manager, with the values of variables."""
    return _with_variables(Excerpt.of_text(name), parsed, where).text if "$" in name else name


def _commands(
    excerpt: Excerpt, where: Surroundings, changed: bool, carrier: str, name: str, *more: str
) -> CarrierResult:
    """The input of runmqsc for one or more queue managers; an empty result if the script keeps the commands
    in a variable.
    """
    template = changed or recognise.has_template_word(excerpt.text)
    if not excerpt.text.strip() or (template and not recognise.holds_verb(excerpt.text)):
        return CarrierResult()
    document = where.document(MQSC, excerpt, template, carrier, name)
    return CarrierResult([document, *map(document.of_queue_manager, more)])


def _unread(text: str, parsed: ShellScript) -> str:
    """Why an input of runmqsc without commands is not read; empty if each line is a variable of the script
    with commands, which are read where it assigns them.
    """
    if "$(" in text or "`" in text:
        return UNKNOWN_INPUT
    lines = filter(None, map(str.strip, text.splitlines()))
    return "" if all(_is_stored(line, parsed) for line in lines) else UNSTATED


def _is_stored(line: str, parsed: ShellScript) -> bool:
    """Whether a line is nothing but a variable with commands."""
    variable = _ALONE.fullmatch(line)
    if variable is None:
        return False
    name = variable["name"]
    if variable["every"]:  # of an array, whose elements are read
        return bool(parsed.stored)
    values = parsed.variables.values.get(name) or parsed.variables.words_of_loops(name)
    return bool(values) and all(map(recognise.begins_with_command, values))


def kind_of_file(target: str, text: str) -> str | None:
    """The kind of document that a text becomes in its target file; None if it does not belong to MQ."""
    told = names.shape_of(target.rpartition("/")[2])
    if told.shape == names.MQSC and recognise.is_named_script(text):
        return MQSC
    if told.shape == names.MQSC or "mqsc" in target.lower():
        return MQSC if recognise.holds_command(text) else None
    if told.shape == names.INI:
        known = is_ini_file(text, named=told.certain)
        return ini_kind(told.stem, text) if known else None
    if told.shape == names.JSON:
        return CCDT if told.certain or recognise.is_channel_table(text) else None
    language = recognise.language_of(text)
    if language == "ini":
        return ini_kind(told.stem, text)
    return language if "(" in text or language == CCDT else None


def _without_password(excerpt: Excerpt) -> Excerpt:
    """The input of `runmqsc -u`, whose first line is a password."""
    first, end, _ = excerpt.text.partition("\n")
    if first.startswith("*") or recognise.is_command(first.strip()):
        return excerpt
    return excerpt.part(len(first + end), len(excerpt.text))


def _never_closed(here_document: HereDocument, script: Excerpt, where: Surroundings) -> OffsetDiagnostic:
    at = here_document.mistaken if here_document.mistaken >= 0 else here_document.at
    line, column = where.table.position(script.offset(at))
    word = here_document.delimiter
    if here_document.mistaken >= 0:
        message = f"the here-document does not end here, because the line contains more than {word}"
        help = f"write {word} alone on its line, without blanks before or after it"
    else:
        message = f"the here-document is not ended by a line {word}"
        help = f"end it with a line that contains only {word}"
    return diagnostic_at(
        where.source, "unterminated-here-document", line, column, len(word) + 2, message, help
    )
