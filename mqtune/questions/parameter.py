"""Declares a parameter of a question, once for all front ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mqtune.text.errors import UsageError

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


Values = Mapping[str, object]  # by the names of users: texts, or what a type has already read
