"""Which language a file is in, by name and content."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.editing import Span
from mqtune.text.source import Source

BATCH = (
    "@echo off\r\nrem echo DISPLAY QMGR | runmqsc QM9\r\n"
    'echo ALTER QLOCAL^(A^) MAXDEPTH^(%1^) | "C:\\IBM MQ\\bin\\runmqsc.exe" -e QM1 > NUL\r\n'
    'echo 1. Display | find "x"\r\n  @echo DISPLAY QMGR|runmqsc %QM%\r\n'
    'runmqsc QM2 < defs\\a.txt > out.log\r\n"%BIN%\\runmqsc" -u app QM3 < "%~dp0my defs\\b.mqsc"\r\n'
    "runmqsc %QM% < %QM%.txt\r\n"
)


def test_a_batch_file_echoes_commands_and_applies_files():
    result = carry("setup.bat", BATCH)
    assert [(one.text, one.queue_manager) for one in result.documents] == [
        ("ALTER QLOCAL(A) MAXDEPTH(%1)", "QM1"),
        ("DISPLAY QMGR", ""),
    ]
    assert result.documents[0].place(Span(1, 17, 1, 29)).span == Span(3, 24, 3, 38)
    assert [(one.paths, one.queue_manager) for one in result.applied] == [
        (["defs/a.txt"], "QM2"),
        (["my defs/b.mqsc"], "QM3"),
    ]


GROUPS = (
    "@echo off\r\n(\r\n  echo * all queues\r\n  echo DEFINE QLOCAL^(A^)\r\n  rem the rest\r\n  echo.\r\n"
    "  echo DEFINE QLOCAL^(B^)\r\n) | runmqsc QM1\r\n"
    "(echo DEFINE QLOCAL^(C^) & dir)\r\n(\r\ndir\r\necho DEFINE QLOCAL^(D^)\r\n) | runmqsc QM1\r\n"
    'echo DEFINE QLOCAL^(E^) +> "%~dp0e.txt"\r\necho DEFINE QLOCAL^(F^)> f.txt\r\n'
    "echo   REPLACE>> e.txt\r\nrunmqsc QM2 < e.txt\r\necho DEFINE QLOCAL(G) > g.mqsc\r\n"
)


def test_a_batch_file_echoes_groups_and_files():
    result = carry("setup.cmd", GROUPS)
    assert [(one.text, one.queue_manager) for one in result.documents] == [
        ("* all queues\nDEFINE QLOCAL(A)\n\nDEFINE QLOCAL(B)", "QM1"),
        ("DEFINE QLOCAL(E) +\n  REPLACE", "QM2"),
        ("DEFINE QLOCAL(G)", ""),
    ]
    assert result.documents[0].place(Span(4, 8, 4, 14)).span == Span(7, 15, 7, 21)
    assert result.applied == []  # what the script writes itself is not read twice


def carry(name: str, text: str | bytes, named: bool = False):
    data = text if isinstance(text, bytes) else text.encode()
    return documents_of(Source(name, name, data), named)


DUMP = (
    "***\n* Script generated on 2024-01-01 at 10.00.00\n* Queue manager name: QM1 \n"
    "* Command issued: dmpmqcfg -m QM1\n***\nALTER QMGR +\n   FORCE\n"
)
QM = "Channels:\n   MaxChannels=100\n"

WHOLE = [
    ("a.mqsc", "DEFINE QLOCAL(A)\n", "mqsc"),
    ("a.mqsc", "", "mqsc"),
    ("a.mqsc", "this is no command\n", "mqsc"),
    ("A.MQSC", "x", "mqsc"),
    ("a.mqs", "x", "mqsc"),
    ("a.mqsc.j2", "x", "mqsc"),
    ("a.mqsc.bak", "DEFINE QLOCAL(A)\n", "mqsc"),
    ("a.mqsc.v2", "* c\nDEFINE QLOCAL(A)\n", "mqsc"),
    ("a.mqsc.txt", "DEFINE QLOCAL(A) MAXDEPTHH(1)\n", "mqsc"),
    ("a.mqsc.tftpl", "x", "mqsc"),
    ("qm.ini.epp", "x", "qm.ini"),
    ("mqsc.j2", "x", "mqsc"),
    ("QM1.txt", DUMP, "mqsc"),
    ("QM1", DUMP, "mqsc"),
    ("objects.tpl", "DEFINE QLOCAL(A)\n", "mqsc"),
    ("objects.j2", "{% if x %}\nDEFINE QLOCAL({{ a }})\n{% endif %}\n", "mqsc"),
    ("objects.j2", "DEFNE QLOCAL(A)\nDEFINE QLOCAL(B) +\n  SHARE\nALTER QLOCAL(A) GET(ENABLED)\n", "mqsc"),
    ("objects.tpl", "// by hand\nDEFINE QLOCAL(B)\nDEFINE QLOCAL(C)\n", "mqsc"),
    ("qm.ini", "", "qm.ini"),
    ("QM.INI", "what: ever", "qm.ini"),
    ("mqs.ini", "", "mqs.ini"),
    ("mqclient.ini", "", "mqclient.ini"),
    ("mqat.ini", "", "mqat.ini"),
    ("qm.ini.tpl", "x", "qm.ini"),
    ("qm.ini.default", "x", "qm.ini"),
    ("qm.ini_template", "x", "qm.ini"),
    ("a.mqsc-template", "x", "mqsc"),
    ("qm.ini", "[Log]\nLogType=CIRCULAR\n", "qm.ini"),
    ("own.ini", "\ufeff# x\r\n; y\n\n" + "# x\n" * 20_000 + "Log:\n  LogType=CIRCULAR\n", "qm.ini"),
    ("my.ini", "# c\n\n" + QM, "qm.ini"),
    ("my.ini", "NativeHALocalInstance:\n", "qm.ini"),
    ("my.ini", "TCP : ; c\n  KeepAlive=YES\n", "qm.ini"),
    ("my.ini", "  log: 2\n  LogType=CIRCULAR\n", "qm.ini"),
    ("my.ini", "AllQueueManagers:\n   DefaultPrefix=/var/mqm\n", "mqs.ini"),
    ("my.ini", "CHANNELS:\n   DefRecon=YES\n", "mqclient.ini"),
    ("client.ini", "SSL:\n   OutboundSNI=HOSTNAME\n", "mqclient.ini"),
    ("my.ini", "ApplicationTrace:\n   ApplName=x\n   Trace=ON\n", "mqat.ini"),
    ("my.ini", "AutoCluster:\n  {{- range .x }}\n  {{ . }}\n  {{- end }}\n", "qm.ini"),
    ("config.ini", "[Log]\nLogType=CIRCULAR\n[Channels]\nMaxChannels=5\n", "qm.ini"),
    ("my-client.ini", "SSL\n OutboundSNI=HOSTNAME\n", "mqclient.ini"),
    ("mqsc.ini", "DEFINE QLOCAL(A)\n", "mqsc"),
    ("my.tpl", QM, "qm.ini"),
    ("ccdt.json", "{", "ccdt"),
    ("CCDT1.JSON", "", "ccdt"),
    ("my-ccdt.json.tmpl", "{", "ccdt"),
    ("clients.json", '{"channel": [{"name": "A", "clientConnection": {}}]}', "ccdt"),
    ("clients.json", '{"channel": [{"name": "A", "type": "clientConnection"}]}', "ccdt"),
    ("clients.json", '\ufeff{"channel": [{"clientConnection": {}}], }', "ccdt"),
]


@pytest.mark.parametrize(("name", "text", "kind"), WHOLE)
def test_a_file_met_on_a_walk_is_one_document(name, text, kind):
    (document,) = carry(name, text).documents
    assert document.kind == kind
    assert document.map is None
    assert document.text == document.source.text


NOT_OURS = [
    ("my.ini", "[mysqld]\nport=3306\n"),
    ("my.ini", "key=value\n"),
    ("qm.ini", "[Mailer]\nServerPort=25\n"),
    ("my.ini", "Chanels:\n  MaxChannels=1\n"),
    ("my.ini", ""),
    ("package.json", '{"name": "x"}'),
    ("tv.json", '{"channel": [{"name": "BBC", "id": 1}]}'),
    ("deep.json", '{"a": {"channel": [{"clientConnection": {}}]}}'),
    ("rss.json", '{"rss": {"channel": {"clientConnection": 1}}}'),
    ("notes.txt", "Define queue managers first.\n"),
    ("x.tpl", "Hello {{ name }}\n"),
    ("a.mqsc.sha256", "0123abcd  a.mqsc\n"),
    ("LICENSE", "Apache License\n"),
]


@pytest.mark.parametrize(("name", "text"), NOT_OURS)
def test_files_of_others_give_nothing_and_are_an_error_when_named(name, text):
    result = carry(name, text)
    assert not result.documents
    assert not result.recognised
    assert result.skipped


NAMED = [
    ("objects.txt", "* c\ndefine qlocal(a)\n", "mqsc"),
    ("objects", "display qmgr\n", "mqsc"),
    ("objects.doc", "ALTER QMGR DEADQ(X)\n", "mqsc"),
    ("my.ini", "Chanels:\n  MaxChannels=1\n", "qm.ini"),
    ("my.ini", "", "qm.ini"),
    ("conf.txt", QM, "qm.ini"),
    ("table.txt", '{"channel": [{"clientConnection": {}}]}', "ccdt"),
]


@pytest.mark.parametrize(("name", "text", "kind"), NAMED)
def test_a_named_text_that_begins_with_a_verb_is_mqsc(name, text, kind):
    (document,) = carry(name, text, named=True).documents
    assert document.kind == kind


@pytest.mark.parametrize("text", ["", "Hello\n", "[a]\nb=c\n", "# only a comment\n", "{}"])
def test_a_named_file_that_is_not_recognised_says_so(text):
    result = carry("what.ever", text, named=True)
    assert not result.recognised
    assert "MQSC" in result.skipped


SKIPPED = [
    (
        "out.txt",
        "5724-H72 (C) Copyright\nStarting MQSC for queue manager QM1.\n\n     1 : dis qmgr\n",
        "output of runmqsc",
    ),
    (
        "out.mqsc",
        "     1 : DISPLAY QMGR ALL\nAMQ8408I: Display Queue Manager details.\n",
        "output of runmqsc",
    ),
    ("out.mqsc", "AMQ8409I: Display Queue details.\n   QUEUE(A)    TYPE(QLOCAL)\n", "output of runmqsc"),
    ("out.txt", " CSQM201I ZQS1 CSQMDRTC  DISPLAY CHSTATUS DETAILS\n CHSTATUS(A)\n", "output of runmqsc"),
    (
        "auth.txt",
        "***\n* Command issued: dmpmqcfg -o setmqaut\n***\nsetmqaut -m QM1 -t qmgr +connect\n",
        "setmqaut",
    ),
    ("auth.mqsc", "setmqaut -m QM1 -t qmgr -g app +connect\n", "setmqaut"),
    ("auth.txt", "GRTMQMAUT OBJ(*ALL) OBJTYPE(*Q) USER(A)\n", "setmqaut"),
    ("AMQCLCHL.TAB", b"AMQR\0\0\1\2channel\0", "binary client channel definition table"),
]


@pytest.mark.parametrize(("name", "text", "reason"), SKIPPED)
def test_recognised_files_that_are_not_input_are_skipped_with_the_reason(name, text, reason):
    result = carry(name, text, named=True)
    assert result.recognised
    assert not result.documents
    assert reason in result.skipped


def test_setmqaut_among_commands_does_not_hide_the_commands():
    (document,) = carry(
        "a.mqsc", "setmqaut -m QM1 -t qmgr -g app +connect\nDEFINE QLOCAL(A) REPLCE\n"
    ).documents
    assert document.kind == "mqsc"


def test_a_comment_that_quotes_a_transcript_is_a_comment():
    text = "* Starting MQSC for queue manager QM1.\nDEFINE QLOCAL(A)\n"
    assert carry("a.mqsc", text).documents


@pytest.mark.parametrize("form", ["1line", "2line", "mqsc"])
def test_a_dump_in_any_form_is_mqsc_and_names_its_queue_manager(form):
    text = DUMP.replace("-m QM1", f"-m QM1 -o {form}")
    (document,) = carry("dump.txt", text).documents
    assert (document.kind, document.queue_manager) == ("mqsc", "QM1")


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL({{ a }})",
        "DEFINE QLOCAL(${A})",
        "DEFINE QLOCAL($A)",
        "DEFINE QLOCAL(@@A@@)",
        "DEFINE QLOCAL(__A__)",
        "{% if a %}",
    ],
)
def test_placeholders_make_a_template(text):
    assert carry("a.mqsc", text).documents[0].template


@pytest.mark.parametrize(
    "text", ["DEFINE SUB(A) TOPICSTR('$SYS/#')", "DEFINE CHANNEL(C.+QMNAME+)", "DESCR('a_b')"]
)
def test_signs_of_mq_itself_make_none(text):
    assert not carry("a.mqsc", text).documents[0].template


def test_the_name_of_a_template_makes_one():
    assert carry("a.mqsc.tpl", "DEFINE QLOCAL(A)").documents[0].template


def test_utf_16_is_read():
    (document,) = carry("a.mqsc", "\ufeffDEFINE QLOCAL(Ä)\n".encode("utf-16-le")).documents
    assert "QLOCAL(Ä)" in document.text


@pytest.mark.parametrize("name", ["a.mqsc", "qm.ini", "ccdt.json"])
def test_binary_content_is_reported_if_the_name_is_that_of_a_text(name):
    result = carry(name, b"DEFINE QLOCAL(A)\n\x00\x01")
    ((diagnostic, place),) = result.diagnostics
    assert diagnostic.kind == "unreadable-file"
    assert place.span == Span(2, 1, 2, 2)
    assert not result.documents


@pytest.mark.parametrize("encoding", ["cp037", "cp500", "cp1047", "cp273"])
@pytest.mark.parametrize("end", ["\x85", "\n", "\r\n"])
def test_ebcdic_is_reported_as_such(encoding, end):
    text = f"* Queues of z/OS{end}DEFINE QLOCAL(PAY.IN) REPLACE{end}"
    if encoding == "cp1047":
        pytest.importorskip("encodings.cp1047")
    ((diagnostic, _),) = carry("a.mqsc", text.encode(encoding)).diagnostics
    assert (diagnostic.kind, diagnostic.message) == (
        "unreadable-file",
        "a.mqsc cannot be decoded: it is EBCDIC text",
    )


@pytest.mark.parametrize("text", ["DEFINE\tQLOCAL(A@B)\n", "*@" + "Äöü" * 30, "@" * 99, "# 你好"])
def test_other_characters_outside_ascii_are_read(text):
    assert carry("a.mqsc", text).documents


def test_other_binary_files_are_no_matter():
    result = carry("data.txt", b"\x7fELF\0\0")
    assert not result.diagnostics
    assert not result.recognised


def test_a_line_of_many_megabytes_is_read_quickly_and_completely():
    text = b"DEFINE QLOCAL(A) DESCR('" + b"x" * 30_000_000 + b"')\n"
    (document,) = carry("a.mqsc", text).documents
    assert len(document.text) == len(text)


@pytest.mark.parametrize(
    "text", ["[" * 100000, '{"channel": ' + "[" * 100000, '{"a":' * 50000, '{"x": 1' + "0" * 5000]
)
def test_json_of_any_depth_does_no_harm(text):
    carry("x.json", text + '"channel"', named=True)


NAMES = [
    "a.mqsc",
    "a.ini",
    "qm.ini",
    "a.json",
    "ccdt.json",
    "a.yaml",
    "a.sh",
    "a",
    "a.txt",
    "a.j2",
    "Dockerfile",
    "x.tab",
]
WORDS = [
    *("DEFINE QLOCAL(A) ", "runmqsc QM1 ", "<<EOF\n", "<<-'E'\n", "EOF\n", "E\n", "echo ", "| ", "cat "),
    *("\n", "\t", " ", "  ", "'", '"', "`", "$(", ")", "{{ x }}", "\\", "\r\n", "\0", "\x85", "é"),
    *("a.mqsc: |\n", "- ", "> ", "# ", "* ", "---\n", "%YAML", "&a ", "*a ", "!!x "),
    *("Channels:\n", "MaxChannels=1\n", '{"channel": [', "]}"),
]


@given(st.sampled_from(NAMES), st.lists(st.sampled_from(WORDS), max_size=25), st.booleans())
def test_any_text_under_any_name_gives_documents_with_places(name, words, named):
    text = "".join(words)
    result = carry(name, text, named)
    lines = text.split("\n")
    for document in result.documents:
        for number, line in enumerate(document.text.split("\n"), 1):
            span = document.place(Span(number, 1, number, len(line) + 1)).span
            assert 1 <= span.line <= len(lines) + 1
            assert span.column >= 1


@given(st.sampled_from(NAMES), st.binary(max_size=60), st.booleans())
def test_any_bytes_under_any_name_do_no_harm(name, data, named):
    carry(name, data, named)


def test_every_file_of_the_corpus_gives_what_its_folder_states(corpus):
    for path in sorted(corpus.glob("*/*")):
        result = documents_of(Source(str(path), path.name, path.read_bytes()), named=True)
        folder = path.parent.name
        kinds = {document.kind for document in result.documents}
        assert not result.diagnostics, path
        if folder == "mqsc-transcript":
            assert not kinds, path
            assert result.recognised, path
        elif folder in ("mqsc", "mqsc-template"):
            assert kinds == {"mqsc"}, path
        elif folder == "yaml":
            assert kinds, path
        elif folder != "qmini":
            assert kinds == {{"ccdt": "ccdt", "mqclientini": "mqclient.ini", "mqsini": "mqs.ini"}[folder]}, (
                path
            )
        else:
            assert kinds <= {"qm.ini", "mqat.ini"}, path


def test_every_character_of_an_editable_text_is_in_its_file(corpus):
    for path in sorted((corpus / "yaml").glob("*")):
        source = Source(str(path), path.name, path.read_bytes())
        lines = source.text.split("\n")
        for document in documents_of(source).documents:
            for number, line in enumerate(document.text.split("\n"), 1):
                if line and document.map.editable:
                    span = document.place(Span(number, 1, number, len(line) + 1)).span
                    assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == line, path


def test_plain_mqsc_needs_no_slow_module(tmp_path):
    code = """
import sys
import mqtune.project.assembly, mqtune.project.directives
from mqtune.project.discovery import discover
from mqtune.project.load import load_project
from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.source import Source
discover(["."], load_project(None, "."))
documents_of(Source("a.mqsc", "a.mqsc", b"DEFINE QLOCAL(A)"))
print(*sorted(sys.modules))
"""
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)")
    command = [sys.executable, "-S", "-c", code]
    root = Path(documents_of.__code__.co_filename).parents[3]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=tmp_path, env={"PYTHONPATH": str(root)}
    )
    slow = {"yaml", "tomllib", "json", "pathspec", "dataclasses", "typing", "datetime", "pathlib", "logging"}
    assert not slow & set(done.stdout.split())
