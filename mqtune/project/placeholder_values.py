"""Reads the files that give placeholders their values: YAML (Helm, Ansible), JSON, and lines `NAME=value`.

A value that is not a text, a number or a truth value (a list, a secret encrypted by Ansible Vault or SOPS) is
unknown. Messages never quote the contents of such a file, because it may contain passwords.
"""

from __future__ import annotations

import os

from mqtune.project.load import ProjectError, shown_path
from mqtune.syntax.template_expressions import UNKNOWN
from mqtune.syntax.template_values import TemplateValues
from mqtune.text.messages import reason_of
from mqtune.text.patterns import lazy_pattern
from mqtune.text.source import decode, read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yaml import MappingNode, Node


MOST_NESTED = 100
_ASSIGNMENT = lazy_pattern(r"\s*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(.*?)\s*")
_NOT_TEXT = lazy_pattern("[\ud800-\udfff]")
_ENCRYPTED = ("$ANSIBLE_VAULT", "ENC[")
_YAML_ENDINGS = (".yaml", ".yml")
_TRUE, _FALSE = ("yes", "true", "on", "y"), ("no", "false", "off", "n")


def read_values(paths: Sequence[str]) -> TemplateValues:
    """The values of files, of which a later one takes precedence. Raises ProjectError."""
    return ValuesFiles().values_of(paths)


class ValuesFiles(dict[str, tuple[str, dict[str, object]]]):
    """The text and the values of files by path, each read once however many environments list it."""

    def __missing__(self, path: str) -> tuple[str, dict[str, object]]:
        text = read_text(path)
        known = self[path] = (text, layer_of(text, shown_path(path)))
        return known

    def values_of(self, paths: Sequence[str]) -> TemplateValues:
        """The values of some of the files, of which a later one takes precedence. Raises ProjectError."""
        texts = [self[path][0] for path in paths]
        return TemplateValues(
            [self[path][1] for path in paths], texts, [os.path.abspath(path) for path in paths]
        )


def read_text(path: str) -> str:
    """The text of a values file. Raises ProjectError."""
    shown = shown_path(path)
    try:
        data = read_typed(path)
    except OSError as error:
        raise ProjectError(shown, 0, f"the values file cannot be read: {reason_of(error)}") from error
    text, _ = decode(data)
    wrong = _NOT_TEXT.search(text)
    if wrong is not None:
        line = text.count("\n", 0, wrong.start()) + 1
        raise ProjectError(shown, line, "the values file is not UTF-8", "save the file as UTF-8")
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def layer_of(text: str, shown: str) -> dict[str, object]:
    """The values in the text of a file. Raises ProjectError."""
    if text.startswith(_ENCRYPTED[0]):
        help = "omit it: values that are missing are unknown"
        raise ProjectError(shown, 1, "the values file is encrypted by Ansible Vault", help)
    if shown.endswith(".json"):
        return _json(text, shown)
    if not shown.endswith(_YAML_ENDINGS) and (_is_assignments(text) or _is_env_name(shown)):
        return _assignments(text, shown)
    return yaml_tree(text, shown)


def _is_env_name(shown: str) -> bool:
    name = os.path.basename(shown).lower()
    return name.startswith(".env") or name.endswith((".env", ".properties"))


def _is_assignments(text: str) -> bool:
    """Whether the first line that is not a comment is an assignment."""
    lines = (line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#"))
    first = next(lines, "")
    return _ASSIGNMENT.fullmatch(first) is not None


def _assignments(text: str, shown: str) -> dict[str, object]:
    """Lines `NAME=value`, with or without `export`, quotation marks and comments."""
    assignments: dict[str, object] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith(("#", ";", "!")):
            continue
        match = _ASSIGNMENT.fullmatch(line)
        if match is None:
            raise ProjectError(shown, number, "not an assignment", "write NAME=value")
        assignments[match[1]] = _unquoted(match[2], shown, number)
    return assignments


def _unquoted(value: str, shown: str, number: int) -> object:
    """A value without its quotation marks, or without the comment after it."""
    if value.startswith(_ENCRYPTED):
        return UNKNOWN
    sign = value[:1]
    if sign not in ("'", '"'):
        return value.partition(" #")[0].rstrip()
    end = value.find(sign, 1)
    while sign == '"' and end > 0 and value[end - 1] == "\\":
        end = value.find(sign, end + 1)
    rest = value[end + 1 :].lstrip()
    if end < 0 or (rest and not rest.startswith("#")):
        message = "the quotation mark is not closed" if end < 0 else "text after the closing quotation mark"
        raise ProjectError(shown, number, message, "enclose the whole value in quotation marks")
    inner = value[1:end]
    return inner.replace('\\"', '"') if sign == '"' else inner


def _json(text: str, shown: str) -> dict[str, object]:
    import json  # only for such a file

    try:
        tree = json.loads(text, parse_int=str, parse_float=_float, parse_constant=lambda word: UNKNOWN)
        value = _plain(tree, 0)
    except json.JSONDecodeError as error:
        raise ProjectError(shown, error.lineno, f"not valid JSON: {error.msg.lower()}") from error
    except RecursionError as error:
        raise ProjectError(shown, 1, f"nested deeper than {MOST_NESTED} levels") from error
    return _top(value, shown)


def _plain(tree: object, depth: int) -> object:
    """The values of parsed JSON; what is not a text is unknown."""
    if depth > MOST_NESTED:
        raise RecursionError
    if isinstance(tree, dict):
        return {name: _plain(value, depth + 1) for name, value in tree.items()}
    if tree is None or isinstance(tree, str | bool):
        return tree
    return UNKNOWN


def yaml_tree(text: str, shown: str) -> dict[str, object]:
    """The mapping in a YAML text, whose scalars are texts; lists are unknown. Raises ProjectError."""
    import yaml  # only for such a file

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):  # before making nodes, which is recursive
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MOST_NESTED:
                raise RecursionError
        nodes = list(yaml.compose_all(text, Loader=loader))
        if len(nodes) > 1:
            line = nodes[1].start_mark.line + 1 if nodes[1] is not None else 1
            raise ProjectError(shown, line, "a second YAML document", "write one document in a values file")
        return _top(_YamlTree().value(nodes[0]) if nodes and nodes[0] is not None else {}, shown)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = getattr(error, "problem", None) or "characters that YAML does not accept"
        line = mark.line + 1 if mark is not None else 1
        help = "a chart's template is not a values file" if "{{" in text else ""
        raise ProjectError(shown, line, f"not valid YAML: {problem}", help) from error
    except RecursionError as error:
        raise ProjectError(shown, 1, f"nested deeper than {MOST_NESTED} levels") from error


def _top(value: object, shown: str) -> dict[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ProjectError(shown, 1, "must be a mapping of names to values", "write it as `name: value`")
    return value


class _YamlTree:
    """Makes values of YAML nodes; an anchor and its aliases share one value."""

    def __init__(self) -> None:
        from yaml import MappingNode, ScalarNode  # only for such a file

        self._mapping, self._scalar = MappingNode, ScalarNode
        self._values: dict[int, dict[str, object]] = {}
        self._depth = 0

    def value(self, node: Node) -> object:
        """The value of a node. Raises RecursionError if it is nested too deeply."""
        if isinstance(node, self._scalar):
            return _scalar(node)
        if not isinstance(node, self._mapping):
            return UNKNOWN
        values = self._values.get(id(node))
        if values is None:
            if self._depth >= MOST_NESTED:
                raise RecursionError
            self._depth += 1
            values = self._values[id(node)] = {}
            self._fill(values, node)
            self._depth -= 1
        return values

    def _fill(self, values: dict[str, object], node: MappingNode) -> None:
        """Add the values of a mapping; its own names take precedence over merged ones."""
        direct: dict[str, object] = {}
        for key, value in node.value:
            if key.tag == "tag:yaml.org,2002:merge":
                merged = (
                    [value] if isinstance(value, self._mapping) else reversed(getattr(value, "value", []))
                )
                for mapping in merged:
                    tree = self.value(mapping) if isinstance(mapping, self._mapping) else None
                    values.update(tree if isinstance(tree, dict) else {})
            elif isinstance(key, self._scalar):
                direct[key.value] = self.value(value)
        values.update(direct)


def _scalar(node: Node) -> object:
    """The text of a scalar as a template writes it."""
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    word: str = node.value
    if kind in ("str", "timestamp", "!unsafe"):
        return UNKNOWN if word.startswith(_ENCRYPTED) else word
    if kind == "null":
        return None
    if kind == "bool":
        return word.lower() in _TRUE if word.lower() in (*_TRUE, *_FALSE) else UNKNOWN
    if kind == "int":
        return _int(word)
    return _float(word) if kind == "float" and ":" not in word else UNKNOWN


def _int(word: str) -> object:
    """A whole number in decimal digits; YAML 1.1 also has octal, hexadecimal and binary ones."""
    digits = word.replace("_", "").lower()
    if ":" in digits:
        return word
    sign, bare = ("-", digits[1:]) if digits.startswith("-") else ("", digits.removeprefix("+"))
    try:
        if bare.startswith("0") and bare.isdigit():
            return sign + str(int(bare, 8))
        return sign + (bare if bare.isdigit() else str(int(bare, 0)))
    except ValueError:
        return UNKNOWN


def _float(word: str) -> object:
    try:
        number = float(word.replace("_", ""))
    except ValueError:
        return UNKNOWN
    if number != number or number in (float("inf"), float("-inf")):
        return UNKNOWN
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else str(number)
