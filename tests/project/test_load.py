"""The project file: what it declares, and the errors of an invalid one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from mqtune.project.load import ProjectError, load_project
from mqtune.project.settings import ClusterLoad, Project, QueueLoad, TopicLoad

WHOLE = """\
mq-version = "9.4"            # the level
platform = "linux"
profile = "production"
exclude = ["archive/**"]
ccdt-clients = ["java"]

[lint]
select = ["ALL"]
ignore = ["SEC"]

[[queue-manager]]
name = "HUB.QM"
role = "test"
files = ["hub/*.mqsc",
         "hub/qm.ini"]
complete = true
cores = 24
memory = "96 GiB"
queue-disk = "200 GB"
environment = { MQ_CHANNEL_SUPPRESS_MSGS = "9001,9002" }

[[queue-manager.topic]]
topic = "prices/#"
publish-rate = 120_000
publishers = 40
binding = "fastpath"
subscribers = 60
message-size = "2 KiB"
persistent = false
ordered = true

[[queue-manager.queue]]
queue = "SQ1"
put-rate = 0.5
message-size = "1.5 MiB"
persistent = true
consumers = 0

[[queue-manager.cluster]]
cluster = "RETAIL"
channel-pairs = 1000
ordered = false

[[queue-manager]]
name = "SECOND"

[[exception]]
rule = "SEC012"
object = "CHANNEL(DEV.*)"
reason = "lab only"
owner = "messaging team"
until = 2027-03-31
"""


def load(folder: Path, text: str | bytes) -> Project:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "mqtune.toml").write_bytes(data)
    return load_project(None, str(folder))


def fault(folder: Path, text: str | bytes) -> ProjectError:
    with pytest.raises(ProjectError) as caught:
        load(folder, text)
    return caught.value


def test_everything_in_the_file_is_declared_in_its_unit(tmp_path):
    project = load(tmp_path, WHOLE)
    assert (project.mq_version, project.platform, project.profile) == ("9.4", "linux", "production")
    assert (project.exclude, project.ccdt_clients) == (("archive/**",), ("java",))
    assert (project.select, project.ignore) == (("ALL",), ("SEC",))
    hub, second = project.queue_managers
    assert (hub.name, hub.role, hub.files) == ("HUB.QM", "test", ("hub/*.mqsc", "hub/qm.ini"))
    assert (hub.cores, hub.memory_bytes, hub.queue_disk_bytes) == (24, 96 * 2**30, 200 * 10**9)
    assert (hub.environment, hub.complete) == ({"MQ_CHANNEL_SUPPRESS_MSGS": "9001,9002"}, True)
    file = project.file
    assert hub.topics == (TopicLoad("prices/#", 120000.0, 40, "fastpath", 60, 2048, False, True, 22, file),)
    assert hub.queues == (QueueLoad("SQ1", 0.5, 1572864, True, 0, 32, file),)
    assert hub.clusters == (ClusterLoad("RETAIL", 1000, False, 39, file),)
    assert (second.name, second.topics, second.line) == ("SECOND", (), 44)
    (entry,) = project.exceptions
    assert (entry.rule, entry.object, entry.owner) == ("SEC012", "CHANNEL(DEV.*)", "messaging team")
    assert (entry.reason, entry.until, entry.line) == ("lab only", date(2027, 3, 31), 47)


def test_undeclared_values_are_unknown(tmp_path):
    (hub,) = load(tmp_path, '[[queue-manager]]\nname = "A"\n').queue_managers
    assert (hub.role, hub.cores, hub.memory_bytes, hub.queue_disk_bytes, hub.complete) == (None,) * 5


def test_without_a_file_the_defaults_apply(tmp_path):
    project = load_project(None, str(tmp_path))
    assert (project.file, project.folder, project.profile) == ("", str(tmp_path), "default")
    assert project.ccdt_clients == ("java", "c")


def test_the_nearest_file_above_counts(tmp_path):
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "mqtune.toml").write_text('profile = "lab"\n')
    assert load_project(None, str(below)).profile == "lab"
    (tmp_path / "a" / "mqtune.toml").write_text('profile = "regulated"\n')
    project = load_project(None, str(below / "file.mqsc"))
    assert (project.profile, project.folder) == ("regulated", str(tmp_path / "a"))


def test_a_named_file_counts_alone(tmp_path):
    (tmp_path / "mqtune.toml").write_text('profile = "lab"\n')
    (tmp_path / "other.toml").write_text('profile = "regulated"\n')
    assert load_project(str(tmp_path / "other.toml"), str(tmp_path)).profile == "regulated"


def test_a_missing_project_file_is_reported(tmp_path):
    with pytest.raises(ProjectError, match="cannot be read: no such file"):
        load_project(str(tmp_path / "no.toml"), ".")


FAULTS = {
    "an unknown key": ('profil = "lab"', 1, "unknown key profil", "profile"),
    "an underscore": ('mq_version = "9.4"', 1, "unknown key mq_version", "mq-version"),
    "an unknown key with no neighbour": ("zzz = 1", 1, "unknown key zzz", "known keys are mq-version"),
    "a key of another table": ('select = ["PUB"]', 1, "unknown key select", "it belongs to [lint]"),
    "a key of the top": ('[lint]\nprofile = "lab"', 2, "unknown key profile in lint", "the top of the file"),
    "an option": ('fail-on = "error"', 1, "unknown key fail-on", "an option of the command: --fail-on"),
    "an unknown key in a table": ('[lint]\nselct = ["A"]', 2, "unknown key selct in lint", "select"),
    "an unknown table": ("\n[lints]\n", 2, "unknown key lints", "lint"),
    "an unknown key of a load": (
        '[[queue-manager]]\nname = "A"\n[[queue-manager.topic]]\ntopic = "x"\npublish-rat = 1\n',
        5,
        "unknown key publish-rat in queue-manager.topic",
        "publish-rate",
    ),
    "a version as number": ("mq-version = 9.4", 1, "mq-version must be a string", '"9.4"'),
    "no version": ('mq-version = "nine"', 1, 'must be a version of IBM MQ, not "nine"', '"9.4"'),
    "a version there never was": (
        'mq-version = "9.7"',
        1,
        'must be a version of IBM MQ, not "9.7"',
        "9.4, 10.0",
    ),
    "an unknown platform": ('platform = "linx"', 1, "platform must be one of linux, aix", "linux"),
    "an unknown profile": ('profile = "prod"', 1, "profile must be one of lab", ""),
    "a text for a list": ('exclude = "a"', 1, 'exclude must be a list of strings, not the string "a"', "["),
    "a number in a list": ("exclude = [1]", 1, "exclude must be a string, not the number 1", "quotation"),
    "an unknown client": ('ccdt-clients = ["jav"]', 1, 'must be one of java, c, not "jav"', "java"),
    "no code": ('[lint]\nignore = ["everything"]', 2, 'must be a rule code, not "everything"', "PUB001"),
    "a negative number": ('[[queue-manager]]\nname = "A"\ncores = -2', 3, "cores must not be negative", ""),
    "no cores": ('[[queue-manager]]\nname = "A"\ncores = 0', 3, "cores must be above 0", ""),
    "half a core": ('[[queue-manager]]\nname = "A"\ncores = 0.5', 3, "cores must be a whole number", ""),
    "a size without unit": (
        '[[queue-manager]]\nname = "A"\nmemory = "96"',
        3,
        'must be a size, not "96"',
        "GiB",
    ),
    "a size as number": ('[[queue-manager]]\nname = "A"\nmemory = 96', 3, "memory must be a string", "GiB"),
    "an unknown unit": (
        '[[queue-manager]]\nname = "A"\nmemory = "96 GX"',
        3,
        'must be a size, not "96 GX"',
        "GiB",
    ),
    "a negative size": ('[[queue-manager]]\nname = "A"\nmemory = "-1 GB"', 3, "must not be negative", "GiB"),
    "an unknown role": ('[[queue-manager]]\nname = "A"\nrole = "prod"', 3, "role must be one of", ""),
    "no name": ("\n[[queue-manager]]\ncores = 2", 2, "[[queue-manager]] has no name", "name"),
    "a blank name": ('[[queue-manager]]\nname = " "', 2, "name is blank", ""),
    "the same queue twice": (
        "[[queue-manager]]\nname = 'A'\n" + 2 * "[[queue-manager.queue]]\nqueue = 'Q'\n",
        6,
        "queue Q is declared twice",
        "one table",
    ),
    "the same name twice": (
        '[[queue-manager]]\nname = "A"\n[[queue-manager]]\nname = "A"',
        4,
        "A is declared twice",
        "one table",
    ),
    "a single table": ('[queue-manager]\nname = "A"', 1, "must be an array of tables", "[[queue-manager]]"),
    "a load without its topic": (
        '[[queue-manager]]\nname = "A"\n[[queue-manager.topic]]\nsubscribers = 2',
        3,
        "[[queue-manager.topic]] has no topic",
        "topic",
    ),
    "a flag as text": (
        '[[queue-manager]]\nname = "A"\n[[queue-manager.topic]]\ntopic = "x"\nordered = "yes"',
        5,
        "ordered must be true or false",
        "true",
    ),
    "the name of an environment as variables": (
        '[[queue-manager]]\nname = "A"\nenvironment = "prod"',
        3,
        'environment must be a table, not the string "prod"',
        "environment-name",
    ),
    "a number in the environment": (
        '[[queue-manager]]\nname = "A"\nenvironment = { X = 9001 }',
        3,
        "environment sets X to the number 9001",
        "X =",
    ),
    "an exception without reason": ('[[exception]]\nrule = "SEC012"', 1, "has no reason", "reason"),
    "a day in quotation marks": (
        '[[exception]]\nrule = "SEC012"\nreason = "x"\nuntil = "2027-03-31"',
        4,
        "until must be a date",
        "2027-03-31",
    ),
    "a day that is none": (
        '[[exception]]\nrule = "SEC012"\nreason = "x"\nuntil = 2027-02-30',
        4,
        "not a valid date",
        "2027-03-31",
    ),
    "a day of one digit": (
        '[[exception]]\nrule = "SEC012"\nreason = "x"\nuntil = 2027-3-1',
        4,
        "not a valid date",
        "2027-03-31",
    ),
    "a moment": (
        '[[exception]]\nrule = "SEC012"\nreason = "x"\nuntil = 2027-03-31T10:00:00',
        4,
        "until must be a date",
        "2027-03-31",
    ),
    "no TOML": ("profile = lab", 1, "not valid TOML", ""),
    "a key twice": ('profile = "lab"\nprofile = "lab"', 2, "not valid TOML", "once"),
    "an open string": ('\nprofile = "lab\n', 2, "not valid TOML", ""),
    "nested too deeply": ("x = " + "[" * 5000, 0, "nested", ""),
}


@pytest.mark.parametrize(("text", "line", "message", "help"), FAULTS.values(), ids=FAULTS.keys())
def test_an_error_has_its_line_and_what_to_write(tmp_path, text, line, message, help):
    error = fault(tmp_path, text)
    assert message in error.message
    assert help in error.help
    assert error.line == line
    assert error.file.endswith("mqtune.toml")


def test_bytes_that_are_not_utf8_are_reported_with_their_line(tmp_path):
    error = fault(tmp_path, b'profile = "lab"\n# \xff\n')
    assert (error.line, error.message) == (2, "the file is not UTF-8")


def test_a_file_in_windows_style_is_read(tmp_path):
    assert load(tmp_path, b'\xef\xbb\xbfprofile = "lab"\r\nplatform = "aix"\r\n').platform == "aix"


def test_one_run_reports_all_errors_in_the_order_of_the_file(tmp_path):
    error = fault(tmp_path, 'platform = "x"\nprofile = "y"\n[lint]\nz = 1\n')
    assert [one.line for one in (error, *error.others)] == [1, 2, 4]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('exclude = [\n  "a",\n  "[[b]]",  # ]\n]\nprofil = "x"\n', 5),
        ('a.b = 1\n"profil" = 2\n', 1),
        ("reason = '''\nprofil = 1\n'''\n\nprofil = 2\n", 1),
        ('[[exception]]\nrule = "SEC1"\nreason = """\nx\n\\"""\n""""\nownr = "y"\n', 7),
    ],
)
def test_lines_are_right_behind_values_of_many_lines(tmp_path, text, line):
    assert fault(tmp_path, text).line == line
