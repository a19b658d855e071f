"""Every limit on what is checked is reported or counted where it is reached: a new one needs a decision."""

from __future__ import annotations

import re
from pathlib import Path

import mqtune

PACKAGE = Path(mqtune.__file__).parent
PACKAGES = ("syntax", "project", "session", "estate", "flow", "rules", "engine", "access")
LIMIT = re.compile(r"^(_?(?:MOST|LONGEST|DEEPEST|BIG)(?:_[A-Z_]+)?)(?:,[^=]+)? = ", re.MULTILINE)

FAILS = "an error under a gate (SYN076)"
FINDING = "a finding of its own, or an error of the run"
COUNTED = (
    "counted as not checked under a gate: a value or name stays unknown, as any that is not in the files"
)
PRODUCT = "IBM MQ or the operating system has the limit, and refuses more"
SHOWN = "what a message, a text or a suggestion shows"
SPEED = "what is remembered, or looked at first: nothing is left out"
OTHER = "no check of lint: rename, states of git, access, show and trace, which say so themselves"

LIMITS = {
    "access/authority.MOST_SHOWN": SHOWN,
    "access/connection.MOST_SHOWN": SHOWN,
    "access/expected.MOST_LISTED": SHOWN,
    "access/matrix.MOST_CELLS": OTHER,
    "access/strangers.MOST_COMPARED": FAILS,
    "access/strangers.MOST_PARTS": OTHER,
    "access/unknowns.MOST_WAYS": OTHER,
    "engine/engine.MOST_LISTED": FINDING,
    "engine/line_rules.MOST_TEXTS": SPEED,
    "engine/suppression.MOST_NOTES": SHOWN,
    "estate/busy_load.MOST_BUFFER_BYTES": PRODUCT,
    "estate/joining/cluster_names.MOST_NAMES": PRODUCT,
    "estate/chlauth.MOST_SETS": SPEED,
    "estate/describe.MOST_LISTED": OTHER,
    "estate/dump_header.MOST_LINES": SPEED,
    "estate/expiry_need.MOST_DEPTH": PRODUCT,
    "estate/grouping.MOST_TOGETHER": SHOWN,
    "estate/model.MOST_NAMES": FAILS,
    "estate/near.LONGEST": SHOWN,
    "estate/topic_strings.MOST_CHARACTERS": PRODUCT,
    "estate/topics.MOST_STEPS": FAILS,
    "flow/budget.MOST_NAMED": SHOWN,
    "flow/client_connections.MOST_LISTED": SHOWN,
    "flow/failures.MOST_ROUNDS": OTHER,
    "flow/log_need.MOST_FILES": PRODUCT,
    "flow/log_need.MOST_PAGES": PRODUCT,
    "flow/measured/toml.MOST_REMARKS": SHOWN,
    "flow/provenance.MOST_LINKS": SHOWN,
    "flow/sources.MOST_REACHED": SHOWN,
    "project/allowance.MOST_TIMES": FAILS,
    "project/boundary.MOST_LINKS": FINDING,
    "project/boundary.MOST_STEPS": FINDING,
    "project/environments.MOST_LISTED": SHOWN,
    "project/ignore_pattern.MOST_OF_BLOCK": SPEED,
    "project/left_out.BIG": "counted as not checked: it is not known to be empty of MQ",
    "project/left_out.MOST_BYTES": "counted as not checked: it is not known to be empty of MQ",
    "project/left_out.MOST_ENTRIES": "counted as not checked, as a folder",
    "project/load.MOST_PARTS": FINDING,
    "project/placeholder_values.MOST_NESTED": FINDING,
    "project/policies.MOST_POLICIES": FINDING,
    "project/values.MOST": FINDING,
    "rules/cat/attributes.MOST_LINES": SPEED,
    "rules/cat/attributes.MOST_OWNERS": SHOWN,
    "rules/cat/ciphers.MOST_CHARACTERS": PRODUCT,
    "rules/chl/declared_clients.MOST_RELATED": SHOWN,
    "rules/log/files.MOST_FILES": PRODUCT,
    "rules/log/files.MOST_FILES_WINDOWS": PRODUCT,
    "rules/pub/lock.MOST_RELATED": SHOWN,
    "rules/pub/subscriptions.MOST_CHARACTERS": FAILS,
    "rules/pub/subscriptions.MOST_COMPARED": FAILS,
    "rules/que/contradictions.MOST_HEADERS": PRODUCT,
    "rules/que/contradictions.MOST_RELATED": SHOWN,
    "rules/que/filling.MOST_RELATED": SHOWN,
    "rules/que/limits.LONGEST": PRODUCT,
    "rules/run/conflicts.MOST_SHOWN": SHOWN,
    "session/applied.MOST_FILES": FAILS,
    "session/choice.MOST_LISTED": SHOWN,
    "session/mentions.MOST_HOPS": OTHER,
    "session/revision_tree.LONGEST_PATH": OTHER,
    "session/revision_tree.MOST_BYTES": OTHER,
    "session/revision_tree.MOST_ENTRIES": OTHER,
    "session/revision_tree.MOST_STEPS": OTHER,
    "session/revisions.LONGEST_ROW": OTHER,
    "session/uncompared.MOST_LEFT_OUT": SHOWN,
    "session/uncompared.MOST_NAMES": SHOWN,
    "session/workspace.MOST_LEVELS": FAILS,
    "syntax/carriers/shell_branches.MOST_NAMED": SHOWN,
    "syntax/carriers/shell_builder.MOST_PIPED": FAILS,
    "syntax/carriers/shell_feeds.MOST_NESTED": FAILS,
    "syntax/carriers/shell_feeds.MOST_STARTED": FAILS,
    "syntax/carriers/shell_output._MOST_REPEATED": SPEED,
    "syntax/carriers/shell_paths.MOST_CHARACTERS": PRODUCT,
    "syntax/carriers/shell_paths.MOST_FILES": FAILS,
    "syntax/carriers/shell_paths.MOST_ROUNDS": COUNTED,
    "syntax/carriers/shell_reader.MOST_NESTED": FAILS,
    "syntax/carriers/shell_variables.MOST_CHARACTERS": PRODUCT,
    "syntax/carriers/shell_variables.MOST_LOOPED": FAILS,
    "syntax/carriers/shell_variables.MOST_NAMES": FAILS,
    "syntax/carriers/shell_variables.MOST_VALUES": SPEED,
    "syntax/carriers/surroundings.MOST_NESTED": FAILS,
    "syntax/carriers/yaml_walk.MOST_NESTED": FINDING,
    "syntax/ccdt/diagnostics.MOST_PROBLEMS": FINDING,
    "syntax/ccdt/parse.DEEPEST": FINDING,
    "syntax/ccdt/values.MOST_DIGITS": FINDING,
    "syntax/mqsc/diagnostics.LONGEST_WORD": SHOWN,
    "syntax/mqsc/dump_end.MOST_CHARACTERS": SHOWN,
    "syntax/mqsc/lines.MOST_CHARACTERS": FINDING,
    "syntax/mqsc/reader.MOST_LETTERS_UNLIKE": SHOWN,
    "syntax/mqsc/reader.MOST_READ": FINDING,
    "syntax/mqsc/reader.MOST_REJOINED": FINDING,
    "syntax/template_expressions.LONGEST": COUNTED,
    "syntax/template_values._MOST_INSERTED": COUNTED,
    "syntax/template_values._MOST_NESTED": COUNTED,
}


def test_what_happens_at_each_limit_is_decided() -> None:
    """A new one belongs to the list, and to `tests/cli/test_not_checked.py` if it limits checks."""
    limits = [
        f"{path.relative_to(PACKAGE).as_posix().removesuffix('.py')}.{name}"
        for package in PACKAGES
        for path in (PACKAGE / package).rglob("*.py")
        for name in LIMIT.findall(path.read_text(encoding="utf-8"))
    ]
    assert sorted(limits) == sorted(LIMITS)
