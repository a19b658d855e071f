"""The features of the server: the method of the protocol, the function that answers it, and its options."""

from __future__ import annotations

from lsprotocol import types

from mqtune.lsp.features.completion import OPTIONS as COMPLETION
from mqtune.lsp.features.completion import completion, resolve
from mqtune.lsp.features.folding import folding
from mqtune.lsp.features.navigation import definition, highlights, references
from mqtune.lsp.features.renames import OPTIONS as RENAME
from mqtune.lsp.features.renames import prepare, rename
from mqtune.lsp.features.symbols import document_symbols, workspace_symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mqtune.lsp.features.asked import Asked

    Answer = Callable[[Asked, Any], Any]

FEATURES: tuple[tuple[str, Answer, object], ...] = (
    (types.TEXT_DOCUMENT_DEFINITION, definition, None),
    (types.TEXT_DOCUMENT_REFERENCES, references, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlights, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbols, None),
    (types.WORKSPACE_SYMBOL, workspace_symbols, None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, folding, None),
    (types.TEXT_DOCUMENT_COMPLETION, completion, COMPLETION),
    (types.COMPLETION_ITEM_RESOLVE, resolve, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, prepare, None),
    (types.TEXT_DOCUMENT_RENAME, rename, RENAME),
)
# the answers to these change files, so they wait for the analysis of the present texts
NEED_PRESENT = frozenset({types.TEXT_DOCUMENT_PREPARE_RENAME, types.TEXT_DOCUMENT_RENAME})
