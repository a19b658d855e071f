"""The features of the server: the method of the protocol, the function that answers it, and its options."""

from __future__ import annotations

from lsprotocol import types

from mqtune.lsp.features.completion import OPTIONS as COMPLETION
from mqtune.lsp.features.completion import completion, resolve
from mqtune.lsp.features.fix_all import resolve as resolve_action
from mqtune.lsp.features.folding import folding
from mqtune.lsp.features.hover import hover
from mqtune.lsp.features.inlays import inlays
from mqtune.lsp.features.navigation import definition, highlights, references
from mqtune.lsp.features.renames import OPTIONS as RENAME
from mqtune.lsp.features.renames import prepare, rename
from mqtune.lsp.features.symbols import document_symbols, workspace_symbols
from mqtune.lsp.features.tokens import OPTIONS as TOKENS
from mqtune.lsp.features.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mqtune.lsp.features.asked import Asked

    Answer = Callable[[Asked, Any], Any]

FEATURES: tuple[tuple[str, Answer, object], ...] = (
    (types.TEXT_DOCUMENT_HOVER, hover, None),
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
    (types.TEXT_DOCUMENT_INLAY_HINT, inlays, None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens, TOKENS),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, tokens, TOKENS),
    (types.CODE_ACTION_RESOLVE, resolve_action, None),
)
# the answers to these change files, so they wait for the analysis of the present texts
NEED_PRESENT = frozenset({types.TEXT_DOCUMENT_PREPARE_RENAME, types.TEXT_DOCUMENT_RENAME})
