"""The properties of each format that other programs rely on."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mqtune.present.formats import FORMATS, Style, write_report
from mqtune.present.report import Report
from mqtune.present.sarif import uri
from mqtune.text.finding import Finding

Make = Callable[..., Report]
MACHINE = ("json", "sarif", "gitlab", "sonarqube", "junit")


def written(format: str, report: Report) -> str:
    pieces: list[str] = []
    write_report(format, report, pieces.append, Style())
    return "".join(pieces)


@pytest.mark.parametrize("found", [None, []])
def test_sarif_is_valid(found: list[Finding] | None, make_report: Make) -> None:
    schema = json.loads((Path(__file__).parent / "sarif-used-part.schema.json").read_text())
    for crashes in ([], ["PUB001 failed"]):
        jsonschema.validate(json.loads(written("sarif", make_report(found, crashes=crashes))), schema)


def test_sarif_rules_are_found_by_index(make_report: Make) -> None:
    run = json.loads(written("sarif", make_report()))["runs"][0]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_includes_suppressed_findings_with_the_reason(make_report: Make) -> None:
    results = json.loads(written("sarif", make_report()))["runs"][0]["results"]
    silenced = [result["suppressions"][0] for result in results if "suppressions" in result]
    assert {"kind": "inSource", "justification": "lab only", "status": "accepted"} in silenced


@pytest.mark.parametrize(
    ("path", "reference"),
    [
        ("a b/ü.mqsc", "a%20b/%C3%BC.mqsc"),
        ("C:/x.mqsc", "file:///C%3A/x.mqsc"),
        ("/x#1.mqsc", "file:///x%231.mqsc"),
        ("a:b\udcff", "a%3Ab%FF"),
    ],
)
def test_paths_become_references(path: str, reference: str) -> None:
    assert uri(path) == reference


@pytest.mark.parametrize("format", ["sarif", "gitlab"])
def test_fingerprints_are_unique(format: str, make_report: Make) -> None:
    twice = make_report().findings * 2
    data: Any = json.loads(written(format, make_report(twice)))
    if format == "gitlab":
        marks = [entry["fingerprint"] for entry in data]
    else:
        marks = [next(iter(result["partialFingerprints"].values())) for result in data["runs"][0]["results"]]
    assert len(marks) == len(set(marks))


@pytest.mark.parametrize("format", MACHINE)
def test_output_for_programs_is_plain_ascii(format: str, make_report: Make) -> None:
    assert written(format, make_report()).isascii()


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_prints_a_secret(format: str, make_report: Make) -> None:
    assert "hunter2" not in written(format, make_report())


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_passes_on_control_characters(format: str, make_report: Make) -> None:
    text = written(format, make_report())
    assert not {char for char in text if not char.isprintable()} - {"\n"}
    assert "\u202e" not in text


@pytest.mark.parametrize("format", FORMATS)
def test_no_text_from_a_file_is_a_command_to_a_runner(format: str, make_report: Make) -> None:
    for line in written(format, make_report()).splitlines():
        if format == "azure" and line.startswith("##vso[task.logissue "):
            line = line.partition("]")[2]
        assert "##vso[" not in line
        assert format == "github" or not line.lstrip().startswith("::")


def test_json_has_exactly_the_keys_of_the_contract(make_report: Make) -> None:
    data = json.loads(written("json", make_report()))
    assert list(data) == ["version", "tool", "findings", "summary", "not_checked"]
    assert list(data["not_checked"]) == ["files", "rules", "suppressed"]
    assert list(data["summary"]) == [
        "files",
        "commands",
        "error",
        "warning",
        "info",
        "suppressed",
        "held_back",
    ]
    keys = "code name severity confidence message file start end environment queue_manager object impact"
    keys += " references related fixes"
    assert all(list(finding) == keys.split() for finding in data["findings"])


def test_junit_fails_exactly_when_the_run_fails(make_report: Make) -> None:
    root = ET.fromstring(written("junit", make_report(fail_on="error")))
    assert len(root.findall(".//failure")) == 2
    assert len(root.findall(".//skipped")) == 5
    assert root.get("failures") == "2"
    assert not ET.fromstring(written("junit", make_report(fail_on="never"))).findall(".//failure")


def test_sonarqube_never_gets_an_empty_range(make_report: Make) -> None:
    data = json.loads(written("sonarqube", make_report()))
    ranges = [issue["primaryLocation"]["textRange"] for issue in data["issues"]]
    assert {"startLine": 1} in ranges
    assert {rule["id"] for rule in data["rules"]} == {issue["ruleId"] for issue in data["issues"]}


def test_a_fix_that_cannot_be_shown_completely_is_not_offered_to_programs(make_report: Make) -> None:
    findings = json.loads(written("json", make_report()))["findings"]
    assert [finding["fixes"] for finding in findings if finding["code"] == "SEC005"] == [[]]
