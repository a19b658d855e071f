"""How lines make commands, and what their words and values are."""

from __future__ import annotations


def test_a_plus_goes_on_at_the_first_character_that_is_no_blank(commands):
    assert commands("DEFINE QLOCAL(A) DESCR('Fr+\n   ed')") == ["DEFINE QLOCAL(A) DESCR(Fred)"]


def test_a_minus_goes_on_at_the_first_column(commands):
    assert commands("DEFINE QLOCAL(A) DESCR('Fr-\n  ed')") == ["DEFINE QLOCAL(A) DESCR(Fr  ed)"]


def test_a_word_may_be_cut_by_a_sign(commands):
    assert commands("DEFINE QLOCAL(A) MAXD+\n  EPTH(50+\n00)") == ["DEFINE QLOCAL(A) MAXDEPTH(5000)"]


def test_a_minus_keeps_the_blanks_that_part_two_parameters(commands, diagnostics):
    text = "DEFINE QLOCAL(A) PUT(ENABLED)-\n  GET(ENABLED)"
    assert commands(text) == ["DEFINE QLOCAL(A) PUT(ENABLED) GET(ENABLED)"]
    assert diagnostics(text) == []


def test_comments_and_blank_lines_vanish_inside_a_command(commands, diagnostics):
    text = "DEFINE QLOCAL(A) +\n* why\n\n*  ALTDATE(2022-12-12) +\n   MAXDEPTH(5) +\n   REPLACE\nALTER QMGR"
    assert commands(text) == ["DEFINE QLOCAL(A) MAXDEPTH(5) REPLACE", "ALTER QMGR"]
    assert diagnostics(text) == []


def test_a_comment_vanishes_inside_a_string_too(commands):
    assert commands("ALTER QMGR DESCR('a+\n* no part of it\nb')") == ["ALTER QMGR DESCR(ab)"]


def test_a_blank_line_does_not_change_where_a_minus_goes_on(commands):
    assert commands("ALTER QMGR DESCR('a-\n\n b')") == ["ALTER QMGR DESCR(a b)"]


def test_a_list_may_go_on_behind_its_comma(commands, diagnostics):
    text = "SET AUTHREC PROFILE('a') AUTHADD(PUT,+\n  SET,+\n  INQ)"
    assert commands(text) == ["SET AUTHREC PROFILE(a) AUTHADD(PUT,SET,INQ)"]
    assert diagnostics(text) == []


def test_text_outside_strings_is_folded_and_doubled_marks_are_one(commands):
    assert commands("define qlocal(my.queue) descr('Fred''s')") == ["DEFINE QLOCAL(MY.QUEUE) DESCR(Fred's)"]


def test_letters_beyond_ascii_are_not_folded(commands):
    assert commands("ALTER QMGR DESCR(straße)") == ["ALTER QMGR DESCR(STRAßE)"]


def test_commas_are_as_good_as_blanks(commands, diagnostics):
    text = "DEFINE,QLOCAL ( A ),,MAXDEPTH ( ,5, ) , REPLACE"
    assert commands(text) == ["DEFINE QLOCAL(A) MAXDEPTH(5) REPLACE"]
    assert diagnostics(text) == []


def test_values_know_their_quotes_their_text_and_their_place(parse):
    script = parse("DEF NL(N) NAMES(a, 'b c')\n")
    number, names = list(script.commands[0].words())[2]
    first, second = names.values
    assert (first.text, first.raw, first.quoted) == ("A", "a", False)
    assert (second.text, second.raw, second.quoted) == ("b c", "'b c'", True)
    assert names.text == "A,b c"
    span = script.commands[0].span(number, second.extent)
    assert (span.line, span.column, span.end_column) == (1, 20, 25)


def test_empty_parentheses_hold_no_value_and_an_empty_string_is_one(parse):
    words = [parameter for _, parameter in parse("ALTER QMGR A() B('') C").commands[0].words()]
    assert [parameter.values and [value.text for value in parameter.values] for parameter in words[2:]] == [
        (),
        [""],
        None,
    ]
    assert [parameter.text for parameter in words[2:]] == ["", "", None]


def test_a_value_over_lines_has_an_extent_over_lines(parse):
    script = parse("\nDEF NL(N) NAMES(A,+\n  B)")
    command = script.commands[0]
    number, names = list(command.words())[2]
    span = command.span(number, names.extent)
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 11, 3, 5)
    second = command.span(number, names.values[1].extent)
    assert (second.line, second.column, second.end_line, second.end_column) == (3, 3, 3, 4)


def test_parentheses_may_stand_inside_a_value(commands, diagnostics):
    text = "DEF CHL(C) CONNAME(host(1414),other(1415)) X(a (b))"
    assert commands(text) == ["DEF CHL(C) CONNAME(HOST(1414),OTHER(1415)) X(A (B))"]
    assert diagnostics(text) == []


def test_inserts_of_automatic_configuration_are_values_and_no_continuation(commands, diagnostics):
    text = "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CONNAME(+CONNAME+)\n"
    text += "ALTER QMGR CLUSTER(+AUTOCL+) REPOS(TO.+QMNAME+)"
    assert commands(text) == [
        "DEFINE CHANNEL(+AUTOCL+_+QMNAME+) CONNAME(+CONNAME+)",
        "ALTER QMGR CLUSTER(+AUTOCL+) REPOS(TO.+QMNAME+)",
    ]
    assert diagnostics(text) == []


def test_an_insert_at_the_end_of_a_line_is_a_continuation(commands):
    assert commands("ALTER QMGR CLUSTER(+AUTOCL+\n)") == ["ALTER QMGR CLUSTER(+AUTOCL)"]


def test_a_semicolon_ends_a_command(commands, diagnostics):
    text = "DEFINE QLOCAL(A);\nDEFINE QLOCAL(B) +\n  REPLACE ;\nDEFINE QLOCAL(C) +\n;\n;\nALTER QMGR"
    assert commands(text) == [
        "DEFINE QLOCAL(A)",
        "DEFINE QLOCAL(B) REPLACE",
        "DEFINE QLOCAL(C)",
        "ALTER QMGR",
    ]
    assert diagnostics(text) == []


def test_several_commands_may_stand_on_one_line(parse, commands):
    text = "DEFINE QLOCAL(A); DEFINE QLOCAL(B)"
    assert commands(text) == ["DEFINE QLOCAL(A)", "DEFINE QLOCAL(B)"]
    second = parse(text).commands[1]
    number, name = list(second.words())[1]
    assert second.span(number, name.extent).column == 26


def test_a_remark_behind_a_semicolon_is_no_command(commands, diagnostics):
    assert commands("DEFINE QLOCAL(A); * the first") == ["DEFINE QLOCAL(A)"]
    assert diagnostics("DEFINE QLOCAL(A); * the first") == []


def test_line_ends_of_all_kinds_come_back(parse):
    for text in (
        "ALTER QMGR\r\nEND\r\n",
        "ALTER QMGR\r\nEND\n",
        "ALTER QMGR\nEND",
        "",
        "\n",
        "\r\n",
        "END\r",
    ):
        assert parse(text).text() == text


def test_columns_do_not_count_the_line_end(parse, commands):
    text = "DEFINE QLOCAL(A) +\r\n  REPLACE\r\nALTER QMGR\r\n"
    assert commands(text) == ["DEFINE QLOCAL(A) REPLACE", "ALTER QMGR"]
    assert [line.text for line in parse(text).lines] == ["DEFINE QLOCAL(A) +", "  REPLACE", "ALTER QMGR", ""]


def test_only_the_lines_of_a_command_that_hold_words_are_its_lines(parse):
    command = parse("DEFINE QLOCAL(A) +\n* note\n\n  REPLACE +\n;\n").commands[0]
    assert [number for number, _ in command.lines] == [0, 3]
    assert (command.first, command.last) == (0, 4)


def test_a_comment_that_speaks_to_mqtune_is_found(parse):
    script = parse("* mqtune: ignore PUB001\nDEFINE TOPIC(T)\n*mqtune says\n* MQTUNE: workload\n")
    assert [line.directive for line in script.lines] == [True, False, False, True, False]
    assert script.directives == [0, 3]


def test_nothing_is_read_behind_end(parse, commands, diagnostics):
    text = "ALTER QMGR\nend\n* note\nDEFINE QLOCAL(A)\nDEFINE QLOCAL('\n"
    assert commands(text) == ["ALTER QMGR", "END"]
    assert diagnostics(text) == [("text-after-end", 4, 1)]
    assert parse(text).end_line == 1
    assert parse("ALTER QMGR\nQUIT ;\n\n* note\n").end_line is None


def test_end_may_stand_behind_a_semicolon(commands, diagnostics):
    text = "ALTER QMGR; END\nDEFINE QLOCAL(A)"
    assert commands(text) == ["ALTER QMGR", "END"]
    assert diagnostics(text) == [("text-after-end", 2, 1)]


def test_equal_lines_are_one_object(parse):
    script = parse("ALTER QMGR +\n  MAXMSGL(5)\nALTER QMGR +\n  MAXMSGL(5)")
    assert script.lines[0] is script.lines[2]
    assert script.lines[1] is script.lines[3]
