"""Containers of the MQ image in YAML: their queue manager, its variables, and what is applied to it."""

from __future__ import annotations

from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.document import ENVIRONMENT, QM_INI
from mqtune.syntax.ini.parse import parse_ini
from mqtune.text.editing import LineIndex
from mqtune.text.source import Source

COMPOSE = """\
services:
  one:
    image: icr.io/ibm-messaging/mq
    environment:
      LICENSE: accept
      MQ_QMGR_NAME: "${QMGR:-QM1}"
      MQ_QMGR_LOG_FILE_PAGES: 16384
    volumes:
      - data:/mnt/mqm
      - ./one.mqsc:/etc/mqm/one.mqsc:ro
  two:
    image: icr.io/ibm-messaging/mq
    environment:
      - LICENSE=accept
      - MQ_QMGR_NAME=QM2
      - MQSNOAUT=yes
    volumes:
      - type: bind
        source: ./two
        target: /etc/mqm
  client:
    environment:
      MQ_QMGR_NAME: QM1
      MQSNOAUT: "yes"
"""
POD = """\
kind: StatefulSet
spec:
  template:
    spec:
      containers:
        - name: mq
          env:
            - {name: LICENSE, value: accept}
            - name: MQ_QMGR_NAME
              value: QM1
            - name: MQSNOAUT
              value: 'yes'
"""


def facts(text: str) -> dict[tuple[str, str], tuple[str, str]]:
    """By queue manager and key: the value, and what the file contains at its position."""
    source = Source("compose.yaml", "compose.yaml", text.encode())
    index = LineIndex(source.text)
    found = {}
    for document in documents_of(source).documents:
        assert document.kind in (QM_INI, ENVIRONMENT)
        for stanza in parse_ini(document).stanzas:
            for entry in stanza.entries:
                span = document.place(entry.value_span).span
                start = index.offset(span.line, span.column)
                end = index.offset(span.end_line, span.end_column)
                found[document.queue_manager, entry.key] = (entry.value, source.text[start:end])
    return found


def test_the_variables_of_a_service_are_facts_about_its_queue_manager():
    assert facts(COMPOSE) == {
        ("QM1", "MQ_QMGR_NAME"): ("QM1", "${QMGR:-QM1}"),
        ("QM1", "LogFilePages"): ("16384", "16384"),
        ("QM2", "MQ_QMGR_NAME"): ("QM2", "QM2"),
        ("QM2", "MQSNOAUT"): ("yes", "yes"),
    }


def test_a_pod_is_read_like_a_service():
    assert facts(POD) == {("QM1", "MQ_QMGR_NAME"): ("QM1", "QM1"), ("QM1", "MQSNOAUT"): ("yes", "yes")}


def test_a_service_whose_license_comes_from_an_anchor_is_known_by_its_mounts():
    text = (
        "x-env: &env\n  LICENSE: accept\nservices:\n  one:\n    environment:\n      <<: *env\n"
        "      MQ_QMGR_NAME: QM1\n    volumes: [data:/mnt/mqm]\n"
    )
    assert facts(text) == {("QM1", "MQ_QMGR_NAME"): ("QM1", "QM1")}


def test_the_name_may_be_a_placeholder_of_a_chart():
    text = POD.replace("value: QM1", "value: {{ .Values.name }}")
    assert {name for name, _ in facts(text)} == {"{{ .Values.name }}"}
