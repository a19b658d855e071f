"""References between objects, routes, clusters and clients."""

from __future__ import annotations

from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import transmission_of
from mqtune.analysis.topology.references import references_of, unmet_references


def found(manager):
    return {
        (r.source.name, r.keyword): (r.space, r.name, r.target is not None)
        for object in manager.objects.values()
        if object.statements
        for r in references_of(object, manager)
    }


def test_every_kind_of_name_is_a_reference(manager_of):
    script = (
        "DEFINE QALIAS(QA) TARGET(A)\n"
        "DEFINE QALIAS(TA) TARGET(T) TARGTYPE(TOPIC)\n"
        "DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2) XMITQ(XQ)\n"
        "DEFINE QLOCAL(A) BOQNAME(B) INITQ(SYSTEM.DEFAULT.INITIATION.QUEUE) PROCESS(P) STREAMQ(C)\n"
        "DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME(H) XMITQ(XQ)\n"
        "DEFINE SUB(S) TOPICOBJ(T) DEST(A)\n"
        "ALTER QMGR DEADQ(DLQ) REPOSNL(NL) DEFXMITQ(' ')\n"
    )
    assert found(manager_of(script)) == {
        ("QA", "TARGET"): ("QUEUE", "A", True),
        ("TA", "TARGET"): ("TOPIC", "T", False),
        ("R", "XMITQ"): ("QUEUE", "XQ", False),
        ("A", "BOQNAME"): ("QUEUE", "B", False),
        ("A", "INITQ"): ("QUEUE", "SYSTEM.DEFAULT.INITIATION.QUEUE", True),
        ("A", "PROCESS"): ("PROCESS", "P", False),
        ("A", "STREAMQ"): ("QUEUE", "C", False),
        ("C", "XMITQ"): ("QUEUE", "XQ", False),
        ("S", "TOPICOBJ"): ("TOPIC", "T", False),
        ("S", "DEST"): ("QUEUE", "A", True),
        ("", "DEADQ"): ("QUEUE", "DLQ", False),
        ("", "REPOSNL"): ("NAMELIST", "NL", False),
    }


def test_the_namelist_for_revocation_names_authentication_objects(manager_of):
    script = "ALTER QMGR SSLCRLNL(CRL)\nDEFINE NAMELIST(CRL) NAMES(OCSP.1)\nDEFINE NAMELIST(OTHER) NAMES(X)"
    assert found(manager_of(script)) == {
        ("", "SSLCRLNL"): ("NAMELIST", "CRL", True),
        ("CRL", "NAMES"): ("AUTHINFO", "OCSP.1", False),
    }


def test_what_another_queue_manager_has_is_no_reference(manager_of):
    script = "DEFINE SUB(S) TOPICSTR('a') DEST(X) DESTQMGR(QM2)\nDEFINE QALIAS(A) TARGET('{{ q }}')"
    assert found(manager_of(script)) == {}


def test_a_transmission_queue_is_that_of_the_remote_queue_managers_name_or_the_default(manager_of):
    remote = "DEFINE QREMOTE(R) RNAME(X) RQMNAME(QM2)\n"
    by_name = manager_of(remote + "DEFINE QLOCAL(QM2) USAGE(XMITQ)\nALTER QMGR DEFXMITQ(D)")
    by_default = manager_of(remote + "ALTER QMGR DEFXMITQ(D)")
    nowhere = manager_of(remote)
    answers = [transmission_of(m.queue("R"), m) for m in (by_name, by_default, nowhere)]
    assert [(a.by, a.name) for a in answers] == [("RQMNAME", "QM2"), ("DEFXMITQ", "D"), ("", "")]


def test_clusters_join_what_channels_namelists_and_auto_cluster_name(estate_of):
    hub = (
        "ALTER QMGR REPOS(RETAIL)\n"
        "DEFINE CHANNEL(RETAIL.HUB) CHLTYPE(CLUSRCVR) CONNAME('hub(1414)') CLUSTER(RETAIL)\n"
    )
    spoke = {
        "a.mqsc": (
            "DEFINE NAMELIST(NL) NAMES(RETAIL, OTHER)\n"
            "DEFINE CHANNEL(TO.SPOKE.A) CHLTYPE(CLUSRCVR) CONNAME('s(1414)') CLUSNL(NL)\n"
            "DEFINE CHANNEL(TO.SPOKE.B) CHLTYPE(CLUSRCVR) CONNAME('s(1415)') CLUSTER(RETAIL)\n"
            "DEFINE CHANNEL(RETAIL.HUB) CHLTYPE(CLUSSDR) CONNAME('hub(1414)') CLUSTER(RETAIL)\n"
            "DEFINE QLOCAL(Q) CLUSTER(RETAIL)\n"
        )
    }
    uniform = {
        "uni.mqsc": "DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CLUSTER('+AUTOCL+') CONNAME('u')",
        "qm.ini": (
            "AutoCluster:\n   Type=Uniform\n   ClusterName=UNI\n"
            "   Repository1Name=U1\n   Repository2Name=U2\n"
        ),
    }
    clusters = estate_of({"HUB": hub, "SPOKE": spoke, "U1": uniform}).derived(build_clusters)
    retail = {member.queue_manager.name: member for member in clusters["RETAIL"].members}
    assert retail["HUB"].repository == "REPOS"
    assert [channel.name for channel in retail["SPOKE"].receivers] == ["TO.SPOKE.A", "TO.SPOKE.B"]
    assert [channel.name for channel in retail["SPOKE"].senders] == ["RETAIL.HUB"]
    assert [object.name for object in retail["SPOKE"].objects] == ["Q"]
    assert len(clusters["OTHER"].members[0].receivers) == 1
    assert clusters["UNI"].automatic_type == "Uniform"
    assert list(clusters["UNI"].declared_repositories) == ["U1", "U2"]
    assert clusters["UNI"].members[0].repository == "AutoCluster"
    assert len(clusters["UNI"].members[0].receivers) == 1


def test_a_client_channel_leads_to_the_server_connection_of_its_queue_manager(estate_of):
    estate = estate_of(
        {
            "QM1": "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)",
            "QM2": "DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('h(1414),i(1415)') QMNAME(QM1)",
        }
    )
    (client,) = estate.clients
    assert client.connections == ("h(1414)", "i(1415)")
    assert [(m.name, c.subtype) for m, c in client.reaches] == [("QM1", "SVRCONN")]


def test_names_that_nothing_has_are_unmet(manager_of):
    script = (
        "DEFINE QLOCAL(A) BOQNAME(B) PROCESS(P)\nDEFINE QLOCAL(B) BOQNAME(' ')\n"
        "DEFINE QALIAS(C) TARGET(D)\nDEFINE QALIAS(E) TARGET('${WHAT}')\n"
    )
    unmet = manager_of(script).derived(unmet_references)
    assert [(one.source.name, one.keyword, one.space, one.name) for one in unmet] == [
        ("A", "PROCESS", "PROCESS", "P"),
        ("C", "TARGET", "QUEUE", "D"),
    ]


def test_names_that_nobody_has_are_told_in_the_order_of_the_objects(manager_of):
    manager = manager_of(
        "DEFINE QLOCAL(B) BOQNAME(GONE) INITQ(B)\n"
        "DEFINE QALIAS(T) TARGET(TOP) TARGTYPE(TOPIC)\n"
        "DEFINE QALIAS(Q) TARGET(B)\n"
        "DEFINE QLOCAL(A) BOQNAME(GONE) INITQ(B)\n"
        "DEFINE QLOCAL(C) BOQNAME(' ')\n"
        "ALTER QLOCAL(C) BOQNAME(GONE)\n"
    )
    unmet = [(one.source.name, one.keyword, one.space, one.name) for one in manager.derived(unmet_references)]
    assert unmet == [
        ("B", "BOQNAME", "QUEUE", "GONE"),
        ("T", "TARGET", "TOPIC", "TOP"),
        ("A", "BOQNAME", "QUEUE", "GONE"),
        ("C", "BOQNAME", "QUEUE", "GONE"),
    ]
    assert [one.name for one in manager.with_filled("QLOCAL", ("BOQNAME",))] == ["B", "A", "C"]
