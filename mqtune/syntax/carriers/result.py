"""The result of reading a file: documents, diagnostics outside them, or the reason why there are none.

Texts that are embedded in others are read with what they need of the surrounding file.
"""

from __future__ import annotations

from collections.abc import Mapping

from mqtune.syntax.document import MQSC, Diagnostic, Document
from mqtune.text.editing import LineIndex, Place, Span
from mqtune.text.record import EMPTY, record
from mqtune.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.carriers.excerpt import Excerpt
    from mqtune.syntax.template_values import TemplateValues

    Nested = Callable[[str, Excerpt, "Surroundings"], "CarrierResult"]


# why a part of a file is not read: three limits, and what only the place of the run decides
NESTED = "in part, because scripts in it nest too deeply"
LIMITED = "in part, because a loop, a pipeline or a list of files or queue managers in it is too long"
SHARED = "in part, because it belongs to too many queue managers"
LIMITS = (NESTED, LIMITED, SHARED)
UNKNOWN_INPUT = "in part, because a script computes commands for runmqsc"
FOREIGN = "in part, because a script passes files to runmqsc that it does not name"
UNSTATED = "in part, because a script passes commands to runmqsc that it does not state"
ABSENT = "in part, because it applies files to a queue manager that are not there"
ALIASED = "in part, because YAML repeats parts of it by aliases"
FILTERED = "in part, because a filter changes commands before runmqsc reads them"
PATCHED = "in part, because it removes parts of other manifests"
ELSEWHERE = "in part, because it takes configuration of a queue manager from elsewhere"
UNCERTAIN = "in part, because it is not certain what "
_OF_PLACE = (FOREIGN, UNSTATED, ABSENT, ALIASED, FILTERED, PATCHED, ELSEWHERE)

OffsetDiagnostic = tuple[Diagnostic, Place]


class CarrierResult:
    """The documents of a file, in its order, and the diagnostics outside them.

    `skipped` is the reason why there is nothing to check, empty if there is something or nothing was
    expected (a YAML file of another program). `recognised` is false for a file that does not belong to MQ,
    which is an error only if the user named it. `deployments` are the queue manager resources, `stores` the
    ConfigMaps and Secrets. `applied` are the files that a script applies to queue managers. `unread` is why a
    part that belongs to MQ could not be read, empty if all was read. `followed` are the ranges outside of the
    documents that name a program of MQ, and of which all that it is given is known.
    """

    __slots__ = (
        "applied",
        "deployments",
        "diagnostics",
        "documents",
        "followed",
        "recognised",
        "skipped",
        "stores",
        "unread",
    )

    def __init__(
        self,
        documents: list[Document] | None = None,
        skipped: str = "",
        diagnostics: list[OffsetDiagnostic] | None = None,
        recognised: bool = True,
        unread: str = "",
    ) -> None:
        self.documents = documents or []
        self.skipped = skipped
        self.diagnostics = diagnostics or []
        self.recognised = recognised
        self.unread = unread
        self.deployments: list[Deployment] = []
        self.stores: list[Store] = []
        self.applied: list[AppliedFiles] = []
        self.followed: list[tuple[int, int]] = []

    def without_doubts(self) -> CarrierResult:
        """The same result; a script that has no commands is perhaps only a message."""
        if not (self.documents or self.applied) and self.unread.startswith(UNCERTAIN):
            self.unread = ""
        return self

    def extend(self, part: CarrierResult) -> None:
        """Add the result for another part of the same file."""
        self.documents.extend(part.documents)
        self.diagnostics.extend(part.diagnostics)
        self.deployments.extend(part.deployments)
        self.stores.extend(part.stores)
        self.applied.extend(part.applied)
        self.followed.extend(part.followed)
        self.unread = most_telling(self.unread, part.unread)


def is_of_place(reason: str) -> bool:
    """Whether a reason counts only under a gate."""
    return reason in _OF_PLACE or reason.startswith(UNCERTAIN)


def most_telling(*reasons: str) -> str:
    """The reason to state of those why a file is read in part: a limit before all others; "" without any."""
    given = [reason for reason in reasons if reason]
    return min(
        given,
        key=lambda reason: (reason not in LIMITS, is_of_place(reason), reason.startswith(UNCERTAIN)),
        default="",
    )


@record
class Deployment:
    """A queue manager as Kubernetes deploys it: its name, and its texts.

    `parts` are (language, kind of resource, its name, key) in the order in which they are applied; an empty
    key means all keys. `container` names the resource, `place` is the position of its name. `settings` are
    the scalars of its spec by their keys joined with dots, each with its position.
    """

    name: str
    parts: tuple[tuple[str, str, str, str], ...]
    place: Place
    resource: str
    settings: Mapping[str, tuple[str, Place]] = EMPTY

    def setting(self, path: str) -> str:
        """A scalar of the spec, "" if it is missing: `setting("license.use")`."""
        setting = self.settings.get(path)
        return setting[0] if setting is not None else ""

    def setting_place(self, path: str) -> Place:
        """The position of a scalar of the spec, or of the name if the scalar is missing."""
        setting = self.settings.get(path)
        return setting[1] if setting is not None else self.place


@record
class AppliedFiles:
    """Files that a script applies to a queue manager, and the language in which they are then read.

    `paths` are relative to the script's folder and may contain wildcards; a folder means the files in it
    with the extension `ending`. `changed` means that a filter replaces parts of the text on the way. `at` is
    the offset in the script, `position` the line and the column in the file. `condition` is what decides
    whether they are applied, empty if they certainly are; `location` is where.
    """

    kind: str
    paths: list[str]
    queue_manager: str
    changed: bool = False
    ending: str = ""
    at: int = 0
    position: tuple[int, int] = (1, 1)
    condition: str = ""
    location: str = ""


@record
class Application:
    """One way in which a script applies a whole file: its language, the queue manager, whether a filter
    replaces parts of the text on the way, the absolute path of the script, what decides there whether it
    is applied, and where.
    """

    kind: str
    queue_manager: str
    changed: bool = False
    script: str = ""
    condition: str = ""
    location: str = ""


@record
class Store:
    """A ConfigMap or Secret: its texts by their keys, each with its position."""

    kind: str
    name: str
    place: Place
    keys: dict[str, Place]


def diagnostic_at(
    source: Source, kind: str, line: int, column: int, length: int, message: str, help: str
) -> OffsetDiagnostic:
    """A diagnostic at a position in a file, at most to the end of the line."""
    end = len(source.lines.line(line)) + 1
    span = Span(line, column, line, max(column, min(column + length, end)))
    return Diagnostic(kind, span, message, help), Place(source.shown, span)


# Surroundings: the position of an embedded text, and what its documents need.

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
        from mqtune.syntax.carriers.excerpt import line_map  # most files are documents themselves

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
