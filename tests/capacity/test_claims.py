"""The page on claims without a rule points at models, inputs, tables and rules that exist."""

from __future__ import annotations

import re
from pathlib import Path

from mqtune.capacity.definition import MODEL_NAMES, model
from mqtune.engine.pages import all_pages
from mqtune.questions.models import table_names

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "claims-without-rule.md").read_text(encoding="utf-8")


def test_models_and_their_inputs_exist() -> None:
    for cell in re.findall(r"\|([^|]*)\|\n", TEXT):
        names = re.findall(r"model `([a-z-]+)`", cell)
        assert set(names) <= set(MODEL_NAMES)
        inputs = {key for name in names for key in model(name).inputs}
        assert set(re.findall(r"`([a-z-]+)=[a-z-]*`", cell)) <= inputs, cell


def test_tables_and_rules_exist() -> None:
    assert set(re.findall(r"figures show ([a-z0-9-]+)", TEXT)) <= set(table_names())
    withdrawn = {"OSL001"}
    assert set(re.findall(r"\b[A-Z]{3}\d{3}\b", TEXT)) <= set(all_pages()) | withdrawn
