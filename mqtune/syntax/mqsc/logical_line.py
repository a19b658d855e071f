"""The contents of a logical line, as a result of reading it."""

from __future__ import annotations

from mqtune.syntax.mqsc.words import PlainParameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.words import Extent, Parameter

    # first and last line, parameters with extents counted from the first line, whether they are reliable
    ReadCommand = tuple[int, int, tuple[Parameter, ...], bool]


class Reading:
    """The commands of a logical line, and its diagnostics at offsets of the folded text.

    `steered` means that a template tag decides which parts remain, `torn` that these are not parameters.
    """

    __slots__ = ("commands", "diagnostics", "steered", "torn")

    def __init__(
        self,
        commands: list[ReadCommand],
        found: list[OffsetDiagnostic],
        steered: bool = False,
        torn: bool = False,
    ) -> None:
        self.commands = commands
        self.diagnostics = found
        self.steered = steered
        self.torn = torn


class FoldedParameter(PlainParameter):
    """A plain parameter of a folded text, whose extents may span several lines."""

    __slots__ = ("_base", "_folded")

    def __init__(self, keyword: str, written: str, folded: Folded, index: int, base: int) -> None:
        super().__init__(keyword, written, folded.text, index)
        self._folded = folded
        self._base = base

    def _extent(self, start: int, end: int) -> Extent:
        return self._folded.extent(start, end, self._base)
