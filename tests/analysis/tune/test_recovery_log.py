"""Space of the recovery log for declared durations, and files that may not set it."""

from __future__ import annotations

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.log_need import is_transaction_assumed, log_rule

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


def test_a_persistent_queue_without_a_rate_is_a_question(tuned):
    unrated = LOAD.replace(next(line for line in LOAD.splitlines() if "put-rate" in line), "")
    found = tuned(unrated, a_mqsc=QUEUE, qm_ini=INI)
    assert "log-buffer" in tuned(LOAD, a_mqsc=QUEUE, qm_ini=INI).kinds
    assert "log-buffer" not in found.kinds
    assert any(one.startswith("declare put-rate for ") for one in found.questions)


@pytest.mark.parametrize(
    ("declared", "assumed"),
    [
        ("", True),
        ('checkpoint = "4 s"\n', True),
        ('checkpoint = "5 s"\n', False),
        ('longest-transaction = "1 s"\n', False),
    ],
)
def test_the_transaction_is_assumed_unless_it_or_a_long_checkpoint_is_declared(tuned, declared, assumed):
    found = tuned(declared + LOAD, a_mqsc=QUEUE, qm_ini=INI)
    (estate,) = found.session.estates
    assert is_transaction_assumed(estate.queue_managers[0]) == assumed


@pytest.mark.parametrize(
    ("declared", "rule"),
    [
        ("", "2 * (N + 1) * B with N = 1 s, as longest-transaction is not declared"),
        ('checkpoint = "4 s"\n', "2 * (N + 1) * B with N = 1 s, as longest-transaction is not declared"),
        ('checkpoint = "5 s"\n', "checkpoint * B with a checkpoint of 5 s, as declared"),
        ('longest-transaction = "2 s"\ncheckpoint = "6 s"\n', "2 * (N + 1) * B with N = 2 s, as declared"),
        (
            'longest-transaction = "2 s"\ncheckpoint = "7 s"\n',
            "checkpoint * B with a checkpoint of 7 s, as declared",
        ),
    ],
)
def test_the_rule_for_the_log_is_the_one_that_needs_more(tuned, declared, rule):
    (estate,) = tuned(declared + LOAD, a_mqsc=QUEUE, qm_ini=INI).session.estates
    assert log_rule(estate.queue_managers[0]) == rule


def test_an_override_does_not_get_the_number_of_files(tuned):
    base = "AutoConfig:\n   IniConfig=/etc/mqm/over.ini\n"
    found = tuned('checkpoint = "60 s"\n' + LOAD, a_mqsc=QUEUE, qm_ini=base, over_ini=INI)
    assert "log-files" not in found.kinds
    assert any("crtmqm -lp 23" in hint for hint in found.hints)


@pytest.mark.parametrize(
    ("primary", "pages", "rate", "hinted"),
    [(4, 16384, 2000, ""), (500, 32, 2000, "-lf "), (510, 65535, 90_000_000, "distribute the load")],
)
def test_lint_tune_and_budget_agree_on_the_log(tuned, primary, pages, rate, hinted):
    """The need is the same in all three, and the help of LOG011 is what tune proposes."""
    ini = f"Log:\n   LogPrimaryFiles={primary}\n   LogSecondaryFiles=1\n   LogFilePages={pages}\n"
    load = LOAD.replace("4000", str(rate))
    found = tuned('longest-transaction = "30 s"\n' + load, a_mqsc=QUEUE, qm_ini=ini)
    lint = [one for one in found.session.lint().findings if one.code == "LOG011"]
    (estate,) = found.session.estates
    (row,) = [one for one in budget(estate) if one.kind == "log-space"]
    assert (row.share > 1) == bool(lint)
    if hinted:
        assert any(hinted in hint and hint in lint[0].help for hint in found.hints)
    else:
        (setting,) = found.change("log-files").settings
        assert f"{setting.keyword}={setting.value} and restart" in lint[0].help
    assert round(row.used) == lint[0].impact.after
    assert f"needs {row.used / 1e6:,.0f} MB" in lint[0].message


def test_numbers_that_do_not_exist_are_reported_elsewhere(tuned):
    ini = "Log:\n   LogPrimaryFiles=900\n   LogSecondaryFiles=2\n   LogFilePages=16\n"
    found = tuned(LOAD, a_mqsc=QUEUE, qm_ini=ini)
    assert not found.session.lint().crashes
    assert "log-files" not in found.kinds


def test_the_risk_names_the_durations_that_are_not_declared(tuned):
    found = tuned('longest-transaction = "20 s"\n' + LOAD, a_mqsc=QUEUE, qm_ini=INI)
    risk = found.change("log-files").why.risk
    assert "checkpoint is not declared" in risk
    assert "longest-transaction is not declared" not in risk


def test_the_size_of_log_files_that_is_advised_suffices(tuned):
    def hints(pages):
        ini = INI.replace("16384", str(pages))
        return [one for one in tuned(LOAD, a_mqsc=QUEUE, qm_ini=ini).hints if "crtmqm -lf" in one]

    (advised,) = hints(1000)
    pages = int(advised.split("-lf ")[1].split(";")[0])
    assert (hints(pages), len(hints(pages - 1))) == ([], 1)
