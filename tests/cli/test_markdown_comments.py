"""Markdown that commands print, as a forge renders it: nothing of the files is markup or live."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.present.test_markdown_text import PAYLOADS, assert_inert, rendered

PLACES = {
    "name": "DEFINE QLOCAL('{}') REPLACE\n",
    "value": "DEFINE QLOCAL(A) REPLACE DESCR('{}')\n",
    "topic": "DEFINE TOPIC(T) TOPICSTR('{}')\n",
    "queue manager": "* Queue manager name: {}\nDEFINE QLOCAL(A) REPLACE\n",
    "record": "SET AUTHREC PROFILE('{}') OBJTYPE(QUEUE) PRINCIPAL('{}') AUTHADD(PUT)\n",
    "channel": "DEFINE CHANNEL(C) CHLTYPE(SDR) TRPTYPE(TCP) XMITQ(X) CONNAME('{}')\n",
    "unknown": "DEFINE QLOCAL(A) {}(1)\nDEFINE {}(A)\n",
}
FORMATS = (
    ["plan", "old", "new", "--format", "markdown"],
    ["plan", "new", "old", "--format", "markdown"],
    ["budget", "new", "--format", "markdown"],
)
IN_LINES = tuple(one for one in PAYLOADS if "\n" not in one and "\u2028" not in one)


@pytest.mark.parametrize("words", FORMATS, ids=" ".join)
@pytest.mark.parametrize("place", PLACES)
def test_comments_of_commands_have_nothing_live(
    folder: Path,
    mqtune: Run,
    place: str,
    words: list[str],
) -> None:
    for side in ("old", "new"):
        (folder / side).mkdir()
    (folder / "old" / "a.mqsc").write_text("DEFINE QLOCAL(B) REPLACE\n")
    texts = [PLACES[place].replace("{}", one.replace("'", "''")) for one in IN_LINES]
    (folder / "new" / "a.mqsc").write_bytes("".join(texts).encode("utf-8", "surrogatepass"))
    done = mqtune(*words)
    assert done.out, done.err
    # the tag, the folded block and its fence are of the program
    html = rendered(re.sub(r"\A<!--.*-->\n", "", done.out))
    for own in ("<details>", "<summary>Details</summary>", "</details>", "<sub>", "</sub>"):
        html = html.replace(own, "")
    assert_inert(html, "h1 h2 h3 p ul li strong table thead tbody tr th td pre code")
    assert "<!--" not in html
    for line in done.out.splitlines():
        assert line.isprintable()


def test_a_policy_is_shown_without_live_text(folder: Path, mqtune: Run) -> None:
    text = "".join(
        f'[[policy]]\ncode = "POL{number:03}"\nname = "policy-{number}"\nobject = "QLOCAL"\n'
        f"pattern = {json.dumps('X' + re.escape(one))}\n"
        f"message = {json.dumps(one)}\nowner = {json.dumps(one)}\n"
        for number, one in enumerate(IN_LINES)
        if "\udc80" not in one
    )
    (folder / "mqtune.toml").write_text(text)
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    found = json.loads(mqtune("lint", "--format", "sarif").out)
    (run,) = found["runs"]
    assert len(run["tool"]["driver"]["rules"]) > 50
    for rule in run["tool"]["driver"]["rules"]:
        assert_inert(rendered(rule["help"]["markdown"]), "h2 p pre code")
    for result in run["results"]:
        assert not re.search(r"(?<!\\)\[[^\]\\]*\]\(", result["message"]["text"])
