"""Hostile files cost time that grows with their length: counted in lines of the program, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from types import FrameType

import pytest

from mqtune.cli.lint_options import LintOptions
from mqtune.cli.lint_output import make_report
from mqtune.present.formats import Style, write_report
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

SMALL, TIMES = 30, 4
MORE = {"commands echoed on one line": 100}  # where a step that is repeated has only a few lines

ENTRY = '{"name":"A","type":"clientConnection","clientConnection":{"queueManager":"QM"}}'
TEXTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "a word repeated in a command": ("a.mqsc", lambda n: "DEFINE QLOCAL(A)" + " +\n DESCR('x')" * n),
    "a directive for each command": ("a.mqsc", lambda n: "* mqtune: ignore SYN001\nDEFINE QLOCAL(A)\n" * n),
    "directives inside a command": (
        "a.mqsc",
        lambda n: "DEFINE QLOCAL(A) +\n" + "* mqtune: ignore SYN001\n" * n + " REPLACE\n",
    ),
    "commands echoed on one line": (
        "a.sh",
        lambda n: 'echo "define qlocal(q) foo(1)" | runmqsc QM1; ' * n,
    ),
    "a directive for each stanza": ("qm.ini", lambda n: "# mqtune: ignore SYN001\nX:\n  Y=1\n" * n),
    "the same object again": ("a.mqsc", lambda n: "DEFINE QLOCAL(A)\n" * n),
    "a string that ends too early": ("a.mqsc", lambda n: "DEFINE QLOCAL(A) DESCR('Fred's)\n" * n),
    "a string over many lines": ("a.mqsc", lambda n: "DEFINE QLOCAL(A) DESCR('" + "abc +\n" * n + "')\n"),
    "bytes that are no text": ("a.mqsc", lambda n: "DEFINE QLOCAL(\udcff)\n" * n),
    "aliases of aliases": (
        "a.mqsc",
        lambda n: "".join(f"DEFINE QALIAS(A{i}) TARGET(A{i + 1})\n" for i in range(n)),
    ),
    "clients, and records that leave all of them their user": (
        "a.mqsc",
        lambda n: "".join(
            f"DEFINE CHANNEL(C.{i}) CHLTYPE(SVRCONN) MCAUSER('mqm')\n"
            f"SET CHLAUTH('C*') TYPE(USERMAP) CLNTUSER('u{i}') USERSRC(CHANNEL)\n"
            for i in range(n)
        ),
    ),
    "receivers, and records for queue managers": (
        "a.mqsc",
        lambda n: "".join(
            f"DEFINE CHANNEL(C.{i}) CHLTYPE(RCVR)\n"
            f"SET CHLAUTH('C*') TYPE(QMGRMAP) QMNAME('Q{i}') MCAUSER('u')\n"
            for i in range(n)
        ),
    ),
    "secrets": (
        "a.mqsc",
        lambda n: "".join(f"DEFINE CHANNEL(A{i}) CHLTYPE(SDR) PASSWORD('pass{i}word')\n" for i in range(n)),
    ),
    "secrets on one line": ("a.mqsc", lambda n: "DEFINE QLOCAL(A) " + "PASSWORD('secret1') " * n),
    "many scripts in one YAML file": (
        "a.yaml",
        lambda n: "---\nx.mqsc: |\n  DEFINE QLOCAL(A) REPLACE\n" * n,
    ),
    "remarks and a marker below a list in one line": (
        "a.yaml",
        lambda n: f"mqsc: [{'a, ' * n}a]\n" + " # a\n" * n + "{{ x }}\nb: 1\n",
    ),
    "here-documents": ("a.sh", lambda n: "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A) REPLACE\nEOF\n" * n),
    "here-documents without an end": ("a.sh", lambda n: "runmqsc QM1 <<EOF\n" * n),
    "here-documents that a blank before the delimiter leaves open": (
        "a.sh",
        lambda n: "runmqsc QM1 <<X\nDEFINE QLOCAL(A)\n X\n" * n,
    ),
    "open here-documents with different delimiters": (
        "a.sh",
        lambda n: "".join(f"runmqsc QM1 <<X{i}\nDEFINE QLOCAL(A)\n X{i}\n" for i in range(n)),
    ),
    "scripts inside a script with many variables": (
        "a.sh",
        lambda n: "".join(f"a{i}=1\n" for i in range(n)) + 'su - mqm -c "runmqsc QM1 <a"\n' * n,
    ),
    "loops": (
        "a.sh",
        lambda n: "".join(f"for a{i} in 1; do\nrunmqsc $a{i} <$a{i}\ndone\n" for i in range(n)),
    ),
    "containers": (
        "a.sh",
        lambda n: "".join(f"docker exec c{i} runmqsc <<E\nDEFINE QLOCAL(A)\nE\n" for i in range(n)),
    ),
    "lines echoed into one file": ("a.sh", lambda n: "echo 'DEFINE QLOCAL(A) REPLACE' >>a.mqsc\n" * n),
    "branches that are not closed": ("a.sh", lambda n: "if a\n" * n + "esac\n" * n + "runmqsc Q <a\n"),
    "tags that open and others that end": ("a.mqsc.j2", lambda n: "{% if a %}\n" * n + "{% endfor %}\n" * n),
    "unknown keys": (
        "ccdt.json",
        lambda n: '{"channel":[{' + ",\n".join(f'"k{i}":1' for i in range(n)) + "}]}",
    ),
    "equal channels": ("ccdt.json", lambda n: '{"channel":[' + ",\n".join([ENTRY] * n) + "]}"),
}


def lines_run(name: str, text: str) -> int:
    """How many lines of the program a run takes, with its report."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        workspace = Workspace.open(Options(stdin_text=text, stdin_name=name))
        result = workspace.lint()
        options = LintOptions()
        write_report("full", make_report(workspace, result, options), StringIO().write, Style())
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("what", TEXTS)
def test_twice_the_text_costs_twice_the_work(what: str) -> None:
    name, text = TEXTS[what]
    size = MORE.get(what, SMALL)
    lines_run(name, text(size))  # what is worked out once is not counted
    small, big = lines_run(name, text(size)), lines_run(name, text(size * TIMES))
    assert big < 1.5 * TIMES * small
