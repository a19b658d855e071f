"""Whatever order commands come in, the replay ends, and everything can be asked of its outcome."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.analysis.topology import describe
from mqtune.analysis.topology.describe import path_rows
from mqtune.analysis.topology.references import references_of, unmet_references
from mqtune.estate.build import build_estates
from mqtune.estate.replay import second_run
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source

NAMES = ("A", "'a'", "A.B", "'*'", "'{{ x }}'", "SYSTEM.DEFAULT.LOCAL.QUEUE", "''")
COMMANDS = st.one_of(
    st.builds(
        "{} {}({}) {} {}".format,
        st.sampled_from(["DEFINE", "ALTER", "DELETE", "CLEAR", "START", "SET"]),
        st.sampled_from(
            ["QLOCAL", "QALIAS", "QREMOTE", "CHANNEL", "TOPIC", "SUB", "NAMELIST", "CHLAUTH", "POLICY"]
        ),
        st.sampled_from(NAMES),
        st.sampled_from(["", "REPLACE", "LIKE(A)", "CHLTYPE(SDR)", "CHLTYPE(CLNTCONN)", "TYPE(BLOCKUSER)"]),
        st.sampled_from(
            ["", "TARGET(A)", "TOPICSTR('a/b')", "CLUSTER(C)", "XMITQ(A)", "ACTION(REMOVE)", "NOSHARE"]
        ),
    ),
    st.sampled_from(
        [
            "ALTER QMGR REPOS(C) DEFXMITQ(A)",
            "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)",
            "DELETE AUTHREC PROFILE(A) OBJTYPE(QUEUE)",
            "DEFINE",
            "DEFINE QLOCAL",
            "DEFINE QLOCAL()",
            "DEFINE QLOCAL(A",
        ]
    ),
)


@given(st.lists(COMMANDS, max_size=12))
def test_every_sequence_of_commands_makes_an_estate_that_answers(commands):
    text = "\n".join(commands) + "\n"
    script = parse_script(Document(MQSC, Source("x.mqsc", "x.mqsc", text.encode())), LineMemo())
    estate = build_estates(Project(), [script])[0]
    manager = estate.queue_managers[0]
    second_run(manager, manager.statements)
    manager.derived(unmet_references)
    rows = [
        lambda estate: describe.topic_rows(estate, describe.Listing()),
        describe.object_rows,
        path_rows,
        describe.cluster_rows,
    ]
    for each in rows:
        list(each(estate))
    for object in manager.objects.values():
        if object.statements:
            list(references_of(object, manager))
            list(describe.attribute_rows(manager, object))
