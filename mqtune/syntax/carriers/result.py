"""What a file gave: documents, faults that stand outside them, or the reason why there is none."""

from __future__ import annotations

from mqtune.syntax.problem import Problem
from mqtune.text.editing import LineIndex
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.document import Document
    from mqtune.text.source import Source

Fault = tuple[Problem, Place]


class CarrierResult:
    """The documents of a file, in its order, and the faults of form that stand outside them.

    `skipped` says why there is nothing to check, empty where there is or where nothing was expected (a
    YAML file of another program). `recognised` is false for a file that is none of ours: no matter
    on a walk, an error where a person named it. `deployments` are the queue manager resources.
    """

    __slots__ = ("deployments", "documents", "problems", "recognised", "skipped")

    def __init__(
        self,
        documents: list[Document] | None = None,
        skipped: str = "",
        problems: list[Fault] | None = None,
        recognised: bool = True,
        deployments: list[Deployment] | None = None,
    ) -> None:
        self.documents = documents or []
        self.skipped = skipped
        self.problems = problems or []
        self.recognised = recognised
        self.deployments = deployments or []

    def extend(self, other: CarrierResult) -> None:
        """Take over what another part of the same file gave."""
        self.documents.extend(other.documents)
        self.problems.extend(other.problems)
        self.deployments.extend(other.deployments)


class Deployment:
    """A queue manager as Kubernetes deploys it: its name, and the texts it is given.

    `parts` are (language, kind of resource, its name, key) in the order they are given; an empty key
    stands for all keys. `container` names the resource, `place` where its name stands.
    """

    __slots__ = ("name", "parts", "place", "resource")

    def __init__(
        self, name: str, parts: tuple[tuple[str, str, str, str], ...], place: Place, resource: str
    ) -> None:
        self.name = name
        self.parts = parts
        self.place = place
        self.resource = resource


def fault_at(
    source: Source, kind: str, line: int, column: int, length: int, message: str, help: str
) -> Fault:
    """A fault of form at a place of a file; no longer than its line."""
    end = len(LineIndex(source.text).line(line)) + 1
    span = Span(line, column, line, max(column, min(column + length, end)))
    return Problem(kind, span, message, help), Place(source.shown, span)
