"""Measured loads from monitoring output in its several forms; all names and figures are invented."""

from __future__ import annotations

import json
import tomllib

import pytest

from mqtune.analysis.load.read import format_of, read_texts
from mqtune.analysis.load.tables import Choice, tables_of, toml_lines, toml_value
from mqtune.project.schema import read_tables

HEAD = "Publication received PutDate:20261102 PutTime:1000{:02}12 Interval:{}\n"


def element(queue: str, text: str) -> str:
    return f"{queue:48}{text}\n"


def tables(*texts: str, seconds: float | None = None, meaning: str | None = None, **choice: object):
    """The values by kind and name, and the texts of what was not computed."""
    named = [(f"f{number}", text) for number, text in enumerate(texts, 1)]
    reading, unknown = read_texts(named, seconds, meaning)
    assert not unknown
    found = tables_of(reading, Choice(**choice))  # type: ignore[arg-type]
    lines = "\n".join(toml_lines(found, reading.remarks, ["f1"]))
    if any(one.queue_manager for one in found):  # what is printed is valid in a project file
        _, errors = read_tables(tomllib.loads(lines), lines, "mqtune.toml", ".")
        assert not errors
    values = {
        (one.kind, one.name): {figure.key: toml_value(figure) for figure in one.figures} for one in found
    }
    return values, [one.text for one in reading.remarks], found


def test_amqsrua_drops_the_first_publication_and_adds_the_others() -> None:
    queue = "PAY.IN"
    text = "".join(
        HEAD.format(number, interval)
        + element(queue, f"MQPUT/MQPUT1 count {puts} {puts // 10}/sec")
        + element(queue, f"MQPUT byte count {puts * 100} 1/sec")
        + element(queue, f"MQPUT persistent message count {puts} ")
        + element(queue, "MQPUT non-persistent message count 0 ")
        for number, interval, puts in (
            (0, "4.003 seconds", 7000),
            (1, "10.000 seconds", 100),
            (2, "1 minutes,10.000 seconds", 1500),
        )
    )
    values, remarks, found = tables(text, queue_manager="QM1")
    assert values["queue", queue] == {"put-rate": 20.0, "message-size": "100 B", "persistent": True}
    assert any("first publication" in one for one in remarks)
    assert found[0].queue_manager == "QM1"
    rate = next(figure for figure in found[0].figures if figure.key == "put-rate")
    assert text.splitlines()[rate.line - 1].endswith("MQPUT/MQPUT1 count 100 10/sec")
    busiest, _, _ = tables(text, queue_manager="QM1", busiest=True)
    assert busiest["queue", queue]["put-rate"] == pytest.approx(21.4286)


def test_amqsrua_with_a_decimal_comma_and_without_an_interval() -> None:
    text = HEAD.format(1, "10,000 seconds") + element("A.B", "MQPUT/MQPUT1 count 50 ")
    assert tables(text)[0]["queue", "A.B"]["put-rate"] == 5.0
    text = text.replace("Interval:10,000 seconds", "")
    values, remarks, _ = tables(text)
    assert not values
    assert "no rate of queue A.B: the length of the interval is unknown" in remarks


def statistics(manager: str = "QM1", end: str = "10.01.00", **queue: object) -> str:
    row = {"queueName": "PAY.IN", "puts": [60, 540], "put1s": [0, 0], "putBytes": [6000, 54000], **queue}
    data = {
        "queueMgrName": manager,
        "startDate": "2026-11-02",
        "startTime": "10.00.00",
        "endDate": "2026-11-02",
        "endTime": end,
        "queueStatisticsData": [row],
    }
    kind = {"name": "Statistics Queue", "value": 165}
    return json.dumps({"eventSource": {"queueMgr": manager}, "eventType": kind, "eventData": data}, indent=1)


@pytest.mark.parametrize("joined", ["{0}\n\n{1}", "[{0},{1}]", "{0} {1}"])
def test_statistics_as_json_objects_or_an_array(joined: str) -> None:
    text = joined.format(statistics(), statistics("QM2", puts=[0, 120], putBytes=[0, 240]))
    values, _, found = tables(text)
    assert [one.queue_manager for one in found] == ["QM1", "QM2"]
    assert values["queue", "PAY.IN"] == {"put-rate": 2.0, "message-size": "2 B", "persistent": True}
    share, _, _ = tables(statistics())
    assert share["queue", "PAY.IN"] == {"put-rate": 10.0, "message-size": "100 B", "persistent": 0.9}


def accounting(connection: str | None, queue: str = "PAY.IN") -> str:
    data = {
        "queueMgrName": "QM1",
        "startDate": "2026-11-02",
        "startTime": "10.00.00",
        "endDate": "2026-11-02",
        "endTime": "10.01.00",
        "connectionId": connection,
        "queueAccountingData": [{"queueName": queue, "puts": [60, 0], "putBytes": [600, 0]}],
    }
    kind = {"name": "Accounting Queue", "value": 167}
    return json.dumps({"eventSource": {"queueMgr": "QM1"}, "eventType": kind, "eventData": data})


@pytest.mark.parametrize(
    ("connections", "producers"),
    [(("A1", "A1"), 1), (("A1", "B2"), 2), ((None, None), 2), (("A1", "A1", "B2"), 2)],
)
def test_records_of_one_connection_are_one_producer(connections: tuple, producers: int) -> None:
    values, _, _ = tables("\n".join(accounting(connection) for connection in connections))
    assert values["queue", "PAY.IN"]["producers"] == producers
    assert values["queue", "PAY.IN"]["put-rate"] == float(len(connections))


def test_an_output_without_figures_is_named_and_the_name_of_the_list_does_not_matter() -> None:
    values, _, _ = tables(statistics().replace("queueStatisticsData", "qStatsData"))
    assert values["queue", "PAY.IN"]["put-rate"] == 10.0
    values, remarks, _ = tables(HEAD.format(0, "10.000 seconds") + "MQPUT/MQPUT1 count 7\n")
    assert not values
    assert remarks == ["output of amqsrua without any figure of a queue, topic or channel"]


def test_statistics_that_are_cut_or_have_no_end_are_not_used() -> None:
    cut = statistics() + "\n" + statistics("QM2")[:300]
    values, remarks, _ = tables(cut)
    assert values["queue", "PAY.IN"]["put-rate"] == 10.0
    assert any("cut" in one for one in remarks)
    backwards, remarks, _ = tables(statistics(end="09.59.00"))
    assert not backwards.get(("queue", "PAY.IN"))
    assert any("length of the interval is unknown" in one for one in remarks)


MONITOR = """MonitoringType: QueueStatistics
QueueManager: 'QM1'
IntervalStartDate: '2026-11-02'
IntervalStartTime: '10.00.00'
IntervalEndDate: '2026-11-02'
IntervalEndTime: '10.01.00'
ObjectCount: 1
QueueStatistics: 0
  QueueName: 'PAY.IN'
  QueueType: Predefined
  QueueDefinitionType: Local
  PutCount: [60, 540]
  Put1Count: [0, 0]
  PutBytes: [6000, 54000]
"""
EVENT = """**** Message #1 (812 Bytes) on Queue SYSTEM.ADMIN.STATISTICS.QUEUE ****
Event Type                       : Statistics Queue [165]
Reason                           : None [0]
  Queue Mgr Name                 : QM1
  Start Date                     : 2026-11-02
  Start Time                     : 10.00.00
  End Date                       : 2026-11-02
  End Time                       : 10.01.00
  QUEUE STATISTICS DATA
    Queue Name                   : PAY.IN
    Puts                         : 60
                                 : 540
    Put Bytes                    : 6000
                                 : 54000
"""


@pytest.mark.parametrize("text", [MONITOR, MONITOR.replace("MonitoringType", "RecordType"), EVENT])
def test_the_text_forms_give_the_same_values(text: str) -> None:
    values, _, found = tables(text.replace("\n", "\r\n"))
    assert values["queue", "PAY.IN"] == {"put-rate": 10.0, "message-size": "100 B", "persistent": 0.9}
    assert found[0].queue_manager == "QM1"


def status(manager: str, *records: str, head: str = "AMQ8754I: Display topic status details.") -> str:
    lines = "".join(f"{head}\n   {one}\n" for one in records)
    return f"Starting MQSC for queue manager {manager}.\n     1 : DIS TPSTATUS('#') TYPE(PUB) ALL\n{lines}"


def published(topic: str, count: int, connection: str = "A1") -> str:
    return f"TOPICSTR({topic})   ACTCONN({connection})\n   NUMPUBS({count})"


def test_two_samples_of_publishers() -> None:
    before = status("QM1", published("fx/eur", 1000), published("fx/eur", 500, "B2"))
    after = status("QM1", published("fx/eur", 7000), published("fx/eur", 1100, "B2"))
    values, _, _ = tables(before, after, seconds=60)
    assert values["topic", "fx/eur"] == {"publish-rate": 110.0}
    once = tables(f"Mon Nov  2 10:00:00 AM CET 2026\n{before}2026-11-02 10:01:00\n{after}")
    assert once[0]["topic", "fx/eur"] == {"publish-rate": 110.0}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Sun Mar 29 01:59:30 CET 2026", "Sun Mar 29 03:00:30 CEST 2026"),
        ("Sun Oct 25 02:59:30 CEST 2026", "Sun Oct 25 02:00:30 CET 2026"),
        ("Sun Mar  8 01:59:30 AM EST 2026", "Sun Mar  8 03:00:30 AM EDT 2026"),
    ],
)
def test_the_clock_change_between_two_samples_is_not_part_of_the_interval(first: str, second: str) -> None:
    before, after = (status("QM1", published("a", count)) for count in (100, 700))
    assert tables(f"{first}\n{before}{second}\n{after}")[0]["topic", "a"] == {"publish-rate": 10.0}


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (status("QM1", published("a", 9)), status("QM1", published("a", 3)), "wrapped or was reset"),
        (status("QM1", published("a", 9)), status("QM2", published("a", 90)), "a rate needs a second one"),
        (status("QM1", published("a", 9)), status("QM1", published("a", 90)), "specify --seconds"),
        (status("QM1", published("a", 9)), status("QM1", "TOPICSTR(a)   NUMPUBS(9"), "single sample"),
    ],
)
def test_what_cannot_be_computed_is_stated(before: str, after: str, reason: str) -> None:
    seconds = None if "seconds" in reason else 60.0
    values, remarks, _ = tables(before, after, seconds=seconds)
    assert "publish-rate" not in values.get(("topic", "a"), {})
    assert any(reason in one for one in remarks)


def test_a_new_publisher_makes_the_rate_a_lower_bound() -> None:
    before = status("QM1", published("a", 0), head="AMQ8754I: Details zum Themenstatus.")
    after = status("QM1", published("a", 600), published("a", 50, "NEW"))
    values, _, found = tables(before, after, seconds=60)
    assert values["topic", "a"]["publish-rate"] == 10.0
    assert found[0].figures[0].confidence == "bound"


def test_status_of_queues_and_server_connections() -> None:
    queue = "QUEUE(PAY.IN)    TYPE(QUEUE)\n   CURDEPTH({})   IPPROCS(4)\n   OPPROCS(2)   QTIME( , )"
    channel = (
        "CHANNEL(APP)  CHLTYPE(SVRCONN)\n   CONNAME(10.0.0.{0})  JOBNAME(J{0})\n"
        "   LOCLADDR(h(1414))  STATUS(RUNNING)\n   MSGS({1})"
    )
    texts = [
        status("QM1", queue.format(depth), channel.format(1, calls), channel.format(2, calls))
        for depth, calls in ((10, 0), (610, 1200))
    ]
    values, remarks, found = tables(*texts, seconds=60)
    assert values["queue", "PAY.IN"] == {"consumers": 4, "producers": 2}
    assert values["channel", "APP"] == {"clients": 2}  # calls of the MQI are not messages
    assert any("10/s more put than got" in one for one in remarks)
    assert [one.value for one in found if one.kind == "channel" for one in one.observed] == [40.0]


def test_attributes_of_one_channel_that_are_displayed_apart_are_one_sample() -> None:
    channel = "CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME(h) STATUS(RUNNING) {}"
    texts = [
        status("QM1", channel.format(f"MSGS({count})"), channel.format(f"BYTSSENT({count * 100})"))
        for count in (100, 700)
    ]
    values, remarks, found = tables(*texts, seconds=60)
    assert values["channel", "QM1.QM2"] == {"message-rate": 10.0}
    assert remarks == []
    assert next((one.key, one.value) for one in found[0].observed) == ("bytes/s", 1000.0)
    again = tables("".join(texts[0].splitlines(True) + texts[1].splitlines(True)[2:]), seconds=60)
    assert again[0]["channel", "QM1.QM2"] == {"message-rate": 10.0}  # what occurs again is the next sample


METRICS = """# TYPE ibmmq_queue_mqput_mqput1_count {type}
ibmmq_queue_mqput_mqput1_count{{platform="UNIX",qmgr="QM1",queue="PAY.IN"}} {puts}
# TYPE ibmmq_queue_depth gauge
ibmmq_queue_depth{{platform="UNIX",qmgr="QM1",queue="PAY.IN"}} 3
"""


def test_values_of_the_exporter_are_amounts_unless_they_may_be_totals() -> None:
    first, second = (METRICS.format(type="gauge", puts=puts) for puts in (600, 1200))
    assert tables(first, second, seconds=60)[0]["queue", "PAY.IN"]["put-rate"] == 15.0
    first, second = (METRICS.format(type="counter", puts=puts) for puts in (600, 1200))
    values, remarks, _ = tables(first, second, seconds=60)
    assert "put-rate" not in values.get(("queue", "PAY.IN"), {})
    assert any("--exporter-values" in one for one in remarks)
    assert tables(first, second, seconds=60, meaning="total")[0]["queue", "PAY.IN"]["put-rate"] == 10.0


def test_amounts_of_one_queue_in_one_answer_of_the_exporter_are_added() -> None:
    texts = [METRICS.format(type="gauge", puts=puts) for puts in (600, 1200)]
    texts = [text + text.splitlines()[1].replace("UNIX", "OTHER") + "\n" for text in texts]
    assert tables(*texts, seconds=60)[0]["queue", "PAY.IN"]["put-rate"] == 30.0


def test_topics_with_several_publishers_are_left_out() -> None:
    labels = '{{platform="UNIX",qmgr="QM1",topic="a/b",type="{}"}} {}\n'
    text = "ibmmq_topic_messages_published" + labels.format("pub", 300)
    text += "ibmmq_topic_publisher_count" + labels.format("status", 2)
    values, remarks, _ = tables(text, seconds=60)
    assert values["topic", "a/b"] == {"publishers": 2}
    assert any("only one of them" in one for one in remarks)


def test_objects_of_the_product_are_left_out_unless_wanted() -> None:
    text = HEAD.format(1, "10.000 seconds") + element("SYSTEM.ADMIN.X", "MQPUT/MQPUT1 count 50 ")
    assert not tables(text)[0]
    assert tables(text, system=True)[0]["queue", "SYSTEM.ADMIN.X"]["put-rate"] == 5.0


def test_a_name_of_48_characters_is_not_separated_from_the_description() -> None:
    name = "PAYMENTS." + "X" * 39
    text = HEAD.format(1, "10.000 seconds") + element(name, "MQPUT/MQPUT1 count 50 ")
    assert tables(text)[0]["queue", name] == {"put-rate": 5.0}


@pytest.mark.parametrize(
    ("printed", "rate"),
    [
        ("1,204 120/sec", 120.4),
        ("1.204 120/sec", 120.4),
        ("1'204'000 120,400/sec", 120400.0),
        ("1204.5", None),
    ],
)
def test_counts_may_have_grouped_digits_but_no_fraction(printed: str, rate: float | None) -> None:
    text = HEAD.format(1, "10.000 seconds") + element("A.B", f"MQPUT/MQPUT1 count {printed}")
    assert tables(text)[0].get(("queue", "A.B"), {}).get("put-rate") == rate


def test_amounts_of_bytes_may_have_a_unit() -> None:
    text = HEAD.format(1, "10.000 seconds") + "Log - logical bytes written 10MB\n"
    _, _, found = tables(text, queue_manager="QM1")
    assert [one.value for one in found[0].observed] == [1024 * 1024]


def test_names_that_the_queue_manager_makes_for_dynamic_queues_are_left_out() -> None:
    text = HEAD.format(1, "10.000 seconds") + element("AMQ.65F1A2B320A40021", "MQPUT/MQPUT1 count 50 ")
    values, remarks, _ = tables(text, system=True)
    assert not values
    assert any("dynamic queues (AMQ.65F1A2B320A40021)" in one for one in remarks)


@pytest.mark.parametrize("puts", [[100, -500], [None, 500], ["many", 500], [100, float("nan")], [0, 6, 0]])
def test_what_is_not_a_count_gives_no_rate(puts: list[object]) -> None:
    values, remarks, _ = tables(statistics(puts=puts))
    assert "put-rate" not in values.get(("queue", "PAY.IN"), {})
    assert "puts of queue PAY.IN are left out: not a count of 0 or more" in remarks


@pytest.mark.parametrize("text", ["", "DEFINE QLOCAL(A)\n", "[Unit]\n", '{"a": 1}'])
def test_other_texts_have_no_format(text: str) -> None:
    assert format_of(text) == ""


ZOS = """\
CSQM201I !MQ1 CSQMDRTC  RESET QSTATS DETAILS
QSTATS(PAY.IN)
TYPE(QUEUE)
RESETINT(600)
HIQDEPTH(120)
MSGSIN(60000)
MSGSOUT(59400)
END QSTATS DETAILS
CSQM201I !MQ1 CSQMDRTC  DISPLAY QSTATUS DETAILS
QSTATUS(PAY.OUT)
TYPE(QUEUE)
OPPROCS(3)
IPPROCS(2)
END QSTATUS DETAILS
CSQM201I !MQ1 CSQMDRTC  DISPLAY CHSTATUS DETAILS
CHSTATUS(APP.SVRCONN)
CURRENT
CHLTYPE(SVRCONN)
STATUS(RUNNING)
"""


def test_zos_names_objects_by_the_word_of_the_command_and_counts_since_the_last_reset() -> None:
    values, _, _ = tables(ZOS, queue_manager="MQ1")
    assert values["queue", "PAY.IN"] == {"put-rate": 100.0}
    assert values["queue", "PAY.OUT"] == {"consumers": 2, "producers": 3}
    assert values["channel", "APP.SVRCONN"] == {"clients": 1}
    assert format_of("QSTATS(A)\nRESETINT(0)\nMSGSIN(5)\n") == "runmqsc"
    found, remarks, _ = tables("QSTATS(A)\nRESETINT(0)\nMSGSIN(5)\n")
    assert found == {}
    assert remarks == ["no rate of queue A: RESETINT is 0, or cannot be read"]


def publications(puts: int, seconds: int) -> str:
    """Two publications of amqsrua, of which the first is dropped."""
    return "".join(
        HEAD.format(number, f"{seconds}.000 seconds") + element("PAY.IN", f"MQPUT/MQPUT1 count {count} 1/sec")
        for number, count in ((0, 7), (1, puts))
    )


@pytest.mark.parametrize(
    ("puts", "seconds", "confidence"),
    [(100, 60, "measured"), (99, 60, "rough"), (100, 59, "rough"), (1000, 600, "measured")],
)
def test_a_figure_of_a_short_time_or_few_messages_is_rough(puts: int, seconds: int, confidence: str) -> None:
    _, _, found = tables(publications(puts, seconds))
    (rate,) = [one for table in found for one in table.figures if one.key == "put-rate"]
    assert (rate.value, rate.confidence) == (pytest.approx(puts / seconds), confidence)


@pytest.mark.parametrize(("puts", "differs"), [(570, False), (569, True), (631, False), (632, True)])
def test_sources_that_differ_by_more_than_a_twentieth_are_remarked(puts: int, differs: bool) -> None:
    """600 messages in 60 s in one, compared with the higher of both rates."""
    reset = (
        "AMQ8450I: Display queue status details.\n   QUEUE(PAY.IN) TYPE(QUEUE)\n"
        "   RESETINT(60) MSGSIN(600) MSGSOUT(590) HIQDEPTH(9)\n"
    )
    head = "CSQM201I +QM1 CSQMDRTC  DISPLAY QSTATUS DETAILS\nStarting MQSC for queue manager QM1.\n"
    values, remarks, _ = tables(publications(puts, 60), head + reset, queue_manager="QM1")
    assert values["queue", "PAY.IN"]["put-rate"] == pytest.approx(puts / 60, rel=1e-3)
    assert any("gives a put-rate of 10, not used" in one for one in remarks) == differs


@pytest.mark.parametrize("line", ["{}x", "x{}x", "{}", "x{}: 1", "{}: 1"])
def test_a_line_of_blanks_among_events_is_read_in_linear_time(line: str) -> None:
    from mqtune.analysis.load.event_forms import _FIELD

    found = _FIELD.match(line.replace("{}", " " * 100_000))
    assert (found is not None) == (":" in line)
    assert found is None or found["name"] == ("x" if "x" in line else "")
