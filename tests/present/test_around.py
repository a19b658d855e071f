"""Excerpts and diffs show of a script or a manifest only what mqtune reads, whatever is around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.cli.main import main
from mqtune.present.excerpt import covered_diff, fix_lines, rows
from mqtune.present.redact import FileText
from mqtune.present.summary import PLAIN
from mqtune.text.editing import Edit, Place, Span
from mqtune.text.finding import SAFE, Fix

SECRET = "Kx0008qZt"
# no form that is known: a line is around the text of MQ, or it is not shown
SHELL = [
    "frobnicate {}\n%s\nfrobnicate {}\n",
    "set_ldap {}; %s\n",
    "runmqsc QM1 <<EOF\ndisplay qmgr\nEOF\nx={}\n%s\n",
    "# {}\n%s\n# {}\n",
    "cat > /tmp/x <<EOT\n{}\nEOT\n%s\ncat > /run/secrets/x <<'EOT'\n{}\nEOT\n",
    "kubectl create secret generic mq --from-literal=adminPassword=A --from-literal=app={}\n%s\n",
    'read -r pw <<< {}\n%s\nprintf -v PW "%%s" {}\n',
    "docker login -p{}\n%s\ncrudini --set a b c {}\n",
    "passwords[QM1]={}\n%s\npass_list=({})\n",
    "%s\nsed 's/PASSWORD/{}/' t.mqsc | runmqsc QM1\n",
]
TEXTS = [
    "runmqsc QM1 <<EOF\ndefine qlocal(A)  maxdepth( 10) foo(1)\nEOF",
    "echo 'define qlocal(A)  maxdepth( 10) foo(1)' | runmqsc QM1",
    "true && runmqsc QM1 <<'X'\ndefine qlocal(A)  maxdepth( 10) foo(1)\n\n* why\ndefine qlocal(B)  foo(2)\nX",
]
POSITIONAL = [
    "f() { echo \"ALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('$1') foo(1)\" | runmqsc QM1; }\nf {}\n",
    "set -- {}; echo \"ALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('$1') foo(1)\" | runmqsc QM1\n",
    "p() { echo {}; }; echo \"ALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('$(p)') foo(1)\" | runmqsc QM1\n",
]
MANIFEST = """\
kind: ConfigMap
apiVersion: v1
metadata: {name: x}
data:
  ldap: %s
  a.mqsc: |
    define qlocal(A)  maxdepth( 10) foo(1)
  other: %s
"""
VALUES = ["{}", "|-\n    {}", ">\n    {}", "\n    {}", '"{}"', "[{}]"]
JOB = """\
//JOB1 JOB (ACCT),'x',PASSWORD={}
//S1 EXEC PGM=CSQUTIL,PARM='QM1'
//SYSPRINT DD SYSOUT=*
//CMDS DD *
 define qlocal(A) foo(1)
/*
//SYSIN DD *
 COMMAND DDNAME(CMDS)
/*
//OTHER DD *
{}
"""
FILES = [
    *((f"{number}.sh", shape % text) for number, shape in enumerate(SHELL) for text in TEXTS),
    *(("p.sh", text) for text in POSITIONAL),
    *(("m.yaml", MANIFEST % (value, value)) for value in VALUES),
    ("job.jcl", JOB),
    ("Dockerfile", "FROM ibm-mq\nRUN frob {}; echo 'define qlocal(A)  foo(1)' > /etc/mqm/a.mqsc\nENV X={}\n"),
]
COMMANDS = [
    ("fmt", "--diff", "."),
    ("lint", ".", "--fix", "--unsafe-fixes", "--diff"),
    ("lint", "."),
    ("report", ".", "--output", "r.html"),
]


@pytest.mark.parametrize(("name", "text"), FILES)
def test_no_output_shows_what_is_around_a_text_of_mq(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    name: str,
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text.replace("{}", SECRET))
    for words in COMMANDS:
        main(list(words))
        assert SECRET not in "".join(capfd.readouterr()), words
    page = (tmp_path / "r.html").read_text()
    assert SECRET not in page
    assert "(1)" in page  # the text itself is shown


def shown(text: str, part: str, line: int, context: int = 1) -> list[str]:
    """The excerpt of a line, of which MQ reads a part, or of several."""
    lines = text.split("\n")
    parts = [(number, row.index(part) + 1, len(part)) for number, row in enumerate(lines, 1) if part in row]
    file = FileText(text, parts=lambda: parts)
    return [row.text for row in rows(file, Span(line, 1, line, 1), 80, context)]


def test_the_call_and_the_key_of_a_text_are_shown() -> None:
    for before, after in [
        ("runmqsc QM1 <<EOF", "EOF"),
        ("  runmqsc -e $QMGR <<-'END_MQSC' |", "END_MQSC"),
        ("  a.mqsc: |-", "---"),
        ("sudo runmqsc ${QM}", "} || exit"),
        ("//CMDS DD *", "/*"),
    ]:
        lines = [before, "define qlocal(A)", after]
        expected = lines if "exit" not in after else lines[:2]
        assert shown("\n".join(lines), lines[1], 2) == expected


def test_other_words_are_an_ellipsis() -> None:
    text = "x\na --b c; echo 'define qlocal(A)' | runmqsc QM1 # d\ny"
    assert shown(text, "define qlocal(A)", 2) == ["…define qlocal(A)…"]


def test_a_very_long_line_is_no_harmless_one() -> None:
    text = f"define qlocal(A)\n{' ' * 9000}{SECRET}"
    assert shown(text, "define qlocal(A)", 1) == ["define qlocal(A)"]
    file = FileText(text, parts=list)
    assert file.outside(2) == [(0, 9000 + len(SECRET))]


def test_the_marked_place_is_shown_although_it_is_no_text_of_mq() -> None:
    file = FileText("export A=b C=d\nx\n", parts=list)
    assert [row.text for row in rows(file, Span(1, 8, 1, 11), 80)] == ["…A=b…"]


def test_a_diff_ends_at_the_text_and_can_be_applied() -> None:
    old = "a\nb 1\nc: |\n  x\n  y\nd 2\ne: |\n  x\nf 3\n"
    new = old.replace("  y\n", "  z\n  z\n").replace("  x\nf", "  w\nf")
    parts = [(4, 3, 1), (5, 3, 1), (8, 3, 1)]
    assert covered_diff(old, new, "m", parts) == [
        "--- a/m", "+++ b/m", "@@ -5 +5,2 @@", "-  y", "+  z", "+  z", "@@ -8 +9 @@", "-  x", "+  w",
    ]  # fmt: skip


def test_a_changed_line_is_shown_without_the_words_around_its_text() -> None:
    old = f"curl {SECRET}; echo 'define' | x token={SECRET}\n"
    new = old.replace("define", "DEFINE")
    parts = [(1, old.index("define") + 1, 6)]
    assert covered_diff(old, new, "m", parts)[3:] == ["-…define…", "+…DEFINE…"]
    fix = Fix(SAFE, "x", (Edit(Place("m", Span(1, parts[0][1], 1, parts[0][1] + 6)), "DEFINE"),))
    file = FileText(old.replace("token=", ""), parts=lambda: parts)
    assert fix_lines(fix, lambda name: file, PLAIN) == ["- …define…", "+ …DEFINE…"]
