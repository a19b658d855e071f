"""Which files make which queue manager, and what is known of it."""

from __future__ import annotations

import pytest

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.estate.build import build_estates
from mqtune.estate.grouping import is_whole
from mqtune.project.settings import Project, QueueManagerDeclaration, TopicLoad
from mqtune.session.options import Options
from mqtune.session.session import Session
from tests.estate.conftest import parsed_script

HEADER = (
    "*******\n"
    "* Script generated on 2022-12-15   at 20.15.01\n"
    "* Queue manager name: HUB\n"
    "* Queue manager platform: {platform}\n"
    "* Queue manager command level: {level}\n"
    "* Command issued: {command}\n"
    "*******\n"
)
FOOTER = "* Script ended on 2022-12-15   at 20.15.02\n"


def dump(command="dmpmqcfg -a -m HUB", platform="WINDOWS NT", level="(930/922)"):
    return (
        HEADER.format(command=command, platform=platform, level=level) + "DEFINE QLOCAL(A) REPLACE\n" + FOOTER
    )


def test_a_dump_tells_name_level_and_platform_and_is_complete(estate_of):
    manager = estate_of({"folder": dump()}).queue_managers[0]
    assert (manager.name, manager.level, manager.platform) == ("HUB", (9, 2, 2), "windows")
    assert manager.complete


def test_what_the_project_declares_counts_more_than_the_dump(estate_of):
    project = Project(mq_version="9.4", platform="linux")
    manager = estate_of({"folder": dump()}, project).queue_managers[0]
    assert (manager.level, manager.platform) == ((9, 4), "linux")


def test_unix_is_no_platform_that_can_be_told(estate_of):
    assert estate_of({"folder": dump(platform="UNIX")}).queue_managers[0].platform is None


@pytest.mark.parametrize(
    ("name", "folder", "called"),
    [
        ("QM1", "prod", "prod/QM1"),
        (None, "prod/qma.mqsc", "prod/qma.mqsc"),
        (None, "prod.mqsc", "prod.mqsc"),
        (None, "charts/mq", "prod/charts/mq"),
    ],
)
def test_the_environment_is_stated_once(estate_of, name, folder, called):
    manager = estate_of({"QM1": "DEFINE QLOCAL(A)\n"}).queue_managers[0]
    manager.name, manager.title, manager.folder = name, name or "", folder
    manager.environment_name = "prod"
    assert manager.qualified == called


@pytest.mark.parametrize(
    ("command", "whole"),
    [
        ("dmpmqcfg -a -m QM1", True),
        ("/opt/mqm/bin/dmpmqcfg -m QM1 -x all", True),
        ("dmpmqcfg -x object -t all -n *", True),
        ("dmpmqcfg -x chlauth", False),
        ("dmpmqcfg -t queue", False),
        ("dmpmqcfg -tqueue", False),
        ("dmpmqcfg -n APP.*", False),
        ("", False),
    ],
)
def test_a_dump_is_whole_unless_an_option_leaves_objects_out(command, whole):
    assert is_whole(command) is whole


def test_a_script_is_not_complete(manager_of):
    assert not manager_of("DEFINE QLOCAL(A)").complete


def test_a_declaration_says_whether_the_files_are_all(estate_of):
    def complete(declared, script="DEFINE QLOCAL(A)"):
        declaration = QueueManagerDeclaration("QM1", complete=declared)
        return estate_of({"QM1": script}, Project(queue_managers=(declaration,))).queue_managers[0].complete

    assert [complete(True), complete(False), complete(None)] == [True, False, False]
    assert complete(None, dump().replace("HUB", "QM1"))
    assert not complete(False, dump().replace("HUB", "QM1"))
    assert not complete(True, "DEFINE QLOCAL('{{ name }}')")


def test_scripts_of_one_folder_are_one_queue_manager(estate_of):
    files = {"a.mqsc": "DEFINE QLOCAL(A)", "b.mqsc": "ALTER QLOCAL(A) MAXDEPTH(1)"}
    (manager,) = estate_of({"folder": files}).queue_managers
    assert manager.queue("A").number("MAXDEPTH") == 1


def test_scripts_that_define_the_same_object_are_one_queue_manager(estate_of):
    files = {
        "one.mqsc": "DEFINE QLOCAL(A) MAXDEPTH(1) REPLACE",
        "two.mqsc": "DEFINE QLOCAL(A) MAXDEPTH(2) REPLACE",
    }
    (manager,) = estate_of({"folder": files}).queue_managers
    assert [event.kind for event in manager.events] == ["defined-twice"]


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("PAYQM1.mqsc", "PAYQM2.mqsc"), ""),
        (("london.mqsc", "paris.mqsc"), "DEFINE QREMOTE(R) RQMNAME(PARIS) XMITQ(LONDON) REPLACE\n"),
        (("london.mqsc", "paris.mqsc"), "ALTER QMGR DEADQ(A)\n"),
        (("london.mqsc", "paris.mqsc"), "DEFINE QLOCAL(B)\nDEFINE QLOCAL(C)\n"),
    ],
    ids=["named so", "mentioned", "each alters its queue manager", "copies"],
)
def test_scripts_of_several_queue_managers_are_kept_apart(estate_of, names, more):
    one, two = names
    files = {
        "common.mqsc": "DEFINE QLOCAL(COMMON)",
        one: more + "DEFINE QLOCAL(A) MAXDEPTH(1) REPLACE",
        two: more + "DEFINE QLOCAL(A) MAXDEPTH(2) REPLACE",
        "qm.ini": "Channels:\n   MaxChannels=7\n",
    }
    managers = estate_of({"folder": files}).queue_managers
    assert [manager.queue("A").number("MAXDEPTH") for manager in managers] == [1, 2]
    assert all(manager.queue("COMMON") is not None for manager in managers)
    assert [manager.ini_number("Channels", "MaxChannels") for manager in managers] == [7, 7]


@pytest.mark.parametrize(("common", "managers"), [("AB", 1), ("ABC", 2)])
def test_scripts_are_copies_if_they_define_three_objects_in_common(estate_of, common, managers):
    text = "".join(f"DEFINE QLOCAL({name}) REPLACE\n" for name in common)
    found = estate_of({"folder": {"london.mqsc": text, "paris.mqsc": text}}).queue_managers
    assert len(found) == managers


@pytest.mark.parametrize(("own", "managers"), [(3, 2), (4, 1)])
def test_scripts_are_copies_if_they_define_half_of_their_objects_in_common(estate_of, own, managers):
    text = "".join(f"DEFINE QLOCAL({name}) REPLACE\n" for name in "ABC")
    more = ("".join(f"DEFINE QLOCAL({side}{n}) REPLACE\n" for n in range(own)) for side in "LP")
    files = {f"{name}.mqsc": text + lines for name, lines in zip(("london", "paris"), more, strict=True)}
    assert len(estate_of({"folder": files}).queue_managers) == managers


def test_a_heap_of_scripts_is_many_queue_managers(estate_of):
    files = {f"{letter}.mqsc": f"DEFINE QLOCAL(A) MAXDEPTH({ord(letter)})" for letter in "abcdefghi"}
    assert len(estate_of({"folder": files}).queue_managers) == 9


def test_dumps_of_one_queue_manager_are_states_of_it(estate_of):
    files = {
        "HUB-2026-11-19.mqsc": dump(),
        "HUB-2026-11-20.mqsc": dump().replace("(A)", "(A) MAXDEPTH(7)"),
        "more.mqsc": "DEFINE QLOCAL(MORE)",
    }
    project = Project(queue_managers=(QueueManagerDeclaration("HUB", files=("folder/*",)),))
    for one in (None, project):
        estate = estate_of({"folder": files}, one)
        depths = [manager.queue("A").number("MAXDEPTH") for manager in estate.queue_managers]
        assert depths == [5000, 7]
        assert {manager.name for manager in estate.queue_managers} == {"HUB"}
        assert estate.named("HUB") is None


def test_a_declared_queue_manager_is_never_taken_apart(estate_of):
    files = {"one.mqsc": "DEFINE QLOCAL(A)", "two.mqsc": "DEFINE QLOCAL(A) MAXDEPTH(2) REPLACE"}
    project = Project(queue_managers=(QueueManagerDeclaration("QM1", files=("QM1/*",)),))
    (manager,) = estate_of({"QM1": files}, project).queue_managers
    assert [event.kind for event in manager.events] == ["defined-twice"]


def test_a_fragment_counts_more_than_qm_ini(manager_of):
    files = {
        "qm.ini": "Channels:\n   MaxChannels=1\n   MaxActiveChannels=5\n",
        "10-more.ini": "Channels:\n   MaxChannels=2\n",
    }
    manager = manager_of("DISPLAY QMGR", **files)
    assert manager.ini_number("channels", "maxchannels") == 2
    assert manager.ini_number("Channels", "MaxActiveChannels") == 5
    assert manager.ini_value("Log", "LogType") is None


def test_a_workload_directive_is_the_load_of_what_is_defined_behind_it(manager_of):
    script = (
        "* mqtune: workload publish-rate=120000 subscribers=60 ordered=yes\n"
        "DEFINE TOPIC(PRICES) TOPICSTR('prices') REPLACE\n"
        "* mqtune: workload put-rate=2000\n"
        "DEFINE QLOCAL(ORDERS) REPLACE\n"
        "* mqtune: workload channel-pairs=1000\n"
        "DEFINE CHANNEL(RETAIL.HUB) CHLTYPE(CLUSRCVR) CONNAME(H) CLUSTER(RETAIL) REPLACE\n"
    )
    manager = manager_of(script)
    (topic,), (queue,), (cluster,) = manager.topic_loads, manager.queue_loads, manager.cluster_loads
    assert (topic.topic, topic.publish_rate_per_s, topic.subscribers, topic.ordered) == (
        "prices/#",
        120000.0,
        60,
        True,
    )
    assert (topic.file, topic.line) == ("QM1/example.mqsc", 1)
    assert (queue.queue, queue.put_rate_per_s) == ("ORDERS", 2000.0)
    assert (cluster.cluster, cluster.channel_pairs) == ("RETAIL", 1000)


def test_a_declared_load_belongs_to_its_queue_manager(estate_of):
    load = TopicLoad("prices/#", publish_rate_per_s=1000.0)
    project = Project(queue_managers=(QueueManagerDeclaration("QM1", topics=(load,)),))
    manager = estate_of({"QM1": "DEFINE QLOCAL(A)"}, project).queue_managers[0]
    assert manager.topic_loads == [load]


def test_a_namelist_adds_as_many_clusters_as_a_queue_manager_accepts_names(estate_of):
    names = ",".join(f"C{n:04}" for n in range(5000))
    queues = "".join(f"DEFINE QLOCAL(Q{n}) CLUSNL(L) REPLACE\n" for n in range(300))
    estate = estate_of({"QM1": f"DEFINE NAMELIST(L) NAMES({names}) REPLACE\n{queues}"})
    assert sorted(estate.derived(build_clusters)) == [f"C{n:04}" for n in range(256)]


@pytest.mark.parametrize(("count", "heap"), [(8, False), (9, True)])
def test_more_than_eight_queue_managers_of_one_folder_are_a_heap(count, heap):
    trees = [
        parsed_script(f"DEFINE QLOCAL(A)\nALTER QMGR DESCR('{n}')\n", f"folder/{n}.mqsc")
        for n in range(count)
    ]
    (estate,) = build_estates(Project(), trees)
    assert [manager.in_heap for manager in estate.queue_managers] == [heap] * count


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("strmqm QM1\n", []),
        ("runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\nstrmqm QM1\n", ["QM1"]),
        ("crtmqm -lp 10 QM1\n", ["QM1"]),
    ],
)
def test_variables_alone_make_no_queue_manager(tmp_path, script, names):
    (tmp_path / "start.sh").write_text("#!/bin/sh\nexport MQ_CHANNEL_SUPPRESS_MSGS=9999\n" + script)
    estates = Session.open(Options([str(tmp_path)])).estates
    assert [one.name for estate in estates for one in estate.queue_managers] == names


@pytest.mark.parametrize(
    ("script", "kinds"),
    [
        ("DEFINE QLOCAL(A)", {"queue"}),
        ("DEFINE QLOCAL(SYSTEM.A)", set()),
        ("DEFINE QALIAS(A) TARGET(B)", set()),
        ("DEFINE TOPIC(T) TOPICSTR('t')", {"topic"}),
        ("DEFINE CHANNEL(C.A) CHLTYPE(CLUSRCVR) CONNAME('h') CLUSTER(C)", {"cluster"}),
        ("DEFINE CHANNEL(C.A) CHLTYPE(CLUSSDR) CONNAME('h') CLUSTER(C)", set()),
        ("ALTER QMGR DESCR('x')", set()),
    ],
)
def test_what_can_have_a_load_is_what_scripts_define(manager_of, script, kinds):
    assert manager_of(script).loadable() == kinds
