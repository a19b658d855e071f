"""The replay of scripts, by the product's rules."""

from __future__ import annotations

import pytest


def kinds(manager):
    return [event.kind for event in manager.events]


def test_define_without_replace_leaves_an_existing_object_alone(manager_of):
    manager = manager_of("DEFINE QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(A) MAXDEPTH(2)")
    assert manager.queue("A").number("MAXDEPTH") == 1
    assert kinds(manager) == ["define-existing"]


def test_replace_takes_back_what_is_not_named(manager_of):
    manager = manager_of("DEFINE QLOCAL(A) MAXDEPTH(1) DESCR(X)\nDEFINE QLOCAL(A) REPLACE DESCR(X)")
    assert manager.queue("A").number("MAXDEPTH") == 5000
    assert kinds(manager) == ["defined-twice", "replace-resets"]
    assert manager.events[1].keywords == ("MAXDEPTH",)


def test_replace_that_repeats_every_value_resets_nothing(manager_of):
    manager = manager_of("DEFINE QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(A) MAXDEPTH(2) REPLACE")
    assert kinds(manager) == ["defined-twice"]


def test_replace_after_alter_takes_the_alter_back(manager_of):
    script = "DEFINE QLOCAL(A) REPLACE\nALTER QLOCAL(A) GET(DISABLED)\nDEFINE QLOCAL(A) REPLACE"
    assert manager_of(script).queue("A").value("GET") == "ENABLED"


def test_replace_keeps_the_topic_string_of_a_topic(manager_of):
    manager = manager_of("DEFINE TOPIC(T) TOPICSTR('a/b')\nDEFINE TOPIC(T) REPLACE PUB(DISABLED)")
    assert manager.find("TOPIC", "T").value("TOPICSTR") == "a/b"


def test_replace_does_not_change_the_type(manager_of):
    manager = manager_of("DEFINE QLOCAL(A)\nDEFINE QREMOTE(A) RNAME(B) REPLACE")
    assert manager.queue("A").type == "QLOCAL"
    assert kinds(manager) == ["other-type"]


def test_a_client_channel_may_share_its_name_with_a_server_connection(manager_of):
    manager = manager_of("DEFINE CHANNEL(C) CHLTYPE(SVRCONN)\nDEFINE CHANNEL(C) CHLTYPE(CLNTCONN) CONNAME(H)")
    assert manager.channel("C").subtype == "SVRCONN"
    assert manager.find("CLNTCONN", "C").subtype == "CLNTCONN"
    assert kinds(manager) == []


def test_alter_without_the_channel_type_takes_that_of_the_object(manager_of):
    manager = manager_of("DEFINE CHANNEL(C) CHLTYPE(SVRCONN)\nALTER CHANNEL(C) MAXINST(1)")
    assert manager.statements[1].subtype == "SVRCONN"
    assert manager.channel("C").number("MAXINST") == 1


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("ALTER QLOCAL(A) MAXDEPTH(1)", "alter-missing"),
        ("DELETE QLOCAL(A)", "delete-missing"),
        ("DEFINE QLOCAL(B) LIKE(A)", "like-missing"),
        ("DEFINE QLOCAL(B) LIKE(SYSTEM.DEFAULT.ALIAS.QUEUE)", "like-other-type"),
        ("ALTER QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(A)", "use-before-define"),
        ("DEFINE QLOCAL(B) LIKE(A)\nDEFINE QLOCAL(A)", "use-before-define"),
        ("START LISTENER(L)\nDEFINE LISTENER(L) TRPTYPE(TCP)", "use-before-define"),
        ("DEFINE QLOCAL(A)\nDELETE QLOCAL(A)\nALTER QLOCAL(A) MAXDEPTH(1)", "alter-missing"),
        ("DEFINE QLOCAL(A)\nDELETE QLOCAL(A)\nDEFINE QLOCAL(A)", "recreated"),
        ("CLEAR QLOCAL(A)", "destructive"),
        ("DEFINE QLOCAL(A)\nDELETE QLOCAL(A) PURGE", "destructive"),
        ("REFRESH CLUSTER(*) REPOS(YES)", "destructive"),
        ("SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('1.1.1.1') USERSRC(CHANNEL)\n" * 2, "chlauth-existing"),
    ],
)
def test_what_the_queue_manager_would_answer_is_an_event(manager_of, script, kind):
    assert kinds(manager_of(script)) == [kind]


@pytest.mark.parametrize(
    "script",
    [
        "DELETE QLOCAL(A) IGNSTATE(YES)",
        "START LISTENER(L)",
        "ALTER QMGR MAXDEPTH(1)",
        "ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(1)",
        "DEFINE QLOCAL('${A}')\nDEFINE QLOCAL('${A}')",
        "ALTER QLOCAL({{ name }}) MAXDEPTH(1)",
        "SET CHLAUTH('{{ name }}') TYPE(ADDRESSMAP) ADDRESS('1.1.1.1') USERSRC(CHANNEL)\n" * 2,
        "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('1.1.1.1') USERSRC(CHANNEL) ACTION(REPLACE)\n" * 2,
    ],
)
def test_nothing_is_said_where_nothing_is_known_or_wrong(manager_of, script):
    assert kinds(manager_of(script)) == []


def test_delete_takes_the_object_and_its_authority_records_away(manager_of):
    script = "DEFINE QLOCAL(A)\nSET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)\n"
    assert [record.authorities for record in manager_of(script).authrecs] == [("GET",)]
    assert manager_of(script + "DELETE QLOCAL(A)").authrecs == []
    assert len(manager_of(script + "DELETE QLOCAL(A) AUTHREC(NO)").authrecs) == 1


def test_authorities_add_up_and_are_taken_away_by_name(manager_of):
    script = (
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g','h') AUTHADD(GET,PUT)\n"
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(BROWSE) AUTHRMV(PUT)\n"
    )
    records = {record.user: record.authorities for record in manager_of(script).authrecs}
    assert records == {"g": ("GET", "BROWSE"), "h": ("GET", "PUT")}


def test_chlauth_records_are_kept_by_profile_type_and_match(manager_of):
    script = (
        "SET CHLAUTH(*) TYPE(BLOCKUSER) ACTION(REPLACE) USERLIST('a')\n"
        "SET CHLAUTH(*) TYPE(BLOCKUSER) USERLIST('b')\n"
        "SET CHLAUTH(C) TYPE(USERMAP) CLNTUSER('u') MCAUSER('m')\n"
        "SET CHLAUTH(C) TYPE(USERMAP) CLNTUSER('v') MCAUSER('m')\n"
        "SET CHLAUTH(C) TYPE(USERMAP) CLNTUSER('v') ACTION(REMOVE)\n"
        "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP) ACTION(REMOVEALL)\n"
    )
    manager = manager_of(script)
    records = {record.identity: record.entries for record in manager.chlauth}
    assert records == {
        ("*", "BLOCKUSER"): ("a", "b"),
        ("SYSTEM.ADMIN.SVRCONN", "ADDRESSMAP", "*"): (),
        ("C", "USERMAP", "u", ""): (),
    }


def test_single_authorities_are_removed_from_a_group_of_them(manager_of) -> None:
    text = (
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(ALLMQI)\n"
        "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHRMV(SETALL,SETID,PASSALL,PASSID)\n"
    )
    (record,) = manager_of(text).authrecs
    assert sorted(record.authorities) == ["BROWSE", "GET", "INQ", "PUT", "SET"]
