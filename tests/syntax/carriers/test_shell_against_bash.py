"""What is read out of a script is what a real shell hands to runmqsc."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.source import Source

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash")

RECORDER = (
    '#!/bin/sh\nfor last; do :; done\n{ printf "%s\\037" "$last"; cat; printf "\\036"; } >> "$RECORD"\n'
)
# programs that run what is left of their words, as su, ssh, docker and their like do
WRAPPER = """#!/bin/bash
while [ $# -gt 0 ]; do
  case "$1" in
    runmqsc|bash|sh|*/runmqsc) exec "$@" ;;
    -c) exec bash -c "$2" ;;
    *' '*) exec bash -c "$1" ;;
  esac
  shift
done
exec cat
"""
WRAPPERS = ("su", "ssh", "docker", "kubectl", "oc", "sudo")


def recorded(script: str, folder: Path) -> list[tuple[str, str]]:
    """Queue manager and text of each call of runmqsc in a real run."""
    programs = folder / "bin"
    programs.mkdir()
    for name, text in {"runmqsc": RECORDER, **dict.fromkeys(WRAPPERS, WRAPPER)}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    for name in ("strmqm", "dspmq"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    record = folder / "record"
    record.write_text("")
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "RECORD": str(record), "MQ_BIN": str(programs)}
    (folder / "setup.sh").write_bytes(script.encode())
    subprocess.run(
        [BASH, "setup.sh"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    calls = record.read_bytes().decode().split("\036")[:-1]
    return [(name, text) for name, _, text in (call.partition("\037") for call in calls)]


def read(script: str) -> list[tuple[str, str]]:
    result = documents_of(Source("setup.sh", "setup.sh", script.encode()))
    return [(document.queue_manager, document.text) for document in result.documents]


def same(text: str) -> str:
    return text.rstrip("\n")


def shapes() -> dict[str, str]:
    path = Path(__file__).with_name("test_shell.py")
    spec = importlib.util.spec_from_file_location("shapes", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    left_out = (
        "a path",
        "a function",
        "carriage returns",
        "a case",
        "a build file",
        "a file and a call in another shell",
    )
    return {name: text for name, text in module.FED.items() if name not in left_out}


MORE = {
    "escapes": "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A\\$B) DESCR('a\\\\b \\x \\`c')\nEOF\n",
    "joined lines": "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A) \\\n  MAXDEPTH(5)\nEOF\n",
    "quoted escapes": "runmqsc QM1 <<'EOF'\nDEFINE QLOCAL(A\\$B) \\\n  MAXDEPTH(5)\nEOF\n",
    "tabs": "\trunmqsc QM1 <<-EOF\n\t\tDEFINE QLOCAL(A)\n\t  DESCR('x')\n\t\tEOF\n",
    "a delimiter with a blank before it": "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\n EOF\nEOF\n",
    "words in quotation marks": "echo DEFINE 'QLOCAL(A)' \"DESCR('it''s')\" | runmqsc QM1\n",
    "echo with escapes": "#!/bin/bash\necho -e 'DEFINE QLOCAL(A)\\n\\tEND\\\\x' | runmqsc QM1\n",
    "echo without escapes": "#!/bin/bash\necho 'DEFINE QLOCAL(A)' \"DESCR('C:\\new')\" | cat | runmqsc QM1\n",
    "printf over arguments": "printf 'DEFINE QLOCAL(%s) DESCR(100%%)\\n' A B C | runmqsc QM1\n",
    "printf with octal": "printf 'DEFINE QLOCAL(A)\\012END\\n' | runmqsc QM1\n",
    "two on one line": "cat <<A >/dev/null; runmqsc QM1 <<B\nx\nA\nDEFINE QLOCAL(Y)\nB\n",
    "the last one counts": "runmqsc QM1 <<A <<B\nDEFINE QLOCAL(X)\nA\nDEFINE QLOCAL(Y)\nB\n",
    "nested quotation marks": 'su -c "runmqsc QM1 <<EOF\nDEFINE QLOCAL(\\"A\\") DESCR(\'x\')\nEOF\n"\n',
    "a substitution in a string": 'X="a $(runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n) b"\n',
    "parentheses in the text": "X=$(runmqsc QM1 <<'EOF'\nDEFINE QLOCAL(A) DESCR(')')\nEOF\n)\n",
    "a variable with one value": "QM=QM7\nrunmqsc $QM <<EOF\nDEFINE QLOCAL(A)\nEOF\n",
}


@pytest.mark.parametrize("script", {**shapes(), **MORE}.values(), ids=lambda text: repr(text)[:40])
def test_the_text_is_what_runmqsc_gets(script, tmp_path):
    expected = [(name, same(text)) for name, text in recorded(script, tmp_path)]
    assert expected, "the shell called runmqsc"
    assert [(name, same(text)) for name, text in read(script)] == expected
