"""The language server: documents of an editor, diagnostics, formatting, fixes, hover and navigation."""
