"""Space of the recovery log for declared durations, and files that may not set it."""

from __future__ import annotations

import pytest

LOAD = (
    '[[queue-manager.queue]]\nqueue = "CARDS"\nput-rate = 4000\nmessage-size = "4 KiB"\npersistent = true\n'
)
QUEUE = "DEFINE QLOCAL(CARDS) REPLACE\n"
INI = "Log:\n   LogPrimaryFiles=4\n   LogSecondaryFiles=2\n   LogFilePages=16384\n"


@pytest.mark.parametrize(
    ("declared", "files"),
    [
        ("", None),
        ('longest-transaction = "20 s"\n', "16"),
        ('checkpoint = "60 s"\n', "23"),
        ('longest-transaction = "20 s"\ncheckpoint = "60 s"\n', "23"),
    ],
)
def test_the_log_holds_the_longest_transaction_or_a_checkpoint(tuned, declared, files):
    found = tuned(declared + LOAD, a_mqsc=QUEUE, qm_ini=INI)
    assert ("log-files" in found.kinds) == (files is not None)
    if files:
        assert found.values("log-files") == {"LogPrimaryFiles": files}


def test_an_override_does_not_get_the_number_of_files(tuned):
    base = "AutoConfig:\n   IniConfig=/etc/mqm/over.ini\n"
    found = tuned('checkpoint = "60 s"\n' + LOAD, a_mqsc=QUEUE, qm_ini=base, over_ini=INI)
    assert "log-files" not in found.kinds
    assert any("crtmqm -lp 23" in hint for hint in found.hints)
