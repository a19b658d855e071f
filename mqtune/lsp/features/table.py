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


def later(function: str) -> Answer:
    """A function, as `module:name`, whose module is imported with the first call or in a pause: the first
    diagnostics must not wait for it.
    """
    module, _, name = function.partition(":")
    LATER.append(module)

    def answer(asked: Asked, params: Any) -> Any:
        return getattr(import_module(module), name)(asked, params)

    return answer


def import_all() -> None:
    """Import what is not needed yet."""
    for module in LATER:
        import_module(module)


LATER: list[str] = []
FEATURES: tuple[tuple[str, Answer, object], ...] = (
    (types.TEXT_DOCUMENT_HOVER, later("mqtune.lsp.features.hover:hover"), None),
    (types.TEXT_DOCUMENT_DEFINITION, later("mqtune.lsp.features.navigation:definition"), None),
    (types.TEXT_DOCUMENT_REFERENCES, later("mqtune.lsp.features.navigation:references"), None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, later("mqtune.lsp.features.navigation:highlights"), None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, later("mqtune.lsp.features.symbols:document_symbols"), None),
    (types.WORKSPACE_SYMBOL, later("mqtune.lsp.features.symbols:workspace_symbols"), None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, later("mqtune.lsp.features.folding:folding"), None),
    (types.TEXT_DOCUMENT_COMPLETION, completion, COMPLETION),
    (types.COMPLETION_ITEM_RESOLVE, resolve, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, later("mqtune.lsp.features.renames:prepare"), None),
    (
        types.TEXT_DOCUMENT_RENAME,
        later("mqtune.lsp.features.renames:rename"),
        types.RenameOptions(prepare_provider=True),
    ),
    (types.TEXT_DOCUMENT_INLAY_HINT, later("mqtune.lsp.features.inlays:inlays"), None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens, TOKENS),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, tokens, TOKENS),
    (types.CODE_ACTION_RESOLVE, later("mqtune.lsp.features.fix_all:resolve"), None),
)
# these wait for the analysis of the present texts
NEED_PRESENT = frozenset({types.TEXT_DOCUMENT_PREPARE_RENAME})
# the answers to these change any file, so that all files are found and read again before: an editor need not
# report what other programs write
NEED_DISK = frozenset({types.TEXT_DOCUMENT_RENAME})
