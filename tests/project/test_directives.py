"""Directives in comments."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.project.directives import cluster_load, parse_directive, queue_load, topic_load
from mqtune.project.settings import ClusterLoad, QueueLoad, TopicLoad


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "*",
        "* mqtune",
        "* see mqtune: ignore PUB001",
        "* mqtune is good",
        "DEFINE QLOCAL(A)",
        "mqtune: ignore X",
        "* mqtunes: ignore PUB001",
    ],
)
def test_other_comments_say_nothing(comment):
    assert parse_directive(comment) is None


def test_an_ignore_names_codes_a_day_and_a_reason():
    directive = parse_directive('* mqtune: ignore PUB001,CAT0 sec until=2027-03-31 reason="lab, only"')
    assert directive.kind == "ignore"
    assert directive.codes == ("PUB001", "CAT0", "SEC")
    assert (directive.until, directive.reason) == (date(2027, 3, 31), "lab, only")
    assert not directive.errors


@pytest.mark.parametrize(
    "comment",
    [
        "*mqtune:ignore PUB001",
        "** MQTUNE : Ignore pub001",
        "# mqtune: ignore PUB001",
        "*\tmqtune:\tignore , PUB001 ,",
        "#* mqtune: ignore PUB001 *#"[:-3],
    ],
)
def test_blanks_case_and_commas_do_not_matter(comment):
    assert parse_directive(comment).codes == ("PUB001",)


def test_a_whole_file_can_be_ignored():
    directive = parse_directive("* mqtune: ignore-file")
    assert (directive.kind, directive.codes, directive.errors) == ("ignore-file", (), [])


def test_a_workload_has_values_in_units():
    directive = parse_directive(
        '* mqtune: workload topic="prices/uk #" publish-rate=120000 subscribers=60 ordered=yes '
        "persistent=false message-size=2KiB binding=fastpath publishers=4"
    )
    load = topic_load(directive.values, "other", "a.mqsc", 7)
    assert load == TopicLoad("prices/uk #", 120000.0, 4, "fastpath", 60, 2048, False, True, 7, "a.mqsc")
    assert not directive.errors


def test_a_workload_takes_its_name_from_the_following_definition():
    directive = parse_directive("* mqtune: workload put-rate=0.5 consumers=0 channel-pairs=10 ordered=no")
    assert topic_load(directive.values, "T", "f", 1) == TopicLoad(
        "T", ordered=False, line=1, file="f", consumers=0
    )
    assert queue_load(directive.values, "Q", "f", 1) == QueueLoad("Q", 0.5, consumers=0, line=1, file="f")
    assert cluster_load(directive.values, "C", "f", 1) == ClusterLoad("C", 10, False, 1, "f")


FAULTS = {
    "a misspelt word": ("* mqtune: ignroe PUB001", "ignroe PUB001", "unknown directive ignroe", "ignore"),
    "a word": ("* mqtune: please", "please", "unknown directive please", "valid directives are ignore"),
    "nothing": ("* mqtune:", "", "the directive is empty", "workload"),
    "no code": ("* mqtune: ignore", "* mqtune: ignore", "the directive names no rule", "ignore PUB001"),
    "no code but a day": ("* mqtune: ignore until=2027-03-31", None, "the directive names no rule", "PUB001"),
    "a bad code": ("* mqtune: ignore PUB0001", "PUB0001", "PUB0001 is not a rule code", "PUB001"),
    "a bad code beside a good one": ("* mqtune: ignore SEC, PX", "PX", "PX is not a rule code", "family"),
    "a day that is none": (
        "* mqtune: ignore SEC until=2027-02-30",
        "until=2027-02-30",
        "not a valid date",
        "until=",
    ),
    "a day of another form": (
        "* mqtune: ignore SEC until=31.3.2027",
        "until=31.3.2027",
        "not a valid date",
        "2027-",
    ),
    "a week": ("* mqtune: ignore SEC until=2027-W01-1", "until=2027-W01-1", "not a valid date", "2027-"),
    "a misspelt key": (
        "* mqtune: ignore SEC untl=2027-01-01",
        "untl=2027-01-01",
        "unknown key untl",
        "until",
    ),
    "a loose reason": (
        "* mqtune: ignore SEC reason=lab only",
        "only",
        "only is not a rule code",
        "quotation",
    ),
    "a misspelt load": ("* mqtune: workload publish_rate=1", "publish_rate=1", "unknown key", "publish-rate"),
    "a load without value": ("* mqtune: workload ordered", "ordered", "ordered has no value", "ordered="),
    "no load": ("* mqtune: workload", "* mqtune: workload", "sets no value", "publish-rate"),
    "a flag that is none": (
        "* mqtune: workload ordered=maybe",
        "ordered=maybe",
        "not a valid flag",
        "yes or no",
    ),
    "half a subscriber": (
        "* mqtune: workload subscribers=0.5",
        "subscribers=0.5",
        "not a valid count",
        "whole",
    ),
    "a negative rate": ("* mqtune: workload put-rate=-1", "put-rate=-1", "not a valid rate", "number"),
    "a size without unit": (
        "* mqtune: workload message-size=2000",
        "message-size=2000",
        "not a valid size",
        "KiB",
    ),
    "a value twice": ("* mqtune: workload ordered=yes ordered=no", "ordered=no", "twice", "keep one"),
    "another sign": ("; mqtune: ignore SEC", "; mqtune: ignore SEC", "after ; are not read", "#"),
}


@pytest.mark.parametrize(("comment", "where", "message", "help"), FAULTS.values(), ids=FAULTS.keys())
def test_an_error_has_its_columns_and_what_to_write(comment, where, message, help):
    (error,) = parse_directive(comment).errors
    assert message in error.message
    assert help in error.help
    if where is not None:
        assert comment[error.start : error.end] == where


@pytest.mark.parametrize(
    "comment",
    ["* mqtune: ignore", "* mqtune: ignroe SEC", "; mqtune: ignore SEC", "* mqtune: ignore-file what?"],
)
def test_what_cannot_be_understood_ignores_nothing(comment):
    assert parse_directive(comment).kind == ""


def test_a_bad_day_does_not_undo_the_ignore():
    directive = parse_directive("* mqtune: ignore SEC until=never")
    assert (directive.kind, directive.codes, directive.until) == ("ignore", ("SEC",), None)


@given(st.text(alphabet="abcSEC019 \t,='\"-_:*#;.", max_size=60))
def test_any_text_behind_the_name_is_read_without_harm(text):
    directive = parse_directive("* mqtune:" + text)
    assert directive.kind or directive.errors
    for error in directive.errors:
        assert 0 <= error.start <= error.end <= len(text) + 9
