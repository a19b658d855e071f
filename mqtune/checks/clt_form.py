"""CLT: what one kind of client refuses in the form of a table, and others take.

Does not know files, formats or suppression.
"""

from __future__ import annotations

from mqtune.checks.rule import PROBLEM, Rule
from mqtune.checks.syn import fault_of_form

RULES = (Rule("CLT001", PROBLEM, fault_of_form, types=("ccdt-with-byte-order-mark",)),)
