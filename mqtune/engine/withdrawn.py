"""Codes of rules that were withdrawn. A code is never reused, and naming it in a selection has no effect."""

from __future__ import annotations

NO_EFFECT = (
    "MQ_CONNECT_TYPE=FASTPATH has no effect unless the program itself asks for a fastpath binding: of the "
    "two, the weaker one applies"
)
# code -> the rule's last name, and why it was withdrawn
WITHDRAWN = {"OSL001": ("fastpath-applications", NO_EFFECT)}
