"""Reports of a result: the same to read in each of them, and nothing in them that could steer anything."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from mqtune.lab.journal import events
from mqtune.lab.journal.result import Result, result_of
from mqtune.present.experiment import write_report
from mqtune.present.experiment.plan import event_line
from mqtune.present.experiment.plots import ticks
from mqtune.present.experiment.text import result_lines

EVIL = "</title><script>alert(1)</script> | **b** `c` ![x](http://h/y)\x1b[31m"

SHOWN = """\
pretended-20261122-000000-abcd: winner
  b wins
  best: 1,200 messages/s, 1,190 to 1,210 (95% confidence interval)
  rule: enough blocks
environment
  queue manager QM1 (test), IBM MQ 9.4, 8 cores
  driver cph, version 1.0
  opened 2026-11-22T00:00:00.000Z, 2 min measured, at most 60 min
  noise: pilot unknown; runs 0.1% within runs, 0.0% between runs
  low noise: a decision usually takes 5 to 15 minutes
levels, in messages/s
  ARM  RUNS  MEAN   SPREAD  95% INTERVAL    AGAINST LEADER  STATE
  a    3     1,000  0.0%    1,000 to 1,000  -               open
  b    3     1,200  0.0%    1,200 to 1,200  -               open
runs
  RUN  BLOCK  CLOCK    ARM  OUTCOME  VALUE  CUT     SAMPLES  REMARK
  1    1      0:00:00  a    ok       1,000  5 s, 5  20       -
  2    1      0:00:20  b    ok       1,200  5 s, 5  20       -
  3    2      0:00:40  a    ok       1,000  5 s, 5  20       -
  4    2      0:01:00  b    ok       1,200  5 s, 5  20       -
  5    3      0:01:20  a    ok       1,000  5 s, 5  20       -
  6    3      0:01:40  b    ok       1,200  5 s, 5  20       -
discarded as warm-up
  runs 1, 2, 3, 4, 5, 6: the first 5 s never count
advice
  take b
  mqsc:
    ALTER QLOCAL(Q) MAXDEPTH(5000)
"""


def test_a_result_as_lines(bench):
    assert "\n".join(result_lines(bench.engine().run())) + "\n" == SHOWN


def test_json_has_every_sample_with_time_level_repetition_and_order(bench):
    data = json.loads(write_report(bench.engine().run(), "json"))
    assert data["verdict"]["word"] == "winner"
    assert data["verdict"]["rule"] == "enough blocks"
    run = data["runs"][3]
    assert (run["arm"], run["repetition"], run["order"], run["block"]) == ("b", 2, 4, 2)
    assert run["levels"] == {"threads": 2}
    assert len(run["samples"]) == 20
    assert run["samples"][0] == {
        "at": 1.0,
        "rate_per_s": run["samples"][0]["rate_per_s"],
        "threads": 1,
        "arm": "b",
        "repetition": 2,
        "order": 4,
        "warm_up": True,
    }
    assert run["samples"][-1]["warm_up"] is False
    assert run["warm_up"]["why"]
    assert data["levels"][1]["interval"]["level"] == 0.95
    assert data["advice"]["snippets"][0]["text"].startswith("ALTER")
    assert data["simulated"] is False


class Reader(HTMLParser):
    """Keeps tags and what they load."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.loads += [value for name, value in attributes if name in ("src", "href") and value]
        if tag not in ("meta", "circle", "line", "path", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_is_one_file_with_plots_and_loads_nothing(bench):
    text = write_report(bench.engine().run(), "html")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.tags.count("svg") == 3
    assert reader.loads == []
    assert "script" not in reader.tags
    assert not re.search(r"url\(|@import", text)


@pytest.mark.parametrize("format", ["markdown", "html", "json"])
def test_a_simulated_report_says_so(bench, format):
    bench.driver.simulated = True
    text = write_report(bench.engine().run(), format)
    assert "SIMULATED: no queue manager was measured" in text
    if format == "json":
        assert json.loads(text)["simulated"] is True


def hostile(bench) -> Result:
    """A result in which everything that comes from outside is hostile."""
    told = []
    bench.listener = told.append
    bench.engine().run()
    first = bench.stored.head
    told.insert(0, events.JournalEntry("2026-11-22T00:00:00.000Z", 0.0, first))
    told.append(events.JournalEntry("", 0.0, events.Noted(EVIL)))
    ended = events.RunEnded(1, "hung", EVIL, warnings=(EVIL,))
    told.append(events.JournalEntry("", 0.0, ended))
    return result_of(told)


def test_html_takes_no_markup_from_outside(bench):
    text = write_report(hostile(bench), "html")
    assert "<script" not in text
    assert "\x1b" not in text
    assert "&lt;script&gt;" in text


def test_markdown_takes_no_markup_from_outside(bench):
    text = write_report(hostile(bench), "markdown")
    assert "\x1b" not in text
    assert "![x](" not in text
    assert "<script" not in text.replace("\\<", "")


def test_markdown_shows_the_verdict_first_and_the_snippet_as_code(bench):
    text = write_report(bench.engine().run(), "markdown")
    lines = text.splitlines()
    assert lines[0] == "# pretended on QM1: winner"
    assert "**b wins**" in lines[:6]
    assert "```mqsc\nALTER QLOCAL(Q) MAXDEPTH(5000)\n```" in text
    assert "| ARM | RUNS |" in text


def test_reports_of_an_unfinished_experiment_say_how_it_goes_on(bench):
    engine = bench.engine()
    bench.driver.acts[2] = engine.controls.stop_after_run
    result = engine.run()
    for format in ("markdown", "html"):
        text = write_report(result, format)
        assert "unfinished" in text
        assert "mqtune experiment resume pretended-20261122-000000-abcd" in text


def test_each_event_is_one_line_without_control_codes(bench):
    told = []
    bench.listener = told.append
    bench.experiment.alters = True
    bench.engine().run()
    result = Result()
    result.apply(events.JournalEntry("", 0.0, bench.stored.head))
    for entry in told:
        result.apply(entry)
        line = event_line(entry, result)
        assert "\n" not in line
        assert line.startswith("0:0")


def test_each_line_of_a_simulation_says_so(bench):
    bench.driver.simulated = True
    told = []
    bench.listener = told.append
    result = bench.engine().run()
    assert all(event_line(entry, result).startswith("SIMULATED ") for entry in told)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 100, [0, 20, 40, 60, 80, 100]), (0.9, 1.1, [0.9, 0.95, 1.0, 1.05, 1.1]), (5, 5, [5])],
)
def test_ticks_are_round(low, high, expected):
    assert ticks(low, high) == pytest.approx(expected)


@pytest.mark.parametrize("format", ["markdown", "html", "json"])
def test_a_report_of_the_same_journal_is_the_same(bench, format):
    bench.engine().run()
    assert write_report(bench.stored, format) == write_report(bench.stored, format)
