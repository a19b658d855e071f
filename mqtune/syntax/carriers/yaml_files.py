"""MQ text inside YAML files: ConfigMaps, Secrets in clear text, values of charts, tasks of playbooks.

The file is parsed as YAML; a scalar that holds MQSC, ini text, a channel table or a shell script that
feeds runmqsc becomes a document. Content decides, and the key only where the content leaves it open.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.excerpt import Excerpt, line_map
from mqtune.syntax.carriers.ini_kinds import ini_kind, is_ini_file
from mqtune.syntax.carriers.kubernetes import deployment_of, resource_of
from mqtune.syntax.carriers.line_table import LineTable
from mqtune.syntax.carriers.result import CarrierResult, fault_at
from mqtune.syntax.carriers.yaml_scalars import literal_indent, pieces_of
from mqtune.syntax.carriers.yaml_text import YamlText
from mqtune.syntax.carriers.yaml_walk import YamlFault, YamlScalar, yaml_documents
from mqtune.syntax.document import CCDT, MQSC, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.source import Source

SHELL = "shell"

_HINT = re.compile(
    r"mqsc|qm\.?ini|\.ini\b|ccdt|\"channel\"|mq\.ibm\.com"
    r"|\b(?:def|define|alt|alter|set|delete|dis|display|sta|start|clear|ref|refresh)\s+[a-z]{2,10}\s*\(",
    re.IGNORECASE,
)
# keys whose texts speak about MQ to people
_PROSE_KEYS = frozenset(
    {"comment", "description", "displayname", "help", "label", "message", "msg", "name", "summary", "title"}
)


def documents_of_yaml(source: Source) -> CarrierResult:
    """The MQ text of a YAML file; nothing, and no fault, where it is another program's file."""
    if not _HINT.search(source.text):
        return CarrierResult()
    result, fault = _read(source, YamlText(source.text))
    if fault is None:
        return result
    covered = YamlText(source.text, cover_marks=True)
    second, second_fault = _read(source, covered)
    if second_fault is None:
        return second
    best = second if len(second.documents) >= len(result.documents) else result
    if best.documents or _clearly_holds_mq(source.text):
        line, column = LineTable(source.text).position(covered.offset(second_fault.offset))
        message = f"this is not valid YAML: {second_fault.message}"
        help = "mend the YAML, so that the rest of the file can be checked"
        best.problems.append(fault_at(source, "unreadable-yaml", line, column, 1, message, help))
    return best


def _read(source: Source, text: YamlText) -> tuple[CarrierResult, YamlFault | None]:
    """What can be read, and the fault that ended the reading."""
    result = CarrierResult()
    reader = _Reader(source, text)
    try:
        for scalars in yaml_documents(text):
            for scalar in scalars:
                found = reader.documents(scalar)
                for document in found:
                    document.resource = resource_of(scalars, scalar.path)
                result.documents.extend(found)
            result.deployments.extend(deployment_of(scalars, source, text))
    except YamlFault as fault:
        return result, fault
    return result, None


class _Reader:
    """Makes documents of the scalars of one file."""

    __slots__ = ("source", "table", "text")

    def __init__(self, source: Source, text: YamlText) -> None:
        self.source = source
        self.text = text
        self.table = LineTable(source.text)

    def documents(self, scalar: YamlScalar) -> list[Document]:
        """The documents of one scalar: none for most, several for a script."""
        kind = language_in(scalar)
        if kind is None:
            return []
        excerpt = self._excerpt(scalar)
        carrier = f"yaml {scalar.style or 'plain'}"
        container = container_name(scalar.path)
        if kind == SHELL:
            from mqtune.syntax.carriers.shell_files import documents_in_script  # only for scripts

            return documents_in_script(self.source, excerpt, container)
        literal = scalar.style == "|"
        indent = " " * literal_indent(self.text, scalar.start, scalar.value) if literal else ""
        places = line_map(excerpt, self.table, editable=literal, indent=indent)
        template = recognise.has_template_word(excerpt.text)
        return [
            Document(
                kind,
                self.source,
                excerpt.text,
                places,
                container,
                template,
                queue_manager=recognise.dump_queue_manager(excerpt.text) if kind == MQSC else "",
                carrier=carrier,
            )
        ]

    def _excerpt(self, scalar: YamlScalar) -> Excerpt:
        pieces = pieces_of(self.text, scalar.start, scalar.style, scalar.value)
        if pieces is None:
            at = self.text.offset(scalar.start)
            return Excerpt([(scalar.value, at, False)], at)
        text, at, verbatim = pieces[-1] if pieces else ("", self.text.offset(scalar.start), True)
        return Excerpt(pieces, at + len(text) if verbatim else at)


def language_in(scalar: YamlScalar) -> str | None:
    """The language of a scalar: a kind of document, "shell", or None."""
    value, key = scalar.value, scalar.key.lower()
    if "runmqsc" in value and not recognise.begins_with_command(value):
        return SHELL
    if "\n" not in value.strip() and scalar.style not in ("|", ">"):
        return MQSC if key not in _PROSE_KEYS and "(" in value and recognise.is_command(value) else None
    language = recognise.language_of(value)
    if language == MQSC and ("mqsc" in key or "(" in value):
        return MQSC
    if language == CCDT or ("ccdt" in key and value.lstrip().startswith("{")):
        return CCDT
    if language == "ini" or (_is_ini_key(key) and is_ini_file(value, named=True)):
        return ini_kind(_ini_stem(key), value)
    return MQSC if "mqsc" in key and _only_mqsc(value) else None


def _is_ini_key(key: str) -> bool:
    return key.endswith((".ini", "qmini", "ini"))


def _ini_stem(key: str) -> str:
    """The file name that a key stands for, so far as it tells the kind."""
    return "qm.ini" if key in ("qmini", "qm-ini", "qm_ini") else key


def _only_mqsc(value: str) -> bool:
    """Whether a text under a key of MQSC holds commands behind something else, or nothing but comments."""
    lines = [line.strip() for line in value.splitlines() if line.strip()]
    return recognise.holds_command(value) or (bool(lines) and all(line.startswith("*") for line in lines))


def container_name(path: tuple[str | int, ...]) -> str:
    """A path of keys as people write it: `data["config.mqsc"]`, `commands[0]`."""
    parts: list[str] = []
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif re.fullmatch(r"[\w-]+", step):
            parts.append(f".{step}" if parts else step)
        else:
            parts.append(f'["{step}"]')
    return "".join(parts)


def _clearly_holds_mq(text: str) -> bool:
    """Whether a file that is no YAML holds MQSC all the same, beyond a word that could be anything."""
    lines = text.splitlines()
    return sum(recognise.is_command(line.strip()) and "(" in line for line in lines[:5000]) >= 2
