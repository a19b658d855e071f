"""Files of the operating system: which they are, their trees, and their positions."""

from __future__ import annotations

import pytest

from mqtune.syntax.document import LIMITS, SYSCTL, UNIT, Document
from mqtune.syntax.system import kind_of_path, kind_of_text, parse_system
from mqtune.text.source import Source


def parsed(kind: str, text: str):
    return parse_system(Document(kind, Source("f", "f", text.encode())))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/etc/sysctl.conf", SYSCTL),
        ("host/etc/sysctl.d/90-mqm.conf", SYSCTL),
        ("roles/mq/templates/limits.conf.j2", LIMITS),
        ("etc/security/limits.d/mqm.conf", LIMITS),
        ("etc/systemd/system/mq@.service", UNIT),
        ("etc/systemd/system/mq@.service.d/limits.conf", UNIT),
        ("nginx/conf.d/site.conf", ""),
        ("hub/qm.ini", ""),
        ("service.md", ""),
    ],
)
def test_a_path_decides(path: str, kind: str) -> None:
    assert kind_of_path(path) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# a\nkernel.sem = 32 4096 32 128\n", SYSCTL),
        ("mqm - nofile 10240 # both\n", LIMITS),
        ("mqm hard nofile 1\nfs.file-max = 5\nmqm soft nofile 1\n", LIMITS),
        ("[Unit]\nA=b\n[Service]\nExecStart=/x\n", UNIT),
        ("DEFINE QLOCAL(A)\n", ""),
        ("a = b\n", ""),
        ("", ""),
    ],
)
def test_a_text_that_the_user_named_decides(text: str, kind: str) -> None:
    assert kind_of_text(text) == kind


@pytest.mark.parametrize("kind", [SYSCTL, LIMITS, UNIT])
@pytest.mark.parametrize(
    "text", ["", "=\n", "[\n", "a\\\n", "  \r\n# c\r\nx = y\r\n", "\x00\n[a]\n=b", "mqm - nofile"]
)
def test_any_text_is_kept_character_for_character(kind: str, text: str) -> None:
    assert parsed(kind, text).text() == text


def test_entries_have_the_positions_of_their_values() -> None:
    sysctl = parsed(SYSCTL, "; c\n  kernel.sem =  32 4096 32 128 \n")
    entry = sysctl.stanzas[0].entries[0]
    assert (entry.key, entry.value, entry.value_span.key()) == (
        "kernel.sem",
        "32 4096 32 128",
        (2, 17, 2, 31),
    )
    limit = parsed(LIMITS, "@mqm\tsoft  nofile 10 # ten\n").stanzas[0].entries[0]
    assert (limit.key, limit.value, limit.value_span.key()) == ("@mqm soft nofile", "10", (1, 19, 1, 21))


def test_a_command_of_a_unit_continues_on_the_next_line() -> None:
    unit = parsed(UNIT, "[Service]\nExecStart=/bin/sh -c \\\n  'strmqm QM1'\nUser=mqm\n")
    assert [(one.key, one.value) for one in unit.stanzas[0].entries] == [
        ("ExecStart", "/bin/sh -c 'strmqm QM1'"),
        ("User", "mqm"),
    ]
