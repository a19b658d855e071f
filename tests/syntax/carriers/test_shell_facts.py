"""What scripts state about queue managers: options of crtmqm, and exported variables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.document import ENVIRONMENT, QM_INI
from mqtune.syntax.ini.parse import parse_ini
from mqtune.text.editing import LineIndex, Span
from mqtune.text.source import Source


def facts(text: str, name: str = "create.sh"):
    """By queue manager, stanza and key: the value, and what the file contains at its position."""
    source = Source(name, name, text.encode("utf-8", "surrogateescape"))
    index = LineIndex(source.text)
    found = {}
    for document in documents_of(source).documents:
        if document.kind not in (QM_INI, ENVIRONMENT):
            continue
        for stanza in parse_ini(document).stanzas:
            for entry in stanza.entries:
                span = document.place(entry.span).span
                start, end = (
                    index.offset(span.line, span.column),
                    index.offset(span.end_line, span.end_column),
                )
                found[document.queue_manager, stanza.name, entry.key] = (entry.value, source.text[start:end])
                assert document.edit(entry.span, "x") is None
    return found


def test_options_of_crtmqm_are_entries_of_qm_ini_at_their_positions():
    found = facts("crtmqm -q -c 'my own' -lc -lf 16384 -lp 10 -ls '5' -u DLQ QM1\n")
    assert found == {
        ("QM1", "Log", "LogType"): ("CIRCULAR", "-lc"),
        ("QM1", "Log", "LogFilePages"): ("16384", "-lf 16384"),
        ("QM1", "Log", "LogPrimaryFiles"): ("10", "-lp 10"),
        ("QM1", "Log", "LogSecondaryFiles"): ("5", "-ls '5"),
    }


@pytest.mark.parametrize(
    "call",
    [
        "/opt/mqm/bin/crtmqm -lp 10 QM1",
        "sudo -u mqm crtmqm -lp 10 QM1",
        "su - mqm -c 'crtmqm -lp 10 QM1'",
        'su mqm -c "crtmqm -lp 10 QM1 && strmqm QM1"',
        "ssh mqm@host 'crtmqm -lp 10 QM1'",
        "docker exec mq crtmqm -lp 10 QM1",
        "if ! dspmq -m QM1; then crtmqm -lp 10 QM1 || exit 1; fi",
        "QM=QM1\nFILES=10\ncrtmqm -lp $FILES ${QM}",
        'sudo -u mqm -H sh -c "${MQ_BIN}crtmqm -lp 10 QM1"',
        "LANG=C crtmqm -lp 10 \\\n  QM1",
        "su - mqm <<EOF\ncrtmqm -lp 10 QM1\nEOF",
        "create() {\n  crtmqm -lp 10 QM1\n}",
    ],
)
def test_crtmqm_is_found_however_it_is_called(call):
    value, _ = facts(f"#!/bin/sh\n{call}\n")["QM1", "Log", "LogPrimaryFiles"]
    assert value == "10"


@pytest.mark.parametrize(
    "text",
    [
        "echo crtmqm -lp 10 QM1",
        'echo "run crtmqm -lp 10 QM1 first"',
        "# crtmqm -lp 10 QM1",
        "which crtmqm -lp 10",
        "grep crtmqm -lp 10 QM1",
        "dltmqm QM1",
        "crtmqm QM1",
        "crtmqm -u -lp QM1",
        "strmqm -lp 10 QM1",
        "cat > notes.txt <<EOF\ncrtmqm -lp 10 QM1\nEOF",
    ],
)
def test_nothing_is_stated_that_the_script_does_not_run(text):
    assert facts(f"#!/bin/sh\n{text}\n") == {}


@pytest.mark.parametrize(
    "text",
    [
        "- name: create it with crtmqm -lp 9\n  command: /opt/mqm/bin/crtmqm -lp 10 QM1\n",
        "- shell: |\n    su - mqm -c 'crtmqm -lp 10 QM1'\n    strmqm QM1\n",
        "script:\n  - >-\n    crtmqm\n    -lp 10 QM1\n",
    ],
)
def test_commands_of_playbooks_and_pipelines_are_read_too(text):
    value, position = facts(text, "tasks.yaml")["QM1", "Log", "LogPrimaryFiles"]
    assert (value, position.split()) == ("10", ["-lp", "10"])


def test_a_loop_over_queue_managers_states_something_about_each():
    text = "export MQ_A=1\nfor qm in QM1 QM2; do\n  crtmqm -lp 10 $qm\n  strmqm ${qm}\ndone\n"
    assert {(name, key) for name, _, key in facts(text)} == {
        (name, key) for name in ("QM1", "QM2") for key in ("LogPrimaryFiles", "MQ_A")
    }


def test_linear_logs_and_automatic_configuration():
    found = facts("crtmqm -lla -ii /etc/a.ini -ic \"/etc/m q\" -iv 'CONNAME=h(1414);X=2' -p 1414 QM1\n")
    assert {key[1:]: value for key, (value, _) in found.items()} == {
        ("Log", "LogType"): "LINEAR",
        ("Log", "LogManagement"): "Automatic",
        ("AutoConfig", "IniConfig"): "/etc/a.ini",
        ("AutoConfig", "MQSCConfig"): "/etc/m q",
        ("Variables", "CONNAME"): "h(1414)",
        ("Variables", "X"): "2",
    }


@pytest.mark.parametrize(
    "text",
    [
        "export MQ_CHANNEL_SUPPRESS_MSGS=9001,9002\nstrmqm QM1",
        "MQ_CHANNEL_SUPPRESS_MSGS='9001,9002'\nexport MQ_CHANNEL_SUPPRESS_MSGS\nstrmqm QM1",
        "export A=1 MQ_CHANNEL_SUPPRESS_MSGS=9001,9002; sudo -E strmqm -x QM1",
        "typeset -x MQ_CHANNEL_SUPPRESS_MSGS=9001,9002\nstrmqm QM1",
        "MQ_CHANNEL_SUPPRESS_MSGS=9001,9002 strmqm QM1",
        "env MQ_CHANNEL_SUPPRESS_MSGS=9001,9002 strmqm QM1",
        "export MQ_CHANNEL_SUPPRESS_MSGS=9999\nexport MQ_CHANNEL_SUPPRESS_MSGS=9001,9002\nstrmqm QM1",
        "export MQ_CHANNEL_SUPPRESS_MSGS=9001,9002\nbash -c 'strmqm QM1'",
        "MSGS=9001,9002\nexport MQ_CHANNEL_SUPPRESS_MSGS=$MSGS\nstrmqm QM1",
    ],
)
def test_exported_variables_belong_to_the_queue_manager_that_is_started(text):
    value, _ = facts(f"#!/bin/sh\n{text}\n")["QM1", "Environment", "MQ_CHANNEL_SUPPRESS_MSGS"]
    assert value == "9001,9002"


@pytest.mark.parametrize(
    "text",
    [
        "MQ_CONNECT_TYPE=FASTPATH\nstrmqm QM1",
        "export MQ_CONNECT_TYPE=FASTPATH\nunset MQ_CONNECT_TYPE\nstrmqm QM1",
        "export MQ_CONNECT_TYPE=FASTPATH\nrunmqsc QM1 < /dev/null",
        "export MQ_CONNECT_TYPE=FASTPATH\nsu - mqm -c 'strmqm QM1'",
        "export PATH=/opt/mqm/bin:$PATH\nstrmqm QM1",
        "x=$(export MQ_CONNECT_TYPE=FASTPATH)\nstrmqm QM1",
    ],
)
def test_variables_that_do_not_reach_the_queue_manager_state_nothing(text):
    assert facts(f"#!/bin/sh\n{text}\n") == {}


def test_variables_of_several_queue_managers_stay_apart():
    found = facts("export MQS_A=1\nstrmqm QM1\nMQS_B=2 strmqm QM2\n")
    assert set(found) == {
        ("QM1", "Environment", "MQS_A"),
        ("QM2", "Environment", "MQS_A"),
        ("QM2", "Environment", "MQS_B"),
    }


def test_the_variables_of_an_image_belong_to_its_queue_manager():
    text = (
        "FROM mq\nENV MQ_QMGR_NAME=QM7 MQ_CHANNEL_SUPPRESS_MSGS=9001\nENV MQ_QMGR_LOG_FILE_PAGES 8192\n"
        'RUN echo "DEFINE QLOCAL(A)" > /etc/mqm/20-a.mqsc\n'
    )
    found = facts(text, "Containerfile")
    assert found["QM7", "Environment", "MQ_CHANNEL_SUPPRESS_MSGS"][0] == "9001"
    assert found["QM7", "Log", "LogFilePages"][0] == "8192"
    source = Source("Containerfile", "Containerfile", text.encode())
    assert {document.queue_manager for document in documents_of(source).documents} == {"QM7"}


WORDS = [
    "crtmqm", "strmqm", "runmqsc", "QM1", "$QM", "-lf", "-lp", "10", "-ic", "../a.mqsc", "-iv", "A=1;B=",
    "export", "MQ_A=1", "'", '"', "$(", ")", "`", "(", "{", "}", "|", "<", ">", "<<E\n", "E\n", "\n", ";",
    "&&", "\\", "cat", "cd", "..", "for f in a b; do", "done", "$f", "sed s/a/b/", "-f", "su - mqm -c", "ENV",
    "COPY", "FROM x\n", "\udcff", "é", "\r\n", "\0", "x.mqsc", "DEFINE QLOCAL(A)", "$(dirname $0)", "print",
    "#", "tee",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join), st.booleans())
def test_any_script_is_read_and_every_position_is_in_the_file(text, image):
    name = "Dockerfile" if image else "x.sh"
    source = Source(name, name, text.encode("utf-8", "surrogateescape"))
    lines = source.text.split("\n")
    result = documents_of(source)
    for document in result.documents:
        for number, line in enumerate(document.text.split("\n"), 1):
            span = document.place(Span(number, 1, number, len(line) + 1)).span
            assert 1 <= span.line <= span.end_line <= len(lines) + 1
            assert (span.line, span.column) <= (span.end_line, span.end_column)
            assert span.column <= len(lines[min(span.line, len(lines)) - 1]) + 2
    assert all(path and not path.startswith("/") for one in result.applied for path in one.paths)
