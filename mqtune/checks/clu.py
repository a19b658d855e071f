"""CLU: clusters. Does not know files, formats or suppression."""

from __future__ import annotations

from mqtune.checks.clu_order import publish_threads_break_ordering
from mqtune.checks.rule import ESTATE, Rule

RULES = (Rule("CLU001", ESTATE, publish_threads_break_ordering),)
