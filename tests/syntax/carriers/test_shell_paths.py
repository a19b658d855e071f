"""The files that scripts apply to queue managers, relative to the script's folder."""

from __future__ import annotations

import pytest

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.source import Source


def applied(text: str, name: str = "deploy.sh"):
    source = Source(name, name, f"#!/bin/bash\n{text}\n".encode())
    return [
        (path, one.queue_manager, one.changed) for one in documents_of(source).applied for path in one.paths
    ]


def paths(text: str, name: str = "deploy.sh"):
    return [path for path, _, _ in applied(text, name)]


@pytest.mark.parametrize(
    "text",
    [
        "runmqsc QM1 < ../sql/a.txt",
        "< ../sql/a.txt runmqsc QM1 > /tmp/log 2>&1",
        "cat ../sql/a.txt | runmqsc QM1 | tee log",
        "cat < ../sql/a.txt | runmqsc -e QM1",
        "runmqsc -f ../sql/a.txt QM1",
        "runmqsc QM1 -f ../sql/a.txt",
        "sudo -u mqm runmqsc QM1 < ../sql/a.txt",
        "docker exec -i mq runmqsc QM1 < ../sql/a.txt",
        "ssh host runmqsc QM1 < ../sql/a.txt",
        'cd "$(dirname "$0")"\nrunmqsc QM1 < ../sql/a.txt',
        "cd $(dirname $0)/../sql || exit 1\nrunmqsc QM1 < a.txt",
        "(cd ../sql && runmqsc QM1 < a.txt)",
        "(cd /tmp; ls)\nrunmqsc QM1 < ../sql/a.txt",
        'runmqsc QM1 < "$(dirname "${BASH_SOURCE[0]}")/../sql/a.txt"',
        'runmqsc QM1 < "${0%/*}/../sql/a.txt"',
        'HERE=$(cd "$(dirname "$0")" && pwd)\nrunmqsc QM1 < "$HERE/../sql/a.txt"',
        'D="$( cd -- "$(dirname -- "${BASH_SOURCE}")" &> /dev/null && pwd )"\nrunmqsc QM1 < $D/../sql/a.txt',
        'TOP=$(dirname "$(readlink -f "$0")")/..\nSQL=${TOP}/sql\ncd /tmp\nrunmqsc QM1 < "$SQL/a.txt"',
        'TOP="$(cd "$(dirname "$0")/.." && pwd -P)"\nrunmqsc QM1 < $TOP/sql/a.txt',
        "HERE=`dirname $0`\nrunmqsc QM1 < $HERE/../sql/a.txt",
        "pushd ../sql\nrunmqsc QM1 < a.txt",
        "SQL=../sql\nrunmqsc QM1 < $SQL/a.txt",
        'for f in ../sql/a.txt; do runmqsc QM1 < "$f"; done',
        "for f in a; do\n  runmqsc QM1 < ../sql/${f}.txt\ndone",
        'su mqm -c "runmqsc QM1 < ../sql/a.txt"',
        'HERE=$(dirname "$0")\nsu - mqm -c "runmqsc QM1 < $HERE/../sql/a.txt"',
        "QM=QM1\nrunmqsc $QM < ../sql/a.txt",
        "if [ -f ../sql/a.txt ]; then\n  runmqsc QM1 < ../sql/a.txt\nfi",
    ],
)
def test_a_file_is_found_from_the_folder_of_the_script(text):
    assert applied(text) == [("../sql/a.txt", "QM1", False)]


@pytest.mark.parametrize(
    "text",
    [
        "cd $1\nrunmqsc QM1 < a.txt",
        "cd\nrunmqsc QM1 < a.txt",
        "cd /opt/mq\nrunmqsc QM1 < a.txt",
        "cd - \nrunmqsc QM1 < a.txt",
        "pushd /x; popd\nrunmqsc QM1 < a.txt",
        "runmqsc QM1 < $1",
        "runmqsc QM1 < ~/a.txt",
        "runmqsc QM1 < /opt/a.txt",
        "runmqsc QM1 < ${DIR:-.}/a.txt",
        "D=a\nD=b\nrunmqsc QM1 < $D/a.txt",
        "while read f; do runmqsc QM1 < $f; done < list",
        "for d in a b; do cd $d; runmqsc QM1 < a.txt; done",
        "su - mqm -c 'runmqsc QM1 < a.txt'",
        "ssh host 'runmqsc QM1 < a.txt'",
        "docker exec mq sh -c 'runmqsc QM1 < a.txt'",
        "ssh host <<'E'\nrunmqsc QM1 < a.txt\nE",
        "grep -v '^#' a.txt | runmqsc QM1",
        "sed '/^#/d' a.txt | runmqsc QM1",
        "sort a.txt | runmqsc QM1",
        "cat -n a.txt | runmqsc QM1",
        "echo 'DIS QMGR' | runmqsc QM1",
    ],
)
def test_what_the_script_does_not_show_is_left_alone(text):
    assert paths(text) == []


def test_paths_in_images_and_playbooks_are_not_those_of_the_repository():
    source = Source("Dockerfile", "Dockerfile", b"FROM mq\nRUN runmqsc QM1 < a.txt\n")
    assert documents_of(source).applied == []
    source = Source("a.yaml", "a.yaml", b"- shell: |\n    runmqsc QM1 < a.txt\n    echo\n")
    assert documents_of(source).applied == []


def test_a_filter_makes_a_template():
    assert applied("sed -e \"s/@QM@/$QM/g\" -e 's|a|b|' a.txt | runmqsc QM1") == [("a.txt", "QM1", True)]
    assert applied("envsubst < a.txt | runmqsc QM1") == [("a.txt", "QM1", True)]
    assert applied("cat a.txt | envsubst | runmqsc QM1") == [("a.txt", "QM1", True)]


def test_several_files_and_queue_managers():
    text = "cat a.txt b/*.txt | runmqsc QM1\nrunmqsc QM2 < a.txt\nfor f in c d/?; do runmqsc QM3 < $f; done"
    found = [("a.txt", "QM1"), ("b/*.txt", "QM1"), ("a.txt", "QM2"), ("c", "QM3"), ("d/?", "QM3")]
    assert [one[:2] for one in applied(text)] == found


def test_a_loop_over_queue_managers_gives_each_its_own_file():
    text = "for qm in QM1 QM2; do\n  ${MQ_BIN}runmqsc $qm < common.txt\n  runmqsc ${qm} < conf/$qm.txt\ndone"
    assert [one[:2] for one in applied(text)] == [
        ("common.txt", "QM1"),
        ("common.txt", "QM2"),
        ("conf/QM1.txt", "QM1"),
        ("conf/QM2.txt", "QM2"),
    ]
    text = 'for qm in QM1 QM2; do sudo -u mqm sh -c "runmqsc $qm < conf/${qm}.txt > $qm.out"; done'
    assert [one[:2] for one in applied(text)] == [("conf/QM1.txt", "QM1"), ("conf/QM2.txt", "QM2")]
    assert applied("for qm in $LIST; do runmqsc $qm < a.txt; done") == [("a.txt", "$qm", False)]


def test_a_file_that_the_script_writes_itself_is_not_read_from_the_repository():
    assert paths(
        "cat > out/a.txt <<E\nDEFINE QLOCAL(A)\nE\nrunmqsc QM1 < out/a.txt\nrunmqsc QM1 < b.txt"
    ) == ["b.txt"]


def test_automatic_configuration_names_files_too():
    text = 'D="$(dirname "$0")"\ncrtmqm -ii $D/cfg/a.ini -ic cfg -p 1414 QM1\n'
    source = Source("x.sh", "x.sh", text.encode())
    found = [(one.kind, one.paths, one.queue_manager, one.ending) for one in documents_of(source).applied]
    assert found == [("qm.ini", ["cfg/a.ini"], "QM1", ".ini"), ("mqsc", ["cfg"], "QM1", ".mqsc")]


def test_a_folder_that_becomes_longer_than_any_path_is_unknown():
    """Otherwise a script of n commands `cd` has paths of n² characters."""
    text = "\n".join(f"runmqsc QM1 < a.txt\ncd folder{number}" for number in range(2000))
    found = paths(text)
    assert 100 < len(found) < 500
    assert max(map(len, found)) <= 4096


def test_loops_over_the_same_files_name_them_once():
    text = "".join(f"for f in *.txt; do runmqsc QM{number} < $f; done\n" for number in range(50))
    assert [one[:2] for one in applied(text)] == [("*.txt", f"QM{number}") for number in range(50)]


def test_a_file_is_one_of_the_loop_around_it():
    text = "for f in a.txt; do runmqsc QM1 < $f; done\nfor f in b.txt; do runmqsc QM2 < $f; done\n"
    assert [one[:2] for one in applied(text)] == [("a.txt", "QM1"), ("b.txt", "QM2")]
