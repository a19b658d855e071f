"""`mqtune lsp`: starts the language server, whose library is loaded only then."""

from __future__ import annotations

import gc
from importlib.util import find_spec

from mqtune.text.errors import UsageError

EXAMPLES = ("mqtune lsp",)


def lsp() -> int:
    """Serve an editor: findings while typing, fixes, formatting.

    Speaks the Language Server Protocol over standard input and output; the editor starts it. Needs
    `pip install 'mqtune[lsp]'`.
    """
    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise UsageError("mqtune lsp needs the library pygls", "pip install 'mqtune[lsp]'")
    gc.disable()  # it would search the thousand classes of the library again and again; see lsp/pauses.py
    from mqtune.lsp.server import serve

    return serve()
