"""The value of an expression between double braces, of Helm or Jinja.

Helm: `.Values.hub.port | default 1414 | quote`, `required "port" .Values.hub.port`, `index .Values "hub"
"port"`. Jinja: `hub.port | default(1414)`, `hub['port']`. A function that is not listed here makes the value
unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from mqtune.text.patterns import lazy_pattern

# the value at a path of names, or MISSING
Lookup = Callable[[tuple[str, ...]], object]
# an operand (its value), or a word that is not one: a function's name, or a sign
Token = tuple[str, object]

LONGEST = 1 << 15  # characters of a value; no value of MQ is longer, and each function may double one
MISSING = object()  # no file has the name
UNKNOWN = object()  # cannot be computed

_TOKEN = lazy_pattern(
    r"\s*(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>[^'\\]*)'|`(?P<raw>[^`]*)`"
    r"|(?P<number>-?\d+(?:\.\d+)?)(?![\w.])"
    r"|(?P<path>\$?\.?[A-Za-z_]\w*(?:\.\w+|\[(?:'[^']*'|\"[^\"]*\")\])*)"
    r"|(?P<sign>[|(),=]))"
)
_STEP = lazy_pattern(r"\.?(\w+)|\['([^']*)'\]|\[\"([^\"]*)\"\]")
_WORDS = {"true": True, "false": False, "True": True, "False": False, "none": None, "None": None, "nil": None}
_NEEDS_NO_QUOTES = lazy_pattern(r"[\w@%+=:,./-]+")


class Scope:
    """What the names of one template mean.

    `go` means that its engine is that of Helm, where values are below `.Values` and a word is a function.
    `bound` are names that the template itself gives a meaning, such as the variable of a loop.
    """

    __slots__ = ("bound", "go", "lookup")

    def __init__(self, lookup: Lookup, go: bool, bound: Collection[str]) -> None:
        self.lookup = lookup
        self.go = go
        self.bound = bound

    def text(self, expression: str) -> str | None:
        """The text that replaces an expression; None if it is unknown."""
        tokens = self._tokens(expression)
        stages = _stages(tokens) if tokens else []
        if not stages or not all(stages):
            return None
        value = self._first(stages[0])
        for stage in stages[1:]:
            value = self._call(stage, value)
        return self._shown(value)

    def _tokens(self, expression: str) -> list[Token]:
        """The tokens of an expression; none if it has other characters."""
        tokens: list[Token] = []
        at = 0
        expression = expression.strip()
        while at < len(expression):
            match = _TOKEN.match(expression, at)
            if match is None:
                return []
            at = match.end()
            tokens.append(self._token(match))
        return tokens

    def _token(self, match: re.Match[str]) -> Token:
        kind = str(match.lastgroup)
        word = match[kind]
        if kind == "double":
            return "operand", word.replace('\\"', '"').replace("\\\\", "\\")
        if kind in ("single", "raw"):
            return "operand", word
        if kind == "number":
            return "operand", word
        if kind == "sign":
            return "sign", word
        if word in _WORDS:
            return "operand", _WORDS[word]
        return "path", word

    def _value(self, token: Token) -> object:
        """The value of an operand."""
        kind, value = token
        if kind == "operand":
            return value
        if kind != "path":
            return UNKNOWN
        word = str(value)
        names = tuple(
            plain or single or double for plain, single, double in _STEP.findall(word.removeprefix("$"))
        )
        if self.go:
            below = names[:1] == ("Values",) and word.startswith((".", "$.")) and len(names) > 1
            return self.lookup(names[1:]) if below else UNKNOWN
        if word.startswith((".", "$")) or names[0] in self.bound:
            return UNKNOWN
        return self.lookup(names)

    def _first(self, stage: list[Token]) -> object:
        """The value of the first part of a pipeline."""
        if len(stage) == 1:
            return self._value(stage[0])
        name, *operands = stage
        if not self.go or name[0] != "path":
            return UNKNOWN
        if name[1] == "index":
            path = [value for kind, value in operands[1:] if kind == "operand"]
            if operands[0][1] not in (".Values", "$.Values") or len(path) < len(operands) - 1 or not path:
                return UNKNOWN
            return self.lookup(tuple(str(step) for step in path))
        return self._call([name, *operands[:-1]], self._value(operands[-1]))

    def _call(self, stage: list[Token], value: object) -> object:
        """The value that a function makes of the one before it."""
        kind, name = stage[0]
        words = stage[1:]
        if kind != "path":
            return UNKNOWN
        if not self.go and words:
            if words[0] != ("sign", "(") or words[-1] != ("sign", ")"):
                return UNKNOWN
            words = [word for word in words[1:-1] if word != ("sign", ",")]
        if any(word[0] == "sign" for word in words):
            return UNKNOWN
        arguments = [self._value(word) for word in words]
        if name in ("default", "d"):
            return self._default(value, arguments)
        if name in ("required", "mandatory"):
            return value
        text = self._shown(value)
        if text is None or any(argument is MISSING or argument is UNKNOWN for argument in arguments):
            return MISSING if value is MISSING else UNKNOWN
        result = _applied(str(name), text, [str(argument) for argument in arguments], self.go)
        return UNKNOWN if isinstance(result, str) and len(result) > LONGEST else result

    def _default(self, value: object, arguments: list[object]) -> object:
        """`default` of Helm replaces whatever is empty, that of Jinja what is missing."""
        if not arguments:
            return value
        empty = value is MISSING
        if self.go or arguments[1:] == [True]:
            empty = empty or (value is not UNKNOWN and (value in ("", "0", "0.0") or not value))
        return arguments[0] if empty else value

    def _shown(self, value: object) -> str | None:
        """A value as the engine writes it; None if that is unknown."""
        if isinstance(value, bool):
            return str(value).lower() if self.go else str(value)
        return value if isinstance(value, str) else None


def _stages(tokens: list[Token]) -> list[list[Token]]:
    """The parts of a pipeline."""
    stages: list[list[Token]] = [[]]
    for token in tokens:
        if token == ("sign", "|"):
            stages.append([])
        else:
            stages[-1].append(token)
    return stages


def _applied(name: str, text: str, arguments: list[str], go: bool) -> object:
    """The result of a function of both engines, or of one of them."""
    if not arguments and name in _PLAIN:
        return _PLAIN[name](text)
    if name == "replace" and len(arguments) == 2:
        old, new = arguments
        return text.replace(old, new) if text.count(old) * len(new) <= LONGEST else UNKNOWN
    if name == "quote" and not arguments:
        if go:
            return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return text if _NEEDS_NO_QUOTES.fullmatch(text) else UNKNOWN
    if not go or len(arguments) != 1:
        return f"'{text}'" if go and name == "squote" else UNKNOWN
    if name in ("trimSuffix", "trimPrefix"):
        return text.removesuffix(arguments[0]) if name == "trimSuffix" else text.removeprefix(arguments[0])
    if name in ("trunc", "indent", "nindent") and arguments[0].isdigit():
        number = int(arguments[0])
        return text[:number] if name == "trunc" else _indented(text, number, name == "nindent")
    return UNKNOWN


def _number(text: str) -> object:
    word = text.strip()
    return (
        str(int(word)) if word.isascii() and word.removeprefix("-").isdigit() and len(word) < 20 else UNKNOWN
    )


def _indented(text: str, number: int, own_line: bool) -> str:
    blanks = " " * min(number, 200)
    return ("\n" if own_line else "") + blanks + text.replace("\n", "\n" + blanks)


_PLAIN: dict[str, Callable[[str], object]] = {
    "atoi": _number,
    "int": _number,
    "int64": _number,
    "lower": str.lower,
    "string": str,
    "toString": str,
    "trim": str.strip,
    "upper": str.upper,
}
