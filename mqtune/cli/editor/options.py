"""The options of `mqtune lsp`."""

from __future__ import annotations

from mqtune.cli.options import CommonOptions


class LanguageServer(CommonOptions):
    """Serve an editor: findings while typing, fixes, formatting.

    Speaks the Language Server Protocol over standard input and output; the editor starts it. Needs
    `pip install 'mqtune[lsp]'`.
    """

    command = "lsp"
    run = "mqtune.cli.editor.run:serve_editor"
    examples = "mqtune lsp"
