"""Shell scripts: what runmqsc reads, and what goes into files of MQ."""

from __future__ import annotations

import pytest

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.editing import Span
from mqtune.text.source import Source


def carry(text: str, name: str = "setup.sh", named: bool = False):
    return documents_of(Source(name, name, text.encode("utf-8", "surrogateescape")), named)


def only(text: str, name: str = "setup.sh"):
    (document,) = carry(text, name).documents
    return document


def written(document, word: str, text: str) -> str:
    """What stands in the file at the place of a word of the document."""
    before = document.text[: document.text.index(word)]
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    place = document.place(Span(line, column, line, column + len(word)))
    span = place.span
    assert span.line == span.end_line
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


FED = {
    "a here-document": "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "a blank before the delimiter": "runmqsc QM1 << EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "a quoted delimiter": "runmqsc QM1 <<'EOF'\nDEFINE QLOCAL(A)\nEOF\n",
    "a doubly quoted delimiter": 'runmqsc QM1 <<"E O F"\nDEFINE QLOCAL(A)\nE O F\n',
    "an escaped delimiter": "runmqsc QM1 <<\\EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "tabs that are taken away": "if true; then\n\trunmqsc QM1 <<-EOF\n\tDEFINE QLOCAL(A)\n\tEOF\nfi\n",
    "a redirection behind": "runmqsc QM1 <<EOF >out 2>&1\nDEFINE QLOCAL(A)\nEOF\n",
    "a redirection before": "</dev/null <<EOF runmqsc QM1\nDEFINE QLOCAL(A)\nEOF\n",
    "a pipe behind": "runmqsc QM1 <<EOF | grep AMQ\nDEFINE QLOCAL(A)\nEOF\n",
    "a path": "/opt/mqm/bin/runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "a variable for the program": "${MQ_BIN}/runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "a quoted name": 'runmqsc "QM1" <<EOF\nDEFINE QLOCAL(A)\nEOF\n',
    "options": "runmqsc -e -w 30 QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "a wrapper": "docker exec -i mq runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "kubectl": "kubectl exec -i mq-0 -n mq -- runmqsc QM1 <<'EOF'\nDEFINE QLOCAL(A)\nEOF\n",
    "sudo": "sudo -u mqm runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "another user's shell": 'su - mqm -c "runmqsc QM1" <<EOF\nDEFINE QLOCAL(A)\nEOF\n',
    "another machine": "ssh mqm@host 'runmqsc QM1' <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "cat": "cat <<EOF | runmqsc QM1\nDEFINE QLOCAL(A)\nEOF\n",
    "cat and a pipe at the line end": "cat <<EOF |\nDEFINE QLOCAL(A)\nEOF\n  runmqsc QM1\n",
    "cat and a filter": "cat <<EOF | envsubst | runmqsc QM1\nDEFINE QLOCAL(A)\nEOF\n",
    "continued lines": "runmqsc \\\n  QM1 \\\n  <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "carriage returns": "runmqsc QM1 <<EOF\r\nDEFINE QLOCAL(A)\r\nEOF\r\n",
    "a substitution": "OUT=$(runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n)\n",
    "a substitution closed on the last line": "OUT=$(runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF)\necho $OUT\n",
    "backquotes": "OUT=`echo 'DEFINE QLOCAL(A)' | runmqsc QM1`\n",
    "a condition": "if ! runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\nthen exit 1; fi\n",
    "a function": "define() {\n  runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n}\n",
    "a group": "(strmqm QM1 && runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n)\n",
    "a case": "case $1 in\n start) runmqsc QM1 <<EOF ;;\nDEFINE QLOCAL(A)\nEOF\nesac\n",
    "arithmetic before": "x=$((1<<2)); (( y = 1 << 3 ))\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "an apostrophe in a comment": "# it's here\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "an apostrophe in another text": "cat <<EOF\nit's (\nEOF\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
    "echo": 'echo "DEFINE QLOCAL(A)" | runmqsc QM1\n',
    "echo without quotes": "echo DEFINE QLOCAL\\(A\\) | runmqsc QM1\n",
    "echo in another shell": "docker exec mq bash -c \"echo 'DEFINE QLOCAL(A)' | runmqsc QM1\"\n",
    "echo into another shell": "echo 'DEFINE QLOCAL(A)' | su - mqm -c 'runmqsc QM1'\n",
    "a group of echoes": "{ echo 'DEFINE QLOCAL(A)'; echo END; } | runmqsc QM1\n",
    "printf": "printf 'DEFINE QLOCAL(A)\\nEND\\n' | runmqsc QM1\n",
    "printf with arguments": "printf '%s\\n' 'DEFINE QLOCAL(A)' END | runmqsc QM1\n",
    "a here-string": 'runmqsc QM1 <<< "DEFINE QLOCAL(A)"\n',
    "a here-string of bash": "runmqsc QM1 <<< $'DEFINE QLOCAL(A)\\nEND'\n",
    "a script in a quoted word": 'su - mqm -c "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n"\n',
    "a script in a here-document": "ssh host bash <<'SH'\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\nSH\n",
    "a file and a call in another shell": (
        "docker exec mq bash -c \"cat > x.mqsc << 'E'\nDEFINE QLOCAL(A)\nE\nrunmqsc QM1 < x.mqsc\"\n"
    ),
    "a build file": "RUN echo 'DEFINE QLOCAL(A)' | runmqsc QM1\n",
}


@pytest.mark.parametrize("text", FED.values(), ids=FED.keys())
def test_what_runmqsc_reads_is_mqsc(text):
    document = only(text)
    assert document.kind == "mqsc"
    assert "DEFINE QLOCAL(A)" in document.text
    assert "EOF" not in document.text
    assert document.queue_manager == "QM1"


@pytest.mark.parametrize("text", FED.values(), ids=FED.keys())
def test_every_word_has_its_position_in_the_file(text):
    document = only(text)
    assert written(document, "DEFINE", text) == "DEFINE"
    assert written(document, "QLOCAL", text) == "QLOCAL"


def test_a_here_document_can_be_edited_and_a_quoted_word_cannot():
    here = only("runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n")
    edit = here.edit(Span(1, 17, 1, 17), " REPLACE")
    assert (edit.place.span.line, edit.place.span.column) == (2, 17)
    for text in (FED["echo"], FED["a script in a quoted word"], FED["a here-string"]):
        assert only(text).edit(Span(1, 1, 1, 1), "X") is None


def test_text_inserted_under_stripped_tabs_gets_the_tabs():
    document = only("\trunmqsc QM1 <<-EOF\n\t\tDEFINE QLOCAL(A)\n\tEOF\n")
    assert document.text == "DEFINE QLOCAL(A)\n"
    assert document.edit(Span(1, 17, 1, 17), " +\nREPLACE").content == " +\n\t\tREPLACE"


def test_several_here_documents_are_several_documents_in_file_order():
    text = "".join(f"runmqsc QM{n} <<EOF\nDEFINE QLOCAL(Q{n})\nEOF\n" for n in range(1, 4))
    assert [document.queue_manager for document in carry(text).documents] == ["QM1", "QM2", "QM3"]


def test_two_here_documents_on_one_line_come_in_their_order():
    text = "cat <<A; runmqsc QM1 <<B\nDEFINE nothing\nA\nALTER QMGR DEADQ(X)\nB\n"
    assert only(text).text == "ALTER QMGR DEADQ(X)\n"


def test_backslashes_of_an_expanding_here_document_are_removed():
    text = "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A\\$B) DESCR('a\\\\b')\nEOF\n"
    document = only(text)
    assert document.text == "DEFINE QLOCAL(A$B) DESCR('a\\b')\n"
    assert written(document, "DESCR", text) == "DESCR"
    assert document.edit(Span(1, 1, 1, 1), "X") is None


def test_a_quoted_delimiter_leaves_everything_as_it_is():
    assert only("runmqsc QM1 <<'EOF'\nALTER QMGR DESCR('a\\$b')\nEOF\n").text == "ALTER QMGR DESCR('a\\$b')\n"


def test_an_escaped_line_end_joins_lines_and_keeps_places():
    text = "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A) \\\n  MAXDEPTH(5)\nEND\nEOF\n"
    document = only(text)
    assert document.text == "DEFINE QLOCAL(A)   MAXDEPTH(5)\nEND\n"
    assert written(document, "MAXDEPTH", text) == "MAXDEPTH"
    assert written(document, "END", text) == "END"


@pytest.mark.parametrize("sign", ["$Q", "${Q}", "$(hostname)", "`hostname`"])
def test_what_the_shell_replaces_makes_a_template(sign):
    assert only(f"runmqsc QM1 <<EOF\nDEFINE QLOCAL({sign})\nEOF\n").template


def test_plain_text_is_not_a_template():
    assert not only("runmqsc QM1 <<EOF\nDEFINE QLOCAL(Q)\nEOF\n").template


def test_commands_in_a_variable_are_left_alone():
    assert not carry('echo "$COMMANDS" | runmqsc QM1\nrunmqsc QM1 <<EOF\n$MORE\nEOF\n').documents


STORED = [
    ("C='DEFINE QLOCAL(A)'\necho \"$C\" | runmqsc QM1\n", ["DEFINE QLOCAL(A)\n"]),
    ('run() {\n  local C="ALTER QMGR DEADQ($D)"\n  runmqsc QM1 <<< "$C"\n}\n', ["ALTER QMGR DEADQ($D)\n"]),
    (
        'CS=(\n"DEFINE QLOCAL(A)"\n"DEFINE QLOCAL(B)"\n)\nfor c in "${CS[@]}";do echo $c|runmqsc QM1;done\n',
        ["DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(B)\n"],
    ),
    ("C='DEFINE QLOCAL(A)'\necho \"$C\"\n", []),
    ("C='ALTER TABLE queues ADD name text'\nrunmqsc QM1 < x.mqsc\n", []),
]


@pytest.mark.parametrize(("text", "expected"), STORED)
def test_commands_that_variables_keep_are_read_where_they_are_assigned(text, expected):
    assert [document.text for document in carry(text).documents] == expected
    assert {document.queue_manager for document in carry(text).documents} <= {"QM1"}


def test_a_variable_with_one_value_gives_the_name():
    assert only('QM="QM7"\nrunmqsc $QM <<EOF\nDEFINE QLOCAL(A)\nEOF\n').queue_manager == "QM7"


def test_a_text_in_a_loop_belongs_to_each_queue_manager():
    text = "for qm in A B; do\nrunmqsc $qm <<EOF\nDEFINE QLOCAL(A)\nEOF\ndone\n"
    assert [document.queue_manager for document in carry(text).documents] == ["A", "B"]


def test_each_loop_over_a_variable_has_its_own_queue_managers():
    step = "do\n{}runmqsc $qm <<EOF\nDEFINE QLOCAL({})\nEOF\n{}done\n"
    text = "for qm in A B; " + step.format("", "A", "") + "for qm in B C; " + step.format("", "B", "")
    text += "for qm in D\n" + "do su mqm -c \"echo 'DEFINE QLOCAL(C)' | runmqsc $qm\"\ndone\n"
    found = [(document.queue_manager, document.text[14]) for document in carry(text).documents]
    assert found == [("A", "A"), ("B", "A"), ("B", "B"), ("C", "B"), ("D", "C")]


def test_a_function_before_the_loops_serves_the_queue_managers_of_all():
    text = "f() {\nrunmqsc $qm <<EOF\nDEFINE QLOCAL(A)\nEOF\n}\n"
    text += "for qm in A; do f; done\nfor qm in B; do f; done\n"
    assert [document.queue_manager for document in carry(text).documents] == ["A", "B"]


def test_a_variable_with_several_values_stays_a_variable():
    text = "QM=A\nQM=B\nrunmqsc ${QM} <<EOF\nDEFINE QLOCAL(A)\nEOF\n"
    assert only(text).queue_manager == "$QM"


def test_the_password_of_a_client_call_is_not_a_command():
    text = "runmqsc -c -u admin QM1 <<EOF\nsecret\nDEFINE QLOCAL(A)\nEOF\n"
    assert only(text).text == "DEFINE QLOCAL(A)\n"


FILES = {
    "a script": ("cat > /etc/mqm/x.mqsc <<EOF\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
    "the here-document first": ("cat <<EOF > x.mqsc\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
    "appended": ("cat >> x.mqsc << 'EOF'\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
    "tee": ("sudo tee /etc/mqm/x.mqsc > /dev/null <<EOF\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
    "tee behind a pipe": ("cat <<EOF | sudo tee x.mqsc\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
    "a name nobody knows": ('cat > "$FILE" <<EOF  # for runmqsc\nDEFINE QLOCAL(A)\nEOF\n', "mqsc"),
    "echo": ("echo 'DEFINE QLOCAL(A)' > x.mqsc\n", "mqsc"),
    "qm.ini": ("cat <<EOF >> /var/mqm/qmgrs/QM1/qm.ini\nChannels:\n   MaxChannels=5\nEOF\n", "qm.ini"),
    "echoed lines": ("echo 'TCP:' >> qm.ini\necho '   KeepAlive=YES' >> qm.ini\n", "qm.ini"),
    "a client's file": ("cat > mqclient.ini <<EOF\nCHANNELS:\n   DefRecon=YES\nEOF\n", "mqclient.ini"),
    "a channel table": ('cat > ccdt.json <<EOF\n{"channel": []}\nEOF\n', "ccdt"),
    "a build file": ("COPY <<EOF /etc/mqm/20.mqsc\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
    "a build step": ("RUN cat <<EOF > /etc/mqm/20.mqsc\nDEFINE QLOCAL(A)\nEOF\n", "mqsc"),
}


@pytest.mark.parametrize(("text", "kind"), FILES.values(), ids=FILES.keys())
def test_a_text_written_into_a_file_of_mq_is_a_document(text, kind):
    assert only(text).kind == kind


def test_a_file_fed_to_runmqsc_later_belongs_to_its_queue_manager():
    text = "cat > x.mqsc <<EOF\nDEFINE QLOCAL(A)\nEOF\nrunmqsc QM9 < x.mqsc\n"
    assert only(text).queue_manager == "QM9"


def test_a_file_fed_to_runmqsc_in_another_shell_belongs_to_its_queue_manager():
    text = (
        "cat > /tmp/x.mqsc <<EOF\nDEFINE QLOCAL(A)\nEOF\ndocker exec mq bash -c 'runmqsc QM9 < /tmp/x.mqsc'\n"
    )
    assert only(text).queue_manager == "QM9"


def test_a_template_mark_is_a_name_of_its_own():
    text = "runmqsc {{ item.qm }} <<EOF\nDEFINE QLOCAL(A)\nEOF\n"
    assert only(text).queue_manager == "{{ item.qm }}"


@pytest.mark.parametrize(
    "text",
    [
        "cat > notes.txt <<EOF\nDefine channels before you start runmqsc\nEOF\n",
        "cat <<EOF > my.cnf.ini\n[mysqld]\nport=3306\nEOF\nrunmqsc QM1 < x.mqsc\n",
        "mysql <<EOF\nALTER TABLE x(y);\nEOF\n# runmqsc\n",
        "psql <<EOF\nDELETE FROM x;\nSET ROLE y;\nEOF\n# runmqsc\n",
        "echo usage: runmqsc QMGR\n",
        "which runmqsc || exit 1\n",
        "cat file.mqsc | runmqsc QM1\n",
        "for q in a b; do :; done\n",
    ],
)
def test_other_text_in_a_script_is_left_alone(text):
    result = carry(text)
    assert not result.documents
    assert not result.diagnostics


def test_a_named_script_without_mq_is_not_an_error():
    result = carry("echo hi\n", named=True)
    assert result.recognised
    assert not result.documents


def test_a_script_is_recognised_by_its_first_line():
    assert only("#!/usr/bin/env bash\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n", "setup").kind == "mqsc"


def test_a_misspelt_command_in_a_script_that_is_written_is_read():
    text = "cat > a.mqsc <<EOF\nDEFINE QLOCAL(A) REPACE\nEOF\n"
    assert [document.text for document in carry(text).documents] == ["DEFINE QLOCAL(A) REPACE\n"]


def test_a_resource_may_be_indented_as_a_whole():
    text = "oc create -f - <<EOF\n apiVersion: v1\n kind: ConfigMap\n data:\n   mqsc: |\n     DIS QMGR\nEOF\n"
    assert [document.text for document in carry(text).documents] == ["DIS QMGR\n"]


def test_a_resource_for_kubectl_is_read_as_yaml():
    text = (
        "cat <<EOF | kubectl apply -f -\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n"
        "  a.mqsc: |\n    DEFINE QLOCAL(A)\nEOF\n"
    )
    document = only(text)
    assert document.text == "DEFINE QLOCAL(A)\n"
    assert document.resource == "ConfigMap/m"
    assert written(document, "QLOCAL", text) == "QLOCAL"
    assert document.edit(Span(1, 1, 1, 1), "X\nY").content == "X\n    Y"


def test_an_unterminated_here_document_is_reported_and_still_read():
    result = carry("runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\n")
    assert result.documents[0].text == "DEFINE QLOCAL(A)\n"
    ((diagnostic, place),) = result.diagnostics
    assert diagnostic.kind == "unterminated-here-document"
    assert place.span.line == 1


def test_a_delimiter_with_blanks_is_named_as_the_mistake():
    result = carry("runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\n  EOF \necho done\n")
    assert result.documents[0].text == "DEFINE QLOCAL(A)\n"
    ((_, place),) = result.diagnostics
    assert place.span.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "$(" * 500 + "runmqsc",
        "(" * 5000 + "runmqsc <<EOF",
        "{ " * 5000 + "runmqsc <<EOF",
        "`" * 999 + "runmqsc",
        "'" + "runmqsc" * 10000,
        '"' + "$(runmqsc" * 1000,
        "${" * 3000 + "runmqsc",
        "runmqsc <<" * 3000 + "\n",
        "runmqsc \\",
        "runmqsc <<",
        "runmqsc QM1 <<EOF",
        "runmqsc <<<",
        "runmqsc $'\\",
        "su -c 'su -c \"su -c runmqsc x <<EOF\n",
        "a\0runmqsc",
        "runmqsc \udcff <<EOF\nDEFINE QL(\udcff)\nEOF\n",
    ],
)
def test_broken_scripts_do_no_harm(text):
    for document in carry(text).documents:
        document.place(Span(1, 1, 1, 2))


@pytest.mark.parametrize("stage", ["cat", "sed s/A/B/", "tee log"])
def test_a_pipeline_of_thousands_of_commands_does_not_hide_what_follows(stage):
    text = f"cat a.txt | {f'{stage} | ' * 3000}runmqsc QM1\n"
    found = carry(text + "runmqsc QM2 <<EOF\nDEFINE QLOCAL(A)\nEOF\n")
    assert "DEFINE QLOCAL(A)\n" in [document.text for document in found.documents]
