"""The parameters of a question, declared once for all front ends, and the fields read from its signature.

No front end looks at a signature.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from mqtune.text.messages import UsageError
from mqtune.text.spelling import nearest_help

# Parameters.

MARK, END = "\ue000", "\ue001"  # around the name of a parameter in a message


class Parameter(NamedTuple):
    """What a signature cannot state.

    `name` is for users where the one in Python differs (`for`, `group`); `also` are other spellings, for
    `bool | None` the negative one. `choices` are the valid values if the type does not list them, `completes`
    is the kind of names that shell completion offers. A file that `opens` is read with those that are asked
    about. What is `typed` is about an exit status or a
    format: forms do not have it.
    """

    help: str
    name: str = ""
    also: tuple[str, ...] = ()
    metavar: str = ""
    example: str = ""
    choices: Callable[[], Sequence[str]] | None = None
    completes: str = ""
    opens: bool = False
    typed: bool = False


def named(parameter: str) -> str:
    """The name of a parameter in a message or hint: each front end spells it in its own way (`spelled`)."""
    return f"{MARK}{parameter}{END}"


def spelled(text: str, spelling: Callable[[str], str]) -> str:
    """A message with the names of parameters as a front end spells them."""
    head, *parts = text.split(MARK)
    for part in parts:
        name, _, rest = part.partition(END)
        head += spelling(name) + rest
    return head


def spelled_error(error: UsageError, spelling: Callable[[str], str]) -> UsageError:
    """An error as a front end words it."""
    return UsageError(spelled(error.message, spelling), spelled(error.help, spelling))


# Fields.

Values = Mapping[str, object]  # by the names of users: texts, or what a type has already read


YES, NO = "yes", "no"
TRUTH = {YES: True, "true": True, NO: False, "false": False}
MOST_LISTED = 12
PROJECT, SETTINGS, SCOPE = ABOUT = ("project", "settings", "scope")  # what a question is about


class Field(NamedTuple):
    """One parameter of a question.

    `name` is for users, `parameter` the one in Python. `type` is that of one value. `is_optional` means that
    a value may be absent (None), which for a truth value is a third state. `group` is the parameter with the
    class of which it is a field, "" if it is a parameter itself.
    """

    name: str
    parameter: str
    type: Any
    declared: Parameter
    default: object
    is_required: bool
    is_optional: bool
    is_repeated: bool
    is_positional: bool
    listed: tuple[str, ...]
    group: str = ""

    @property
    def is_truth(self) -> bool:
        """Whether it is a flag."""
        return self.type is bool

    @property
    def is_flag(self) -> bool:
        """Whether it is a flag that is set or not set."""
        return self.is_truth and not self.is_optional

    @property
    def choices(self) -> tuple[str, ...]:
        """All valid values, if they can be listed."""
        return tuple(self.declared.choices()) if self.declared.choices is not None else self.listed

    @property
    def metavar(self) -> str:
        """The placeholder of the value in the help."""
        return self.declared.metavar or self.name.upper().replace("-", "_")

    def read(self, value: object) -> object:
        """The value of a text, or of what a front end has as number, truth or list. Raises UsageError."""
        if self.is_repeated:
            values = value if isinstance(value, list | tuple) else [value]
            return tuple(self.read_value(item) for item in values)
        if value is None and self.is_optional:
            return None
        return self.read_value(value)

    def read_value(self, value: object) -> object:
        """One value."""
        if hasattr(self.type, "read") and isinstance(value, self.type):
            return value  # a front end has read it
        text = value if isinstance(value, str) else self.text(value)
        if not self.is_truth and self.choices and text not in self.choices:
            raise self.not_listed(text)
        try:
            return self.parsed(text)
        except ValueError as error:
            raise UsageError(f"invalid {named(self.name)} {text!r}", str(error)) from None

    def not_listed(self, text: str) -> UsageError:
        """The error for a value that is not among the choices."""
        message = f"invalid {named(self.name)} {text!r}"
        if len(self.choices) <= MOST_LISTED:
            return UsageError(f"{message} (choose from {', '.join(self.choices)})")
        return UsageError(message, nearest_help(text, self.choices, f"choose from {', '.join(self.choices)}"))

    def parsed(self, text: str) -> object:
        """The value of a text. Raises ValueError with what to write."""
        if self.is_truth:
            if text.lower() not in TRUTH:
                raise ValueError("write yes or no")
            return TRUTH[text.lower()]
        if self.type in (int, float):
            return number_of(text, self.type)
        return self.type.read(text) if hasattr(self.type, "read") else text

    def text(self, value: object) -> str:
        """A value as it is typed."""
        if isinstance(value, bool):
            return YES if value else NO
        return f"{value:.12g}" if isinstance(value, float) else str(value)


def number_of(text: str, kind: type) -> int | float:
    """A number. Raises ValueError with what to write."""
    try:
        return int(text) if kind is int else float(text)
    except ValueError:
        raise ValueError("write a whole number" if kind is int else "write a number") from None


@cache
def fields_of(function: Callable[..., Any]) -> tuple[Field, ...]:
    """The parameters of a question; a first one, `project`, `settings` or `scope`, is what is asked about.
    Those that several questions share are the fields of a class, a NamedTuple with defaults.
    """
    hints = get_type_hints(function, include_extras=True)
    fields: list[Field] = []
    for item in inspect.signature(function).parameters.values():
        if item.name in groups_of(function):
            shared = fields_of(hints[item.name])
            fields += (field._replace(group=item.name, is_positional=False) for field in shared)
        elif item.name not in ABOUT:
            fields.append(field_of(item, hints[item.name]))
    return tuple(fields)


@cache
def groups_of(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The classes with parameters that several questions share, by the parameters of a question."""
    hints = get_type_hints(function)
    kinds = {name: hints[name] for name in inspect.signature(function).parameters if name not in ABOUT}
    return {name: kind for name, kind in kinds.items() if hasattr(kind, "_fields")}


def about_of(function: Callable[..., Any]) -> str:
    """What a question is about: a project, the settings of mqtune.toml, a scope of which it opens by itself
    what it needs, such as the two states that it compares, or "".
    """
    return next((name for name in inspect.signature(function).parameters if name in ABOUT), "")


def has_scope(function: Callable[..., Any]) -> bool:
    """Whether a question is about files."""
    return about_of(function) in (PROJECT, SCOPE)


def takes_paths(function: Callable[..., Any]) -> bool:
    """Whether the paths of the scope are asked about, and not only what the arguments name."""
    named = any(field.is_positional for field in fields_of(function))
    return about_of(function) == PROJECT or (about_of(function) == SCOPE and not named)


def field_of(parameter: inspect.Parameter, hint: Any) -> Field:
    """One parameter."""
    declared = Parameter("")
    if get_origin(hint) is Annotated:
        hint, declared = get_args(hint)[:2]
    plain, optional = without_none(hint)
    repeated = get_origin(plain) is tuple
    kind = get_args(plain)[0] if repeated else plain
    listed: tuple[str, ...] = ()
    if get_origin(kind) is Literal:
        kind, listed = str, get_args(kind)
    required = parameter.default is inspect.Parameter.empty
    return Field(
        declared.name or parameter.name.rstrip("_").replace("_", "-"),
        parameter.name,
        kind,
        declared,
        None if required else parameter.default,
        required,
        optional,
        repeated,
        parameter.kind is not inspect.Parameter.KEYWORD_ONLY,
        listed,
    )


def without_none(hint: Any) -> tuple[Any, bool]:
    """A type without None, and whether None was part of it."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint, False
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    return kinds[0], len(kinds) < len(get_args(hint))
