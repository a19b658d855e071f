"""RUN beyond the page examples: which commands run in sequence, and which scripts run repeatedly."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.rules.run.evidence import names_path
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


TEMPLATE = [
    ("a.mqsc.j2", ("{% if tls %}", "{% else %}", "{% endif %}")),
    ("a.mqsc.tftpl", ("%{ if tls ~}", "%{ else ~}", "%{ endif ~}")),
    ("a.mqsc.erb", ("<% if @tls %>", "<% else %>", "<% end %>")),
    ("a.mqsc.epp", ("<% if $tls { -%>", "<% } else { -%>", "<% } -%>")),
    ("a.mqsc.tmpl", ("{{- if .tls }}", "{{- else }}", "{{- end }}")),
]
# commands of two branches, of which each is right alone
EITHER = [
    ("DEFINE QLOCAL(A) MAXDEPTH(5) REPLACE\n", "DEFINE QLOCAL(A) REPLACE\n"),
    (FIRST, SECOND),
    ("DEFINE QLOCAL(A)\n", "DEFINE QALIAS(A) TARGET(B)\n"),
    ("DELETE QLOCAL(A)\n", "DEFINE QLOCAL(A) REPLACE\n"),
    ("ALTER QLOCAL(A) GET(DISABLED)\n", "DEFINE QLOCAL(A) REPLACE\n"),
    (
        "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n",
        "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)\n",
    ),
    ("ALTER QMGR CONNAUTH(OTHER)\n", "REFRESH SECURITY\n"),
]


@pytest.mark.parametrize(("path", "tags"), TEMPLATE)
@pytest.mark.parametrize(("first", "second"), EITHER)
def test_the_branches_of_a_template_are_alternatives(found, path, tags, first, second):
    assert found({path: f"{tags[0]}\n{first}{tags[1]}\n{second}{tags[2]}\n"}) == []
    assert found({path: f"{tags[0]}\n{first}{tags[2]}\n{tags[0]}\n{second}{tags[2]}\n"}) == []
    assert found({path: first + second}) != []


@pytest.mark.parametrize(("path", "tags"), TEMPLATE)
def test_what_a_template_always_writes_runs_with_each_branch(found, path, tags):
    lost = "DEFINE QLOCAL(A) REPLACE\n"
    script = f"{FIRST}{tags[0]}\n{lost}{tags[1]}\n{lost}{tags[2]}\n"
    assert found({path: script}) == [("RUN002", "warning", path, 3)]
    script = f"{tags[0]}\n{FIRST}{lost}{tags[1]}\n{SECOND}{tags[2]}\nDEFINE QLOCAL(A)\n"
    assert [(code, line) for code, _, _, line in found({path: script})] == [("RUN002", 3), ("RUN003", 7)]


@pytest.mark.parametrize(
    ("path", "carrier"),
    [
        ("chart/templates/a.yaml", "kind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a.mqsc: |\n{4}"),
        ("a.sh", "runmqsc QM1 <<EOF\n{0}EOF\n"),
        ("tasks/a.yml", "- name: x\n  shell: |\n    runmqsc QM1 <<EOF\n{4}    EOF\n"),
        ("tasks/b.yml", "- name: x\n  copy:\n    dest: /tmp/a.mqsc\n    content: |\n{6}"),
    ],
)
def test_the_branches_of_a_template_are_alternatives_in_every_carrier(found, path, carrier):
    lines = ["{{- if .tls }}", FIRST, "{{- else }}", SECOND, "{{- end }}"]
    branches, sequence = ("".join(f"{line.strip()}\n" for line in some) for some in (lines, lines[1::2]))

    def written(text):
        filled = carrier
        for indent in (0, 4, 6):
            indented = "".join(" " * indent + line for line in text.splitlines(keepends=True))
            filled = filled.replace(f"{{{indent}}}", indented)
        return filled

    assert [one for one in found({path: written(branches)}) if one[0] == "RUN003"] == []
    assert [one for one in found({path: written(sequence)}) if one[0] == "RUN003"] != []


def test_each_branch_of_a_template_runs_again_at_the_next_start(found):
    text = "{{ if .a }}\nDEFINE QLOCAL(A)\n{{ else }}\nDEFINE QLOCAL(A) MAXDEPTH(5)\n{{ end }}\n"
    assert found({"10-a.mqsc.tpl": text}) == [
        ("RUN001", "warning", "10-a.mqsc.tpl", 2),
        ("RUN001", "warning", "10-a.mqsc.tpl", 4),
    ]


MENUS = [
    ("a.sh", "case $1 in\na) {0};;\nb) {1};;\nesac\n"),
    ("a.sh", "first() {{\n{0}}}\nsecond() {{\n{1}}}\n$1\n"),
    ("a.sh", "if [ $1 = a ]; then\n{0}else\n{1}fi\n"),
    ("a.bat", "goto %1\n:first\n{0}goto :eof\n:second\n{1}"),
    ("a.cmd", "if %1==a (\n{0}) else (\n{1})\n"),
]
ECHO = "echo {}|runmqsc QM1\n"


@pytest.mark.parametrize(("path", "script"), MENUS)
@pytest.mark.parametrize("declared", [False, True])
def test_a_menu_is_no_sequence_even_if_its_file_is_declared(found, path, script, declared):
    text = script.format(*(ECHO.format(one.strip()) for one in (FIRST, SECOND)))
    files = {path: text}
    if declared:
        files["mqtune.toml"] = f'[[queue-manager]]\nname = "QM1"\nfiles = ["{path}"]\n'
    assert found(files) == []


@pytest.mark.parametrize("path", ["a.sh", "a.bat"])
def test_commands_that_are_echoed_one_by_one_run_in_sequence(found, path):
    commands = [f"DEFINE QLOCAL(A) {words}" for words in ("MAXDEPTH(5) REPLACE", "REPLACE", "MAXDEPTH(6)")]
    quoted = '"{}"' if path == "a.sh" else "{}"
    text = "".join(ECHO.format(quoted.format(one)) for one in commands)
    assert found({path: text}) == [("RUN002", "warning", path, 2), ("RUN003", "error", path, 3)]


REFRESH = ["ALTER QMGR CONNAUTH(OTHER)", "REFRESH SECURITY", "REFRESH SECURITY TYPE(CONNAUTH)"]


@pytest.mark.parametrize(
    "form",
    [
        lambda commands: {f"{number}.mqsc": f"{one}\n" for number, one in enumerate(commands)},
        lambda commands: {"a.sh": "".join(f'echo "{one}" | runmqsc QM1\n' for one in commands)},
        lambda commands: {"a.sh": "".join(f"runmqsc QM1 <<E\n{one}\nE\n" for one in commands)},
        lambda commands: {"a.bat": "".join(f"echo {one}| runmqsc QM1\n" for one in commands)},
    ],
)
def test_a_refresh_of_another_type_is_found_in_any_form(found, form):
    assert [one[0] for one in found(form(REFRESH[:2]))] == ["RUN015"]
    assert found(form(REFRESH)) == []
    assert found(form(REFRESH[1:2])) == []


def test_a_refresh_in_a_script_is_not_for_what_a_dump_shows(found):
    dump = "* Queue manager name: QM1\n* Command issued: dmpmqcfg -a -m QM1\nALTER QMGR CONNAUTH(X)\n"
    assert found({"a.mqsc": dump, "b.sh": "echo REFRESH SECURITY | runmqsc QM1\n"}) == []


@pytest.mark.parametrize(
    "channel",
    [
        "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') +\n CHLTYPE(CLUSRCVR) +\n CLUSTER('+AUTOCL+') +\n REPLACE\n",
        "DEFINE +\nCHL(+AUTOCL+) +\nREPLACE +\nCLUSTER('+AUTOCL+') +\n* note\nCHLTYPE(clusrcvr)\n",
        "DEFINE CHANNEL('X.Y') CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER('+AUTO-\nCL+') REPLACE\n",
        "define channel(x) chltype(clusrcvr) -\n  cluster( '+AUTOCL+' ) replace\n",
    ],
)
def test_automatic_variables_are_recognised_in_any_layout(found, channel):
    findings = found(f"{channel}DEFINE QLOCAL(A)\n")
    assert ("RUN001", "warning", "example.mqsc", channel.count("\n") + 1) in findings


@pytest.mark.parametrize(
    ("named", "path", "is_named"),
    [
        ("/etc/mqm/a.mqsc", "scripts/a.mqsc", True),
        ("/etc/mqm/scripts/", "x/scripts/a.mqsc", True),
        ("C:\\mq\\scripts", "x/scripts/a.mqsc", True),
        ("/etc/mqm/x", "x/scripts/a.mqsc", False),
        ("/etc/mqm/b.mqsc", "scripts/a.mqsc", False),
        ("/", "a.mqsc", False),
    ],
)
def test_a_path_on_the_machine_names_a_script_or_its_folder(named, path, is_named):
    assert names_path(named, path) == is_named
