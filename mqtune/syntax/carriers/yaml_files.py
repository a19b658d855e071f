"""MQ text inside YAML files: ConfigMaps, unencoded Secrets, chart values, playbook tasks.

The file is parsed as YAML; a scalar that contains MQSC, ini text, a client channel definition table or a
shell script that feeds runmqsc becomes a document. The content decides, and the key only if the content is
ambiguous.
"""

from __future__ import annotations

import re
from binascii import a2b_base64

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.images import image_runs, is_build_file, is_configuration
from mqtune.syntax.carriers.kubernetes import deployments_of, resource_of, stores_of
from mqtune.syntax.carriers.names import SHELL, container_name
from mqtune.syntax.carriers.order import Steps
from mqtune.syntax.carriers.recognise import ini_kind, is_ini_file, is_stanza
from mqtune.syntax.carriers.result import (
    ALIASED,
    ELSEWHERE,
    NESTED,
    PATCHED,
    CarrierResult,
    Surroundings,
    diagnostic_at,
    most_telling,
)
from mqtune.syntax.carriers.yaml_scalars import literal_indent, pieces_of
from mqtune.syntax.carriers.yaml_text import ALIAS, YamlScalar, YamlSyntaxError, YamlText, yaml_documents
from mqtune.syntax.document import CCDT, MQSC, has_placeholder
from mqtune.syntax.mqsc.templates import gives_text, names_program
from mqtune.syntax.template_values import rendered
from mqtune.text.patterns import lazy_pattern, unescaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.syntax.carriers.result import Nested
    from mqtune.syntax.carriers.yaml_text import YamlPath
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source

_HINT = lazy_pattern(
    r"mqsc|MQ_QMGR_NAME|qm\.?ini|(?:crt|str)mqm\s|\.ini\b|ccdt|binaryData|!!binary|\bkind[\"']?:\s*[\"']?Secret\b|\"channel\"|mq\.ibm\.com"
    r"|\$patch\b|\bop[\"']?:[ \t]*[\"']?(?:remove|replace|move)\b"
    r"|\b(?:def|define|alt|alter|set|delete|dis|display|sta|start|clear|ref|refresh)[\s,]+[a-z]{1,10}(?:[\s,]+[a-z]{1,10})?\s*\(",
    re.IGNORECASE,
)
# a template marker as a value, which YAML reads as a mapping in a mapping
_MARK_AS_VALUE = lazy_pattern(
    r"^[ \t]*+(?>(?:- ++)*)[^\s#:{][^\n:{]*+:[ \t]++\{\{|[{,][ \t]*[\w-]+:[ \t]*\{\{", re.MULTILINE
)
_MQSC_KEY = lazy_pattern(r"[ \t]*[^\s:#]*mqsc[\"']?:(?:\s|$)", re.IGNORECASE)
_INI_KEY = lazy_pattern(r"[ \t]*[^\s:#]*\.ini[\"']?:(?:\s|$)", re.IGNORECASE)
_IMAGE = lazy_pattern(r"\bMQ_QMGR_NAME\b")
_OPERATOR = lazy_pattern(r"^apiVersion:[ \t]*mq\.ibm\.com/", re.MULTILINE)
_CONTROL = lazy_pattern(
    r"^[ \t]*(?:(?:sudo|su|runuser|docker|podman|ssh)\b.*?[ \t'\"])?(?:/\S*/)?(?:crt|str)mqm[ \t]",
    re.MULTILINE,
)
_OPERATION = lazy_pattern(r"\bop[\"']?:[ \t]*[\"']?(?:remove|replace|move)\b")  # of a patch
_BASE64 = lazy_pattern(r"[A-Za-z0-9+/\s]{16,}+={0,2}\s*")
_GZIP = b"\x1f\x8b"
# a command: a verb and a type of object, unlike prose
_COMMAND = lazy_pattern(
    r"\brunmqsc\b|\b(?:def|define|alt|alter|set|delete)\s+"
    r"(?:qmgr|q[lram]|q(?:local|remote|alias|model)|chl|channel|chlauth|authrec|topic|sub|authinfo)\b\s*[(a-z]",
    re.IGNORECASE,
)
INVALID = "in part, because it is not valid YAML"
ENCODED = "in part, because it contains MQ text in base64"
# keys of tasks of Ansible: the file that they change, and what they put into it
_TARGETS = frozenset({"dest", "path"})
_SOURCES = ("url", "line", "replace")
# keys of resources of Kubernetes below which each key is the name of a file, and its value the content
_CONTENTS = (("data",), ("stringData",))
# keys whose texts describe MQ in prose
_PROSE_KEYS = frozenset(
    {"comment", "description", "displayname", "help", "label", "message", "msg", "name", "summary", "title"}
)


def documents_of_yaml(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQ text of a YAML file; an empty result without diagnostics if it belongs to another program."""
    if not may_hold_mq(source.text):
        return CarrierResult()
    text = Excerpt.of_text(source.text)
    if values is not None:
        text = rendered(text, values)
    return documents_in_yaml(text, Surroundings(source, nested, values=values))


def may_hold_mq(text: str) -> bool:
    """Whether a YAML text has a word of MQ."""
    return _HINT.search(unescaped(text)) is not None


def documents_in_yaml(base: Excerpt, where: Surroundings) -> CarrierResult:
    """The MQ text of YAML embedded in a file."""
    if where.too_deep:
        return CarrierResult(unread=NESTED)
    result, diagnostic = _read(base, YamlText(base.text), where)
    marked = _MARK_AS_VALUE.search(base.text) is not None
    if diagnostic is None and not marked:
        return result
    covered = YamlText(base.text, cover_marks=True)
    second, second_error = _read(base, covered, where)
    if second_error is None:
        return second
    if diagnostic is None:
        return result
    best = second if len(second.documents) >= len(result.documents) else result
    if best.documents or _clearly_holds_mq(base.text):
        line, column = where.table.position(base.offset(covered.offset(second_error.offset)))
        message = f"this is not valid YAML: {second_error.message}"
        help = "correct the YAML, so that the rest of the file can be checked"
        best.diagnostics.append(
            diagnostic_at(where.source, "unreadable-yaml", line, column, 1, message, help)
        )
    elif _COMMAND.search(base.text):
        best.unread = best.unread or INVALID
    return best


def _read(base: Excerpt, text: YamlText, where: Surroundings) -> tuple[CarrierResult, YamlSyntaxError | None]:
    """The part that can be read, and the error that ended reading."""
    result = CarrierResult()
    has_images = _IMAGE.search(unescaped(base.text)) is not None
    try:
        for scalars in yaml_documents(text):
            by_path = {scalar.path: scalar for scalar in scalars}
            steps = Steps(by_path)
            users = _users(by_path)
            for scalar in scalars:
                part = _documents(scalar, base, text, where)
                for document in part.documents:
                    document.resource = resource_of(by_path, scalar.path)
                    document.under(steps.condition(scalar), steps.list_of(scalar.path), scalar.start)
                    document.within(_location(scalar.path, by_path, users))
                result.extend(part)
                if names_program(scalar.value) and steps.is_title(scalar.path):
                    start = base.offset(text.offset(scalar.start))
                    result.followed.append((start, start + len(scalar.value) + len(scalar.style) * 2))
            if result.documents and any(scalar.style == ALIAS for scalar in scalars):
                result.unread = most_telling(result.unread, ALIASED)
            if any(map(_removes, scalars)):
                result.unread = most_telling(result.unread, PATCHED)
            if any(_takes_from_elsewhere(scalar, by_path) for scalar in scalars):
                result.unread = most_telling(result.unread, ELSEWHERE)
            if has_images:
                result.extend(image_runs(by_path, base, text, where))
            result.deployments.extend(deployments_of(by_path, base, text, where))
            result.stores.extend(stores_of(by_path, base, text, where))
    except YamlSyntaxError as diagnostic:
        return result, diagnostic
    return result, None


def _removes(scalar: YamlScalar) -> bool:
    """Whether a scalar makes kustomize remove or replace a part of another manifest."""
    if scalar.key == "$patch" or (scalar.key == "op" and scalar.value in ("remove", "replace", "move")):
        return True
    if scalar.key.lower().endswith(".mqsc") and scalar.value in ("", "null", "~") and scalar.style == "":
        return True
    return "$patch:" in scalar.value or _OPERATION.search(scalar.value) is not None


def _takes_from_elsewhere(scalar: YamlScalar, paths: Mapping[YamlPath, YamlScalar]) -> bool:
    """Whether a task of Ansible fetches or edits configuration of a queue manager on its host, or applies a
    file that is there.
    """
    if scalar.key == "mqsc_file":
        return scalar.value != ""
    if scalar.key not in _TARGETS or not is_configuration(scalar.value):
        return False
    return any((*scalar.path[:-1], key) in paths for key in _SOURCES)


def _users(scalars: Mapping[YamlPath, YamlScalar]) -> dict[str, list[str]]:
    """The services of a Compose file that use each of its configs."""
    users: dict[str, list[str]] = {}
    for path, scalar in scalars.items():
        if (
            path[:1] == ("services",)
            and path[2:3] == ("configs",)
            and (path[-1] == "source" or len(path) == 4)
        ):
            users.setdefault(scalar.value, []).append(str(path[1]))
    return users


def _location(path: YamlPath, scalars: Mapping[YamlPath, YamlScalar], users: Mapping[str, list[str]]) -> str:
    """The namespace of a resource, the hosts of a play, the host to which a task is delegated, and the job or
    service in which a script runs.
    """
    top = path[:2] if path[:1] == ("items",) else ()
    keys: list[YamlPath] = [(*top, "metadata", "namespace"), (*path[:1], "hosts")]
    keys += [(*path[:depth], "delegate_to") for depth in range(1, len(path))]
    stated = [scalars[key].value for key in keys if key in scalars]
    if path[:1] in (("jobs",), ("services",)):
        stated += map(str, path[1:2])
    if path[:1] == ("configs",):
        stated += users.get(str(path[1]), [])
    return " ".join(stated)


def _documents(scalar: YamlScalar, base: Excerpt, text: YamlText, where: Surroundings) -> CarrierResult:
    """The documents of one scalar and of the markers below it: none for most, several for a script."""
    result = _stated(scalar, base, text, where)
    kinds = [document.kind for document in result.documents]
    if text.covers_marks and ("mqsc" in scalar.key.lower() or MQSC in kinds):
        last = result.documents[-1] if kinds else None
        lines = last.text.rstrip("\n").count("\n") + 1 if last is not None else 0
        after = last.map.position(lines, 1)[0] if last is not None and last.map is not None else 0
        marks = Excerpt.of(text.marks_below(scalar.start, after)).within(base)
        if gives_text(marks.text) or marks.text.lstrip().startswith(("@", "%")):
            inside = where.inside(container_name(scalar.path), editable=False)
            result.documents.append(inside.document(MQSC, marks, True, "yaml |"))
    return result


def _stated(scalar: YamlScalar, base: Excerpt, text: YamlText, where: Surroundings) -> CarrierResult:
    """The documents of one scalar."""
    kind = language_in(scalar)
    if kind is None:
        # what it shows of the line would show the passwords in it
        return CarrierResult(unread=ENCODED if _encodes(scalar) else "")
    excerpt = _excerpt(scalar, text).within(base)
    literal = scalar.style == "|"
    indent = " " * literal_indent(text, scalar.start, scalar.value) if literal else ""
    inside = where.inside(container_name(scalar.path), editable=literal, indent=indent)
    if kind == SHELL:
        part = inside.nested(SHELL, excerpt, inside)
        return part.without_doubts() if scalar.key.lower() in _PROSE_KEYS else part
    template = recognise.has_template_word(excerpt.text)
    name = recognise.dump_queue_manager(excerpt.text) if kind == MQSC else ""
    return CarrierResult([inside.document(kind, excerpt, template, f"yaml {scalar.style or 'plain'}", name)])


def _excerpt(scalar: YamlScalar, text: YamlText) -> Excerpt:
    pieces = pieces_of(text, scalar.start, scalar.style, scalar.value)
    at = text.offset(scalar.start)
    return Excerpt.of([(scalar.value, at, False)] if pieces is None else pieces, at)


def language_in(scalar: YamlScalar) -> str | None:
    """The language of a scalar: a kind of document, "shell", or None."""
    value, key = scalar.value, scalar.key.lower()
    if "runmqsc" in value and not recognise.begins_with_command(value):
        return SHELL
    if "mqm" in value and key not in _PROSE_KEYS and _CONTROL.search(value):
        return SHELL
    if "mqsc" in value and is_build_file(value):
        return SHELL
    if "\n" not in value.strip() and scalar.style not in ("|", ">"):
        if key.endswith(".mqsc") and scalar.path[-2:-1] in _CONTENTS and has_placeholder(value):
            return MQSC
        return MQSC if key not in _PROSE_KEYS and "(" in value and recognise.is_command(value) else None
    language = recognise.language_of(value)
    if language == MQSC and ("mqsc" in key or "(" in value):
        return MQSC
    if language == CCDT or ("ccdt" in key and value.lstrip().startswith("{")):
        return CCDT
    if language == "ini" or (_is_ini_key(key) and is_ini_file(value, named=True)):
        return ini_kind(_ini_stem(key), value)
    if key.endswith(".mqsc") and recognise.is_named_script(value):
        return MQSC
    return MQSC if "mqsc" in key and _may_be_mqsc(value) else None


def _encodes(scalar: YamlScalar) -> bool:
    """Whether a scalar encodes MQ text in base64, as those of Secrets and `binaryData` do."""
    if not _BASE64.fullmatch(scalar.value):
        return False
    try:
        data = a2b_base64(scalar.value)
        if data.startswith(_GZIP):
            return "mqsc" in scalar.key.lower()
        return language_in(YamlScalar(scalar.path, data.decode(), "|", scalar.start)) is not None
    except ValueError:
        return False


def _is_ini_key(key: str) -> bool:
    return key.endswith((".ini", "qmini", "ini"))


def _ini_stem(key: str) -> str:
    """The file name that a key represents, as far as it indicates the kind."""
    return "qm.ini" if key in ("qmini", "qm-ini", "qm_ini") else key


def _may_be_mqsc(value: str) -> bool:
    """Whether a text under an MQSC key may be MQSC: a verb first, commands after something else, or nothing
    but comments.
    """
    if recognise.begins_with_verb(value) or recognise.holds_command(value):
        return True
    lines = [line.strip() for line in value.splitlines() if line.strip()]
    return bool(lines) and all(line.startswith("*") for line in lines)


def _clearly_holds_mq(text: str) -> bool:
    """Whether a file that cannot be parsed as YAML clearly contains MQ text: several commands, or one below
    an MQSC key, an ini file below a key with its name, a channel table, or a resource of the operator.
    """
    if "$(" not in text and (_OPERATOR.search(text) or recognise.names_channels(text)):
        return True  # the output of a command may be what is missing
    lines = text.splitlines()[:5000]
    commands = sum(recognise.is_command(line.strip()) and "(" in line for line in lines)
    if commands >= 2 or (commands == 1 and any(_MQSC_KEY.match(line) for line in lines)):
        return True
    stanzas = any(line.rstrip().endswith(":") and is_stanza(line.strip()[:-1]) for line in lines)
    return stanzas and any(_INI_KEY.match(line) for line in lines)
