"""`mqtune init`: what it declares is what the files show, so that lint reports nothing new because of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mqtune.project.load import load_project

HEAD = """* Queue manager name: {0}
* Queue manager platform: {1}
* Queue manager command level: ({2}/{2})
* Command issued: dmpmqcfg -m {0} -a
ALTER QMGR DEADQ('SYSTEM.DEAD.LETTER.QUEUE')
"""
UNIX, ZOS = HEAD.format("QMCORE2", "UNIX", 920), HEAD.format("CSQ2", "MVS", 940)
WINDOWS = HEAD.format("QM2", "WINDOWSNT", 920)
JOB = """//UTIL JOB 1
//S1 EXEC PGM=CSQUTIL,PARM='CSQ1'
//SYSIN DD *
COMMAND DDNAME(CMDS)
/*
//CMDS DD *
DEFINE QLOCAL(A) STGCLASS(DEFAULT) REPLACE
/*
"""
AUTHORITY = "SET AUTHREC PROFILE('A') OBJTYPE(QUEUE) GROUP('app') AUTHADD(GET)\n"


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def findings(outcome) -> list[tuple[str, str, int]]:
    return [(one["code"], one["file"], one.get("line", 0)) for one in json.loads(outcome.out)["findings"]]


def lint(mqtune) -> list[tuple[str, str, int]]:
    return findings(mqtune("lint", "--format", "json"))


def declared() -> dict[str, tuple[str, ...]]:
    return {one.name: one.files for one in load_project(None, ".").queue_managers}


@pytest.mark.parametrize(
    ("files", "platform", "level"),
    [
        ({"zos/UTIL.jcl": JOB, "dist/QMCORE2.mqsc": UNIX, "dist/20-auth.mqsc": AUTHORITY}, None, None),
        ({"zos/UTIL.jcl": JOB, "dist/20-auth.mqsc": AUTHORITY}, None, None),
        ({"zos/UTIL.jcl": JOB}, "zos", None),
        ({"a/CSQ2.mqsc": ZOS, "b/QMCORE2.mqsc": UNIX}, None, None),
        ({"a/QM2.mqsc": WINDOWS, "b/QM3.mqsc": HEAD.format("QM3", "WINDOWSNT", 940)}, "windows", None),
        ({"a/QM2.mqsc": WINDOWS, "b/QM3.mqsc": HEAD.format("QM3", "WINDOWSNT", 920)}, "windows", "9.2"),
        ({"a/QM2.mqsc": WINDOWS, "b/QMCORE2.mqsc": UNIX}, None, "9.2"),
        ({"a/QMCORE2.mqsc": UNIX, "b/QM3.mqsc": "DEFINE QLOCAL(A) REPLACE\n"}, None, None),
        ({"a/QM2.mqsc": WINDOWS, "a/20-auth.mqsc": AUTHORITY}, "windows", "9.2"),
    ],
)
def test_platform_and_level_are_declared_only_if_all_files_show_them(mqtune, folder, files, platform, level):
    write(files)
    before = lint(mqtune)
    assert mqtune("init").status == 0
    project = load_project(None, ".")
    assert (project.platform, project.mq_version) == (platform, level)
    assert lint(mqtune) == before


PLACEHOLDERS = [
    "{{ mq_name }}",
    "{{mq_name}}",
    "<%= @qm %>",
    "${QM}",
    "$1",
    '"$QM"',
    "@QM@",
    "__QM__",
    "`hostname`",
]


@pytest.mark.parametrize("name", PLACEHOLDERS)
@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("deploy.sh", "crtmqm -lp 30 -u DLQ {0}\nrunmqsc {0} <<EOF\nDEFINE QLOCAL(DLQ) REPLACE\nEOF\n"),
        (
            "tasks/main.yml",
            "- shell: crtmqm -u DLQ {0}\n- shell: |\n    runmqsc {0} <<E\n    DEFINE QLOCAL(DLQ)\n    E\n",
        ),
        ("Dockerfile", "RUN crtmqm -u DLQ {0} && echo 'DEFINE QLOCAL(DLQ) REPLACE' | runmqsc {0}\n"),
    ],
)
def test_a_name_that_a_template_supplies_is_one_and_is_never_declared(mqtune, folder, name, path, script):
    write({path: script.format(name)})
    objects = json.loads(mqtune("show", "objects", "--format", "json").out)["objects"]
    assert {one["name"] for one in objects} == {"DLQ", None}
    assert len({one["queue_manager"] for one in objects}) == 1
    before = lint(mqtune)
    assert mqtune("init").status == 0
    assert declared() == {}
    assert lint(mqtune) == before


@pytest.mark.parametrize("name", ["%QM%", "%1", "!QM!", "{{ qm }}"])
def test_a_name_in_a_variable_of_a_batch_file_is_never_declared(mqtune, folder, name):
    write({"bat/a.bat": f"echo DEFINE QLOCAL(A) REPLACE| runmqsc {name}\n"})
    assert mqtune("init").status == 0
    assert declared() == {}


@pytest.mark.parametrize("name", ["bat", "shell", "sh", "ksh", "jcl", "cmd", "MQSC"])
def test_a_folder_that_states_a_form_names_no_queue_manager(mqtune, folder, name):
    write({f"{name}/a.mqsc": "DEFINE QLOCAL(A) REPLACE\n"})
    assert mqtune("init").status == 0
    assert declared() == {}
    assert f"{name}/a.mqsc" in Path("mqtune.toml").read_text()


def test_a_name_that_is_guessed_is_marked(mqtune, folder):
    write({"orders/a.mqsc": "DEFINE QLOCAL(A) REPLACE\n", "b.sh": "echo 'DEFINE QLOCAL(A)' | runmqsc QM1\n"})
    out = mqtune("init").out
    assert "2 queue managers in 2 files, 1 name guessed from folders or files" in out
    text = Path("mqtune.toml").read_text()
    assert '# the name is unknown; this is a guess, the name of the folder\nname = "orders"' in text
    assert text.count("is a guess") == 1


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (
            {
                "install.sh": "runmqsc QM1 <<E\nDEFINE QLOCAL(A) MAXDEPTH(5)\nDEFINE QLOCAL(B)\nE\n",
                "install_old.sh": "runmqsc QM1 <<E\nDEFINE QLOCAL(A)\nDEFINE QLOCAL(B)\nE\n",
            },
            set(),
        ),
        (
            {"orders/a.mqsc": "DEFINE QLOCAL(A) MAXDEPTH(5)\n", "orders/a-v1.mqsc": "DEFINE QLOCAL(A)\n"},
            set(),
        ),
        (
            {
                "orders/a.mqsc": "DEFINE QLOCAL(A) MAXDEPTH(5) REPLACE\n",
                "orders/b.mqsc": "DEFINE QLOCAL(A) REPLACE\n",
                "sales/a.mqsc": "DEFINE QLOCAL(A)\n",
            },
            {"sales"},
        ),
        (
            {
                "install.sh": "runmqsc QM1 <<E\nDEFINE QLOCAL(A)\nE\n",
                "uninstall.sh": "runmqsc QM1 <<E\nDELETE QLOCAL(A) PURGE\nE\n",
            },
            set(),
        ),
        (
            {"orders/a.mqsc": "DEFINE QLOCAL(A) LIKE(B)\n", "orders/b.mqsc": "DEFINE QLOCAL(B)\n"},
            set(),
        ),
    ],
)
def test_copies_are_not_declared_as_a_sequence(mqtune, folder, files, names):
    write(files)
    before = lint(mqtune)
    out = mqtune("init").out
    assert set(declared()) == names
    assert "1 more without a table, see its comments" in out
    assert "copies or alternatives" in Path("mqtune.toml").read_text()
    assert lint(mqtune) == before


MENUS = {
    "a.sh": "case $1 in\nnew) {0};;\nold) {1};;\nesac\n",
    "b.sh": "new() {{\n{0}}}\nold() {{\n{1}}}\n$1\n",
    "c.bat": "goto %1\n:new\n{0}goto :eof\n:old\n{1}",
    "d.cmd": "if %1==new (\n{0}) else (\n{1})\n",
}


@pytest.mark.parametrize("path", MENUS)
def test_alternatives_of_a_menu_are_no_sequence_after_init(mqtune, folder, path):
    echo = (
        "echo DEFINE QLOCAL(A) {0}|runmqsc QM1\n"
        if path[2] in "bc"
        else "echo 'DEFINE QLOCAL(A) {0}'|runmqsc QM1\n"
    )
    write({path: MENUS[path].format(echo.format("MAXDEPTH(5)"), echo.format("MAXDEPTH(6)"))})
    before = lint(mqtune)
    mqtune("init")
    assert declared() == {"QM1": (path,)}
    assert lint(mqtune) == before == []


def test_init_counts_the_tables_that_it_writes(mqtune, folder):
    write(
        {
            "a/QM1.mqsc": HEAD.format("QM1", "UNIX", 930),
            "b/x.sh": "echo 'DEFINE QLOCAL(A)' | runmqsc $QM\n",
            "mqsc/c.mqsc": "DEFINE QLOCAL(A) REPLACE\n",
        }
    )
    assert "1 queue manager in 1 file; 2 more without a table, see its comments" in mqtune("init").out
    assert len(declared()) == 1
