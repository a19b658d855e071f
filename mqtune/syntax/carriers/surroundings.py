"""The position of an embedded text, with what its documents need of the surrounding file."""

from __future__ import annotations

from mqtune.syntax.carriers.excerpt import line_map
from mqtune.syntax.document import MQSC, Document
from mqtune.text.editing import LineIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.carriers.excerpt import Excerpt
    from mqtune.syntax.carriers.result import CarrierResult
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source

    # reads a text inside another one: its carrier (names.SHELL or names.YAML), the text, its surroundings
    Nested = Callable[[str, Excerpt, "Surroundings"], CarrierResult]

MOST_NESTED = 4  # a script in a playbook in a here-document


class Surroundings:
    """The file, the name of the position in it, and whether a text there can be edited line by line.

    `nested` reads a script or YAML text inside this one; `indent` is the beginning of each of its lines;
    `depth` is the number of texts around it; `values` are those of its placeholders.
    """

    __slots__ = ("container", "depth", "editable", "indent", "nested", "source", "table", "values")

    def __init__(
        self,
        source: Source,
        nested: Nested,
        table: LineIndex | None = None,
        container: str = "",
        editable: bool = True,
        indent: str = "",
        depth: int = 0,
        values: TemplateValues | None = None,
    ) -> None:
        self.source = source
        self.nested = nested
        self.table = table or source.lines
        self.container = container
        self.editable = editable
        self.indent = indent
        self.depth = depth
        self.values = values

    def inside(self, container: str, editable: bool, indent: str = "") -> Surroundings:
        """The surroundings of a text inside this one."""
        name = (
            f"{self.container}, {container}" if self.container and container else self.container or container
        )
        editable = editable and self.editable
        indent = self.indent + indent
        return Surroundings(
            self.source, self.nested, self.table, name, editable, indent, self.depth + 1, self.values
        )

    @property
    def too_deep(self) -> bool:
        """Whether texts further inside are not read."""
        return self.depth >= MOST_NESTED

    def document(
        self, kind: str, excerpt: Excerpt, template: bool, carrier: str, queue_manager: str = ""
    ) -> Document:
        """A document of a text at this position."""
        return Document(
            kind,
            self.source,
            excerpt.text,
            line_map(excerpt, self.table, self.editable, self.indent, kind != MQSC, self.values is not None),
            self.container,
            template,
            queue_manager=queue_manager,
            carrier=carrier,
            values=self.values,
        )
