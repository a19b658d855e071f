"""Edits for fixes, by the name that the rules know: they are made in `estate/rewriting.py`."""

from __future__ import annotations

from mqtune.estate.rewriting import add_keys, add_words, mqsc_value, qm_ini, set_attributes, set_ini

__all__ = ["add_keys", "add_words", "mqsc_value", "qm_ini", "set_attributes", "set_ini"]
