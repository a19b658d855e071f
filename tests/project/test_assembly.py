"""Which documents make up one queue manager."""

from __future__ import annotations

import pytest

from mqtune.project.assembly import assemble
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.carriers.names import step_name
from mqtune.text.source import Source


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def groups(project: Project, *files: str, **texts: str):
    """Name and files of each group; a text is given with its file's name."""
    documents, deployments = [], []
    for name, text in [(name, "") for name in files] + list(texts.items()):
        result = documents_of(Source(name, name, text.encode()), named=True)
        documents.extend(result.documents)
        deployments.extend(result.deployments)
    found = [*assemble(project, documents, deployments)]
    return [(group.name, [show(document) for document in group.documents]) for group in found]


def show(document) -> str:
    return document.source.shown + (f":{document.container}" if document.container else "")


def declared(*declarations: QueueManagerDeclaration) -> Project:
    return Project(queue_managers=declarations)


def test_each_folder_is_one_queue_manager():
    assert groups(Project(), "b/2.mqsc", "a/qm.ini", "a/1.mqsc", "c.mqsc", "b/1.mqsc") == [
        (None, ["c.mqsc"]),
        (None, ["a/1.mqsc", "a/qm.ini"]),
        (None, ["b/1.mqsc", "b/2.mqsc"]),
    ]


def test_what_belongs_to_clients_belongs_to_no_queue_manager():
    assert groups(Project(), "a.mqsc", "mqclient.ini", "ccdt.json") == [(None, ["a.mqsc"])]


def test_declared_files_are_applied_in_the_order_of_their_patterns():
    hub = QueueManagerDeclaration("HUB", files=("hub/z.mqsc", "hub/*.mqsc", "common/*"))
    found = groups(declared(hub), "common/x.mqsc", "hub/a.mqsc", "hub/b.mqsc", "hub/z.mqsc", "hub/qm.ini")
    assert found == [
        ("HUB", ["hub/z.mqsc", "hub/a.mqsc", "hub/b.mqsc", "common/x.mqsc"]),
        (None, ["hub/qm.ini"]),
    ]


def test_a_file_can_belong_to_several_declared_queue_managers():
    one = QueueManagerDeclaration("ONE", files=("common.mqsc", "one.mqsc"))
    two = QueueManagerDeclaration("TWO", files=("common.mqsc", "two.mqsc"))
    assert groups(declared(one, two), "common.mqsc", "one.mqsc", "two.mqsc") == [
        ("ONE", ["common.mqsc", "one.mqsc"]),
        ("TWO", ["common.mqsc", "two.mqsc"]),
    ]


def test_a_declared_queue_manager_without_files_is_omitted():
    assert groups(declared(QueueManagerDeclaration("A", files=("x/*",))), "a.mqsc") == [(None, ["a.mqsc"])]


def test_the_only_declared_queue_manager_has_all_files_when_it_lists_none():
    found = groups(declared(QueueManagerDeclaration("A")), "a.mqsc", "b/c.mqsc")
    assert found == [("A", ["a.mqsc", "b/c.mqsc"])]


def test_without_patterns_a_file_or_folder_with_the_name_is_used():
    found = groups(
        declared(QueueManagerDeclaration("QM1"), QueueManagerDeclaration("QM2")),
        "qm1/a.mqsc",
        "all/QM2.mqsc",
        "x.mqsc",
    )
    assert found == [("QM1", ["qm1/a.mqsc"]), ("QM2", ["all/QM2.mqsc"]), (None, ["x.mqsc"])]


DUMP = "* Queue manager name: {}\n* Command issued: dmpmqcfg -a\nALTER QMGR +\n   DESCR(' ')\n"


def test_dumps_of_several_queue_managers_in_one_folder_are_kept_apart():
    found = groups(Project(), "x.mqsc", **{"1.txt": DUMP.format("QM1"), "2.txt": DUMP.format("QM2")})
    assert found == [(None, ["x.mqsc"]), ("QM1", ["1.txt"]), ("QM2", ["2.txt"])]


def test_a_single_name_applies_to_the_whole_folder():
    assert groups(Project(), "qm.ini", **{"1.txt": DUMP.format("QM1")}) == [("QM1", ["1.txt", "qm.ini"])]


SCRIPT = "runmqsc QM1 <<A\nDEFINE QLOCAL(X)\nA\nrunmqsc QM2 <<A\nDEFINE QLOCAL(X)\nA\n"


def test_a_script_for_two_queue_managers_is_two():
    found = groups(Project(), **{"s.sh": SCRIPT})
    assert [name for name, _ in found] == ["QM1", "QM2"]


def test_a_script_for_two_gives_each_declared_one_its_own():
    found = groups(
        declared(
            QueueManagerDeclaration("QM1", files=("s.sh",)), QueueManagerDeclaration("QM2", files=("t.mqsc",))
        ),
        "t.mqsc",
        **{"s.sh": SCRIPT},
    )
    assert found == [
        ("QM1", ["s.sh:here-document at line 2"]),
        ("QM2", ["t.mqsc", "s.sh:here-document at line 5"]),
    ]


def test_a_dump_listed_for_a_queue_manager_of_another_name_belongs_to_it():
    hub = QueueManagerDeclaration("HUB", files=("1.txt",))
    assert groups(declared(hub), **{"1.txt": DUMP.format("QM1")}) == [("HUB", ["1.txt"])]


def test_a_script_for_a_variable_belongs_to_whom_it_is_listed_for():
    text = "runmqsc $1 <<A\nDEFINE QLOCAL(X)\nA\n"
    found = groups(declared(QueueManagerDeclaration("HUB", files=("*.sh",))), **{"s.sh": text})
    assert [name for name, _ in found] == ["HUB"]


def test_queue_managers_named_by_variables_are_kept_apart_and_have_no_name():
    text = SCRIPT.replace("QM1", '"$1"').replace("QM2", '"$2"')
    assert [name for name, _ in groups(Project(), **{"s.sh": text})] == [None, None]


def test_another_version_of_a_file_beside_it_does_not_count_with_it():
    found = groups(Project(), "a.mqsc", "a.mqsc.bak", "qm.ini", "qm.ini.tpl", "b.mqsc.tpl")
    assert found == [
        (None, ["a.mqsc", "b.mqsc.tpl", "qm.ini"]),
        (None, ["a.mqsc.bak"]),
        (None, ["qm.ini.tpl"]),
    ]


def map_of(name: str) -> str:
    data = "".join(f"  {key}.mqsc: |\n    DEFINE QLOCAL(X)\n" for key in "ab")
    return f"kind: ConfigMap\nmetadata:\n  name: {name}\ndata:\n{data}"


def manager_of(name: str, config: str, item: str) -> str:
    return (
        f"kind: QueueManager\nmetadata:\n  name: {name}\nspec:\n  queueManager:\n    mqsc:\n"
        f"      - configMap:\n          name: {config}\n          items: [{item}]\n"
    )


def test_one_queue_manager_resource_names_its_folder():
    found = groups(Project(), **{"cr.yaml": manager_of("QM1", "one", "a.mqsc"), "m.yaml": map_of("one")})
    assert [name for name, _ in found] == ["QM1"]


def test_a_resource_of_another_folder_names_what_it_lists():
    files = {"managers/cr.yaml": manager_of("QM1", "one", "a.mqsc"), "config/m.yaml": map_of("one")}
    assert [name for name, _ in groups(Project(), **files)] == ["QM1"]


def test_a_configmap_that_may_be_meant_by_several_resources_has_no_name():
    files = {"1/cr.yaml": manager_of("QM1", "one", "a.mqsc"), "2/cr.yaml": manager_of("QM2", "one", "a.mqsc")}
    assert [name for name, _ in groups(Project(), **files, **{"3/m.yaml": map_of("one")})] == [None]


def test_a_configmap_of_several_folders_belongs_to_the_resource_beside_it():
    files = {"1/cr.yaml": manager_of("QM1", "one", "a.mqsc"), "1/m.yaml": map_of("one")}
    assert [name for name, _ in groups(Project(), **files, **{"2/m.yaml": map_of("one")})] == ["QM1", None]


def test_queue_manager_resources_of_one_folder_get_what_they_list():
    files = {"cr.yaml": manager_of("QM1", "one", "a.mqsc") + "---\n" + manager_of("QM2", "two", "b.mqsc")}
    files |= {"1.yaml": map_of("one"), "2.yaml": map_of("two")}
    assert groups(Project(), **files) == [
        ("QM1", ['1.yaml:data["a.mqsc"]']),
        ("QM2", ['2.yaml:data["b.mqsc"]']),
        (None, ['1.yaml:data["b.mqsc"]', '2.yaml:data["a.mqsc"]']),
    ]


@pytest.mark.parametrize("name", ["QM1", "'{{ x }}'"])
def test_what_resources_list_several_times_is_applied_and_compared_once(name, monkeypatch):
    compared = []

    def record(step):
        compared.append(step)
        return step_name(step)

    monkeypatch.setattr("mqtune.project.assembly.step_name", record)
    store = "---\nkind: ConfigMap\nmetadata: {{name: m}}\ndata: {{a.mqsc: DEFINE QLOCAL(A{})}}\n"
    resource = (
        "---\napiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata: {name: q}\n"
        f"spec:\n  queueManager:\n    name: {name}\n"
        "    mqsc: [{configMap: {name: m, items: [a.mqsc, a.mqsc]}}]\n"
    )
    found = groups(Project(), **{"a.yaml": "".join(map(store.format, range(5))) + resource * 7})
    assert [len(files) for _, files in found] == [5]
    assert len(compared) == 2 * 5
