"""The facts of the rule pages as plain tuples. Made from the rule pages by `python -m mqtune._build.pages`: change the pages, not this module."""

# fmt: off
# ruff: noqa: E501
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PAGES: tuple[tuple[Any, ...], ...] = (
)
