"""Policies of mqtune.toml: what they find, and the declarations that are refused."""

from __future__ import annotations

import pytest

from mqtune.engine.pages import SelectionRequest, choose, matches
from mqtune.engine.policies import policy_pages
from mqtune.project.load import ProjectError, read_project
from mqtune.session.options import Options
from mqtune.session.session import Session

BACKOUT = """[[policy]]
code = "BANK001"
name = "queue-without-backout"
display = "DISPLAY QLOCAL(APP.*) WHERE(BOQNAME EQ ' ')"
message = "{name} of {queue-manager} has MAXDEPTH({MAXDEPTH}) and no backout queue"
severity = "error"
owner = "messaging team"
"""
NAMES = """[[policy]]
code = "SECOPS002"
name = "queue-name"
object = "QUEUE"
pattern = '[A-Z]{3}\\.(IN|OUT|BO)'
message = "{object} does not follow the naming standard"
"""
QMGR = '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n'


@pytest.fixture
def lint(tmp_path, monkeypatch):
    """The findings of the policies of a project, and the checks that were held back."""
    monkeypatch.chdir(tmp_path)

    def run(project, script, **options):
        (tmp_path / "mqtune.toml").write_text(QMGR + project)
        (tmp_path / "a.mqsc").write_text(script)
        result = Session.open(Options(**options)).lint()
        assert result.crashes == []
        codes = ("BANK", "SECOPS", "SYN")
        held = {one.code: one.count for one in result.summary.held_back if one.code.startswith(codes)}
        return [one for one in result.findings if one.code.startswith(codes)], held

    return run


def test_a_display_that_must_find_nothing(lint):
    script = "DEFINE QLOCAL(APP.A) BOQNAME(X)\nDEFINE QLOCAL(APP.B) +\n  BOQNAME(' ')\nDEFINE QLOCAL(OTHER)\n"
    (finding,), held = lint(BACKOUT, script)
    assert finding.code == "BANK001"
    assert finding.name == "queue-without-backout"
    assert finding.severity == "error"
    assert finding.message == "APP.B of QM1 has MAXDEPTH(5000) and no backout queue"
    assert (finding.place.file, finding.place.span.line) == ("a.mqsc", 3)
    assert (finding.queue_manager, str(finding.object)) == ("QM1", "QLOCAL(APP.B)")
    assert "messaging team" in finding.note
    assert held == {}


def test_what_is_unknown_is_counted_and_is_not_a_finding(lint):
    script = (
        "DEFINE QLOCAL(APP.A) BOQNAME('${BO}')\nDEFINE QLOCAL(${X}.B)\nALTER QLOCAL(APP.C) GET(ENABLED)\n"
    )
    findings, held = lint(BACKOUT + NAMES.replace("QUEUE", "QLOCAL"), script)
    assert [str(one.object) for one in findings] == ["QLOCAL(APP.A)", "QLOCAL(APP.C)"]
    assert {one.code for one in findings} == {"SECOPS002"}
    assert held == {"BANK001": 3, "SECOPS002": 1}


def test_a_pattern_for_names(lint):
    script = "DEFINE QLOCAL(PAY.IN)\nDEFINE QALIAS(PAY.INX)\nDEFINE QLOCAL(SYSTEM.X)\nDEFINE TOPIC(T)\n"
    findings, _ = lint(NAMES, script)
    assert [one.message for one in findings] == ["QALIAS(PAY.INX) does not follow the naming standard"]
    assert findings[0].severity == "warning"


@pytest.mark.parametrize(
    ("object", "pattern", "found"),
    [
        ("CHANNEL/SVRCONN", "X", ["CHANNEL(A.SVR)"]),
        ("channel", "A.*", ["CHANNEL(TO.B)"]),
        ("QMGR", "QM[0-9]{2}", ["QMGR(QM1)"]),
        ("QL", ".*", []),
    ],
)
def test_object_types_of_patterns(lint, object, pattern, found):
    script = "DEFINE CHANNEL(A.SVR) CHLTYPE(SVRCONN)\nDEFINE CHANNEL(TO.B) CHLTYPE(RCVR)\nDEFINE QLOCAL(q)\n"
    policy = f'[[policy]]\ncode = "BANK001"\nname = "x"\nobject = "{object}"\npattern = "{pattern}"\n'
    findings, _ = lint(policy + 'message = "{name}"\n', script)
    assert [str(one.object) for one in findings] == found


def test_the_queue_manager_itself_needs_complete_files(lint):
    policy = """[[policy]]
code = "BANK001"
name = "x"
display = "DISPLAY QMGR WHERE(DEADQ EQ ' ')"
message = "{name}"
"""
    assert lint(policy, "DEFINE QLOCAL(A)\n") == ([], {"BANK001": 1})
    assert [one.message for one in lint(policy, "DEFINE QLOCAL(A)\n", complete=True)[0]] == ["QM1"]
    assert [one.message for one in lint(policy, "ALTER QMGR DEADQ(' ')\n")[0]] == ["QM1"]


def test_records_are_objects_too(lint):
    policy = """[[policy]]
code = "BANK001"
name = "x"
display = "DIS AUTHREC GROUP('all')"
message = "{name} for {ENTITY}: {AUTHLIST}"
[[policy]]
code = "BANK002"
name = "y"
display = "DIS CHLAUTH(*) WHERE(USERSRC EQ CHANNEL)"
message = "{name}"
"""
    script = (
        "SET AUTHREC PROFILE(A.*) OBJTYPE(QUEUE) GROUP('all') AUTHADD(GET,PUT)\n"
        "SET CHLAUTH('X') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)\n"
    )
    assert [one.message for one in lint(policy, script)[0]] == ["A.* for all: GET,PUT", "X"]


def test_directives_exceptions_and_selection(lint):
    script = "* mqtune: ignore BANK001 reason='old'\nDEFINE QLOCAL(APP.A)\nDEFINE QLOCAL(APP.B)\n"
    script = script.replace("'old'", '"old"')
    exception = '[[exception]]\nrule = "BANK001"\nobject = "QLOCAL(APP.B)"\nreason = "later"\n'
    assert len(lint(BACKOUT, script)[0]) == 1
    assert lint(BACKOUT + exception, script)[0] == []
    assert len(lint(BACKOUT, script.replace("BANK001", "BANK"))[0]) == 1
    assert [one.code for one in lint(BACKOUT + NAMES, script, select=["SECOPS"])[0]] == ["SECOPS002"] * 2
    assert lint(BACKOUT + NAMES, script, ignore=["BANK", "SECOPS002"])[0] == []
    assert lint(BACKOUT + NAMES, script, select=["SEC"])[0] == []
    unused = exception.replace("APP.B", "NONE")
    assert "SYN094" in [one.code for one in lint(BACKOUT + unused, script)[0]]


def test_a_family_does_not_cover_policies_that_begin_with_its_letters():
    pages = policy_pages(read_project(NAMES.encode(), "mqtune.toml", ".").policies)
    assert matches("SECOPS002", "SECOPS")
    assert not matches("SECOPS002", "SEC")
    assert choose(pages, [SelectionRequest(select=["SECOPS002"])]).severities == {"SECOPS002": "warning"}


def test_a_secret_value_is_not_in_the_message(lint):
    policy = """[[policy]]
code = "BANK001"
name = "x"
display = "DIS AUTHINFO(*)"
message = "{name} has {LDAPPWD}"
"""
    (finding,), _ = lint(policy, "DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP) LDAPPWD('Geheim99')\n")
    assert finding.message == "A has ********"


FORM = '[[policy]]\ncode = "{code}"\nname = "{name}"\n{how}\nmessage = "{message}"\n'
SOUND = {"code": "BANK001", "name": "x", "how": 'display = "DIS QL(*)"', "message": "m"}


@pytest.mark.parametrize(
    ("change", "line", "message", "help"),
    [
        ({"code": "SEC900"}, 2, "must not begin with SEC", "BANK001"),
        ({"code": "bank001"}, 2, "upper case", '"BANK001"'),
        ({"code": "BANK1"}, 2, "three digits", "BANK001"),
        ({"name": "Bad Name"}, 3, "hyphens", '"bad-name"'),
        ({"how": 'displai = "DIS QL(*)"'}, 4, "unknown key displai", "display"),
        ({"how": 'object = "QLOCAL"'}, 1, "has object alone", "pattern"),
        ({"how": 'display = "DIS QL(*)"\nobject = "QLOCAL"'}, 5, "display and object", "alone"),
        ({"how": 'object = "QLOCAL"\npattern = "[A"'}, 5, "regular expression", "backslash"),
        ({"how": 'object = "QLOCALS"\npattern = "A"'}, 4, "QLOCALS", "QLOCAL"),
        ({"how": 'display = "DIS QL(*) WHERE(MAXDEPHT LT 3)"'}, 4, "MAXDEPHT", "MAXDEPTH"),
        ({"how": 'display = "DIS QS(*)"'}, 4, "QSTATUS", "queue manager"),
        ({"how": 'display = "DIS TOPIC(*) TYPE(CLUSTER)"'}, 4, "several queue managers", ""),
        ({"message": "{MAXDEPHT}"}, 5, "unknown word {MAXDEPHT}", "{MAXDEPTH}"),
        ({"message": 'm"\nseverity = "fatal'}, 6, "one of error, warning, info", ""),
    ],
)
def test_what_is_refused(change, line, message, help):
    text = FORM
    for key, value in (SOUND | change).items():
        text = text.replace(f"{{{key}}}", value, 1)
    with pytest.raises(ProjectError) as caught:
        policy_pages(read_project(text.encode(), "mqtune.toml", ".").policies)
    assert (caught.value.file, caught.value.line) == ("mqtune.toml", line)
    assert message in caught.value.message
    assert help in caught.value.help


def test_all_invalid_policies_are_reported_together():
    text = "".join(
        FORM.replace("{code}", f"BANK00{number}").replace("{name}", "x", 1).replace("{message}", "m")
        for number in range(3)
    ).replace("{how}", 'display = "DIS QS(*)"')
    with pytest.raises(ProjectError) as caught:
        policy_pages(read_project(text.encode(), "mqtune.toml", ".").policies)
    assert [caught.value.line, *(one.line for one in caught.value.others)] == [4, 9, 14]


HOSTILE = ["(A+)+B", "(A|AA)*B", "A*A*A*A*A*A*A*A*A*A*A*B", "(?=(A*)*B).*", "(?!A+B)(A+)+C"]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_the_pattern_of_a_stranger_takes_linear_time(lint, pattern):
    script = f"DEFINE SUB('{'A' * 5000}') TOPICSTR(x) DEST(Q)\nDEFINE QLOCAL({'A' * 48})\n"
    policy = NAMES.replace("'[A-Z]{3}\\.(IN|OUT|BO)'", f"'{pattern}'")
    for type in ("QLOCAL", "SUB"):
        findings, _ = lint(policy.replace('"QUEUE"', f'"{type}"'), script)
        assert [one.code for one in findings if one.code.startswith("SECOPS")] == ["SECOPS002"]


@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        (r"(A)\\1", "a reference to a group"),
        ("(?P<x>A)(?P=x)", "a reference to a group"),
        ("(?>A+)B", "an atomic group"),
        ("A++B", "a possessive repeat"),
        ("(?:.{1,1000}){1,1000}", "more than 5,000 parts"),
    ],
)
def test_a_pattern_that_cannot_be_matched_in_linear_time_is_refused_at_its_line(pattern, what):
    text = NAMES.replace("'[A-Z]{3}\\.(IN|OUT|BO)'", f'"{pattern}"')
    with pytest.raises(ProjectError) as caught:
        read_project(text.encode(), "mqtune.toml", ".")
    assert caught.value.line == 5
    assert what in caught.value.message
    assert "lookaheads" in caught.value.help


def policies_for(count, pattern):
    """Policies of which each finds every queue."""
    head = '[[policy]]\ncode = "BANK{0:03}"\nname = "p{0}"\n'
    rest = f'object = "QLOCAL"\npattern = "{pattern}"\nmessage = "{{name}}"\n'
    return "".join(head.format(number) + rest for number in range(count))


def test_what_policies_do_not_list_is_a_finding_of_each(lint, monkeypatch):
    monkeypatch.setattr("mqtune.engine.engine.MOST_LISTED", 8)  # and two for each of the 6 queues
    script = "".join(f"DEFINE QLOCAL(Q.{number})\n" for number in range(6))
    findings, _ = lint(policies_for(5, "X"), script)
    for number in range(5):
        *listed, more = sorted(
            (one for one in findings if one.code == f"BANK{number:03}"),
            key=lambda one: (one.object is None, one.message),
        )
        assert [one.message for one in listed] == ["Q.0", "Q.1", "Q.2", "Q.3"]
        assert more.message == f"policy p{number} finds more than 4, and the others are not listed"
        assert (more.place.file, more.place.span.line) == ("mqtune.toml", 4 + 6 * number)
        assert (more.severity, more.object) == ("warning", None)
    findings, _ = lint(policies_for(5, "X"), script, select=["BANK003"])
    assert [one.message for one in findings] == [f"Q.{number}" for number in range(6)]
    findings, _ = lint(policies_for(5, "Q.[0-3]"), script)
    assert len(findings) == 5 * 2  # fewer than each may list


def test_policies_list_the_same_in_several_processes(lint, monkeypatch):
    monkeypatch.setattr("mqtune.engine.engine.MOST_LISTED", 8)
    script = "".join(f"DEFINE QLOCAL(Q.{number})\n" for number in range(6))
    alone, _ = lint(policies_for(5, "X"), script)
    monkeypatch.setattr("mqtune.session.session.MUCH", 0)  # bytes from which on processes share the work
    shared, _ = lint(policies_for(5, "X"), script, jobs=3)
    assert [(one.code, one.message) for one in shared] == [(one.code, one.message) for one in alone]


def test_more_policies_than_a_file_may_have(lint):
    with pytest.raises(ProjectError) as caught:
        lint(policies_for(502, "X"), "DEFINE QLOCAL(A)\n")
    assert caught.value.message == "more than 500 [[policy]] tables"
    assert caught.value.line == 4 + 6 * 500
