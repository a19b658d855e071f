"""The JSON Schemas accept what the program reads and writes, and nothing else as far as a schema can say."""

from __future__ import annotations

import copy
import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune._build.schemas import data_schema, type_schema
from mqtune._build.schemas import FORMS, AskedKeys, form_of, project_schema
from mqtune._build.schemas import schemas
from mqtune.project.load import ProjectError, read_project
from mqtune.project import values
from mqtune.project.schema import read_with
from mqtune.project.values import ValueFormError
from mqtune.questions.table import QUESTIONS
from mqtune.present.lint_data import LintData
from tests.cli.conftest import Run, folder, mqtune  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
PROJECT = project_schema()
OUTPUTS = ("findings", "budget", "plan")
VALIDATOR = jsonschema.Draft7Validator(PROJECT)
# what a schema cannot express: relations between tables, releases, whole bytes, types of TOML
WIDER = (values.day, values.level, values.size)
BEYOND = ("declared twice", "is not declared", "must be a version", "must be a size", "must be a date", "level")


def as_json(value: Any) -> Any:
    """A document as editors give it to a schema: dates are strings."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value


def errors_of(text: str) -> list[str]:
    try:
        read_project(text.encode(), "mqtune.toml", "/")
    except ProjectError as error:
        return [one.message for one in (error, *error.others)]
    return []


def test_the_files_are_fresh() -> None:
    assert [path.name for path, text in schemas().items() if path.read_text(encoding="utf-8") != text] == []


def test_every_check_of_the_loader_has_a_schema() -> None:
    asked = AskedKeys()
    read_with(asked, {}, ".")
    read_with(asked, {name: {} for name in asked.tables[()]}, ".")
    for names, keys in asked.keys.items():
        for key, (_, check) in keys.items():
            assert form_of(check), f"{'.'.join(names)}.{key}: add {check} to FORMS in project_schema.py"


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*/mqtune.toml")), ids=lambda path: path.parent.name)
def test_the_examples_are_valid(path: Path) -> None:
    VALIDATOR.validate(as_json(tomllib.loads(path.read_text(encoding="utf-8"))))


VALUES = st.sampled_from(
    [
        *('"a"', '""', '" "', '"9.4"', '"9"', '"linux"', '"test"', '"PUB"', '"PUB001"', '"pub"', '"96 GiB"'),
        *('"10 Gb/s"', '"0 s"', '"5 min"', '"5"', '"-5 s"', '"1_000 KB"', '"fastpath"', '"client"', "true"),
        *("false", "0", "1", "-1", "0.25", "1.5", "1e13", "2027-03-31", '["a"]', '["java"]', "[]", "[1]"),
        *('["PUB", "CAT0"]', '{ A = "1" }', "{ A = 1 }", "{}", '"ALL"', '"production"', '"default"', '"K8S"'),
    ]
)


@st.composite
def documents(draw: Any) -> str:
    """A project file with values that mostly fit, some keys left out and some unknown ones."""
    asked = AskedKeys()
    read_with(asked, {}, ".")
    read_with(asked, {name: {} for name in asked.tables[()]}, ".")
    text = ""
    tables = draw(st.lists(st.sampled_from(sorted(asked.keys)), max_size=3, unique=True))
    for names in sorted({(), *tables, *(one[:1] for one in tables)}):
        if names:
            header = ".".join(names)
            text += f"[[{header}]]\n" if names in asked.arrays else f"[{header}]\n"
        required = asked.required.get(names, ())
        others = draw(st.lists(st.sampled_from([*asked.keys[names], "unknown"]), max_size=3, unique=True))
        kept = [key for key in required if draw(st.integers(0, 5))]
        for key in sorted({*kept, *others}):
            text += f"{key} = {draw(VALUES)}\n"
    return text


@given(documents())
def test_loader_and_schema_agree(text: str) -> None:
    errors = errors_of(text)
    wrong = [one.message for one in VALIDATOR.iter_errors(as_json(tomllib.loads(text)))]
    if not errors:
        assert wrong == []
    elif not wrong:
        assert [one for one in errors if not any(word in one for word in BEYOND) and "date" not in one] == []


@pytest.mark.parametrize("check", list(FORMS), ids=lambda one: one.__name__)
def test_each_check_agrees_with_its_schema(check: Any) -> None:
    samples = ["a", "", "9.4", "9", "9.x", "PUB", "K8S001", "123", "pub", "PUB0001", "96 GiB", "96", "1.5 MB", "GB"]
    samples += ["5 min", "0 s", "00 s", "1_0 h", "5 parsec", "10 Gb/s", "_ s", True, 0, 1, -1, 0.5, 10**12, -0.1]
    samples += [[], ["a"], [""], [1], ["PUB"], {}, {"A": "1"}, {"A": 1}, ["a", "b"]]
    validator = jsonschema.Draft7Validator(FORMS[check])
    for sample in samples:
        try:
            check(sample)
        except ValueFormError:
            assert not validator.is_valid(sample) or check in WIDER, sample
        else:
            assert validator.is_valid(sample), sample


def sample_of(schema: dict[str, Any]) -> Any:
    """A value that a schema accepts."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return sample_of(schema["anyOf"][0])
    kind = schema["type"]
    if kind == "object":
        return {key: sample_of(one) for key, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample_of(schema["items"])]
    return {"string": "x", "integer": 1, "number": 1.5, "boolean": True}[kind]


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_without_a_key_or_with_another_type_is_invalid(name: str) -> None:
    schema = json.loads((ROOT / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft7Validator(schema)
    sample = sample_of(schema)
    validator.validate(sample)
    validator.validate(sample | {"further": 1})  # readers tolerate new keys
    for key in sample:
        other = copy.deepcopy(sample)
        other[key] = [3] if not isinstance(sample[key], list) else 3
        assert not validator.is_valid(other)
        del other[key]
        assert validator.is_valid(other) is (key not in schema["required"])


def test_findings_are_valid(mqtune: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = json.loads(mqtune("lint", "--format", "json", "--exit-zero", "examples").out)
    assert any(one["impact"] for one in found["findings"])
    assert any(one["fixes"] for one in found["findings"])
    assert any(one["related"] for one in found["findings"])
    jsonschema.validate(found, type_schema(LintData, strict=True))


def test_a_budget_is_valid(mqtune: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = json.loads(mqtune("budget", "--format", "json", "examples/pubsub-branches").out)
    assert found["first"]
    jsonschema.validate(found, data_schema(QUESTIONS["budget"], strict=True))


def test_a_plan_is_valid(folder: Path, mqtune: Run) -> None:
    (folder / "old.mqsc").write_text(
        "DEFINE QLOCAL(A) MAXDEPTH(50) REPLACE\nDEFINE QLOCAL(C) REPLACE\n"
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET)\n"
    )
    (folder / "new.mqsc").write_text(
        "DEFINE QLOCAL(A) DEFPSIST(YES) REPLACE\nDEFINE QLOCAL(B) MAXDEPHT(1)\n"
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET,PUT)\n"
    )
    found = json.loads(mqtune("plan", "old.mqsc", "new.mqsc", "--format", "json").out)
    assert {one["action"] for one in found["changes"]} >= {"alter", "delete"}
    assert found["findings"]["new"]
    jsonschema.validate(found, data_schema(QUESTIONS["plan"], strict=True))


@pytest.mark.parametrize("name", ["project", *OUTPUTS])
def test_the_command_prints_the_schema(name: str, mqtune: Run) -> None:
    outcome = mqtune("schema", name)
    assert outcome.status == 0
    jsonschema.Draft7Validator.check_schema(json.loads(outcome.out))
    assert outcome.out == (ROOT / "schemas" / f"{name}.json").read_text(encoding="utf-8")


def test_an_unknown_schema_lists_the_known_ones(mqtune: Run) -> None:
    outcome = mqtune("schema", "finding")
    assert outcome.status == 2
    assert "project, findings, plan, budget" in outcome.err


def test_init_names_the_schema(folder: Path, mqtune: Run) -> None:
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    assert mqtune("init").status == 0
    assert (folder / "mqtune.toml").read_text().startswith(f"#:schema {PROJECT_ADDRESS}\n")
    assert mqtune("lint").status == 0
    (folder / "mqtune.toml").unlink()
    (folder / "mqtune.schema.json").write_text(mqtune("schema", "project").out)
    mqtune("init")
    text = (folder / "mqtune.toml").read_text()
    assert text.startswith("#:schema ./mqtune.schema.json\n")
    VALIDATOR.validate(as_json(tomllib.loads(text)))


PROJECT_ADDRESS = json.loads((ROOT / "schemas" / "project.json").read_text(encoding="utf-8"))["$id"]
