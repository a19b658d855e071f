"""Every limit on what is checked is reported or counted where it is reached: a new one needs a decision."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import mqtune
from mqtune.language.catalogue import attribute, ini_attribute

PACKAGE = Path(mqtune.__file__).parent
PACKAGES = ("syntax", "project", "session", "estate", "analysis", "rules", "engine", "text")
LIMIT = re.compile(r"^(_?(?:MOST|LONGEST|DEEPEST|BIG)(?:_[A-Z_]+)?)(?:,[^=]+)? = ", re.MULTILINE)

FAILS = "an error under a gate (SYN076)"
FINDING = "a finding of its own, or an error of the run"
COUNTED = (
    "counted as not checked under a gate: a value or name stays unknown, as any that is not in the files"
)
PRODUCT = "IBM MQ or the operating system has the limit, and refuses more"
SHOWN = "what a message, a text or a suggestion shows"
SPEED = "what is remembered, or looked at first: nothing is left out"
OTHER = "no check of lint: fixes, states of git, access, query, plan, show and trace, which say so themselves"

LIMITS = {
    "analysis/access/authority.MOST_SHOWN": SHOWN,
    "analysis/access/connection.MOST_SHOWN": SHOWN,
    "analysis/access/answer.MOST_LISTED": SHOWN,
    "analysis/access/matrix.MOST_CELLS": OTHER,
    "analysis/access/walk.MOST_COMPARED": FAILS,
    "analysis/access/walk.MOST_PARTS": OTHER,
    "analysis/access/case.MOST_WAYS": OTHER,
    "analysis/plan/effective.MOST_SHOWN": SHOWN,
    "analysis/plan/model.LONGEST": SHOWN,
    "analysis/plan/order.MOST_CELLS": OTHER,
    "analysis/query/answer.MOST_SEEN": OTHER,
    "analysis/tune/advice.MOST_NAMED": SHOWN,
    "analysis/tune/decisions.MOST_QUOTED": SHOWN,
    "analysis/tune/expiry.MOST_FILE_MB": PRODUCT,
    "analysis/tune/publications.LONGEST_NAME": PRODUCT,
    "analysis/tune/topics.LONGEST_NAME": PRODUCT,
    "engine/format_items.MOST_READ": PRODUCT,
    "session/fixing/proof.MOST_TRIALS": OTHER,
    "session/fixing/rename.MOST_PLACES": SHOWN,
    "engine/engine.MOST_LISTED": FINDING,
    "engine/line_rules.MOST_TEXTS": SPEED,
    "engine/suppression.MOST_NOTES": SHOWN,
    "analysis/topology/loads.MOST_BUFFER_BYTES": PRODUCT,
    "estate/workload.MOST_NAMES": PRODUCT,
    "estate/records.MOST_SETS": SPEED,
    "analysis/topology/describe.MOST_LISTED": OTHER,
    "estate/grouping.MOST_LINES": SPEED,
    "analysis/topology/loads.MOST_DEPTH": PRODUCT,
    "estate/grouping.MOST_TOGETHER": SHOWN,
    "estate/model.MOST_NAMES": FAILS,
    "estate/indexes.LONGEST": SHOWN,
    "estate/topic_strings.MOST_CHARACTERS": PRODUCT,
    "analysis/topology/topics.MOST_STEPS": FAILS,
    "analysis/budget/budget.MOST_NAMED": SHOWN,
    "analysis/flow/client_routes.MOST_LISTED": SHOWN,
    "analysis/trace/undelivered.MOST_ROUNDS": OTHER,
    "analysis/flow/log_need.MOST_FILES": PRODUCT,
    "analysis/flow/log_need.MOST_PAGES": PRODUCT,
    "analysis/load/tables.MOST_REMARKS": SHOWN,
    "analysis/flow/resource.MOST_LINKS": SHOWN,
    "analysis/flow/derived.MOST_REACHED": SHOWN,
    "project/boundary.MOST_LINKS": FINDING,
    "project/boundary.MOST_STEPS": FINDING,
    "project/environments.MOST_LISTED": SHOWN,
    "project/ignore_files.MOST_OF_BLOCK": SPEED,
    "project/left_out.BIG": "counted as not checked: it is not known to be empty of MQ",
    "project/left_out.MOST_BYTES": "counted as not checked: it is not known to be empty of MQ",
    "project/left_out.MOST_ENTRIES": "counted as not checked, as a folder",
    "project/load.MOST_PARTS": FINDING,
    "project/placeholder_values.MOST_NESTED": FINDING,
    "project/policies.MOST_POLICIES": FINDING,
    "project/values.MOST": FINDING,
    "rules/cat/attributes.MOST_LINES": SPEED,
    "rules/cat/attributes.MOST_OWNERS": SHOWN,
    "rules/cat/levels.MOST_CHARACTERS": PRODUCT,
    "rules/chl/clients.MOST_RELATED": SHOWN,
    "rules/log.MOST_FILES": PRODUCT,
    "rules/log.MOST_FILES_WINDOWS": PRODUCT,
    "rules/pub/lock.MOST_RELATED": SHOWN,
    "rules/pub/subscriptions.MOST_CHARACTERS": FAILS,
    "rules/pub/subscriptions.MOST_COMPARED": FAILS,
    "rules/que/filling.MOST_HEADERS": PRODUCT,
    "rules/que/filling.MOST_RELATED": SHOWN,
    "rules/que/limits.LONGEST": PRODUCT,
    "rules/run/evidence.MOST_SHOWN": SHOWN,
    "session/applied.MOST_FILES": FAILS,
    "session/choice.MOST_LISTED": SHOWN,
    "session/mentions.MOST_HOPS": OTHER,
    "session/revisions.LONGEST_PATH": OTHER,
    "session/revisions.MOST_BYTES": OTHER,
    "session/revisions.MOST_ENTRIES": OTHER,
    "session/revisions.MOST_STEPS": OTHER,
    "session/revisions.LONGEST_ROW": OTHER,
    "session/sides.MOST_LEFT_OUT": SHOWN,
    "session/sides.MOST_NAMES": SHOWN,
    "session/workspace.MOST_LEVELS": FAILS,
    "syntax/branches.MOST_NAMED": SHOWN,
    "syntax/carriers/shell_variables.MOST_PIPED": FAILS,
    "syntax/carriers/shell_doubts.MOST_COMPARED": COUNTED,
    "syntax/carriers/shell_feeds.MOST_NESTED": FAILS,
    "syntax/carriers/shell_feeds.MOST_STARTED": FAILS,
    "syntax/carriers/shell_output._MOST_REPEATED": SPEED,
    "syntax/carriers/shell_words.MOST_CHARACTERS": PRODUCT,
    "syntax/carriers/shell_words.MOST_FILES": FAILS,
    "syntax/carriers/shell_words.MOST_ROUNDS": COUNTED,
    "syntax/carriers/shell_reader.MOST_NESTED": FAILS,
    "syntax/carriers/shell_variables.MOST_CHARACTERS": PRODUCT,
    "syntax/carriers/shell_variables.MOST_LOOPED": FAILS,
    "syntax/carriers/shell_variables.MOST_NAMES": FAILS,
    "syntax/carriers/shell_variables.MOST_VALUES": SPEED,
    "syntax/carriers/result.MOST_NESTED": FAILS,
    "syntax/carriers/yaml_text.MOST_NESTED": FINDING,
    "syntax/ccdt/diagnostics.MOST_PROBLEMS": FINDING,
    "syntax/ccdt/parse.DEEPEST": FINDING,
    "syntax/ccdt/tree.MOST_DIGITS": FINDING,
    "syntax/mqsc/diagnostics.LONGEST_WORD": SHOWN,
    "syntax/mqsc/dump_end.MOST_CHARACTERS": SHOWN,
    "syntax/mqsc/lines.MOST_CHARACTERS": FINDING,
    "syntax/mqsc/reader.MOST_LETTERS_UNLIKE": SHOWN,
    "syntax/mqsc/reader.MOST_READ": FINDING,
    "syntax/mqsc/reader.MOST_REJOINED": FINDING,
    "syntax/template_expressions.LONGEST": COUNTED,
    "syntax/template_values._MOST_NESTED": COUNTED,
    "text/paths.LONGEST": OTHER,
    "text/linear.MOST_KNOWN": SPEED,
    "text/linear.MOST_NODES": FINDING,
    "text/messages.MOST_CHARACTERS": SHOWN,
    "text/messages.MOST_LISTED": SHOWN,
    "text/not_checked.MOST_TIMES": FAILS,
    "text/pattern_index.LONGEST_KEY": SPEED,
    "text/pattern_index.MOST_KNOWN": SPEED,
    "text/pattern_index.MOST_STATE_NODES": SPEED,
    "text/patterns.LONGEST_TEXT": SPEED,
    "text/patterns.MOST_DIGITS": FINDING,
    "text/source.MOST_BYTES": FINDING,
    "text/spelling.MOST_CHANGES": SHOWN,
    "text/spelling.MOST_REMEMBERED": SPEED,
    "text/spelling.MOST_SUGGESTED": SHOWN,
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


def ini_most(stanza: str, key: str) -> int | float | None:
    found = ini_attribute("qm.ini", stanza, key)
    assert found is not None
    return found.maximum


def most(type: str, keyword: str) -> int | float | None:
    found = attribute(type, keyword)
    assert found is not None
    return found.maximum or found.max_length or found.max_items


# the limits of the product that the catalogue has, too
CATALOGUED = {
    "analysis.tune.expiry.MOST_FILE_MB": most("QLOCAL", "MAXFSIZE"),
    "analysis.tune.topics.LONGEST_NAME": most("TOPIC", "CLUSTER"),
    "analysis.topology.loads.MOST_DEPTH": most("QLOCAL", "MAXDEPTH"),
    "analysis.topology.loads.MOST_BUFFER_BYTES": ini_most("TuningParameters", "DefaultQBufferSize"),
    "analysis.flow.log_need.MOST_PAGES": ini_most("Log", "LogFilePages"),
    "estate.workload.MOST_NAMES": most("NAMELIST", "NAMES"),
    "estate.topic_strings.MOST_CHARACTERS": most("TOPIC", "TOPICSTR"),
    "rules.cat.levels.MOST_CHARACTERS": most("CHANNEL", "SSLCIPH"),
    "rules.que.limits.LONGEST": most("QLOCAL", "MAXMSGL"),
}


@pytest.mark.parametrize("name", CATALOGUED)
def test_a_limit_of_the_product_is_that_of_the_catalogue(name: str) -> None:
    module, _, constant = name.rpartition(".")
    assert getattr(import_module(f"mqtune.{module}"), constant) == CATALOGUED[name]
