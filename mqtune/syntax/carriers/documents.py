"""From a file to its documents: the file's kind, by name and content, and the texts that it contains.

Never fails on bad input: a file yields documents, or a reason why it yields none.
"""

from __future__ import annotations

import os

from mqtune.syntax.carriers import names, recognise
from mqtune.syntax.carriers.result import CarrierResult, diagnostic_at
from mqtune.syntax.document import CCDT, MQSC, NAMED, UNIT, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mqtune.syntax.carriers.excerpt import Excerpt
    from mqtune.syntax.carriers.names import NameShape
    from mqtune.syntax.carriers.result import Application, Surroundings
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source

UNKNOWN = "not recognised as MQSC, an IBM MQ ini file or a client channel definition table"
EMPTY = "it is empty"
TRANSCRIPT = "output of runmqsc, which cannot be used as input; dmpmqcfg -a writes what can"
AUTHORITIES = "setmqaut or GRTMQMAUT commands (dmpmqcfg -o setmqaut), not MQSC"
BINARY_TABLE = "a binary client channel definition table; only the JSON form is supported"
BINARY = "not a text file"
OTHER_UNIT = "a service unit that does not start a queue manager"

_TABLE_MAGIC = b"AMQR"  # the first bytes of a binary client channel definition table
# EBCDIC text: letters and digits, which are not ASCII, then blank, .(+*)-/,_:'= and the line ends
_LETTERS = ((0x81, 0x89), (0x91, 0x99), (0xA2, 0xA9), (0xC1, 0xC9), (0xD1, 0xD9), (0xE2, 0xE9), (0xF0, 0xF9))
_EBCDIC = {byte for first, last in _LETTERS for byte in range(first, last + 1)}
_EBCDIC.update(b"\x40\x4b\x4d\x4e\x5c\x5d\x60\x61\x6b\x6d\x7a\x7d\x7e\r\x15\x25")


def documents_of(
    source: Source, named: bool = False, values: TemplateValues | None = None, by_name: bool = False
) -> CarrierResult:
    """The documents of a file. `named` means that the user named the file; `values` replace the placeholders
    that have one. With `by_name` the content does not show that a file is not what its name states, and the
    name does not show that MQSC is something else.
    """
    if source.path == names.STDIN:
        return _nameless(source, values)
    told = names.shape_of(os.path.basename(source.path))
    result = _by_kind(source, told, named, values, by_name)
    if result.documents and recognise.has_template_word(source.text):
        from mqtune.syntax.mqsc.templates import branches_in  # only for templates

        steered = branches_in(source.text)
        for document in result.documents:
            if document.map is not None:  # a script or manifest that contains commands
                line = document.map.position(1, 1)[0]
                document.under(steered.name(2 * line - 2))
    known = result.documents or result.diagnostics or (result.skipped and result.recognised)
    if by_name and not known and recognise.is_script(source.text):
        return _single_document(source, MQSC, told, values)
    return result


def _by_kind(
    source: Source, told: NameShape, named: bool, values: TemplateValues | None, by_name: bool
) -> CarrierResult:
    """The documents of a file of the kind that its name shows."""
    named = named or (by_name and told.certain)
    if not _is_text(source, by_name and told.shape == names.MQSC):
        return _not_a_text(source, told, by_name)
    if told.shape in (names.TEXT, names.OTHER):
        system = _system(source, told, named, values)
        if system is not None:
            return system
    if told.shape == names.MQSC:
        return _mqsc(source, told, named, values, by_name)
    if told.shape == names.INI:
        return _ini(source, told, named, values)
    if told.shape == names.JSON:
        return _json(source, told, named, values)
    if told.shape == names.YAML:
        return _yaml(source, values)
    if told.shape == names.SHELL:
        return _shell(source, values)
    if told.shape == names.JCL:
        return _jcl(source, values)
    if told.shape == names.BATCH:
        return _batch(source, values)
    return _any(source, told, named, values)


def applied_documents(
    source: Source, applications: Sequence[Application], values: TemplateValues | None = None
) -> CarrierResult:
    """The documents of a file that scripts apply to queue managers: one for each of these, and for each
    folder with such scripts, as the same name in another folder may be another queue manager.

    A dump remains that of the queue manager in its head.
    """
    told = names.shape_of(os.path.basename(source.path))
    if not _is_text(source):
        return _not_a_text(source, told)
    result = CarrierResult()
    keys: set[tuple[str, str, str]] = set()
    for application in applications:
        content = _single_document(source, application.kind, told, values)
        for document in content.documents:
            document.expects_placeholders(application.changed)
            if not document.queue_manager:
                document.queue_manager, document.applied_by = application.queue_manager, application.script
                document.condition, document.location = application.condition, application.location
            key = (document.kind, document.queue_manager, os.path.dirname(document.applied_by))
            if key not in keys:
                keys.add(key)
                result.documents.append(document)
    return result


def _single_document(
    source: Source, kind: str, told: NameShape | None = None, values: TemplateValues | None = None
) -> CarrierResult:
    """The whole file as one document."""
    text = source.text
    if values is not None:
        document = _with_values(source, kind, values)
        if document is not None:
            return CarrierResult([document])
    template = (told is not None and told.template) or (lambda: recognise.has_template_word(text))
    name = recognise.dump_queue_manager(source.text) if kind == MQSC else ""
    lines = None
    if kind != MQSC and "\r" in source.text:
        from mqtune.syntax.carriers.excerpt import whole_map  # only a few files need it

        lines = whole_map(source.text)
    return CarrierResult([Document(kind, source, line_map=lines, template=template, queue_manager=name)])


def _with_values(source: Source, kind: str, values: TemplateValues) -> Document | None:
    """The whole file with values in place of placeholders; None if none of them has a value."""
    from mqtune.syntax.carriers.excerpt import Excerpt, line_map  # only for runs with values
    from mqtune.syntax.template_values import rendered
    from mqtune.text.editing import LineIndex

    original = Excerpt.of_text(source.text)
    excerpt = rendered(original, values)
    if excerpt is original:
        return None
    text = excerpt.text
    return Document(
        kind,
        source,
        text,
        line_map(excerpt, LineIndex(source.text), True, at_returns=kind != MQSC, with_values=True),
        template=recognise.has_template_word(text),
        queue_manager=recognise.dump_queue_manager(text) if kind == MQSC else "",
        values=values,
    )


def _mqsc(
    source: Source, told: NameShape, named: bool, values: TemplateValues | None, by_name: bool
) -> CarrierResult:
    if by_name:
        return _single_document(source, MQSC, told, values)
    if recognise.is_transcript(source.text):
        return CarrierResult(skipped=TRANSCRIPT)
    if recognise.is_authority_commands(source.text) and not recognise.holds_verb(source.text):
        return CarrierResult(skipped=AUTHORITIES)
    if told.certain or named or recognise.holds_command(source.text):
        return _single_document(source, MQSC, told, values)
    return CarrierResult(skipped=UNKNOWN, recognised=False)


def _ini(source: Source, told: NameShape, named: bool, values: TemplateValues | None) -> CarrierResult:
    # the stanza tables are read only if a run contains an ini file
    from mqtune.syntax.carriers.recognise import Outline, after_remarks, ini_kind, is_ini_file

    text = after_remarks(source.text)[: recognise.HEAD]
    certain = told.certain and (named or not Outline(text).is_of_another_program)
    if certain or is_ini_file(text, named) or (named and not text.strip()):
        return _single_document(source, ini_kind(told.stem, text), told, values)
    if recognise.begins_with_command(text):  # seen in practice: MQSC in a file mqsc.ini
        return _single_document(source, MQSC, told, values)
    return CarrierResult(skipped="its first stanza is not an IBM MQ stanza", recognised=False)


def _json(source: Source, told: NameShape, named: bool, values: TemplateValues | None) -> CarrierResult:
    if told.stem == names.COLLECTED:
        from mqtune.syntax.carriers.kubernetes import lacks_of  # few runs contain a collection

        return lacks_of(source)
    from mqtune.syntax.carriers.kubernetes import holds_channels  # imports json

    if told.certain or holds_channels(source.text, named):
        return _single_document(source, CCDT, told, values)
    from mqtune.text.patterns import unescaped  # few files are JSON

    if '"apiVersion"' in unescaped(source.text):  # a manifest of Kubernetes: JSON is YAML
        return _yaml(source, values)
    return CarrierResult(skipped="no array of client channels at its top level", recognised=False)


def _yaml(source: Source, values: TemplateValues | None) -> CarrierResult:
    from mqtune.syntax.carriers.yaml_files import (
        documents_of_yaml,  # imports PyYAML if the text may contain MQ text
    )

    return documents_of_yaml(source, _nested, values)


def _shell(source: Source, values: TemplateValues | None) -> CarrierResult:
    from mqtune.syntax.carriers.shell_files import documents_of_shell  # only for runs with scripts

    result = documents_of_shell(source, _nested, values)
    return _in_image(result, source.text, lambda at: source.lines.position(at)[0])


def _in_image(result: CarrierResult, text: str, line_of: Callable[[int], int]) -> CarrierResult:
    """The result for a script or build file, with the order in which an image reads what it writes."""
    if result.documents:
        from mqtune.syntax.carriers.images import is_build_file, names_automatic  # as above

        if names_automatic(text) or is_build_file(text):
            from mqtune.syntax.carriers.order import note_order  # as above

            note_order(text, result.documents, line_of)
    return result


def _jcl(source: Source, values: TemplateValues | None) -> CarrierResult:
    from mqtune.syntax.carriers.jcl import documents_of_jcl  # only for runs with jobs of z/OS

    return documents_of_jcl(source, _nested, values)


def _batch(source: Source, values: TemplateValues | None) -> CarrierResult:
    from mqtune.syntax.carriers.batch import documents_of_batch  # as above

    return documents_of_batch(source, _nested, values)


def _is_job(text: str) -> bool:
    from mqtune.syntax.carriers.jcl import is_jcl  # as above

    return is_jcl(text)


def _system(
    source: Source, told: NameShape, named: bool, values: TemplateValues | None
) -> CarrierResult | None:
    """The file as one of the operating system, None if it is none: by its path, or as the user named it."""
    from mqtune.syntax.system import (  # few runs have such files
        kind_of_path,
        kind_of_text,
        starts_queue_managers,
    )

    kind = kind_of_path(source.path) or (kind_of_text(source.text) if named else "")
    if not kind:
        return None
    alone = not os.path.dirname(source.path).lower().endswith(".service.d")  # not a part of another unit
    if kind == UNIT and alone and not named and not starts_queue_managers(source.text):
        return CarrierResult(skipped=OTHER_UNIT, recognised=False)
    result = _single_document(source, kind, told, values)
    for document in result.documents if named else ():
        document.carrier = NAMED
    return result


def _nested(carrier: str, text: Excerpt, where: Surroundings) -> CarrierResult:
    """The documents of a script inside YAML, or of YAML inside a script."""
    if carrier == names.SHELL:
        from mqtune.syntax.carriers.shell_files import documents_in_script  # as above

        result = documents_in_script(text, where)
        return _in_image(result, text.text, lambda at: where.table.position(text.offset(at))[0])
    from mqtune.syntax.carriers.yaml_files import documents_in_yaml  # as above

    return documents_in_yaml(text, where)


def _any(source: Source, told: NameShape, named: bool, values: TemplateValues | None) -> CarrierResult:
    """The documents of a file whose name gives no hint: content decides, and whether the user named it."""
    text = source.text
    if recognise.is_dump(text):
        if recognise.is_authority_commands(text):
            return CarrierResult(skipped=AUTHORITIES)
        return _single_document(source, MQSC, told, values)
    if recognise.is_transcript(text):
        return CarrierResult(skipped=TRANSCRIPT)
    if recognise.is_authority_commands(text):
        return CarrierResult(skipped=AUTHORITIES)
    if text.startswith("#!"):
        return _shell(source, values)
    if text.startswith("//") and _is_job(text):
        return _jcl(source, values)
    if named and recognise.begins_with_verb(text):
        return _single_document(source, MQSC, told, values)
    language = recognise.language_of(text)
    if language == "ini":
        return _ini(source, told, named, values)
    if language is not None:
        return _single_document(source, language, told, values)
    return CarrierResult(skipped=UNKNOWN, recognised=False)


def _nameless(source: Source, values: TemplateValues | None) -> CarrierResult:
    """The documents of a text without a name, such as rendered manifests: the content decides alone."""
    told = names.shape_of(source.path)
    if not _is_text(source):
        return _not_a_text(source, told)
    if not source.text.strip():  # the command before the pipe failed
        return CarrierResult(skipped=EMPTY, recognised=False)
    line = recognise.first_line(source.text, "#") or ""
    if line.startswith(("apiVersion:", "kind:", "---", "- ")):
        return _yaml(source, values)
    if line.startswith("{"):
        return _json(source, told, True, values)
    result = _any(source, told, True, values)
    if result.recognised:
        return result
    fallback = _shell(source, values)
    fallback = fallback if fallback.documents else _yaml(source, values)
    return fallback if fallback.documents or fallback.diagnostics or fallback.deployments else result


def _is_text(source: Source, is_script: bool = False) -> bool:
    """Whether a file can be read as text; a script is not a table, whatever it begins with."""
    is_table = source.head.startswith(_TABLE_MAGIC) and not is_script
    return not ("\0" in source.text or is_table or _is_ebcdic(source.head))


def _is_ebcdic(head: bytes) -> bool:
    """Whether the beginning of a file is text of z/OS or IBM i that was transferred as binary."""
    if head.isascii() or b" " in head or b"@" not in head:  # "@" is the blank of EBCDIC
        return False
    return 5 * sum(byte in _EBCDIC for byte in head) >= 4 * len(head)


def _not_a_text(source: Source, told: NameShape, by_name: bool = False) -> CarrierResult:
    """The result for a binary file, with a diagnostic if its name indicates a text file."""
    by_name = by_name and told.shape in (names.MQSC, names.INI, names.SHELL, names.BATCH, names.YAML)
    if (source.head.startswith(_TABLE_MAGIC) and not by_name) or told.stem.endswith(".tab"):
        return CarrierResult(skipped=BINARY_TABLE)
    if not (told.certain or by_name):
        return CarrierResult(skipped=BINARY, recognised=False)
    at = source.text.find("\0")
    if at < 0:
        line = column = 1
        why = "it is EBCDIC text"
        help = "convert it, such as with iconv -f IBM-1047 -t UTF-8, or transfer it as text"
    else:
        line = source.text.count("\n", 0, at) + 1
        column = at - source.text.rfind("\n", 0, at)
        why = "it contains NUL bytes"
        help = "save it as UTF-8, or as UTF-16 with a byte order mark"
    message = f"{source.shown} cannot be decoded: {why}"
    return CarrierResult(
        diagnostics=[diagnostic_at(source, "unreadable-file", line, column, 1, message, help)]
    )
