"""Where drivers run: dividing threads among hosts, inventories, and how drivers elsewhere connect."""

from __future__ import annotations

import json
import shlex

import pytest
import yaml

from mqtune.hosts.inventory import Host, HostError, checked_host, read_inventory
from mqtune.hosts.ssh import ssh_command
from mqtune.lab.core.definition import LabError, read_settings
from mqtune.lab.core.experiment import Process, Watch, Work
from mqtune.lab.core.job import connected, divided, placed
from mqtune.lab.core.plan import host_lines
from mqtune.lab.definitions import definition
from mqtune.project.load import ProjectError, load_project

ONE, TWO, THREE = Host("one", "mq@one"), Host("two", "mq@two"), Host("three", "mq@three")


def process(threads, *words):
    argv = ("cph", "-tc", "Publisher", "-nt", str(threads), "-id", "P", *words)
    return Process("publisher", argv, "cph", threads, 30.0, measured=True)


def test_without_hosts_nothing_changes():
    work = Work((process(3),), (Watch("processor", "share", 1.0, processor=True),))
    assert divided(work, ()) is work


def test_threads_are_divided_and_each_keeps_its_destination():
    work = divided(Work((process(5, "-d", "T", "-db", "1", "-dx", "5"),)), (ONE, TWO))
    first, second = work.processes
    assert (first.host, first.threads, second.host, second.threads) == ("one", 3, "two", 2)
    assert "-nt 3 -id PH0 -d T -db 1 -dx 3" in " ".join(first.argv)
    assert "-nt 2 -id PH3 -d T -db 4 -dx 5" in " ".join(second.argv)


def test_numbers_of_destinations_are_divided_like_ranges():
    first, second = divided(Work((process(4, "-d", "T", "-db", "1", "-dn", "4"),)), (ONE, TWO)).processes
    assert " ".join(first.argv).endswith("-db 1 -dn 2")
    assert " ".join(second.argv).endswith("-db 3 -dn 2")


def test_destinations_that_cannot_be_divided_keep_the_process_whole():
    (whole,) = divided(Work((process(6, "-d", "T", "-db", "1", "-dx", "4"),)), (ONE, TWO)).processes
    assert (whole.host, whole.threads) == ("one", 6)


def test_fewer_threads_than_hosts():
    (whole,) = divided(Work((process(1, "-d", "T"),)), (ONE, TWO, THREE)).processes
    assert (whole.host, whole.role, whole.argv[4]) == ("one", "publisher", "1")


def test_this_machine_is_not_watched_if_nothing_runs_on_it():
    watches = (Watch("processor", "", 1.0, processor=True), Watch("depth", "", 1.0, qmgr="QM1", mqsc="D"))
    assert [one.name for one in divided(Work((process(1),), watches), (ONE,)).watches] == ["depth"]


INI = """\
# load drivers
lonely ansible_host=192.0.2.9
[drivers]
drv[01:03] ansible_port=2222
[drivers:vars]
ansible_user=mqm
[lab:children]
drivers
"""
YAML = """\
all:
  vars: {ansible_user: everyone}
  children:
    drivers:
      vars:
        ansible_user: mqm
      hosts:
        drv1: {ansible_host: 192.0.2.1, ansible_ssh_private_key_file: ~/.ssh/lab}
        drv2:
"""


@pytest.fixture
def inventory(tmp_path):
    def read(text, name="hosts.ini"):
        (tmp_path / name).write_text(text)
        return read_inventory(str(tmp_path / name))

    return read


def checked(known):
    """The hosts of an inventory, each of which is to be connected to."""
    return [checked_host(host) for hosts in known.values() for host in hosts]


def test_an_inventory_in_ini_form(inventory):
    known = inventory(INI)
    assert [host.name for host in known["lab"]] == ["drv01", "drv02", "drv03"]
    assert known["drv02"][0].destination == "mqm@drv02"
    assert known["drv02"][0].options == ("-p", "2222")
    assert known["lonely"][0].destination == "192.0.2.9"
    assert len(known["all"]) == 4


def test_an_inventory_in_yaml_form(inventory):
    known = inventory(YAML, "hosts.yml")
    first, second = known["drivers"]
    assert (first.destination, first.options) == ("mqm@192.0.2.1", ("-i", "~/.ssh/lab"))
    assert second.destination == "mqm@drv2"


@pytest.mark.parametrize(
    "text", ["all: [", "- 1", "all:\n  hosts:\n    x: {ansible_host: -oProxyCommand=x}\n"]
)
def test_an_inventory_that_cannot_be_used(text, inventory):
    with pytest.raises(HostError, match=r"hosts\.yml|hyphen"):
        checked(inventory(text, "hosts.yml"))


def diamonds(depth: int) -> str:
    """Groups that each contain two groups, which both contain the same two."""
    tables = (f"[{name}{n}:children]\na{n + 1}\nb{n + 1}\n" for n in range(depth) for name in "ab")
    return "".join(tables) + f"[a{depth}]\nx\n[b{depth}]\ny\n"


def aliases(depth: int) -> str:
    """The same with aliases of YAML."""
    rows = (f"x{n}: &x{n} {{children: {{a{n}: *x{n - 1}, b{n}: *x{n - 1}}}}}\n" for n in range(1, depth))
    return "x0: &x0 {hosts: {x: , y: }}\n" + "".join(rows)


def texts(depth: int) -> str:
    """A variable whose text would double with each level."""
    rows = (f"  - &v{n} [{f'*v{n - 1}, ' * 2}]\n" for n in range(1, depth))
    return "other:\n  - &v0 a\n" + "".join(rows) + f"a:\n  hosts: {{x: {{b: *v{depth - 1}}}, y: }}\n"


@pytest.mark.parametrize(("make", "name"), [(diamonds, "a.ini"), (aliases, "a.yml"), (texts, "a.yml")])
def test_groups_that_share_groups_are_read_once(inventory, make, name):
    assert [host.name for host in inventory(make(60), name)["all"]] == ["x", "y"]


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"[g{n}:children]\ng{n + 1}\n" for n in range(3000)),
        "[a]\n" + "".join(f"h{n}\n[g{n}:children]\na\n[g{n}:vars]\nx=1\n[a]\n" for n in range(1000)),
        "".join(f"h{n}[1:1000]\n" for n in range(2000)),
    ],
    ids=["each in the next", "all with variables", "ranges"],
)
def test_an_inventory_has_a_most_number_of_hosts(inventory, text):
    with pytest.raises(HostError, match="more than 1,000,000 hosts"):
        inventory(text)


@pytest.mark.parametrize("range", ["[²:3]", f"[1:{'9' * 5000}]", "[:]", "[1:]", "[3:1]"])
def test_what_is_no_range_is_a_name(inventory, range):
    assert [host.name for host in inventory(f"h{range}\n")["all"]] == [f"h{range}"]


# what makes ssh run a program, load a library, write a file, or give away an agent, a port or a variable
REFUSED = (
    "-o ProxyCommand='touch PWNED'",
    "-oProxyCommand=touch",
    "-o 'proxycommand touch PWNED'",
    "-o PROXYCOMMAND=touch",
    "-o 'ProxyCommand = touch'",
    "-vo ProxyCommand=touch",
    "-4Cqo ProxyCommand=touch",
    "-p 22 -o ProxyCommand=touch",
    "-o LocalCommand=touch -o PermitLocalCommand=yes",
    "-o LocalCommand=no",
    "-o PermitLocalCommand=yes",
    "-o KnownHostsCommand=/bin/touch",
    "-o 'Match exec touch'",
    "-o Include=evil",
    "-o PKCS11Provider=./evil.so",
    "-o SecurityKeyProvider=./evil.so",
    "-o XAuthLocation=./evil",
    "-o IdentityAgent=/tmp/socket",
    "-o ControlPath=/tmp/socket",
    "-o UserKnownHostsFile=~/.bashrc",
    "-o ForwardAgent=yes",
    "-o SendEnv=*",
    "-o SetEnv=A=b",
    "-o RemoteForward='22 localhost:22'",
    "-o Tunnel=yes",
    "-o ProxyJump='a;touch PWNED'",
    "-o ProxyJump=-oProxyCommand=touch",
    "-o HostName='`touch PWNED`'",
    "-o HostName='a$(touch PWNED)'",
    "-o User=-oProxyCommand=touch",
    "-o 'Port=22\nProxyCommand touch'",
    "-o StrictHostKeyChecking='no\nProxyCommand touch'",
    "-o",
    "-o ''",
    "-o =",
    "-J '`touch PWNED`'",
    "-J a,-b",
    "-l '-oProxyCommand=touch'",
    "-l 'a b'",
    "-p '22 -o ProxyCommand=touch'",
    "-i -oProxyCommand=touch",
    "-F evil.conf",
    "-Fevil.conf",
    "-I ./evil.so",
    "-E log",
    "-S socket",
    "-A",
    "-X",
    "-L 1:a:1",
    "-R 1:a:1",
    "-D 1",
    "-W a:1",
    "-w 0",
    "-f",
    "-t",
    "-Z",
    "--",
    "evil.example",
    "-- evil.example",
    "-p 22 evil.example touch PWNED",
    "'unclosed",
)
ACCEPTED = (
    "-p 2222",
    "-p2222 -C -4",
    "-i '~/.ssh/my key'",
    "-l mqm",
    "-J jump.example",
    "-J ops@jump1.example:22,jump2",
    "-o ProxyJump=ops@jump.example:2222",
    "-o ProxyJump=none",
    "-o ProxyCommand=none",
    "-o StrictHostKeyChecking=accept-new",
    "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null",
    "-oStrictHostKeyChecking=no",
    "-o 'StrictHostKeyChecking no'",
    "-o 'ConnectTimeout = 5'",
    "-o ControlMaster=auto -o ControlPersist=60s",
    "-o PreferredAuthentications=publickey -o PubkeyAuthentication=yes",
    "-o HostKeyAlgorithms=+ssh-rsa -o Ciphers=aes256-ctr,aes128-gcm@openssh.com",
    "-o User=mqm -o Port=22 -o HostName=mq1.example -o IdentityFile=~/.ssh/lab",
    "-o ForwardAgent=no",
    "",
)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("-o StrictHostKeyChecking=no", "StrictHostKeyChecking=no"),
        ("-4oStrictHostKeyChecking=off -p 22", "StrictHostKeyChecking=off"),
        ("-o 'stricthostkeychecking no'", "stricthostkeychecking=no"),
        ("-o StrictHostKeyChecking=accept-new", ""),
        ("-o UserKnownHostsFile=/dev/null", "UserKnownHostsFile=/dev/null"),
        ("-o StrictHostKeyChecking=yes -p 22", ""),
    ],
)
def test_a_host_whose_key_is_not_verified_is_shown_before_the_consent(inventory, words, shown):
    text = yaml.safe_dump({"all": {"vars": {"ansible_ssh_common_args": words}, "hosts": {"drv1": None}}})
    (host,) = inventory(text, "hosts.yml")["drv1"]
    lines = [line for line in host_lines(host) if "does not verify the host" in line]
    assert lines == (
        [f"  does not verify the host ({shown}): another machine can take its place"] if shown else []
    )


@pytest.mark.parametrize("variable", ["ansible_ssh_common_args", "ansible_ssh_extra_args"])
@pytest.mark.parametrize("words", REFUSED)
def test_no_file_makes_ssh_run_a_program(inventory, variable, words):
    text = yaml.safe_dump({"all": {"vars": {variable: words}, "hosts": {"drv1": None}}})
    with pytest.raises(HostError, match="drv1"):
        checked(inventory(text, "hosts.yml"))


@pytest.mark.parametrize("words", ACCEPTED)
def test_usual_options_of_an_inventory_are_passed_to_ssh(inventory, words):
    known = inventory(
        yaml.safe_dump({"all": {"hosts": {"drv1": {"ansible_ssh_extra_args": words}}}}), "h.yml"
    )
    assert known["drv1"][0].options == tuple(shlex.split(words))


@pytest.mark.parametrize(
    "variables",
    [
        {"ansible_user": "-oProxyCommand=touch PWNED"},
        {"ansible_user": "a b"},
        {"ansible_user": "$(touch PWNED)"},
        {"ansible_host": "`touch PWNED`"},
        {"ansible_host": "a'b"},
        {"ansible_host": "a\nb"},
        {"ansible_host": "mq@-oProxyCommand=touch"},
        {"ansible_host": "a;touch PWNED"},
        {"ansible_port": "22 -oProxyCommand=touch"},
        {"ansible_port": "-oProxyCommand=touch"},
        {"ansible_ssh_private_key_file": "-oProxyCommand=touch"},
        {"ansible_ssh_private_key_file": "a\nb"},
    ],
)
def test_no_variable_of_an_inventory_is_an_option_or_a_command(inventory, variables):
    with pytest.raises(HostError, match="drv1"):
        checked(inventory(yaml.safe_dump({"all": {"hosts": {"drv1": variables}}}), "hosts.yml"))


@pytest.mark.parametrize(
    "variables",
    [
        "ansible_connection=local",
        "ansible_ssh_executable=./evil",
        "ansible_ssh_pipelining=true",
        "ansible_ssh_args='-o ProxyCommand=touch'",
        "ansible_sftp_extra_args='-S touch'",
        "ansible_become_exe=./evil",
    ],
)
def test_variables_that_name_a_program_are_not_read(inventory, variables):
    (host,) = inventory(f"drv1 {variables}\n")["drv1"]
    command = ssh_command(host)
    assert (command[0], command[-2:]) == ("ssh", ["--", "drv1"])
    assert "evil" not in " ".join(command)
    assert "touch" not in " ".join(command)


@pytest.mark.parametrize("name", ["-oProxyCommand=touch", "a b", "a;b", "a`b`", "$(a)", "a@-b", "-", "a\tb"])
def test_an_address_that_is_not_a_name_is_refused(place, tmp_path, name):
    with pytest.raises(LabError):
        place("fan-out", [name])
    (tmp_path / "mqtune.toml").write_text(f"[[host]]\nname = 'x'\nssh = {json.dumps(name)}\n")
    with pytest.raises((LabError, ProjectError)):
        placed(load_project(str(tmp_path / "mqtune.toml")), "QM1", "cph", ["x"], None)


@pytest.mark.parametrize("name", ["h", "mqm@h.example", "10.0.0.1", "::1", "[::1]", "ssh://mqm@h:22", "a_b"])
def test_usual_addresses_are_accepted(place, name):
    places, _ = place("topic-limit", [name], qmgr="QM7")
    assert places.drivers[0].destination == name


PROJECT = """\
[[host]]
name = "driver1"
ssh = "mq@driver1"
[[host]]
name = "mq1"
ssh = "mqm@mq1.example"
queue-managers = ["QM1"]
"""


@pytest.fixture
def place(tmp_path):
    """Places an experiment, and connects it by its settings."""
    (tmp_path / "mqtune.toml").write_text(PROJECT)
    project = load_project(str(tmp_path / "mqtune.toml"))

    def placing(experiment, names, *given, qmgr="QM1", driver="cph", inventory=None):
        known = definition(experiment)
        places = placed(project, qmgr, driver, names, inventory)
        return connected(places, known, read_settings(known, given), given)

    return placing


def test_a_host_that_is_not_accepted_is_refused_where_it_is_used(place, tmp_path):
    text = "[lab]\ndrv1 ansible_ssh_common_args='-F x'\ndrv2\n[others]\ndrv2\n"
    (tmp_path / "hosts.ini").write_text(text)
    path = str(tmp_path / "hosts.ini")
    places, _ = place("fan-out", ["others"], "host=mq", inventory=path)
    assert [host.name for host in places.drivers] == ["drv2"]
    for names in (["drv1"], ["lab"]):
        with pytest.raises(LabError, match="host drv1 has the ssh option -F, which is not accepted"):
            place("fan-out", names, "host=mq", inventory=path)


def test_a_driver_on_the_host_of_the_queue_manager_connects_locally(place):
    places, settings = place("topic-limit", ["mq1"])
    assert settings["bindings"] == "fastpath"
    assert places.queue_managers["QM1"].destination == "mqm@mq1.example"


def test_a_single_host_is_that_of_a_queue_manager_without_one(place):
    places, settings = place("topic-limit", ["mqm@other"], qmgr="QM7")
    assert settings["bindings"] == "fastpath"
    assert places.queue_managers["QM7"].destination == "mqm@other"


def test_drivers_elsewhere_are_clients_of_the_declared_host(place):
    _, settings = place("fan-out", ["driver1"])
    assert (settings["bindings"], settings["host"]) == ("client", "mq1.example")
    _, settings = place("fan-out", ["driver1"], "host=10.0.0.1")
    assert settings["host"] == "10.0.0.1"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("topic-limit", ["driver1"]), "needs its driver on the host of QM1"),
        (("fan-out", ["driver1"], "bindings=standard"), "needs its driver on the host of QM1"),
        (("fan-out", ["drivr1"]), "not declared"),
        (("fan-out", ["-oProxyCommand=x"]), "not declared"),
    ],
)
def test_what_is_not_possible_is_refused(words, says, place):
    with pytest.raises(LabError, match=says):
        place(*words)


def test_the_address_of_an_undeclared_queue_manager_has_to_be_named(place):
    with pytest.raises(LabError, match="the address of QM9"):
        place("fan-out", ["driver1", "mq1"], qmgr="QM9")


def test_hosts_are_for_drivers_that_mqtune_starts(place):
    with pytest.raises(LabError, match="--driver simulated"):
        place("fan-out", ["driver1"], driver="simulated")
