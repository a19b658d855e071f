"""The canonical form, by examples: the text before, and the text after."""

from __future__ import annotations

import pytest

from mqtune.session.fixing.formatting import format_text
from mqtune.text.editing import apply_edits


def formatted(text: str, name: str = "a.mqsc", platform: str | None = None) -> str:
    return apply_edits(text, format_text(name, text, platform))


def check(before: str, after: str, name: str = "a.mqsc", platform: str | None = None) -> None:
    assert formatted(before, name, platform) == after
    assert formatted(after, name, platform) == after


EXAMPLES = {
    "keywords are in upper case, names keep their letters": (
        "define qlocal(orders.In) maxdepth(5) defpsist(yes)\n",
        "DEFINE QLOCAL(orders.In) MAXDEPTH(5) DEFPSIST(YES)\n",
    ),
    "synonyms stay": ("def ql(A)\n", "DEF QL(A)\n"),
    "blanks and commas between words are one blank": (
        "  DEFINE\tQLOCAL ( A ) ,, MAXDEPTH (5)   REPLACE\n",
        "DEFINE QLOCAL(A) MAXDEPTH(5) REPLACE\n",
    ),
    "a long command has one attribute a line": (
        "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) CONNAME('host.example.com(1414)') XMITQ(QM2) REPLACE\n",
        (
            "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) +\n"
            "  CONNAME('host.example.com(1414)') +\n"
            "  XMITQ(QM2) +\n"
            "  REPLACE\n"
        ),
    ),
    "a short command is one line": ("DEFINE QLOCAL(A) +\n   REPLACE\n", "DEFINE QLOCAL(A) REPLACE\n"),
    "REPLACE after the name stays beside it": (
        "DEFINE QLOCAL(A) REPLACE DESCR('a description that makes the command long') MAXDEPTH(100)\n",
        (
            "DEFINE QLOCAL(A) REPLACE +\n"
            "  DESCR('a description that makes the command long') +\n"
            "  MAXDEPTH(100)\n"
        ),
    ),
    "a semicolon stays": (
        "DEFINE QLOCAL(A) ;\nDEFINE QLOCAL(B) +\n;\n",
        "DEFINE QLOCAL(A);\nDEFINE QLOCAL(B);\n",
    ),
    "a name loses quotation marks that it does not need": (
        "DEFINE QALIAS('A.B') TARGET('C/D_1')\nDEFINE QALIAS('a') TARGET('X-Y')\n",
        "DEFINE QALIAS(A.B) TARGET(C/D_1)\nDEFINE QALIAS('a') TARGET('X-Y')\n",
    ),
    "other strings keep theirs": (
        "DEFINE QLOCAL(A) DESCR('TEXT')\nDEFINE TOPIC(T) TOPICSTR('ABC')\n",
        "DEFINE QLOCAL(A) DESCR('TEXT')\nDEFINE TOPIC(T) TOPICSTR('ABC')\n",
    ),
    "a placeholder keeps its quotation marks": (
        "DEFINE QALIAS('__NAME__') TARGET('X')\n",
        "DEFINE QALIAS('__NAME__') TARGET('X')\n",
    ),
    "a split string is joined": (
        "DEFINE QLOCAL(A) DESCR('one +\n     two') REPLACE\nDEFINE QLOCAL(B) DESCR('one-\n two') REPLACE\n",
        "DEFINE QLOCAL(A) DESCR('one two') REPLACE\nDEFINE QLOCAL(B) DESCR('one two') REPLACE\n",
    ),
    "doubled quotation marks and nested parentheses stay": (
        "define qlocal(A) descr('Fred''s  queue')\nALTER CHANNEL(C)  CHLTYPE(SDR) CONNAME(host(1414))\n",
        "DEFINE QLOCAL(A) DESCR('Fred''s  queue')\nALTER CHANNEL(C) CHLTYPE(SDR) CONNAME(host(1414))\n",
    ),
    "comments inside a command stay before their attribute": (
        "DEFINE QLOCAL(A) +\n* mqtune: ignore QUE001\n\nMAXDEPTH(0) +\n*  CRDATE(1) +\n  REPLACE\n",
        "DEFINE QLOCAL(A) +\n* mqtune: ignore QUE001\n  MAXDEPTH(0) +\n*  CRDATE(1) +\n  REPLACE\n",
    ),
    "a directive for two attributes keeps the command as it is": (
        "DEFINE QLOCAL(A) +\n* mqtune: ignore QUE001\n MAXDEPTH(0)   DEFPSIST(NO) +\n REPLACE\n",
        "DEFINE QLOCAL(A) +\n* mqtune: ignore QUE001\n MAXDEPTH(0)   DEFPSIST(NO) +\n REPLACE\n",
    ),
    "a long list has one value a line": (
        "DEFINE NAMELIST(N) NAMES(AAAAAAAAAAAAAAAAAAAAAAA,BBBBBBBBBBBBBBBBBBBBBBBBBBBBB, CCCCCCCCCCCCCCCC)\n",
        (
            "DEFINE NAMELIST(N) +\n"
            "  NAMES(AAAAAAAAAAAAAAAAAAAAAAA, +\n"
            "        BBBBBBBBBBBBBBBBBBBBBBBBBBBBB, +\n"
            "        CCCCCCCCCCCCCCCC)\n"
        ),
    ),
    "comments inside a list stay before their value": (
        "DEFINE NAMELIST(N) NAMES(A, +\n* the second\nB)\n",
        "DEFINE NAMELIST(N) +\n  NAMES(A, +\n* the second\n        B)\n",
    ),
    "empty entries of an exit list stay": (
        "ALTER CHANNEL(C) CHLTYPE(SDR) MSGEXIT('a',,'b' 'c')\n",
        "ALTER CHANNEL(C) CHLTYPE(SDR) MSGEXIT('a',,'b' 'c')\n",
    ),
    "conditions keep their blanks": (
        "display ql(*) where( maxdepth  lt 100 ) all\n",
        "DISPLAY QL(*) WHERE(MAXDEPTH LT 100) ALL\n",
    ),
    "adjacent commands with the same words are aligned": (
        (
            "DEFINE QLOCAL(A) MAXDEPTH(1) REPLACE\n* a\nDEFINE QLOCAL(LONG.N) MAXDEPTH(100) REPLACE\n"
            "\nDEFINE QLOCAL(C) MAXDEPTH(1) REPLACE\n"
        ),
        (
            "DEFINE QLOCAL(A)      MAXDEPTH(1)   REPLACE\n* a\nDEFINE QLOCAL(LONG.N) MAXDEPTH(100) REPLACE\n"
            "\nDEFINE QLOCAL(C) MAXDEPTH(1) REPLACE\n"
        ),
    ),
    "one blank line is enough, and the file ends in a line end": (
        "\n\n* head\n\n\n  \nDEFINE QLOCAL(A)\n\nDEFINE QLOCAL(B)",
        "* head\n\nDEFINE QLOCAL(A)\n\nDEFINE QLOCAL(B)\n",
    ),
    "blank lines inside a command go": (
        "DEFINE QLOCAL(A) +\n DESCR(X) +\n\t \n\n MAXDEPTH(5)\n",
        "DEFINE QLOCAL(A) DESCR(X) MAXDEPTH(5)\n",
    ),
    "blank lines at the end go": ("DEFINE QLOCAL(A)\n\n \n", "DEFINE QLOCAL(A)\n"),
    "line ends stay": (
        "def ql(A)\r\n\r\n\r\ndef ql(B) +\r\n replace\r\n",
        "DEF QL(A)\r\n\r\nDEF QL(B) REPLACE\r\n",
    ),
    "a byte order mark stays": ("\ufeffdef   ql(A)\n", "\ufeffDEF QL(A)\n"),
    "text after END stays": ("def   ql(A)\nend\ndef   ql(B)\n", "DEF QL(A)\nEND\ndef   ql(B)\n"),
    "values of templates stay": (
        "DEFINE QLOCAL({{ name | upper }})   MAXDEPTH({{ depth | default(5) }})\n",
        "DEFINE QLOCAL({{ name | upper }}) MAXDEPTH({{ depth | default(5) }})\n",
    ),
    "an identity stays beside the name": (
        "set authrec profile(A.B.C) objtype(queue) group('payment-administrators') authadd(get,put,inq)\n",
        (
            "SET AUTHREC PROFILE(A.B.C) OBJTYPE(QUEUE) +\n"
            "  GROUP('payment-administrators') +\n"
            "  AUTHADD(GET,PUT,INQ)\n"
        ),
    ),
}

UNTOUCHED = {
    "an unclosed string": "DEFINE   QLOCAL(A) DESCR('it)\n",
    "an unknown verb": "DEFIN   QLOCAL(A)\n",
    "a placeholder for parameters": "DEFINE   QLOCAL(A)   {{ attributes }}   REPLACE\n",
    "a placeholder for a verb": "${VERB}   QLOCAL(A)\n",
    "a placeholder inside a keyword": "DEFINE   Q{{ kind }}(A)\n",
    "a conditional line inside a command": "DEFINE   QLOCAL(A) +\n{% if x %}\n SHARE +\n{% end %}\n SHARE\n",
    "several commands on a line": "DEFINE   QLOCAL(A); DEFINE   QLOCAL(B)\n",
    "a semicolon on the next line, and another command": "DEFINE   QLOCAL(A) +\n;DEFINE   QLOCAL(B)\n",
    "the form of z/OS": "DEFINE   QLOCAL(A) MAXDEPTH=5\n",
    "a missing continuation": "DEFINE   QLOCAL(A)\n  MAXDEPTH(5)\n",
    "a tab after the sign": "DEFINE   QLOCAL(A) +\t\n  REPLACE\n",
    "a comment of another language": "#  define   qlocal(a)\n",
    "a comment in a string": "DEFINE   QLOCAL(A) DESCR('one +\n* two\n three')\n",
    "an excluded region": "* mqtune: fmt off\ndef   ql(A)\n\n\ndef  ql(B)\n* mqtune: fmt on\n",
    "an excluded rest": "* mqtune: fmt off\ndef   ql(A)\n\n\ndef  ql(B)\n",
    "an excluded command": "* mqtune: fmt skip\n* note\ndef   ql(A) +\n   replace\nDEF QL(B)\n",
    "a carriage return inside": "DEFINE   QLOCAL(A)\rDEFINE   QLOCAL(B)\n",
    "only blanks": "\n\n \n",
    "nothing": "",
}


@pytest.mark.parametrize(("before", "after"), EXAMPLES.values(), ids=list(EXAMPLES))
def test_scripts_get_their_canonical_form(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize("text", UNTOUCHED.values(), ids=list(UNTOUCHED))
def test_what_is_not_understood_stays(text: str) -> None:
    assert formatted(text) == text


def test_a_directive_inside_a_command_excludes_nothing() -> None:
    check("def  ql(A) +\n* mqtune: fmt off\n replace\n", "DEF QL(A) +\n* mqtune: fmt off\n  REPLACE\n")


def test_lines_of_zos_end_at_column_72() -> None:
    """A string is continued on the next line; the blanks that begin that line are not part of it."""
    string = "A description of exactly sixty-four characters, which is the most"
    before = f"DEFINE QLOCAL(A) +\n  DESCR('{string[:50]}+\n         {string[50:]}') REPLACE\n"
    after = formatted(before, platform="zos")
    assert max(map(len, after.splitlines())) <= 72
    assert after.replace("+\n    ", "").count(string) == 1
    assert formatted(after, platform="zos") == after
    assert f"  DESCR('{string}') +\n" in formatted(before)


def test_sequence_numbers_of_zos_stay() -> None:
    text = "define qlocal(A) +".ljust(72) + "00010000\n" + " replace".ljust(72) + "00020000\n"
    assert formatted(text, platform="zos") == text
    assert formatted(text) == text


def test_no_line_is_longer_than_a_queue_manager_reads() -> None:
    names = ",".join(f"host{number}.example.com({number})" for number in range(150))
    before = f"DEFINE CHANNEL(A) CHLTYPE(CLNTCONN) +\nCONNAME('{names[:1900]}+\n{names[1900:]}') REPLACE\n"
    after = formatted(before)
    assert max(map(len, after.splitlines())) <= 2048
    assert formatted(after) == after
    assert after != before


def test_texts_inside_other_files_are_formatted_in_place() -> None:
    yaml = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: x}\ndata:\n"
    check(
        yaml
        + "  a.mqsc: |\n    define ql(A) +\n     replace\n\n\n    def ql(B)\n  b.mqsc: |-\n    def   ql(C)\n",
        yaml + "  a.mqsc: |\n    DEFINE QL(A) REPLACE\n\n    DEF QL(B)\n  b.mqsc: |-\n    DEF QL(C)\n",
        "config.yaml",
    )
    shell = "if true; then\n\trunmqsc QM1 <<-'EOF'\n\t{0}\n\tEOF\nfi\n"
    check(shell.format("def   ql(A)   replace"), shell.format("DEF QL(A) REPLACE"), "s.sh")
    long = "DEFINE QLOCAL($NAME) DESCR('a description that makes the command long') MAXDEPTH(5)"
    split = long.replace(" DESCR", " +\n  DESCR").replace(" MAXDEPTH", " +\n  MAXDEPTH")
    shell = "runmqsc QM1 <<EOF\n{0}\nEOF\n"
    check(shell.format(long), shell.format(split), "s.sh")


def test_folded_and_quoted_scalars_stay() -> None:
    yaml = (
        "kind: ConfigMap\napiVersion: v1\nmetadata: {name: x}\ndata:\n"
        '  a.mqsc: >-\n    define  qlocal(A)\n\n    define  qlocal(B)\n  b.mqsc: "define  qlocal(C)"\n'
    )
    assert formatted(yaml, "config.yaml") == yaml


def test_a_range_formats_whole_commands() -> None:
    text = "def   ql(A)\ndef   ql(B) +\n   replace\ndef   ql(C)\n\n\ndef   ql(D)\n"
    edits = format_text("a.mqsc", text, within=(3, 3))
    assert apply_edits(text, edits) == text.replace("def   ql(B) +\n   replace", "DEF QL(B) REPLACE")
    assert format_text("a.mqsc", text, within=(40, 50)) == []


def test_half_characters_of_an_editor_are_no_error() -> None:
    text = "def   ql(A)\n* \ud800\n"
    assert apply_edits(text, format_text("a.mqsc", text)) == "DEF QL(A)\n* \ud800\n"
