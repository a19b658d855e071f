"""The published figures: complete, with units, and equal to the reports and to a second transcription."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from mqtune.capacity import published
from mqtune.capacity.published import reports, table

DATA = Path(__file__).resolve().parents[1] / "data" / "published"
TABLES = [name for report in reports().values() for name in report["tables"]]
PRINTED = [name for name in TABLES if table(name).origin == "printed"]
# worked out, not printed: seconds from minutes and seconds
WORKED_OUT = {"channel_recovery_s", "throughput_recovery_s", "suppressed_messages"}
# tables whose rows do not stand in one line of the text
SPREAD = ("inline", "uniform-table", "streaming-table-3", "streaming-table-4", "section-6", "linearity")

# "1 minute 1 second", "two minutes", and small numbers in words
IN_WORDS = {61, 120, *range(1, 7)}


def number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def figures(name: str) -> list[list[float]]:
    """The numbers of each row, without the columns that only name the place."""
    skip = {*WORKED_OUT, "section_page", "chart", "scenario"}
    rows = []
    for row in table(name).rows:
        cells = [cell for column, cell in row.items() if column not in skip]
        rows.append([abs(float(cell)) for cell in cells if isinstance(cell, int | float)])
    return rows


def test_every_file_of_figures_is_listed_once_and_every_listed_one_is_there() -> None:
    folder = Path(published.__file__).parent
    there = sorted(path.stem for path in folder.glob("*.toml") if path.stem != "reports")
    assert sorted(TABLES) == there


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_its_source_and_hardware(name: str) -> None:
    one = table(name)
    assert one.report in reports()
    assert all((one.title, one.where, one.page, one.release, one.platform, one.hardware))
    assert one.origin in ("printed", "read")
    assert one.rows
    assert all(one.units.values())


@pytest.mark.parametrize("name", TABLES)
def test_a_correction_keeps_the_printed_figure_and_gives_its_reason(name: str) -> None:
    for one in table(name).corrections:
        assert table(name).rows[one["row"] - 1][one["column"]] == one["printed"]
        assert table(name).corrected(one["row"], one["column"]) == one["corrected"] != one["printed"]
        assert len(one["reason"]) > 20


def test_the_misprinted_cpu_of_chart_23_stays_as_printed_with_its_correction() -> None:
    assert table("v8-chart-23").rows[0]["v7_5_cpu_per_1000"] == 0.25
    assert table("v8-chart-23").corrected(1, "v7_5_cpu_per_1000") == 0.16


@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_figure_is_in_the_report(name: str) -> None:
    text = (DATA / f"numbers-{table(name).report}.txt").read_text(encoding="utf-8")
    lines = [{float(word) for word in line.split()} for line in text.splitlines()]
    everywhere = set().union(*lines)
    for row in figures(name):
        if any(word in name for word in SPREAD):
            assert not [one for one in row if one not in everywhere and one not in IN_WORDS], row
        else:
            assert any(set(row) <= line for line in lines), row


# a second transcription: file, table, and the columns that go by another name or hold something else
SECOND = {
    "v8_chart06_null_publish_peaks": "v8-chart-06",
    "v8_chart15_fanout_costs": "v8-chart-15",
    "v8_chart23_triplets": "v8-chart-23",
    "v53_table1_network_recovery": "v53-table-1",
    "uc_table1_scaling": "uniform-table-1",
    "uc_table2_alternatives": "uniform-table-2",
    "stream_table1_expiry_depth_disk": "streaming-table-1",
    "stream_table2_expiryinterval_cpu": "streaming-table-2",
    "stream_table3_single_duplicate": "streaming-table-3",
    "stream_table4_six_duplicates": "streaming-table-4",
    "stream_table5_persistent_peaks": "streaming-table-5",
    "stream_table6_nonpersistent_peaks": "streaming-table-6",
    **{f"jms_table{n:02d}": f"jms-table-{n:02d}" for n in range(1, 25)},
}
COMPUTED = {
    "state",
    "achieved_per_queue_manager",
    "v7_5_cpu_percent_per_1000_msgs_corrected",
    "section",
    "page",
}


@pytest.mark.parametrize(("file", "name"), SECOND.items())
def test_a_second_transcription_has_the_same_figures_row_for_row(file: str, name: str) -> None:
    places = {"section", "section_page"}
    for theirs, ours in zip(second(file), table(name).rows, strict=True):
        left = [
            number(cell)
            for column, cell in theirs.items()
            if column not in COMPUTED and number(cell) is not None
        ]
        right = [
            number(str(cell))
            for column, cell in ours.items()
            if column not in places and number(str(cell)) is not None
        ]
        assert sorted(left) == sorted(right), name


def second(file: str) -> list[dict[str, str]]:
    with (DATA / f"{file}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def own_rows(name: str, *columns: str) -> set[tuple[str, ...]]:
    """The rows of a table with its corrections, as text."""
    one = table(name)
    return {
        tuple(str(one.corrected(number, column)) for column in columns)
        for number in range(1, len(one.rows) + 1)
    }


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("v8_inline_figures", "v8-inline"),
        ("v53_inline_figures", "v53-inline"),
        ("jms_inline_figures", "jms-inline"),
    ],
)
def test_no_figure_of_the_text_is_missing_on_its_page(file: str, name: str) -> None:
    ours = {(float(value), page) for value, page in own_rows(name, "value", "section_page")}
    missing = [row for row in second(file) if (float(row["value"]), row["page"]) not in ours]
    assert missing == []


def test_settings_and_definitions_are_those_of_the_second_transcription() -> None:
    assert own_rows("v8-appendix-a3", "stanza", "attribute", "value") == {
        (row["stanza"], row["attribute"], row["value"]) for row in second("v8_appendix_a3_qm_ini")
    }
    assert own_rows("v53-windows-tuning", "stanza", "attribute", "value") == {
        (row["registry_stanza"], row["attribute"], row["value"]) for row in second("v53_windows_tuning")
    }
    ours = dict(own_rows("v8-figure-06", "attribute", "value"))
    for row in second("v8_figure06_isolated_topic"):
        if row["value_in_figure_6"]:
            assert ours[row["attribute"]] == row["value_in_figure_6"]


def test_percentages_of_clusters_and_sums_of_jms_are_those_of_the_second_transcription() -> None:
    percent = [row["percent_as_printed"] for row in second("v8_section62_cluster_percentages")]
    assert [str(row["change"]) for row in table("v8-section-6-2").rows] == percent[1:]
    for row, ours in zip(second("jms_linearity_checks"), table("jms-linearity").rows, strict=True):
        assert int(row["table"]) == ours["table"]
        assert int(row["applications"]) == 2 * ours["producers"]
        assert float(row["rate_per_producer_msgs_per_s"]) == ours["rate_of_each"]
        assert float(row["expected_msgs_per_s_text"]) == ours["expected"]
        assert float(row["measured_msgs_per_s_text"]) == ours["measured"]


def test_the_read_points_are_those_of_the_second_reading() -> None:
    drawn: dict[str, set[tuple[float, float]]] = {}
    for row in second("v8_charts_digitised"):
        drawn.setdefault(row["chart"], set()).add((float(row["x"]), float(row["value"])))
    for name in (one for one in TABLES if one.endswith("-read")):
        chart = str(int(name.split("-")[2]))
        for row in table(name).rows:
            x, *values = row.values()
            assert {(float(x), float(value)) for value in values} <= drawn[chart]


def steps(words: str) -> tuple[int, int]:
    """Publish threads and receiver channels of a bar, from words such as "5 threads, 4 channels"."""
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (threads|channels)", words)}
    return counts.get("threads", 1), counts.get("channels", 1)


def test_the_read_bars_are_those_of_the_second_reading() -> None:
    topologies = {"scenario 1": "one-queue-manager", "scenario 2": "direct", "scenario 3": "topic-host"}
    rows = second("v8_charts_bars_digitised")
    clusters = [row for row in rows if row["bar"].startswith("scenario")]
    assert own_rows("v8-charts-28-30-bars", *table("v8-charts-28-30-bars").units) == {
        (*map(str, steps(row["bar"])), topologies[row["bar"][:10]], row["value"], row["chart"])
        for row in clusters
    }
    others = [row for row in rows if row not in clusters]
    assert sorted(own_rows("v8-charts-17-27-bars", "chart", "chart_page", "value", "unit")) == sorted(
        (row["chart"], row["page"], row["value"], row["unit"]) for row in others
    )
