"""The scalars of a YAML text with the keys above them, from the parser's events.

Uses events instead of trees: nothing recurses and aliases are not followed, so the work is bounded by the
length of the text.
"""

from __future__ import annotations

from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Event

    from mqtune.syntax.carriers.yaml_text import YamlText

    YamlPath = tuple[str | int, ...]

MOST_NESTED = 100
ALIAS = "*"  # the style of an alias, whose value is that of its anchor


@record
class YamlScalar:
    """One scalar value: the keys and numbers above it, its style, and its start position for the parser."""

    path: YamlPath
    value: str
    style: str  # "|", ">", "'", '"', ALIAS, or "" for a plain one and for an empty mapping or sequence
    start: int

    @property
    def key(self) -> str:
        """The nearest key above."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")


class YamlSyntaxError(Exception):
    """The position and reason of a parser error."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


class _Level:
    """An open mapping or sequence: the key or number of what comes next."""

    __slots__ = ("key", "number", "wants_key")

    def __init__(self, is_mapping: bool) -> None:
        self.wants_key = is_mapping
        self.number = -1 if is_mapping else 0
        self.key = ""

    def step(self) -> str | int:
        """The key or number of the current value."""
        return self.key if self.number < 0 else self.number

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read so far."""
        return self.number == 0 or (self.wants_key and not self.key)

    def filled(self) -> None:
        """Advance past a node: to the value after a key, else to the next key or item."""
        if self.number >= 0:
            self.number += 1
        else:
            self.wants_key = not self.wants_key


def yaml_documents(text: YamlText) -> Iterator[list[YamlScalar]]:
    """The scalars of each YAML document; raises `YamlSyntaxError` where the text cannot be read."""
    import yaml  # takes 17 ms, only for YAML files that mention MQ

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    scalars: list[YamlScalar] = []
    levels: list[_Level] = []
    try:
        for event in yaml.parse(text.parsed, Loader=loader):
            if isinstance(event, yaml.DocumentEndEvent):
                yield scalars
                scalars, levels = [], []
            elif isinstance(event, yaml.CollectionEndEvent):
                if levels.pop().is_empty:
                    scalars.append(YamlScalar(_path(levels), "", "", _start(event)))
                _filled(levels)
            elif isinstance(event, yaml.CollectionStartEvent):
                if len(levels) >= MOST_NESTED:
                    raise YamlSyntaxError(_start(event), f"nested deeper than {MOST_NESTED} levels")
                levels.append(_Level(isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.ScalarEvent):
                _scalar(text, event, levels, scalars)
            elif isinstance(event, yaml.AliasEvent):
                scalars.append(YamlScalar(_path(levels), "", ALIAS, _start(event)))
                _filled(levels)
    except yaml.MarkedYAMLError as error:
        # a key without a colon is noticed in the next line
        scanned = error.context is not None and "simple key" in error.context
        mark = (error.context_mark if scanned else None) or error.problem_mark or error.context_mark
        raise YamlSyntaxError(mark.index if mark else 0, error.problem or str(error)) from error
    except yaml.YAMLError as error:
        raise YamlSyntaxError(0, str(error)) from error


def _scalar(text: YamlText, event: Event, levels: list[_Level], scalars: list[YamlScalar]) -> None:
    value: str = event.value  # type: ignore[attr-defined]
    start = _start(event)
    if levels and levels[-1].wants_key:
        levels[-1].key = _as_written(text, start, value)
    else:
        path = _path(levels)
        quote = 1 if event.style in ("'", '"') else 0  # type: ignore[attr-defined]
        value = _as_written(text, start + quote, value)
        scalars.append(YamlScalar(path, value, event.style or "", start))  # type: ignore[attr-defined]
    _filled(levels)


def _path(levels: list[_Level]) -> YamlPath:
    return tuple(level.step() for level in levels)


def _start(event: Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _filled(levels: list[_Level]) -> None:
    if levels:
        levels[-1].filled()


def _as_written(text: YamlText, start: int, value: str) -> str:
    """A key or value of one line with its placeholders as written in the file."""
    if text.covers_marks and "\n" not in value and text.parsed.startswith(value, start):
        return text.piece(start, start + len(value))[0]
    return value
