"""An answer: data, with sections, typed data and records that are made when a front end needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from mqtune.present.bodies import Rows, Section

Data = TypeVar("Data")
TEXT, SCREEN, MARKDOWN = "text", "screen", "markdown"  # layouts; a question may have others for text


class Records(NamedTuple):
    """One flat table, for CSV and data frames."""

    columns: Sequence[str]
    rows: Iterable[Sequence[str | int | float | None]]


class OutFile(NamedTuple):
    """A file that an answer offers: the front end writes or saves it. The only one that there can be has no
    name, because the user names it.
    """

    name: str
    text: str


def no_records() -> None:
    """The records of an answer that is not a table."""


def no_files(format: str) -> Sequence[OutFile]:
    """The files of an answer that offers none."""
    return ()


class Answer(NamedTuple, Generic[Data]):
    """What a question gives.

    `outcome` is a word of the question's list and does not depend on expectations; `headline` is one line
    that says enough by itself. `sections` are for people and take the name of a layout; `data` is the
    JSON. `met` is whether expectations are met, None without any. `status` is the exit status that
    follows from both. `notes` are remarks on the run, which must not be in the way of a pipe. `files` are
    offered in a format. `hint` names further commands, which is of use on the command line alone, beside
    text. `secrets` returns those in files that the answer has read by itself, to be covered in all that is
    printed. `inputs` are the absolute paths of these files, which no output replaces.
    """

    outcome: str
    headline: str
    sections: Callable[[str], Iterable[Section]]
    data: Callable[[], Data]
    records: Callable[[], Records | None] = no_records
    met: bool | None = None
    status: int = 0
    notes: Rows = Rows(())
    files: Callable[[str], Iterable[OutFile]] = no_files
    hint: str = ""
    secrets: Callable[[], Iterable[str]] | None = None
    inputs: Sequence[str] = ()
