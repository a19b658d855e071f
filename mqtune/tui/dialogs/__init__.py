"""Dialogs over an area: choices, the preview of a change, help, jump letters."""
