"""Fixes that set an attribute to another value."""

from __future__ import annotations

from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import set_attributes
from mqtune.findings.finding import UNSAFE, Fix


def give(object: MqObject, keyword: str, value: str) -> tuple[Fix, ...]:
    """An unsafe fix that sets one attribute; none if the text cannot be edited exactly."""
    edits = set_attributes(object, {keyword: value})
    return (Fix(UNSAFE, f"set {keyword}({value or ' '})", edits),) if edits else ()
