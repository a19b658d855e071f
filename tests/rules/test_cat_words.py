"""Findings on MQSC keywords are errors only if the product certainly rejects them; templates have none."""

import os

import pytest

from mqtune.rules.common import suggest, unavailable
from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace


def lint(text: str, name: str = "example.mqsc", **options):
    session = Session.open(Options(stdin_text=text, stdin_name=name, select=("CAT",), **options))
    return session.lint().findings


def codes(text: str, **options):
    return [(one.code, one.severity) for one in lint(text, **options)]


def test_an_unknown_word_is_an_error_at_a_level_the_catalogue_covers():
    assert codes("DEFINE QLOCAL(A) FLAVOUR(SWEET)", mq_version="9.4") == [("CAT005", "error")]


def test_an_unknown_word_is_a_warning_at_a_level_newer_than_the_catalogue():
    assert codes("DEFINE QLOCAL(A) FLAVOUR(SWEET)", mq_version="11.0") == [("CAT005", "warning")]


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
    assert codes(text) == []


TAGS = [
    ("{% if a %}", "{% else %}", "{% endif %}"),
    ("{{ if .a }}", "{{- else }}", "{{ end }}"),
    ("<% if @a %>", "<% else %>", "<% end %>"),
    ("%{ if a ~}", "%{ else }", "%{ endif ~}"),
]


@pytest.mark.parametrize("tags", TAGS)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{0}DEFINE QLOCAL(A) MAXDEPHT(5){2}\n", "CAT005"),
        ("{0}DEFINE QLOCAL(A) GET(5){1}DEFINE QLOCAL(B){2}\n", None),
        ("{0}\nDEFINE QLOCAL(A) GET(5)\n{1}DEFINE QLOCAL(B){2}\n", "CAT015"),
        ("DEFINE QLOCAL(A) {0}MAXDEPHT(5){2} REPLACE\n", "CAT005"),
        ("DEFINE QLOCAL(A) {0} MAXDEPTH(5) {1} MAXDEPTH(many) {2} +\n  REPLACE\n", "CAT017"),
        ("DEFINE QLOCAL(A) +\n  {0}\n  MAXDEPTH(1000000000) +\n  {2}\n  REPLACE\n", "CAT018"),
        ("DEFINE QLOCAL(A) +\n  {0}\n  DESCR('it') +\n  {2}\n  PROCESS('" + "P" * 49 + "')\n", "CAT019"),
        ("DEFINE QLOCLA(A) +\n  {0}\n  MAXDEPTH(5) +\n  {2}\n  REPLACE\n", "CAT002"),
        ("DEFNIE QLOCAL(A) +\n  {0}\n  MAXDEPTH(5) +\n  {2}\n  REPLACE\n", "CAT001"),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) {0}XMTQ(A){2}\n", "CAT005"),
    ],
)
def test_a_mistake_in_a_command_that_a_template_steers_is_reported(tags, text, code):
    assert [one for one, _ in codes(text.format(*tags))] == ([code] if code else [])


@pytest.mark.parametrize("tags", TAGS)
@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL(A) MAXDEPTH({0}5{1}6{2}) REPLACE\n",
        "DEFINE {0}QLOCAL(A){1}QREMOTE(A) RNAME(B){2} REPLACE\n",
        "{0}DEFINE{1}ALTER{2} QLOCAL(A) MAXDEPTH(5)\n",
        "DEFINE +\n{0}\n  QLOCAL(A) +\n{1}\n  QREMOTE(A) RNAME(B) +\n{2}\n  REPLACE\n",
        "DEFINE CHANNEL(A) {0}CHLTYPE(SDR) XMITQ(B) CONNAME('h'){1}CHLTYPE(SVRCONN) MAXINST(5){2}\n",
        "DEFINE NAMELIST(A) NAMES( +\n{0}\n  A, +\n{1}\n  B, +\n{2}\n  C)\n",
        "{0}DEFINE QLOCAL(A) MAXDEPTH(5){1}DEFINE QREMOTE(A) RNAME(B){2}\n",
        "DEFINE QLOCAL(A) {0}MAXDEPTH{1}MAXMSGL{2}(5)\n",
        "DEFINE QLOCAL(A) DESCR('{0}a{1}b{2}') REPLACE\n",
        "{0} {1} {2}\nDEFINE QLOCAL(A){0}{2}\n{0}{2} ALTER QMGR\n",
    ],
)
def test_what_a_template_decides_in_a_command_is_never_a_finding(tags, text):
    assert codes(text.format(*tags)) == []


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL(A) {# note #} MAXDEPTH(5) {# -- 2 #}\n",
        "{# note #} DEFINE QLOCAL(A)\n",
        "DEFINE QLOCAL(A) <%# note // %> MAXDEPTH(5) {{/* note */}} PUT(ENABLED)\n",
        "DEFINE QLOCAL($q.name) MAXDEPTH($!{q.depth}) MAXMSGL($!size)\n",
    ],
)
def test_a_comment_of_a_template_is_no_remark(text):
    session = Session.open(Options(stdin_text=text, stdin_name="a.mqsc.j2", select=("CAT", "SYN")))
    assert session.lint().findings == []


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("${host}(1414", 1),
        ("{{ host }}(1414,", 1),
        ("<%= @host %>(1414", 1),
        ("$(HOST)(1414", 1),
        ("a(1414),%HOST%(1414", 1),
        ("${host}(1414)", 0),
        ("${host}(${port}", 0),
        ("h({{ port }})", 0),
        ("h({{ '(' }}", 0),
        ("${host}(1414),${more}", 0),
        ("$HOST($PORT)", 0),
        ("${host}", 0),
        ("<host>(<port>)", 0),
    ],
)
def test_a_parenthesis_beside_a_placeholder_that_no_value_closes_is_reported(address, count):
    text = f"DEFINE CHANNEL(A) CHLTYPE(SDR) XMITQ(X) CONNAME('{address}')\n"
    assert codes(text) == [("CAT044", "warning")] * count


def test_an_uncertain_bound_is_not_an_error():
    text = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) MCAUSER('" + "u" * 70 + "')"
    assert codes(text) == [("CAT019", "warning")]
    assert codes("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) DESCR('" + "d" * 65 + "')") == [("CAT019", "error")]


def test_a_cipherspec_that_is_too_long_is_reported_once():
    name = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
    assert codes(f"DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH({name})") == [("CAT042", "error")]


def test_trailing_blanks_do_not_count():
    assert codes("DEFINE QLOCAL(A) DESCR('short" + " " * 80 + "')") == []


def test_the_shorter_limits_of_z_os_apply_only_there():
    text = "DEFINE CHANNEL(A.B) CHLTYPE(SDR) XMITQ(B) CONNAME('" + "h" * 60 + "')"
    assert codes(text) == []
    assert codes(text, platform="zos") == [("CAT019", "error")]


def test_the_nearest_keyword_is_suggested_only_if_it_is_close():
    near, far = lint("DEFINE QLOCAL(A) MAXDPTH(5)"), lint("DEFINE QLOCAL(A) FLAVOUR(5)")
    assert near[0].help == "the closest known keyword is MAXDEPTH"
    assert "closest" not in far[0].help
    assert [fix.applicability for fix in near[0].fixes] == ["unsafe"]


@pytest.mark.parametrize("word", ["STREAMQOS", "STRQOS"])
def test_the_words_typed_for_strmqos_suggest_it(word):
    assert (
        lint(f"DEFINE QLOCAL(A) STREAMQ(B) {word}(MUSTDUP)")[0].help == "the closest known keyword is STRMQOS"
    )


def test_a_keyword_of_another_type_is_reported_with_its_owners():
    (finding,) = lint("DEFINE QALIAS(A) MAXDEPTH(5)")
    assert finding.message == "MAXDEPTH is not valid for DEFINE QALIAS; it is valid for QLOCAL or QMODEL"


def test_a_keyword_of_many_types_is_reported_with_their_number():
    (finding,) = lint("DEFINE SUB(A) TOPICSTR(a) DEST(B) DESCR('ours')")
    assert finding.message.startswith("DESCR is not valid for DEFINE SUB; ")
    assert finding.message.endswith(" other object types")


def test_quotation_marks_are_suggested_only_for_a_word_without_a_value():
    lone, valued = lint("DEFINE QLOCAL(A) FLAVOUR"), lint("DEFINE QLOCAL(A) FLAVOUR(5)")
    assert "quotation marks" in lone[0].help
    assert valued[0].help == "remove FLAVOUR from the command"


def test_a_flag_and_its_opposite_count_as_the_same_parameter():
    assert codes("DEFINE QLOCAL(A) REPLACE NOREPLACE") == [("CAT029", "error")]
    assert codes("SET POLICY(A) ENCALG(AES256) RECIP('CN=A') RECIP('CN=B')") == []


def test_removing_a_repetition_never_empties_a_line():
    (finding,) = lint("DEFINE QLOCAL(A) REPLACE +\n  REPLACE")
    assert finding.fixes == ()


def test_like_and_replace_supply_required_attributes():
    assert codes("DEFINE TOPIC(A)") == [("CAT030", "error")]
    assert codes("DEFINE TOPIC(A) LIKE(B)") == []
    assert codes("DEFINE SUB(A) PUBPRTY(5) REPLACE") == []
    assert codes("SET CHLAUTH('A') TYPE(ADDRESSMAP) ACTION(REMOVEALL)") == []


def test_the_misspelling_in_the_reports_is_fixed_inside_custom():
    (finding,) = lint("DEFINE TOPIC(A) TOPICSTR('a') CUSTOM('CAEXPY(600)')")
    assert finding.code == "CAT033"
    assert [(fix.applicability, fix.edits[0].content) for fix in finding.fixes] == [("safe", "CAPEXPRY")]


def test_an_item_of_a_fix_pack_is_known_if_no_fix_pack_is_declared():
    text = "DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('uid') AUTHORMD(OS)"
    assert codes(text, mq_version="8.0") == []
    assert ("CAT009", "error") in codes(text, mq_version="8.0.0.1")


def test_keywords_of_z_os_are_reported_only_if_a_platform_is_declared():
    text = "DEFINE QLOCAL(A) CMDSCOPE(' ') QSGDISP(QMGR)"
    assert codes(text) == []
    assert codes(text, platform="linux") == [("CAT011", "error"), ("CAT011", "error")]
    assert codes(text, platform="zos") == []


def test_a_disabled_cipherspec_is_a_warning_only_if_a_level_is_declared():
    text = "ALTER CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(TLS_RSA_WITH_AES_128_CBC_SHA)"
    assert codes(text, mq_version="9.3") == [("CAT043", "warning")]
    assert codes(text) == [("CAT043", "info")]
    assert codes(text, mq_version="8.0") == []


def test_an_unknown_keyword_in_display_is_never_an_error():
    text = "DISPLAY QLOCAL(*) NOSUCHWORD WHERE(CURDEPTH ABOVE 5)\nDISPLAY QMSTATUS NOSUCHWORD"
    assert {severity for _, severity in codes(text)} <= {"warning", "info"}


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("SET CHLAUTH(A) TYPE(BLOCKUSER) USERLIST('nobody') REPLACE", "ACTION(REPLACE)"),
        ("DEFINE QLOCAL(TO.B) XMITQ REPLACE", "USAGE(XMITQ)"),
        ("DEFINE CHANNEL(APP) SVRCONN REPLACE", "CHLTYPE(SVRCONN)"),
    ],
)
def test_a_word_that_only_one_parameter_accepts_as_its_value_becomes_its_value(text, instead):
    hits = [one for one in lint(text) if one.code in ("CAT005", "CAT006")]
    assert [one.help.rpartition(" ")[2] for one in hits] == [instead]
    assert [edit.content for one in hits for fix in one.fixes for edit in fix.edits] == [instead]


def test_a_word_is_not_suggested_as_the_value_of_a_present_or_ambiguous_parameter():
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


def test_service_inserts_need_plus_signs_and_a_context_in_which_they_have_a_value():
    def of_service(words):
        return [code for code, _ in codes(f"DEFINE SERVICE(S) REPLACE SERVTYPE(SERVER) {words}")]

    assert of_service("STOPCMD('/bin/kill') STOPARG('MQ_SERVER_PID')") == ["CAT046"]
    assert of_service("STARTCMD('+MQ_INSTALL_PATH/bin/run') STARTARG('-m QMNAME')") == ["CAT046", "CAT046"]
    assert of_service("STARTCMD('/bin/run') STARTARG(+MQ_SERVER_PID+)") == ["CAT046"]
    assert of_service("STOPCMD('/bin/kill') STOPARG(+MQ_SERVER_PID+)") == []
    assert of_service("STOPCMD('/bin/kill') STOPARG('-TERM -- -+MQ_SERVER_PID+')") == []
    assert of_service("STARTCMD('/bin/run') STARTARG('--QMNAME=+QMNAME+ $QMNAME MY.QMNAME')") == []


def test_a_command_that_could_not_be_read_completely_is_not_checked():
    assert codes("DEFINE CHANNEL(A) CONNAME('h(1414)") == []


def test_files_that_a_queue_manager_accepted_give_no_error(corpus):
    rows = (corpus / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]
    valid = [row.split("\t")[:2] for row in rows if row.split("\t")[3] == "valid"]
    paths = [str(corpus / kind / name) for kind, name in valid if kind in ("mqsc", "mqsc-template", "yaml")]
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
            "was introduced in 9.1.4, but the level is 9.1",
        ),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(RC4_MD5_EXPOR)", {}, "is disabled by default"),
    ],
)
def test_a_keyword_that_is_not_available_is_suggested_without_a_fix(text, declared, said):
    (finding,) = lint(text, **declared)
    assert finding.help.endswith(f", which {said}")
    assert finding.fixes == ()


@pytest.mark.parametrize(
    "text",
    ["DEFINE QLOCAL(A) STREAMQQ(B)", "DISPLAY QLOCAL(A) STREAMQQ", "DEFINE QLOCAL(A) STRMQOS(MUSTDUPP)"],
)
def test_a_keyword_that_is_available_is_suggested_with_a_fix(text):
    session = Session.open(
        Options(stdin_text=text, stdin_name="a.mqsc", select=("CAT",), mq_version="9.3", platform="linux")
    )
    assert [bool(finding.fixes) for finding in session.lint().findings] == [True]
    repaired = fix_workspace(Workspace([session]), unsafe=True)
    assert (len(repaired.applied), repaired.dropped, repaired.result.findings) == (1, [], [])


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAAL('app') AUTHADD(GET)", "CAT005", 1),
        ("SET CHLAUTH(A.B) TYPE(ADDRESSMAP) ADDRESS('*') USESRC(CHANNEL)", "CAT005", 1),
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('m') AUTHADD DSP,INQ,GET", "CAT013", 1),
        ("DEFINE QLOCAL(A) BOQNAME A.BAK REPLACE", "CAT013", 1),
        ("DEFINE LISTENER(L) TRPTYPE(TCP) PORT(1414) CONTRL(QMGR)", "CAT005", 1),
        ("DEFINE QLOCL(LOST)\nALTER QMGR DEADQ(LOST)", "CAT002", 1),
        (
            "DEFINE CHANNEL(A) CHLTYPE(RCVR)\nSET CHLAUTH(A') TYPE(QMGRMAP) QMNAME(Q) MCAUSER('a')",
            "SYN001",
            2,
        ),
        ("DEFINE QLOCAL(TO-B)\nDEFINE QALIAS(B) TARGET(TO.B)", "CAT024", 1),
        ("DEFINE QLOCAL(T) USAGE(XITQ)\nDEFINE QREMOTE(R) RNAME(R) RQMNAME(B) XMITQ(T)", "CAT015", 1),
        ("DEFINE QLOCAL(T) USGE(XMITQ)\nDEFINE QREMOTE(R) RNAME(R) RQMNAME(B) XMITQ(T)", "CAT005", 1),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN)\nALTER CHANNEL(A) CHLTYPE(SVRCN)", "CAT015", 2),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) CHLTYPE(SVRCONN)", "CAT029", 1),
        ("DEFINE QLOCAL(A) MAXMSGL(999999999)", "CAT018", 1),
        ("DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h(389') SHORTUSR('u')", "CAT044", 1),
    ],
)
def test_one_mistake_gives_one_finding(text, code, line):
    select = ("SYN", "CAT", "RUN", "REF001", "REF002", "REF005", "REF017", "REF021", "QUE005")
    session = Session.open(Options(stdin_text=text, stdin_name="a.mqsc", complete=True, select=select))
    assert [(one.code, one.place.span.line) for one in session.lint().findings] == [(code, line)]


def test_a_misspelt_replace_is_not_also_a_missing_one(tmp_path):
    folder = tmp_path / "manifest.yaml"
    folder.write_text(
        "apiVersion: v1\n"
        "kind: ConfigMap\nmetadata: {name: c}\ndata:\n  a.mqsc: |\n    DEFINE QLOCAL(A) REPLCE\n"
        "---\napiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata: {name: q}\nspec:\n"
        "  queueManager:\n    mqsc: [{configMap: {name: c, items: [a.mqsc]}}]\n"
    )
    found = Session.open(Options(paths=(str(folder),))).lint().findings
    assert [one.code for one in found if one.code.startswith(("RUN", "CAT"))] == ["CAT005"]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("DEFINE QMGR CHLAUTH(DISABLED)", "write ALTER QMGR"),
        ("DEFINE CHLAUTH(A) TYPE(BLOCKUSER) USERLIST('x')", "write SET CHLAUTH"),
        ("DEFINE QUEUE(A)", "DEFINE accepts QALIAS, QLOCAL, QMODEL or QREMOTE"),
        ("CLEAR QUEUE(A)", "CLEAR accepts QLOCAL"),
    ],
)
def test_a_verb_that_does_not_go_with_the_object_is_answered_with_what_does(text, help):
    assert [(one.code, one.help) for one in lint(text)] == [("CAT002", help)]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS) AUTHENMD(OS)", {"platform": "windows"}),
        ("DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS) AUTHENMD(PAM)", {"platform": "linux"}),
        ("DEFINE CHANNEL(A) CHLTYPE(AMQP) AMQPKA(300000)", {}),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS13_OR_HIGHER)", {"mq_version": "9.1.4"}),
        ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(TLS_AES_256_GCM_SHA384)", {"mq_version": "9.1.4"}),
    ],
)
def test_what_the_documentation_allows_has_no_finding(text, options):
    assert codes(text, **options) == []


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS) AUTHENMD(PAM)", {"platform": "windows"}, "CAT011"),
        ("ALTER QMGR CERTVPOL(NONE)", {"mq_version": "9.4"}, "CAT015"),
        ("DEFINE CFSTRUCT(A) OFFLOAD(NONE)", {"platform": "zos"}, "CAT015"),
    ],
)
def test_what_the_documentation_excludes_is_found(text, options, code):
    assert [finding.code for finding in lint(text, **options)] == [code]


MANY = 2000


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("WORD ", "CAT005"),
        ("CONNAME TARGET ", "CAT006"),
        ("WORD CONNAME ", "CAT005"),
    ],
)
@pytest.mark.parametrize("before", ["DEFINE QLOCAL(A) ", "DEFINE QLOCAL(A) DES-\nCR('a') "])
def test_each_of_thousands_of_unknown_words_of_one_line_is_reported(before, words, expected):
    found = [one for one in lint(before + words * MANY) if one.code in ("CAT005", "CAT006")]
    assert len(found) == len(words.split()) * MANY
    assert expected in {one.code for one in found}


def test_thousands_of_values_beside_their_attributes_are_each_reported_with_the_attribute():
    found = lint("DEFINE QLOCAL(A) " + "MAXDEPTH 500 600 DEFPRTY NONE SHARE " * (MANY // 2))
    helps = [one.help for one in found if one.code == "CAT013"]
    assert helps == ["write MAXDEPTH(500 600)", "write DEFPRTY(NONE)"] * (MANY // 2)
    assert "CAT005" not in {one.code for one in found}


def test_words_behind_a_flag_or_a_value_are_not_values_of_the_attribute_before():
    found = lint("DEFINE QLOCAL(A) MAXDEPTH 500 SHARE FIRST DEFPRTY(1) SECOND MAXMSGL THIRD")
    assert [(one.code, one.attribute) for one in found if one.code != "CAT010"] == [
        ("CAT013", "MAXDEPTH"),
        ("CAT005", "FIRST"),
        ("CAT005", "SECOND"),
        ("CAT013", "MAXMSGL"),
    ]


@pytest.mark.parametrize(
    ("value", "severity"),
    [("-5", "error"), ("+5", "warning"), ("-0", "warning"), ("5K", "error"), ("1,000", "error"), ("5", None)],
)
def test_a_sign_is_not_documented_and_a_number_below_0_is_certainly_wrong(value, severity):
    found = codes(f"DEFINE QLOCAL(A) MAXDEPTH('{value}')", mq_version="9.4")
    assert found == ([("CAT017", severity)] if severity else [])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"level": (9, 3), "removed": (9, 3)}, "was removed in 9.3"),
        ({"level": (9, 2), "removed": (9, 3)}, ""),
        ({"level": (9, 3), "deprecated": (9, 3)}, "has been deprecated since 9.3"),
        ({"level": (9, 2), "introduced": (9, 3)}, "was introduced in 9.3, but the level is 9.2"),
        ({"level": (9, 3), "introduced": (9, 3)}, ""),
        (
            {"level": (9, 3), "platforms": "zos", "platform": "linux"},
            "is valid only on z/OS, but the platform is Linux",
        ),
        ({"level": (9, 3), "platforms": "zos", "platform": "zos"}, ""),
    ],
)
def test_why_a_word_cannot_be_used(given, words):
    assert unavailable(**({"platform": None} | given)) == words


@pytest.mark.parametrize(
    ("known", "word", "writable"),
    [
        ({"QDEPTHHI": ""}, "QDEPTHHI", True),
        ({"QDEPTHHI": "was removed in 9.3"}, "QDEPTHHI", False),
        ({"QDEPTHHI": "was removed in 9.3", "QDEPTHHO": ""}, "QDEPTHHO", True),
        ({"QDEPTHHI": "", "QDEPTHHO": ""}, "", False),  # either may be meant
        ({"QDEPTHHI": "was removed in 9.3", "QDEPTHHO": "was removed in 9.3"}, "", False),
        ({"MAXMSGL": ""}, "", False),
    ],
)
def test_the_nearest_word_is_the_one_that_can_be_used(known, word, writable):
    found = suggest("QDEPTHH", known)
    assert (found.word, found.writable) == (word, writable)
    if not word:
        assert found.help("closest keyword", "use another one") == "use another one"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("SHARE", []),
        ("SHARE(YES)", ["CAT012"]),
        ("SHARE()", ["CAT012"]),
        ("NOSHARE(NO)", ["CAT012"]),
        ("DESCR", ["CAT013"]),
        ("DESCR()", ["CAT014"]),
        ("DESCR('')", []),
        ("DESCR(' ')", []),
        ("MAXDEPTH()", ["CAT014"]),
        ("MAXDEPTH", ["CAT013"]),
    ],
)
def test_the_form_of_a_parameter(words, expected):
    assert [code for code, _ in codes(f"DEFINE QLOCAL(A) {words}", mq_version="9.4")] == expected
    shown = codes(f"DISPLAY QLOCAL(A) {words.partition('(')[0]}", mq_version="9.4")
    assert {code for code, _ in shown}.isdisjoint({"CAT012", "CAT013", "CAT014"})
