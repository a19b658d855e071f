"""CLT: what one kind of client refuses in the form of a table, and others take.

Does not know files, formats or suppression.
"""

from __future__ import annotations

from mqtune.engine.rule import PROBLEM, Rule
from mqtune.rules.syn.diagnostics import fault_of_form

RULES = (Rule("CLT001", PROBLEM, fault_of_form, types=("ccdt-with-byte-order-mark",)),)
