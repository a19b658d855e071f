"""Findings on MQSC words are errors only where the product surely refuses, and never on templates."""

import os
import pathlib

import pytest

from mqtune.fixing.fixes import fix_session
from mqtune.session.options import Options
from mqtune.session.session import Session

CORPUS = pathlib.Path(__file__).resolve().parents[3] / "shared" / "corpus"


def lint(text: str, name: str = "example.mqsc", **options):
    session = Session.open(Options(stdin_text=text, stdin_name=name, select=("CAT",), **options))
    return session.lint().findings


def told(text: str, **options):
    return [(one.code, one.severity) for one in lint(text, **options)]


def test_an_unknown_word_is_an_error_at_a_level_the_catalogue_covers():
    assert told("DEFINE QLOCAL(A) FLAVOUR(SWEET)", mq_version="9.4") == [("CAT005", "error")]


def test_an_unknown_word_is_a_warning_at_a_level_newer_than_the_catalogue():
    assert told("DEFINE QLOCAL(A) FLAVOUR(SWEET)", mq_version="11.0") == [("CAT005", "warning")]


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL(A) MAXDEPTH({{ .Depth }})",
        "DEFINE QLOCAL(A) DEFPSIST(${PERSISTENCE})",
        "DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(%PORT%)",
        "DEFINE CHANNEL(@@NAME@@) CHLTYPE(@@TYPE@@) SSLCIPH(@@CIPHER@@)",
        "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CLUSTER('+AUTOCL+') CONNAME(+CONNAME+)",
    ],
)
def test_a_placeholder_is_never_a_finding(text):
    assert told(text) == []


def test_a_bound_in_doubt_is_no_error():
    text = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) MCAUSER('" + "u" * 70 + "')"
    assert told(text) == [("CAT019", "warning")]
    assert told("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) DESCR('" + "d" * 65 + "')") == [("CAT019", "error")]


def test_blanks_at_the_end_of_a_value_do_not_count():
    assert told("DEFINE QLOCAL(A) DESCR('short" + " " * 80 + "')") == []


def test_the_shorter_bounds_of_z_os_hold_there_alone():
    text = "DEFINE CHANNEL(A.B) CHLTYPE(SDR) XMITQ(B) CONNAME('" + "h" * 60 + "')"
    assert told(text) == []
    assert told(text, platform="zos") == [("CAT019", "error")]


def test_the_nearest_word_is_named_only_when_it_is_close():
    near, far = lint("DEFINE QLOCAL(A) MAXDPTH(5)"), lint("DEFINE QLOCAL(A) FLAVOUR(5)")
    assert near[0].help == "the closest known keyword is MAXDEPTH"
    assert "closest" not in far[0].help
    assert [fix.applicability for fix in near[0].fixes] == ["unsafe"]


def test_a_keyword_of_another_type_is_reported_with_its_owners():
    (finding,) = lint("DEFINE QALIAS(A) MAXDEPTH(5)")
    assert finding.message == "MAXDEPTH is not valid for DEFINE QALIAS; it is valid for QLOCAL or QMODEL"


def test_a_keyword_of_many_types_is_reported_with_their_number():
    (finding,) = lint("DEFINE SUB(A) TOPICSTR(a) DEST(B) DESCR('ours')")
    assert finding.message.startswith("DESCR is not valid for DEFINE SUB; ")
    assert finding.message.endswith(" other object types")


def test_quotation_marks_are_advised_only_for_a_word_without_a_value():
    lone, valued = lint("DEFINE QLOCAL(A) FLAVOUR"), lint("DEFINE QLOCAL(A) FLAVOUR(5)")
    assert "quotation marks" in lone[0].help
    assert valued[0].help == "remove FLAVOUR from the command"


def test_an_opposite_counts_as_the_same_word():
    assert told("DEFINE QLOCAL(A) REPLACE NOREPLACE") == [("CAT029", "error")]
    assert told("SET POLICY(A) ENCALG(AES256) RECIP('CN=A') RECIP('CN=B')") == []


def test_taking_out_a_repetition_never_empties_a_line():
    (finding,) = lint("DEFINE QLOCAL(A) REPLACE +\n  REPLACE")
    assert finding.fixes == ()


def test_like_and_replace_lift_what_they_bring():
    assert told("DEFINE TOPIC(A)") == [("CAT030", "error")]
    assert told("DEFINE TOPIC(A) LIKE(B)") == []
    assert told("DEFINE SUB(A) PUBPRTY(5) REPLACE") == []
    assert told("SET CHLAUTH('A') TYPE(ADDRESSMAP) ACTION(REMOVEALL)") == []


def test_the_misprint_of_the_reports_is_mended_inside_custom():
    (finding,) = lint("DEFINE TOPIC(A) TOPICSTR('a') CUSTOM('CAEXPY(600)')")
    assert finding.code == "CAT033"
    assert [(fix.applicability, fix.edits[0].content) for fix in finding.fixes] == [("safe", "CAPEXPRY")]


def test_an_item_of_a_fix_pack_is_known_where_nobody_named_one():
    text = "DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('uid') AUTHORMD(OS)"
    assert told(text, mq_version="8.0") == []
    assert ("CAT009", "error") in told(text, mq_version="8.0.0.1")


def test_keywords_of_z_os_are_told_only_where_the_platform_is_known():
    text = "DEFINE QLOCAL(A) CMDSCOPE(' ') QSGDISP(QMGR)"
    assert told(text) == []
    assert told(text, platform="linux") == [("CAT011", "error"), ("CAT011", "error")]
    assert told(text, platform="zos") == []


def test_a_cipherspec_that_is_off_is_a_warning_at_a_declared_level_only():
    text = "ALTER CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(TLS_RSA_WITH_AES_128_CBC_SHA)"
    assert told(text, mq_version="9.3") == [("CAT043", "warning")]
    assert told(text) == [("CAT043", "info")]
    assert told(text, mq_version="8.0") == []


def test_what_display_is_asked_for_is_never_an_error():
    text = "DISPLAY QLOCAL(*) NOSUCHWORD WHERE(CURDEPTH ABOVE 5)\nDISPLAY QMSTATUS NOSUCHWORD"
    assert {severity for _, severity in told(text)} <= {"warning", "info"}


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("SET CHLAUTH(A) TYPE(BLOCKUSER) USERLIST('nobody') REPLACE", "ACTION(REPLACE)"),
        ("DEFINE QLOCAL(TO.B) XMITQ REPLACE", "USAGE(XMITQ)"),
        ("DEFINE CHANNEL(APP) SVRCONN REPLACE", "CHLTYPE(SVRCONN)"),
    ],
)
def test_a_bare_word_that_one_parameter_takes_as_its_value_is_put_into_it(text, instead):
    hits = [one for one in lint(text) if one.code in ("CAT005", "CAT006")]
    assert [one.help.rpartition(" ")[2] for one in hits] == [instead]
    assert [edit.content for one in hits for fix in one.fixes for edit in fix.edits] == [instead]


def test_a_bare_word_is_put_into_no_parameter_that_is_there_already_and_into_none_of_several():
    helps = [
        one.help
        for text in (
            "SET CHLAUTH(A) TYPE(BLOCKUSER) USERLIST('nobody') ACTION(ADD) REPLACE",
            "DEFINE QLOCAL(A) ENABLED REPLACE",
        )
        for one in lint(text)
        if one.code == "CAT005"
    ]
    assert len(helps) == 2
    assert all(help.startswith("remove ") for help in helps)


def test_inserts_of_a_service_stand_between_plus_signs_and_only_where_they_have_a_value():
    def codes(words):
        return [code for code, _ in told(f"DEFINE SERVICE(S) REPLACE SERVTYPE(SERVER) {words}")]

    assert codes("STOPCMD('/bin/kill') STOPARG('MQ_SERVER_PID')") == ["CAT046"]
    assert codes("STARTCMD('+MQ_INSTALL_PATH/bin/run') STARTARG('-m QMNAME')") == ["CAT046", "CAT046"]
    assert codes("STARTCMD('/bin/run') STARTARG(+MQ_SERVER_PID+)") == ["CAT046"]
    assert codes("STOPCMD('/bin/kill') STOPARG(+MQ_SERVER_PID+)") == []
    assert codes("STOPCMD('/bin/kill') STOPARG('-TERM -- -+MQ_SERVER_PID+')") == []
    assert codes("STARTCMD('/bin/run') STARTARG('--QMNAME=+QMNAME+ $QMNAME MY.QMNAME')") == []


def test_a_command_that_was_not_read_to_its_end_is_left_alone():
    assert told("DEFINE CHANNEL(A) CONNAME('h(1414)") == []


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_files_that_a_queue_manager_took_give_no_error():
    rows = (CORPUS / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]
    valid = [row.split("\t")[:2] for row in rows if row.split("\t")[3] == "valid"]
    paths = [str(CORPUS / kind / name) for kind, name in valid if kind in ("mqsc", "mqsc-template", "yaml")]
    assert paths
    findings = Session.open(Options(paths=paths, select=("CAT",))).lint().findings
    errors = [
        f"{os.path.basename(one.place.file)}: {one.message}" for one in findings if one.severity == "error"
    ]
    assert errors == []


@pytest.mark.parametrize(
    ("text", "declared", "said"),
    [
        (
            "DEFINE QLOCAL(A) STREAMQQ(B)",
            {"mq_version": "9.1"},
            "was introduced in 9.2.3, but the level is 9.1",
        ),
        (
            "DISPLAY QLOCAL(A) STREAMQQ",
            {"mq_version": "9.1"},
            "was introduced in 9.2.3, but the level is 9.1",
        ),
        (
            "DEFINE QLOCAL(A) CFSTRUC(B)",
            {"platform": "linux"},
            "is valid only on z/OS, but the platform is Linux",
        ),
        ("DEFINE CFSTRUC(A)", {"platform": "linux"}, "is valid only on z/OS, but the platform is Linux"),
        ("DEFINE QLOCAL(A) MAXDEPTH(5) MAXDEPHT(6)", {}, "the command already contains"),
        (
            "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(TLS_AES_128_GCM_SHA257)",
            {"mq_version": "9.1"},
            "was introduced in 9.1.5, but the level is 9.1",
        ),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(RC4_MD5_EXPOR)", {}, "is disabled by default"),
    ],
)
def test_a_word_that_cannot_be_written_here_is_named_and_is_no_fix(text, declared, said):
    (finding,) = lint(text, **declared)
    assert finding.help.endswith(f", which {said}")
    assert finding.fixes == ()


@pytest.mark.parametrize(
    "text",
    ["DEFINE QLOCAL(A) STREAMQQ(B)", "DISPLAY QLOCAL(A) STREAMQQ", "DEFINE QLOCAL(A) STRMQOS(MUSTDUPP)"],
)
def test_a_word_of_the_level_is_written(text):
    session = Session.open(
        Options(stdin_text=text, stdin_name="a.mqsc", select=("CAT",), mq_version="9.3", platform="linux")
    )
    assert [bool(finding.fixes) for finding in session.lint().findings] == [True]
    repaired = fix_session(session, unsafe=True)
    assert (len(repaired.applied), repaired.dropped, repaired.result.findings) == (1, [], [])
