"""Commands that are held back because another one, which is not written, would limit what they open."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.plan.held_back import script_text
from tests.analysis.plan.conftest import planned, written

CHANNEL = "DEFINE CHANNEL(APP.X) CHLTYPE({}) CONNAME('a') XMITQ(A)\n"
BLOCK = "SET CHLAUTH({}) TYPE(ADDRESSMAP) ADDRESS('{}') USERSRC(NOACCESS)\n"
GRANT = "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT)\n"


def script(folder: Path, old: str, new: str) -> str:
    found = planned(written(folder, "old/a.mqsc", old), written(folder, "new/a.mqsc", new))
    return script_text(found.plan.parts[0])


@pytest.mark.parametrize(
    ("record", "address", "kind", "held"),
    [
        ("'APP.*'", "${ADR}", "SVRCONN", True),
        ("'APP.X'", "${ADR}", "RCVR", True),
        ("'*'", "${ADR}", "SVRCONN", True),
        ("'${NAME}'", "${ADR}", "SVRCONN", True),
        ("'OTHER.*'", "${ADR}", "SVRCONN", False),
        ("'APP.Y'", "${ADR}", "SVRCONN", False),
        ("'APP.*'", "${ADR}", "SDR", False),
        ("'APP.*'", "10.*", "SVRCONN", False),
    ],
)
def test_a_channel_waits_for_the_record_that_limits_it(
    tmp_path: Path, record: str, address: str, kind: str, held: bool
) -> None:
    channel = CHANNEL.format(kind)
    if kind in ("SVRCONN", "RCVR"):
        channel = channel.replace(" CONNAME('a') XMITQ(A)", "")
    text = script(
        tmp_path, "DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A)\n" + BLOCK.format(record, address) + channel
    )
    assert (f"*   DEFINE CHANNEL(APP.X) CHLTYPE({kind})" in text) == held
    assert (f"\nDEFINE CHANNEL(APP.X) +\n       CHLTYPE({kind})" in text) == (not held)


def test_an_authority_waits_for_a_record_of_channels(tmp_path: Path) -> None:
    new = "DEFINE QLOCAL(A)\n" + BLOCK.format("'OTHER.*'", "${ADR}") + GRANT
    assert "*   SET AUTHREC" in script(tmp_path, "DEFINE QLOCAL(A)\n", new)
