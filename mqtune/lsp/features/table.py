"""The features of the server: the method of the protocol, the function that answers it, and its options."""

from __future__ import annotations

from importlib import import_module

from lsprotocol import types

from mqtune.lsp.features.completion import OPTIONS as COMPLETION
from mqtune.lsp.features.completion import completion, resolve
from mqtune.lsp.features.tokens import OPTIONS as TOKENS
from mqtune.lsp.features.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mqtune.lsp.features.asked import Asked

    Answer = Callable[[Asked, Any], Any]

FIX_ALL = "source.fixAll.mqtune"  # a kind of code actions
# modules that are imported when they are needed, or in a pause: the first diagnostics must not wait for them
LATER = ("hover", "navigation", "symbols", "folding", "renames", "inlays", "fix_all")


def later(module: str, name: str) -> Answer:
    """A function of a module that is imported with the first call."""

    def answer(asked: Asked, params: Any) -> Any:
        return getattr(import_module(f"mqtune.lsp.features.{module}"), name)(asked, params)

    return answer


def import_all() -> None:
    """Import what is not needed yet."""
    for module in LATER:
        import_module(f"mqtune.lsp.features.{module}")


FEATURES: tuple[tuple[str, Answer, object], ...] = (
    (types.TEXT_DOCUMENT_HOVER, later("hover", "hover"), None),
    (types.TEXT_DOCUMENT_DEFINITION, later("navigation", "definition"), None),
    (types.TEXT_DOCUMENT_REFERENCES, later("navigation", "references"), None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, later("navigation", "highlights"), None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, later("symbols", "document_symbols"), None),
    (types.WORKSPACE_SYMBOL, later("symbols", "workspace_symbols"), None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, later("folding", "folding"), None),
    (types.TEXT_DOCUMENT_COMPLETION, completion, COMPLETION),
    (types.COMPLETION_ITEM_RESOLVE, resolve, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, later("renames", "prepare"), None),
    (types.TEXT_DOCUMENT_RENAME, later("renames", "rename"), types.RenameOptions(prepare_provider=True)),
    (types.TEXT_DOCUMENT_INLAY_HINT, later("inlays", "inlays"), None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens, TOKENS),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, tokens, TOKENS),
    (types.CODE_ACTION_RESOLVE, later("fix_all", "resolve"), None),
)
# these wait for the analysis of the present texts
NEED_PRESENT = frozenset({types.TEXT_DOCUMENT_PREPARE_RENAME})
# the answers to these change any file, so that all files are found and read again before: an editor need not
# report what other programs write
NEED_DISK = frozenset({types.TEXT_DOCUMENT_RENAME})
