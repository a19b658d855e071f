"""The rules on client channel tables match the behaviour of the Java client, for every key and type."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mqtune.language.files import CcdtKey, ccdt_keys
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.finding import Finding
from tests.data.observed import ccdt_verdicts

Lint = Callable[..., list[Finding]]

WHOLE: dict[str, Any] = {
    "channel": [
        {
            "name": "APP.SVRCONN",
            "type": "clientConnection",
            "clientConnection": {"connection": [{"host": "localhost", "port": 1414}], "queueManager": "QM1"},
            "compression": {"header": ["none"], "message": ["none"]},
            "connectionManagement": {
                "affinity": "none",
                "clientWeight": 1,
                "defaultReconnect": "no",
                "disconnectInterval": 6000,
                "heartbeatInterval": 300,
                "keepAliveInterval": -1,
                "sharingConversations": 10,
                "localAddress": [{"host": "localhost", "portRange": {"low": 2000, "high": 3000}}],
            },
            "exits": {
                "receive": [{"name": "", "userData": ""}],
                "security": {"name": "", "userData": ""},
                "send": [{"name": "", "userData": ""}],
            },
            "general": {"description": "d", "maximumMessageLength": 4194304},
            "timestamps": {"altered": "x"},
            "transmissionSecurity": {
                "cipherSpecification": "",
                "certificateLabel": "",
                "certificatePeerName": "",
                "quantumSafeAlgorithm": "mlkem",
                "quantumSafeRequired": "optional",
            },
        }
    ]
}

VALUES = [None, True, 7, 1.0, 2**31, "word", {}, [], ["word"], [7], [None], [{}]]
TAKEN = {
    "string": ["word"],
    "integer": [7],
    "object": [{}],
    "objects": [[], [{}]],
    "strings": [["word"]],
    "any": VALUES,
}


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lint:
    """The findings on a table, given as text or as its contents."""
    monkeypatch.chdir(tmp_path)

    def lint(table: object, clients: str = "", level: str = "10.0", name: str = "ccdt.json") -> list[Finding]:
        text = table if isinstance(table, str) else json.dumps(table, indent=1)
        Path(name).write_bytes(text.encode("utf-8", "surrogateescape"))
        settings = f'mq-version = "{level}"\n' if level else ""
        Path("mqtune.toml").write_text(settings + (f"ccdt-clients = {clients}\n" if clients else ""))
        result = Session.open(Options([name], select=["SYN", "CAT", "CLT001"])).lint()
        assert [str(crash) for crash in result.crashes] == []
        return result.findings

    return lint


@pytest.fixture
def errors_of_each(lint: Lint, tmp_path: Path) -> Callable[..., list[list[str]]]:
    """The errors in each of several tables, which are files of one run."""

    def errors_of(tables: list[object], level: str = "10.0") -> list[list[str]]:
        folder = tmp_path / "tables"
        folder.mkdir()
        for number, table in enumerate(tables):
            text = table if isinstance(table, str) else json.dumps(table, indent=1)
            (folder / f"{number:04}.ccdt.json").write_bytes(text.encode("utf-8", "surrogateescape"))
        told: list[list[str]] = [[] for _ in tables]
        Path("mqtune.toml").write_text(f'mq-version = "{level}"\n' if level else "")
        names = [f"tables/{number:04}.ccdt.json" for number in range(len(tables))]
        result = Session.open(Options(names, select=["SYN", "CAT", "CLT001"])).lint()
        assert [str(crash) for crash in result.crashes] == []
        assert (result.missing, result.refused) == ([], [])
        for finding in result.findings:
            if finding.severity == "error":
                told[int(Path(finding.place.file).name[:4])].append(finding.message)
        return told

    return errors_of


def errors(findings: list[Finding]) -> list[str]:
    return [finding.message for finding in findings if finding.severity == "error"]


def at(path: str) -> tuple[dict[str, Any], Any, str]:
    """A complete table, the object or array in it that contains a path, and the key of the path."""
    table = copy.deepcopy(WHOLE)
    holder: Any = table
    *way, key = path.split(".")
    for step in way:
        holder = holder[step.removesuffix("[]")]
        holder = holder[0] if step.endswith("[]") else holder
    if path.endswith("localAddress[].port"):
        del holder["portRange"]
    return table, holder, key


def is_taken(entry: CcdtKey, value: object) -> bool:
    if value not in TAKEN[entry.kind] or (isinstance(value, bool) and entry.kind != "any"):
        return False
    if value == [] and entry.empty_refused:
        return False
    if value == {} and entry.path == "channel[].clientConnection":
        return False
    if value == [{}] and entry.path == "channel":
        return False
    words = value if isinstance(value, list) else [value]
    return not entry.values or all(word in entry.values for word in words)


@pytest.mark.parametrize("path", sorted(ccdt_keys()))
def test_every_key_accepts_the_types_that_the_java_client_accepts(
    path: str, errors_of_each: Callable[..., list[list[str]]]
) -> None:
    tables = []
    for value in VALUES:
        table, holder, key = at(path)
        holder[key] = value
        tables.append(table)
    for value, told in zip(VALUES, errors_of_each(tables), strict=True):
        assert (told == []) == is_taken(ccdt_keys()[path], value), (path, value, told)


@pytest.mark.parametrize("path", sorted(ccdt_keys()))
def test_a_missing_key_is_an_error_if_the_java_client_rejects_the_table(path: str, lint: Lint) -> None:
    table, holder, key = at(path)
    holder.pop(key, None)
    # the Java client reads a table without `channel`; a client finds no channel in it, so it is an error
    refused = path == "channel" or ccdt_keys()[path].java_missing == "refused"
    assert bool(errors(lint(table))) == refused


@pytest.mark.parametrize("path", sorted(ccdt_keys()))
def test_the_case_of_keys_matters_and_has_a_safe_fix(path: str, lint: Lint) -> None:
    table, holder, key = at(path)
    holder[key.upper()] = holder.pop(key, 7)
    found = lint(table)
    assert len(errors(found)) == 1
    finding = next(one for one in found if one.severity == "error")
    assert finding.code == "CAT070"
    assert [(fix.applicability, fix.edits[0].content) for fix in finding.fixes] == [("safe", f'"{key}"')]


@pytest.mark.parametrize("path", sorted({path.rpartition(".")[0] for path in ccdt_keys()}))
def test_a_user_defined_key_is_an_error_in_every_object(path: str, lint: Lint) -> None:
    table, holder, _ = at(f"{path}.x" if path else "x")
    holder["comment"] = "x"
    assert [finding.code for finding in lint(table)] == ["CAT070"]
    assert [finding.severity for finding in lint(table, clients='["c"]')] == ["info"]


def test_a_complete_table_has_no_finding(lint: Lint) -> None:
    assert lint(WHOLE) == []


@pytest.mark.parametrize("level", ["", "9.4", "10.0"])
def test_the_verdict_on_the_examples_is_that_of_the_java_client(
    errors_of_each: Callable[..., list[list[str]]], level: str
) -> None:
    verdicts = ccdt_verdicts()
    texts = [verdict.table.decode("utf-8", "surrogateescape") for verdict in verdicts]
    for verdict, errors in zip(verdicts, errors_of_each(texts, level=level), strict=True):
        refused = verdict.refused_by_10 if level == "10.0" else verdict.refused
        assert bool(errors) == refused, (verdict.case, errors)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("channel[].clientConnection.connection[].port", 0),
        ("channel[].clientConnection.connection[].port", 65536),
        ("channel[].clientConnection.connection[].port", -1),
        ("channel[].clientConnection.connection[].host", ""),
        ("channel[].clientConnection.connection[].host", "a,b"),
        ("channel[].clientConnection.connection", []),
        ("channel[].clientConnection.queueManager", "*GRP"),
        ("channel[].name", "APP-SVRCONN"),
        ("channel[].name", ""),
        ("channel[].transmissionSecurity.cipherSpecification", "NOT_A_CIPHER"),
        ("channel[].connectionManagement.heartbeatInterval", -1),
        ("channel[].connectionManagement.clientWeight", 100),
        ("channel[].connectionManagement.localAddress[].portRange", {"low": 2000}),
        ("channel[].connectionManagement.localAddress[].portRange", {"low": 3, "high": 2}),
        ("channel[].exits.send[].userData", "x" * 33),
    ],
)
def test_a_value_that_the_client_accepts_but_cannot_use_is_a_warning(
    path: str, value: object, lint: Lint
) -> None:
    table, holder, key = at(path)
    holder[key] = value
    assert [finding.severity for finding in lint(table)] == ["warning"]


def test_a_channel_without_its_connection_is_only_a_warning(lint: Lint) -> None:
    found = lint({"channel": [{"name": "A", "type": "clientConnection"}]})
    assert [(finding.code, finding.severity) for finding in found] == [("CAT071", "warning")]


@pytest.mark.parametrize(
    ("path", "value", "refused"),
    [
        ("channel[].name", "x" * 21, True),
        ("channel[].clientConnection.queueManager", "x" * 49, True),
        ("channel[].general.description", "x" * 64, False),
        ("channel[].general.description", "\U0001f600" * 33, True),
        ("channel[].transmissionSecurity.cipherSpecification", "x" * 33, True),
        ("channel[].transmissionSecurity.certificatePeerName", "x" * 1025, True),
        ("channel[].exits.security.userData", "x" * 33, True),
        ("channel[].exits.send", [{"name": "x" * 499}, {"name": "x" * 499}], False),
        ("channel[].exits.send", [{"name": "x" * 500}, {"name": "x" * 499}], True),
        ("channel[].exits.receive", [{"userData": "x" * 1000}], True),
    ],
)
def test_a_text_is_too_long_if_the_java_client_rejects_it(
    path: str, value: object, refused: bool, lint: Lint
) -> None:
    table, holder, key = at(path)
    holder[key] = value
    assert bool(errors(lint(table))) == refused


@pytest.mark.parametrize(
    ("local", "refused"),
    [
        ({"port": 5, "portRange": {"low": 1, "high": 2}}, True),
        ({"port": 0, "portRange": {"low": 0, "high": 0}}, True),
        ({"port": 5, "portRange": {"low": 1}}, False),
        ({"port": 5, "portRange": {}}, False),
    ],
)
def test_a_local_port_and_a_complete_range_exclude_each_other(
    local: object, refused: bool, lint: Lint
) -> None:
    table, holder, key = at("channel[].connectionManagement.localAddress")
    holder[key] = [local]
    assert bool(errors(lint(table))) == refused


@pytest.mark.parametrize(
    "text",
    [
        (
            '{"channel": [{"name": "$CHL", "type": "clientConnection", "clientConnection":'
            ' {"connection": [{"host": "${HOST}", "port": 443}], "queueManager": "{{ qm }}"}}]}'
        ),
        (
            '{"channel": [{"name": "A", "type": "clientConnection", "clientConnection":'
            ' {"connection": [{"host": "<your-host>", "port": ${PORT}}], "queueManager": "@@QM@@"}}]}'
        ),
        (
            '{"channel": [{"name": "A", "type": "clientConnection", "clientConnection":'
            ' {"connection": [{"host": "$HOST", "port": $PORT}], "queueManager": "$QM"}}]}'
        ),
        '{"channel": [{{ range .All }}{"name": "A"},{{ end }}]}',
    ],
)
def test_placeholders_have_no_findings(text: str, lint: Lint) -> None:
    assert lint(text) == []


def test_quotation_marks_around_a_placeholder_for_a_number_are_an_info(lint: Lint) -> None:
    table, holder, key = at("channel[].clientConnection.connection[].port")
    holder[key] = "${PORT}"
    assert [(finding.code, finding.severity) for finding in lint(table)] == [("CAT072", "info")]


def test_a_truncated_table_lacks_only_its_end(lint: Lint) -> None:
    text = json.dumps(WHOLE, indent=1)
    assert [finding.code for finding in lint(text[: text.index('"compression"')])] == ["SYN050"]


def test_findings_in_a_configmap_have_their_position_in_the_yaml(lint: Lint) -> None:
    text = (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ccdt\ndata:\n  ccdt.json: |\n"
        '    {"channel": [\n      {"name": "A", "type": "clientConnection",\n'
        '       "clientConnection": {"connection": [{"host": "h", "port": "1414"}],\n'
        '        "queueManager": "QM1"}}\n    ]}\n'
    )
    found = lint(text, name="ccdt.yaml")
    assert [(finding.code, finding.place.span.line) for finding in found] == [("CAT072", 9)]


def test_real_tables_have_only_two_findings(corpus: Path, lint: Lint) -> None:
    told = {}
    for path in sorted((corpus / "ccdt").iterdir()):
        found = lint(path.read_bytes().decode("utf-8", "surrogateescape"), level="")
        if found:
            told[path.name.rpartition("__")[0]] = [finding.code for finding in found]
    # a byte order mark, which Java rejects, and a superfluous brace, which it ignores
    assert sorted(told.values()) == [["CLT001"], ["SYN051"]]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (
            "transmissionSecurity",
            {"quantumSafeAlgoritm": "mlkem"},
            "the closest key is quantumSafeAlgorithm, which was introduced",
        ),
        (
            "transmissionSecurity",
            {"quantumsafealgorithm": "mlkem"},
            "the closest key is quantumSafeAlgorithm, which was introduced",
        ),
        ("compression", {"message": ["lz4fst"]}, "the closest value is lz4fast, which was introduced"),
        ("compression", {"message": ["LZ4FAST"]}, "the value is lz4fast, which was introduced"),
    ],
)
def test_a_word_of_later_clients_is_suggested_without_a_fix(
    key: str, value: dict[str, Any], said: str, lint: Lint
) -> None:
    table = copy.deepcopy(WHOLE)
    table["channel"][0][key] = value
    for level, is_there in (("9.3", False), ("10.0", True)):
        (finding,) = [one for one in lint(table, level=level) if one.code in ("CAT070", "CAT073")]
        assert finding.help.startswith(said) is not is_there
        assert bool(finding.fixes) is is_there
