"""A script of random commands is counted, or all that it passes to runmqsc in a real shell is read."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.source import Source
from tests.syntax.carriers.test_shell_against_bash import recorded

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")

GOOD, BAD = "DEFINE QLOCAL(A)\n", "ALTER QMGR CHLAUTH(DISABLED)\n"
FILES = {
    "good.mqsc": GOOD,
    "sub/good.mqsc": BAD,
    "bad": BAD,
    "x": "QUxURVIgUU1HUiBDSExBVVRIKERJU0FCTEVEKQo=\n",
}
FEEDS = (
    "runmqsc QM1 < good.mqsc",
    "cat good.mqsc | runmqsc QM1",
    f"runmqsc QM1 <<'E'\n{GOOD}E",
    f"echo '{GOOD.strip()}' | runmqsc QM1",
    "F=good.mqsc; runmqsc QM1 < $F",
    "for f in *.mqsc; do runmqsc QM1 < $f; done",
    f"cat > new.mqsc <<E\n{GOOD}E\nrunmqsc QM1 < new.mqsc",
    f"{{ echo '{GOOD.strip()}'; cat bad; }} | runmqsc QM1",
    "apply() { runmqsc QM1 < good.mqsc; }; apply",
    f"echo '* x' '{BAD.strip()}' | tr x '\\n' | runmqsc QM1",
    f"printf '* n\\x0a{BAD.strip()}\\n' | runmqsc QM1",
    f"runmqsc QM1 <<< $'* n\\012{BAD.strip()}'",
    "base64 -d x | runmqsc QM1",
    "runmqsc QM1 < bad 3<<E\nDEFINE QLOCAL(B)\nE",
    "su - mqm -c 'runmqsc QM1 < good.mqsc'",
)
# what is understood, what may change a file or a variable, and what changes the meaning of other commands
OTHERS = (
    "true",
    "echo starting",
    "mkdir -p /tmp",
    "date > log.txt",
    "grep -q A good.mqsc && echo found",
    "sed 's/A/B/' good.mqsc > log.txt",
    "cp good.mqsc copy.txt",
    "set +e",
    "cd .",
    "cd sub",
    "cp bad good.mqsc",
    "cp bad new.mqsc",
    "cat bad > good.mqsc",
    "mv bad good.mqsc",
    "base64 -d x > good.mqsc",
    "base64 -d x &> good.mqsc",
    "tee good.mqsc < bad > log.txt",
    "sed -i 's/.*/ALTER QMGR CHLAUTH(DISABLED)/' good.mqsc",
    "sed -n 'w good.mqsc' bad",
    "awk '{print > \"good.mqsc\"}' bad",
    "sort -o good.mqsc bad",
    "F=bad",
    "read F <<< bad",
    "printf -v F bad",
    "eval F=bad",
    "G=good.mqsc; cat bad > $G",
    "sh -c 'cat bad > good.mqsc'",
    "write() { cat bad > good.mqsc; }",
    "write",
    "ln -f bad good.mqsc",
    "cat() { echo 'ALTER QMGR CHLAUTH(DISABLED)'; }",
    "R=$(which runmqsc); $R QM1 < bad",
    "for f in bad; do :; done",
    "$(echo runmqsc QM1) < bad",
    "shopt -s expand_aliases",
    "exec < bad",
    "cp -r sub/. .",
    "cp sub/* .",
    "ln -s good.mqsc link; cat bad > link",
    "mv sub/good.mqsc .",
    "find . -name bad -exec cp {} good.mqsc \\;",
)


def read(script: str, folder: Path) -> tuple[list[str], bool]:
    """The texts that are read, also of applied files as they were before, and whether the rest counts."""
    result = documents_of(Source("setup.sh", "setup.sh", script.encode()))
    texts = [document.text for document in result.documents]
    for applied in result.applied:
        for path in applied.paths:
            texts += [(folder / file).read_text() for file in sorted(folder.glob(path))]
    is_open = any(document.template or document.condition for document in result.documents)
    return texts, bool(result.unread) or is_open


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(OTHERS), st.sampled_from(FEEDS)), min_size=1, max_size=6))
def test_what_a_script_passes_on_is_read_or_counted(commands: list[str]) -> None:
    script = "#!/bin/bash\n" + "\n".join(commands) + "\n"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(text)
        texts, is_counted = read(script, folder)
        passed = [text.strip() for _, text in recorded(script, folder)]
    known = {text.strip() for text in texts}
    assert is_counted or known.issuperset(filter(None, passed))
