"""Effective values and where they come from."""

from __future__ import annotations


def test_a_given_value_counts_and_the_rest_comes_from_the_shipped_default(manager_of):
    queue = manager_of("DEFINE QLOCAL(A) MAXDEPTH(7)").queue("A")
    assert queue.number("MAXDEPTH") == 7
    assert queue.origin("MAXDEPTH").kind == "given"
    assert queue.number("MAXMSGL") == 4194304
    assert queue.origin("MAXMSGL").kind == "default"
    assert queue.origin("MAXMSGL").name == "SYSTEM.DEFAULT.LOCAL.QUEUE"


def test_a_flag_is_yes_or_no_under_its_positive_word(manager_of):
    queue = manager_of("DEFINE QLOCAL(A) NOSHARE TRIGGER").queue("A")
    assert (queue.value("SHARE"), queue.value("TRIGGER"), queue.value("HARDENBO")) == ("NO", "YES", "YES")
    assert queue.is_given("SHARE")


def test_an_older_keyword_sets_the_attribute_of_today(manager_of):
    assert manager_of("DEFINE QALIAS(A) TARGQ(B)").queue("A").value("TARGET") == "B"


def test_alter_changes_what_it_names_and_keeps_the_rest(manager_of):
    script = "DEFINE QLOCAL(A) MAXDEPTH(7) DESCR('x')\nALTER QLOCAL(A) MAXDEPTH(8)"
    queue = manager_of(script).queue("A")
    assert (queue.number("MAXDEPTH"), queue.value("DESCR")) == (8, "x")
    assert queue.place("MAXDEPTH").span.line == 2
    assert queue.place("DESCR").span.line == 1


def test_like_supplies_what_is_not_named_as_it_was_at_that_moment(manager_of):
    script = "DEFINE QLOCAL(A) MAXDEPTH(7)\nDEFINE QLOCAL(B) LIKE(A) DESCR(X)\nALTER QLOCAL(A) MAXDEPTH(9)"
    manager = manager_of(script)
    queue = manager.queue("B")
    origin = queue.origin("MAXDEPTH")
    assert queue.number("MAXDEPTH") == 7
    assert (origin.kind, origin.name, origin.place().span.line) == ("like", "A", 1)
    assert queue.origin("MAXMSGL").kind == "like"
    assert manager.queue("A").number("MAXDEPTH") == 9


def test_an_altered_default_object_changes_later_definitions_only(manager_of):
    script = (
        "DEFINE QLOCAL(BEFORE)\nALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(9)\nDEFINE QLOCAL(AFTER)"
    )
    manager = manager_of(script)
    assert manager.queue("BEFORE").number("MAXDEPTH") == 5000
    origin = manager.queue("AFTER").origin("MAXDEPTH")
    assert manager.queue("AFTER").number("MAXDEPTH") == 9
    assert (origin.kind, origin.name, origin.place().span.line) == (
        "default",
        "SYSTEM.DEFAULT.LOCAL.QUEUE",
        2,
    )


def test_an_object_that_is_only_altered_has_unknown_values(manager_of):
    queue = manager_of("ALTER QLOCAL(A) MAXDEPTH(7)").queue("A")
    assert not queue.defined
    assert (queue.number("MAXDEPTH"), queue.value("MAXMSGL")) == (7, None)


def test_the_altered_shipped_object_of_one_queue_manager_leaves_the_others_alone(estate_of):
    estate = estate_of({"A": "ALTER QLOCAL(SYSTEM.DEAD.LETTER.QUEUE) MAXDEPTH(1)", "B": "DISPLAY QMGR"})
    depths = [
        manager.queue("SYSTEM.DEAD.LETTER.QUEUE").number("MAXDEPTH") for manager in estate.queue_managers
    ]
    assert depths == [1, 999999999]


def test_list_values_come_in_parts(manager_of):
    namelist = manager_of("DEFINE NAMELIST(N) NAMES(A, 'b' C)").find("NAMELIST", "N")
    assert namelist.values("NAMES") == ("A", "b", "C")


def test_items_list_every_attribute_once_with_its_origin(manager_of):
    rows = {
        keyword: (value, origin.kind)
        for keyword, value, origin in manager_of("DEFINE QLOCAL(A) PUT(DISABLED)").queue("A").items()
    }
    assert rows["PUT"] == ("DISABLED", "given")
    assert rows["GET"] == ("ENABLED", "default")


def test_a_long_chain_of_like_keeps_values_and_origins(manager_of):
    chain = [f"DEFINE QLOCAL(Q{n}) LIKE(Q{n - 1}) MAXMSGL({n})" for n in range(1, 3000)]
    queue = manager_of("\n".join(["DEFINE QLOCAL(Q0) MAXDEPTH(7)", *chain])).queue("Q2999")
    origin = queue.origin("MAXDEPTH")
    assert (queue.number("MAXDEPTH"), queue.number("MAXMSGL"), queue.value("USAGE")) == (7, 2999, "NORMAL")
    assert (origin.kind, origin.name, origin.place().span.line) == ("like", "Q2998", 1)
    assert queue.origin("MAXMSGL").kind == "given"


def test_a_topic_keeps_its_string_however_often_it_is_replaced(manager_of):
    replaced = [f"DEFINE TOPIC(T) DESCR('{n}') REPLACE" for n in range(3000)]
    topic = manager_of("\n".join(["DEFINE TOPIC(T) TOPICSTR('a/b')", *replaced])).find("TOPIC", "T")
    assert topic.value("TOPICSTR") == "a/b"
    assert topic.origin("TOPICSTR").place().span.line == 1


def test_a_subscription_keeps_its_string_through_a_chain_of_topic_objects(manager_of):
    replaced = [f"DEFINE SUB(S) TOPICOBJ(T{n}) REPLACE" for n in range(3000)]
    sub = manager_of("\n".join(["DEFINE SUB(S) TOPICSTR('a/b') DEST(Q)", *replaced])).find("SUB", "S")
    assert (sub.value("TOPICSTR"), sub.value("TOPICOBJ")) == ("a/b", "T2999")
