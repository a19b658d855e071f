"""On the hosts of drivers, where no queue manager is, every process of every experiment is a client."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from mqtune.lab import api
from mqtune.lab.api import Request
from mqtune.text.messages import UsageError

PROJECT = """\
mq-version = "9.4"
[[queue-manager]]
name = "QM1"
cores = 32
[[host]]
name = "driver1"
ssh = "mq@driver1"
[[host]]
name = "driver2"
ssh = "mq@driver2"
[[host]]
name = "mq1"
ssh = "mqm@mq1.example"
queue-managers = ["QM1"]
"""
SECOND = """\
[[host]]
name = "mq2"
ssh = "mqm@mq2.example"
queue-managers = ["QM2"]
"""
REFUSED = {"topic-limit", "topic-isolation", "log-disk", "uniform-scaling"}  # have no connection to choose
NAMES = [one.name for one in api.definitions() if one.name not in REFUSED]


@pytest.fixture
def plan(tmp_path):
    """Plans an experiment with drivers on hosts."""

    def planning(name, hosts, *given, project=PROJECT):
        path = tmp_path / "mqtune.toml"
        path.write_text(project)
        return api.plan(Request(name, "QM1", None, given, hosts=tuple(hosts), config=str(path)))

    return planning


def connection(argv):
    """How a process connects: the kind, and the address or the table."""
    words = dict(pairwise(argv))
    return words["-jt"], words.get("-jh") or words.get("-ccdt")


@pytest.mark.parametrize(
    ("name", "hosts"), list(product(NAMES, [("driver1",), ("driver1", "driver2"), ("driver1", "mq1")]))
)
def test_every_process_on_a_driver_host_is_a_client(plan, name, hosts):
    processes = [process for arm in plan(name, hosts).arms for process in arm.processes]
    assert processes
    for process in processes:
        assert process.host in hosts
        kind, address = connection(process.argv)
        assert kind == "mqc", process.role
        assert address not in (None, "localhost"), process.role


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_an_experiment_without_client_connections_is_refused_on_driver_hosts(plan, name):
    with pytest.raises(UsageError, match="needs its driver"):
        plan(name, ("driver1",))


@pytest.mark.parametrize("hosts", [(), ("mq1",)])
@pytest.mark.parametrize("name", ["fan-out", "triplets", "streaming", "expiry", "cluster-publish"])
def test_on_the_host_of_the_queue_manager_connections_are_local(plan, name, hosts):
    processes = [process for arm in plan(name, hosts).arms for process in arm.processes]
    assert {connection(process.argv)[0] for process in processes} == {"mqb"}


def test_subscribers_of_fan_out_on_two_hosts_have_address_port_and_channel(plan):
    arm = plan("fan-out", ("driver1", "driver2"), "port=1415", "channel=PERF.SVRCONN").arms[-1]
    subscribers = [process for process in arm.processes if process.role.startswith("subscriber")]
    assert {process.host for process in subscribers} == {"driver1", "driver2"}
    for process in subscribers:
        assert "-jt mqc -jh mq1.example -jp 1415 -jc PERF.SVRCONN" in " ".join(process.argv)


def test_a_remote_publisher_with_local_subscribers_can_still_be_measured(plan):
    arm = plan("fan-out", (), "bindings=client", "host=mq1.example").arms[-1]
    assert {process.role: connection(process.argv)[0] for process in arm.processes} == {
        "subscriber": "mqb",
        "publisher": "mqc",
    }


@pytest.mark.parametrize("name", ["fan-out", "cluster-publish"])
def test_local_processes_on_a_driver_host_are_refused(plan, name):
    setting = {"fan-out": "subscriber-bindings", "cluster-publish": "second-bindings"}[name]
    with pytest.raises(UsageError, match=f"{setting}=standard needs its driver on the host"):
        plan(name, ("driver1",), f"{setting}=standard")


def test_subscribers_of_another_queue_manager_are_clients_of_its_host(plan):
    for hosts in (("mq1",), ("driver1", "driver2")):
        arm = plan("cluster-publish", hosts, project=PROJECT + SECOND).arms[0]
        process = next(one for one in arm.processes if one.role.startswith("subscriber"))
        assert connection(process.argv) == ("mqc", "mq2.example")
