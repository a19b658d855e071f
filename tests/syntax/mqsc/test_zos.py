"""What z/OS reads differently."""

from __future__ import annotations

from mqtune.text.editing import apply_edits

NUMBERED = (
    "DEFINE QLOCAL(A) +                                                      00010000\n  REPLACE{:66}00020000"
)


def test_sequence_numbers_are_not_read(parse, commands, diagnostics):
    text = NUMBERED.format("")
    assert commands(text, "zos") == ["DEFINE QLOCAL(A) REPLACE"]
    assert diagnostics(text, "zos") == []
    script = parse(text, "zos")
    assert script.lines[0].text.endswith("00010000")
    assert commands(text, "linux") != commands(text, "zos")


def test_parameters_need_no_blank_and_values_may_follow_an_equals_sign(commands, diagnostics):
    text = "DEFINE QLOCAL(A)PUT(ENABLED)MAXDEPTH=5,DESCR='a b',CLUSTER=x"
    assert commands(text, "zos") == ["DEFINE QLOCAL(A) PUT(ENABLED) MAXDEPTH(5) DESCR(a b) CLUSTER(X)"]
    assert diagnostics(text, "zos") == []
    assert [kind for kind, *_ in diagnostics(text)] == ["glued-parameters"] * 2 + ["equals-form"] * 3


def test_the_form_of_a_parameter_is_kept(parse):
    words = [parameter.form for _, parameter in parse("ALTER QMGR MAXMSGL=5", "zos").commands[0].words()]
    assert words == ["word", "word", "equals"]


def test_text_beyond_column_72_is_told(diagnostics):
    text = "ALTER QMGR DESCR('" + "x" * 60 + "')"
    assert diagnostics(text, "zos") == [("line-too-long", 1, 73)]
    assert diagnostics(text) == []
    assert diagnostics("* " + "x" * 90, "zos") == []


def test_long_lines_of_multiplatforms_are_not_the_business_of_zos(diagnostics):
    text = "ALTER QMGR DESCR('" + "x" * 2100 + "')"
    assert diagnostics(text, "zos") == [("line-too-long", 1, 73)]


def test_both_kinds_of_lines_live_in_one_memory():
    from mqtune.syntax.mqsc.lines import LineMemo

    memo = LineMemo()
    assert memo.on("zos") is memo.on("zos")
    assert memo.on("linux") is memo
    text = NUMBERED.format("").split("\n")[1]
    assert len(memo.of([text])[0].parameters) == 2
    assert len(memo.on("zos").of([text])[0].parameters) == 1


def test_a_mend_leaves_sequence_numbers_in_their_columns(parse):
    text = "DEFINE QLOCAL(A)                                                        00010000\n  MAXDEPTH(5)"
    (diagnostic,) = parse(text, "zos").diagnostics
    assert diagnostic.kind == "missing-continuation"
    recovered = apply_edits(text, [(diagnostic.span, diagnostic.replacement)])
    assert recovered.index("0001") == text.index("0001")
    assert parse(recovered, "zos").diagnostics == []
