"""Files that scripts apply to queue managers, and what scripts state about these, seen by a user."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def lint(mqtune, *words: str) -> list[tuple[str, int, str, str | None]]:
    found = json.loads(mqtune("lint", "--format", "json", *words).out)["findings"]
    return [(one["file"], one["start"]["line"], one["code"], one["queue_manager"]) for one in found]


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


UNKNOWN = "* a comment\nDEFINE QLOCAL(A) REPLACE MAXDEPHT(1)\n"
ESTATE = {
    "scripts/deploy.sh": "#!/bin/sh\nrunmqsc CLRQM1 < ../sql/objects.txt\n",
    "sql/objects.txt": UNKNOWN,
    "sql/notes.txt": UNKNOWN,
}
HIT = ("sql/objects.txt", 2, "CAT005", "CLRQM1")


@pytest.mark.parametrize("start", [".", "scripts", "scripts/deploy.sh"])
def test_a_file_fed_to_runmqsc_is_checked_for_its_queue_manager(folder, mqtune, start) -> None:
    write(folder, ESTATE)
    assert lint(mqtune, "--select", "CAT", start) == [HIT]


def test_the_file_is_fixed_where_it_is(folder, mqtune) -> None:
    write(folder, ESTATE)
    mqtune("lint", "--select", "CAT", "--fix", "--unsafe-fixes")
    assert (folder / "sql/objects.txt").read_text() == UNKNOWN.replace("MAXDEPHT", "MAXDEPTH")
    assert (folder / "sql/notes.txt").read_text() == UNKNOWN


@pytest.mark.parametrize("named", ["scripts/deploy.sh", "scripts"])
def test_a_file_is_changed_only_if_it_is_named_or_in_a_named_folder(folder, mqtune, named) -> None:
    write(folder, ESTATE)
    fixed = mqtune("lint", "--select", "CAT", "--fix", "--unsafe-fixes", named)
    assert "objects.txt:2" in fixed.out
    mqtune("fmt", "--ignore-unknown", named)
    assert (folder / "sql/objects.txt").read_text() == UNKNOWN
    mqtune("lint", "--select", "CAT", "--fix", "--unsafe-fixes", named, "sql/objects.txt")
    assert (folder / "sql/objects.txt").read_text() == UNKNOWN.replace("MAXDEPHT", "MAXDEPTH")


def test_a_file_for_two_queue_managers_belongs_to_both_and_is_reported_once(folder, mqtune) -> None:
    write(folder, ESTATE)
    write(folder, {"scripts/more.sh": "for q in 1 2; do :; done\nrunmqsc CLRQM2 < ../sql/objects.txt\n"})
    assert lint(mqtune, "--select", "CAT") == [HIT]
    shown = mqtune("show", "objects").out
    assert "CLRQM1" in shown
    assert "CLRQM2" in shown
    mqtune("lint", "--select", "CAT", "--fix", "--unsafe-fixes")
    assert (folder / "sql/objects.txt").read_text() == UNKNOWN.replace("MAXDEPHT", "MAXDEPTH")


def test_a_common_file_belongs_to_the_environments_of_the_scripts_that_apply_it(folder, mqtune) -> None:
    script = "runmqsc QM1 < ../common/base.txt\nrunmqsc QM1 <<E\nDEFINE QALIAS(AL) TARGET(BASE) REPLACE\nE\n"
    write(folder, {"dev/deploy.sh": script, "prod/deploy.sh": script})
    write(folder, {"prod/again.sh": "runmqsc QM1 < ../common/base.txt\n"})
    write(folder, {"common/base.txt": "DEFINE QLOCAL(BASE) REPLACE\n"})
    assert lint(mqtune, "--complete", "--select", "REF,RUN003") == []
    rows = json.loads(mqtune("show", "objects", "--format", "json").out)["objects"]
    names = sorted((row["environment"], row["queue_manager"], row["name"]) for row in rows)
    assert names == [(one, "QM1", name) for one in ("dev", "prod") for name in ("AL", "BASE")]


def test_a_name_that_is_a_variable_is_one_name_in_both_forms(folder, mqtune) -> None:
    text = 'QM=${1:-QM1}\nrunmqsc $QM < a.txt\nrunmqsc "${QM}" <<E\nDEFINE QALIAS(AL) TARGET(A) REPLACE\nE\n'
    write(folder, {"deploy.sh": text, "a.txt": "DEFINE QLOCAL(A) REPLACE\n"})
    assert lint(mqtune, "--complete", "--select", "REF") == []


def test_excluded_ignored_and_outside_files_are_not_read(folder, mqtune, tmp_path_factory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text(UNKNOWN)
    write(folder, ESTATE)
    relative = "../" * 20 + str(outside).lstrip("/")
    (folder / "scripts/deploy.sh").write_text(
        f"runmqsc A < {relative}\nrunmqsc A < ../old/a.txt\nrunmqsc A < ../tmp/a.txt\n"
        "runmqsc A <<E\nDIS QMGR\nE\n"
    )
    write(folder, {"old/a.txt": UNKNOWN, "tmp/a.txt": UNKNOWN, "mqtune.toml": 'exclude = ["old"]\n'})
    write(folder, {".gitignore": "tmp/\n", ".git/HEAD": "x"})
    assert lint(mqtune, "--select", "CAT") == []


def test_a_dump_remains_that_of_its_own_queue_manager(folder, mqtune) -> None:
    write(folder, ESTATE)
    (folder / "sql/objects.txt").write_text("* Queue manager name: OTHER\n* dmpmqcfg\n" + UNKNOWN)
    assert lint(mqtune, "--select", "CAT") == [("sql/objects.txt", 4, "CAT005", "OTHER")]


def test_a_binary_file_that_a_script_applies_does_no_harm(folder, mqtune) -> None:
    write(folder, ESTATE)
    (folder / "sql/objects.txt").write_bytes(b"DEFINE\0\xff")
    outcome = mqtune("lint", "-v")
    assert outcome.status in (0, 2)
    assert "sql/objects.txt" in outcome.err


CREATE = (
    "#!/bin/ksh\n"
    "export MQ_CHANNEL_SUPPRESS_MSGS=AMQ9001,9002\n"
    "crtmqm -lc -lf 16384 -lp 300 -ls 300 -u DLQ QM1\n"
    "crtmqm -ll -lp 10 -ls 5 QM2\n"
    "strmqm QM1\n"
)


def test_options_of_crtmqm_and_exported_variables_are_checked_in_the_script(folder, mqtune) -> None:
    write(folder, {"create": CREATE})
    assert lint(mqtune, "--select", "LOG,CHL001") == [
        ("create", 2, "CHL001", "QM1"),
        ("create", 3, "LOG001", "QM1"),
        ("create", 4, "LOG007", "QM2"),
    ]


def test_attributes_that_crtmqm_sets_come_before_all_commands(folder, mqtune) -> None:
    write(folder, {"00-qm.mqsc": "ALTER QMGR TRIGINT(5)\n", "create.sh": "crtmqm -u NO.DLQ -t 99 -x 5 QM1\n"})
    assert lint(mqtune, "--complete", "--select", "QUE021,REF001") == [("create.sh", 1, "REF001", "QM1")]
    rows = json.loads(mqtune("show", "object", "QMGR", "--format", "json").out)
    shown = json.dumps(rows)
    assert '"NO.DLQ"' in shown
    assert '"99"' not in shown


def test_values_that_only_the_shell_knows_are_not_judged(folder, mqtune) -> None:
    write(folder, {"create.sh": 'crtmqm -lf $((4*4096)) -lp $2 -ls `cat n` -x ${4:-5} -u "$3" -t $(t) QM1\n'})
    assert lint(mqtune) == []
    assert lint(mqtune, "--complete", "--profile", "regulated") == []


def test_no_fix_writes_into_an_option_of_a_command(folder, mqtune) -> None:
    write(folder, {"create": CREATE})
    mqtune("lint", "--fix", "--unsafe-fixes")
    assert (folder / "create").read_text() == CREATE


def test_qm_ini_overrides_crtmqm_without_a_conflict(folder, mqtune) -> None:
    write(folder, {"create.sh": "crtmqm -lf 16384 -lp 300 -ls 300 QM1\n"})
    write(folder, {"qm.ini": "Log:\n   LogPrimaryFiles=3\n   LogFilePages=4096\n"})
    assert {code for _, _, code, _ in lint(mqtune, "--select", "LOG")} <= {"LOG001"}


def test_a_channel_table_without_channels_is_a_finding_if_it_is_named(folder, mqtune) -> None:
    write(
        folder, {"clients.json": "{}\n", "one.json": '{"channel": {"name": "A.B"}}\n', "package.json": "[]"}
    )
    assert lint(mqtune, "clients.json") == [("clients.json", 1, "CAT071", None)]
    assert ("one.json", 1, "CAT072", None) in lint(mqtune, "one.json")
    assert mqtune("lint", "clients.json", "one.json").status == 1
    assert mqtune("lint").status == 2


@pytest.mark.parametrize(
    "name",
    ["Dockerfile", "Containerfile", "Dockerfile.prod", "mq.dockerfile", "x.Containerfile", "Dockerfile-mq"],
)
def test_build_files_are_read_whatever_their_names(folder, mqtune, name) -> None:
    text = (
        "FROM mq\n"
        "RUN echo 'DEFINE QLOCAL(A) MAXDEPHT(1)' > /etc/mqm/1.mqsc && \\\n"
        "    printf 'DEFINE QLOCAL(%s) MAXDEPHT(1)\\n' B >> /etc/mqm/1.mqsc\n"
        "COPY <<EOF /etc/mqm/2.mqsc\nDEFINE QLOCAL(C) MAXDEPHT(1)\nEOF\n"
        "COPY <<3.mqsc <<4.mqsc /etc/mqm/\n"
        "DEFINE QLOCAL(D) MAXDEPHT(1)\n3.mqsc\nDEFINE QLOCAL(E) MAXDEPHT(1)\n4.mqsc\n"
        "RUN <<EOF\necho 'DEFINE QLOCAL(F) MAXDEPHT(1)' | tee /etc/mqm/5.mqsc\nEOF\n"
        'RUN ["/bin/sh", "-c", "echo \'DEFINE QLOCAL(G) MAXDEPHT(1)\' > /etc/mqm/6.mqsc"]\n'
    )
    (folder / name).write_text(text)
    assert [line for _, line, _, _ in lint(mqtune, "--select", "CAT005")] == [2, 3, 5, 8, 10, 13, 15]


@pytest.mark.parametrize(
    "line", ["#!/usr/bin/ksh93", "#!/bin/mksh -e", "#!/usr/bin/env -S bash -eu", "#!/bin/dash"]
)
def test_scripts_without_an_extension_are_known_by_their_first_line(folder, mqtune, line) -> None:
    (folder / "setup").write_text(f"{line}\nprint 'DEFINE QLOCAL(A) MAXDEPHT(1)' > q.mqsc\n")
    assert lint(mqtune, "--select", "CAT") == [("setup", 2, "CAT005", None)]
