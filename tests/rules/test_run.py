"""RUN beyond the page examples: which commands run in sequence, and which scripts run repeatedly."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session

TOML = '[[queue-manager]]\nname = "HUB"\nfiles = ["b.mqsc", "a.mqsc"]\n'


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The findings of some files, as (code, severity, file, line)."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str] | str, select: str = "RUN"):
        for path, text in ({"example.mqsc": files} if isinstance(files, str) else files).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        result = Session.open(Options(["."], select=[select])).lint()
        assert [str(crash) for crash in result.crashes] == []
        return [(one.code, one.severity, one.place.file, one.place.span.line) for one in result.findings]

    return lint


FIRST = "DEFINE QLOCAL(A) MAXDEPTH(5)\n"
SECOND = "DEFINE QLOCAL(A) MAXDEPTH(6)\n"


def test_two_files_of_one_queue_manager_conflict_if_values_differ(found):
    assert found({"a.mqsc": FIRST, "b.mqsc": SECOND}) == [("RUN003", "warning", "b.mqsc", 1)]


@pytest.mark.parametrize(
    "other",
    [
        FIRST,
        FIRST.replace("MAX", "DESCR('the same but for words') MAX"),
        FIRST.replace("5", "${DEPTH}"),
        FIRST + "ALTER QLOCAL(A) MAXDEPTH(7)\n",
    ],
)
def test_two_files_without_different_values_do_not_conflict(found, other):
    assert found({"a.mqsc": FIRST, "b.mqsc": other}) == []


def test_a_script_and_a_dump_do_not_conflict(found):
    head = "* Queue manager name: QM1\n* Command issued: dmpmqcfg -a -m QM1\n"
    script = f"runmqsc QM1 <<E\n{FIRST}E\n"
    assert found({"a.sh": script, "b.mqsc": head + SECOND.replace(")\n", ") REPLACE\n")}) == []


def test_an_overlay_of_a_resource_does_not_conflict_with_its_base(found):
    text = (
        "kind: QueueManager\nmetadata: {name: QM1}\n"
        "spec: {queueManager: {mqsc: [{configMap: {name: m}}]}}\n---\n"
        "kind: ConfigMap\nmetadata:\n  name: m\ndata:\n  a.mqsc: |\n    "
    )
    files = {"base/qm.yaml": text + FIRST, "overlays/prod/qm.yaml": text + SECOND}
    assert [one for one in found(files) if one[0] == "RUN003"] == []


def test_two_here_documents_and_two_scripts_conflict(found):
    feed = "runmqsc QM1 <<E\n{}E\n"
    assert found({"a.sh": feed.format(FIRST) + feed.format(SECOND)}) == [("RUN003", "warning", "a.sh", 5)]
    files = {"a.sh": feed.format(FIRST), "other/b.sh": feed.format(SECOND)}
    assert found(files) == [("RUN003", "warning", "other/b.sh", 2)]


BRANCHES = [
    "if x; then\n{}elif y; then\nif z; then :; fi\n{}fi\n",
    "case $1 in\na) {};;\nb) {};;\nesac\n",
    "one() {{\n{}}}\ntwo()\n{{\n{}}}\none\n",
    "function one {{\n{}}}\nfunction two\n{{\n{}}}\none\n",
    "{}if x; then\n{}fi\n",
    "su mqm -c '\nif x; then\n{}else\n{}fi'\n",
]


@pytest.mark.parametrize("script", BRANCHES)
def test_branches_and_functions_of_a_script_do_not_conflict(found, script):
    feed = "runmqsc QM1 <<E\n{}E\n"
    assert found({"a.sh": script.format(feed.format(FIRST), feed.format(SECOND))}) == []


def test_one_branch_of_a_script_conflicts_with_itself(found):
    feed = "runmqsc QM1 <<E\n{}E\n"
    script = f"if x; then\n{feed.format(FIRST)}if y; then :; else :; fi\n{feed.format(SECOND)}fi\n"
    assert found({"a.sh": script}) == [("RUN003", "warning", "a.sh", 7)]


def test_declared_files_run_in_the_declared_order(found):
    files = {"a.mqsc": FIRST, "b.mqsc": SECOND, "mqtune.toml": TOML}
    assert found(files) == [("RUN003", "error", "a.mqsc", 1)]


def test_an_identical_definition_is_a_warning(found):
    assert found(FIRST + FIRST) == [("RUN003", "warning", "example.mqsc", 2)]
    assert found(FIRST + "DEFINE QLOCAL(A) MAXDEPTH(5) REPLACE\n") == [
        ("RUN003", "warning", "example.mqsc", 2)
    ]


@pytest.mark.parametrize(
    "script",
    [
        "DEFINE QLOCAL('{{ a }}')\nDEFINE QLOCAL('{{ a }}')\n",
        "DEFINE QLOCAL(A)\nDELETE QLOCAL(A)\nDEFINE QALIAS(A) TARGET(B)\n",
        "DEFINE QLOCAL(A) REPLACE\nALTER QLOCAL(A) GET(DISABLED)\nALTER QLOCAL(A) GET(ENABLED)\n",
        "ALTER QLOCAL(NOT.HERE) GET(DISABLED)\nSTART CHANNEL(NOT.HERE)\nDELETE QLOCAL(NOT.HERE.EITHER)\n",
        (
            "SET CHLAUTH(C) TYPE(ADDRESSMAP) ACTION(REMOVEALL)\n"
            "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('192.0.2.1') USERSRC(CHANNEL) ACTION(REPLACE)\n"
        ),
    ],
)
def test_commands_that_may_be_correct_are_not_reported(found, script):
    assert found(script) == []


def test_the_default_dead_letter_queue_already_exists(found):
    assert found("DEFINE QLOCAL(SYSTEM.DEAD.LETTER.QUEUE)\n") == [("RUN003", "warning", "example.mqsc", 1)]
    assert found("DEFINE QLOCAL(SYSTEM.DEAD.LETTER.QUEUE) REPLACE\n") == []


CONFIG_MAP = """apiVersion: v1
kind: ConfigMap
metadata:
  name: queues
data:
  queues.mqsc: |
    DEFINE QLOCAL(A)
"""


@pytest.mark.parametrize(
    ("files", "file", "line"),
    [
        ({"10-queues.mqsc": "DEFINE QLOCAL(A)\n"}, "10-queues.mqsc", 1),
        ({"queues.yaml": CONFIG_MAP}, "queues.yaml", 7),
        (
            {
                "mqsc/queues.mqsc": "DEFINE QLOCAL(A)\n",
                "mqsc/qm.ini": "AutoConfig:\n   MQSCConfig=/etc/mqsc\n",
            },
            "mqsc/queues.mqsc",
            1,
        ),
        (
            {
                "uni.mqsc": "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CLUSTER('+AUTOCL+') "
                "CONNAME(+CONNAME+) REPLACE\nDEFINE QLOCAL(A)\n"
            },
            "uni.mqsc",
            2,
        ),
    ],
)
def test_a_repeated_script_is_recognised_by_name_carrier_ini_or_variables(found, files, file, line):
    assert found(files) == [("RUN001", "warning", file, line)]


def test_any_other_script_is_assumed_to_run_once(found):
    assert found("DEFINE QLOCAL(A)\nCLEAR QLOCAL(A)\nSTART CHANNEL(C)\n") == []


def test_ignstate_is_not_required_at_levels_without_it(found):
    files = {"10-start.mqsc": "DELETE QLOCAL(A)\nSTART CHANNEL(C)\n", "mqtune.toml": 'mq-version = "9.1.0"\n'}
    assert found(files) == []
    files["mqtune.toml"] = 'mq-version = "9.2"\n'
    assert found(files) == [("RUN012", "info", "10-start.mqsc", 2)]
    files["mqtune.toml"] = 'mq-version = "9.3"\n'
    assert [line for *_, line in found(files)] == [1, 2]
