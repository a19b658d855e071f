"""The order of the MQSC of a plan: at no point does it give access that neither state gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mqtune.analysis.access.answer import Question
from mqtune.analysis.access.walk import answer
from mqtune.session.options import Options
from mqtune.session.session import Session
from tests.analysis.plan.conftest import planned, written

USERS = ("app", "pay", "mqm")
CLIENTS = [
    Question(channel=channel, address=address, user=user, credentials="none", certificate="")
    for channel in ("APP", "APP.X")
    for address in ("10.1.2.3", "192.0.2.1")
    for user in ("app", "other")
]
AUTHORITY = [f"SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('{user}') AUTHADD(CONNECT,INQ)" for user in USERS]


def allowed(folder: Path, lines: list[str], certainly: bool = False) -> list[set[str]]:
    """As which users each of the clients may run, or certainly runs."""
    path = written(folder, "state/a.mqsc", "\n".join([*lines, *AUTHORITY]) + "\n")
    (estate,) = Session.open(Options([str(path)], isolated=True, complete=True)).estates
    (manager,) = estate.queue_managers
    found = [answer(estate, manager, client) for client in CLIENTS]
    refused = ("refused", "cannot tell") if certainly else ("refused",)
    return [set() if one.verdict in refused else set(one.users) for one in found]


@st.composite
def state(draw: st.DrawFn) -> list[str]:
    """Channels for clients, records for them, and whether records count."""
    lines = [f"ALTER QMGR CHLAUTH({draw(st.sampled_from(('ENABLED', 'ENABLED', 'DISABLED')))})"]
    lines += ["SET CHLAUTH('*') TYPE(BLOCKUSER) ACTION(REMOVEALL)"] * draw(st.booleans())
    for name in draw(st.lists(st.sampled_from(("APP", "APP.X")), unique=True)):
        user = draw(st.sampled_from(("app", "pay", "mqm", "*NOACCESS", " ")))
        lines.append(f"DEFINE CHANNEL({name}) CHLTYPE(SVRCONN) MCAUSER('{user}')")
    profiles, matches = ("APP", "APP*", "*"), ("10.1.2.3", "10.*", "*", "USERMAP")
    places = st.tuples(st.sampled_from(profiles), st.sampled_from(matches))
    for profile, match in draw(st.lists(places, max_size=4, unique=True)):
        source = draw(st.sampled_from(("NOACCESS", "CHANNEL", "MAP) MCAUSER('pay'", "MAP) MCAUSER('app'")))
        kind = f"TYPE(ADDRESSMAP) ADDRESS('{match}')"
        kind = "TYPE(USERMAP) CLNTUSER('app')" if match == "USERMAP" else kind
        lines.append(f"SET CHLAUTH('{profile}') {kind} USERSRC({source}) ACTION(REPLACE)")
    for profile in draw(st.lists(st.sampled_from(profiles), max_size=1)):
        listed = draw(st.sampled_from(("'app'", "'mqm'", "'app','pay'")))
        lines.append(f"SET CHLAUTH('{profile}') TYPE(BLOCKUSER) USERLIST({listed}) ACTION(REPLACE)")
    return lines


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(state(), state())
def test_no_prefix_of_the_script_is_more_open_than_both_states(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("order")
    plan = planned(
        written(folder, "old/a.mqsc", "\n".join(old) + "\n"),
        written(folder, "new/a.mqsc", "\n".join(new) + "\n"),
    ).plan
    commands = [one for part in plan.parts for one in part.applied]
    either = [a | b for a, b in zip(allowed(folder, old), allowed(folder, new), strict=True)]
    for count in range(1, len(commands) + 1):
        users = allowed(folder, [*old, *commands[:count]], certainly=True)
        more = [
            (client.channel, client.address, client.user, now - known)
            for client, now, known in zip(CLIENTS, users, either, strict=True)
            if now - known and not any(part.order_notes for part in plan.parts)
        ]
        assert not more, (old, new, commands, count, more)


OBJECTS = [
    "DEFINE QLOCAL(Q1)",
    "DEFINE QLOCAL(Q2)",
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT,INQ)",
]
WISHES = [
    Question(local=True, user="app", type="QLOCAL", name=name, purpose=purpose)
    for name in ("Q1", "Q2")
    for purpose in ("put", "get")
]


def granted(folder: Path, lines: list[str]) -> set[tuple[str, str]]:
    """What the user may do with which queue."""
    path = written(folder, "state/a.mqsc", "\n".join(lines) + "\n")
    (estate,) = Session.open(Options([str(path)], isolated=True, complete=True, platform="linux")).estates
    (manager,) = estate.queue_managers
    return {(one.name, one.purpose) for one in WISHES if answer(estate, manager, one).verdict == "allowed"}


@st.composite
def authorities(draw: st.DrawFn) -> list[str]:
    """Records of one user for two queues, by names and patterns."""
    profiles = draw(st.lists(st.sampled_from(("Q1", "Q2", "Q*", "**", "Q?")), unique=True))
    words = st.sampled_from(("GET", "PUT", "GET,PUT", "BROWSE", "NONE"))
    record = "SET AUTHREC PROFILE('{}') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD({})"
    return [*OBJECTS, *(record.format(profile, draw(words)) for profile in profiles)]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(authorities(), authorities())
def test_no_prefix_of_the_script_grants_more_than_both_states(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("order")
    plan = planned(
        written(folder, "old/a.mqsc", "\n".join(old) + "\n"),
        written(folder, "new/a.mqsc", "\n".join(new) + "\n"),
    ).plan
    commands = [one for part in plan.parts for one in part.applied]
    either = granted(folder, old) | granted(folder, new)
    for count in range(1, len(commands) + 1):
        now = granted(folder, [*old, *commands[:count]])
        assert now <= either, (old, new, commands, count)


def test_an_object_that_is_only_altered_has_its_type_once(tmp_path: Path) -> None:
    new = "DEFINE QLOCAL(Q)\nALTER CHANNEL(ELSEWHERE) CHLTYPE(SVRCONN) SHARECNV(1)\n"
    old = written(tmp_path, "old/a.mqsc", "DEFINE QLOCAL(Q)\n")
    (part,) = planned(old, written(tmp_path, "new/a.mqsc", new)).plan.parts
    assert part.commands == ["ALTER CHANNEL(ELSEWHERE) CHLTYPE(SVRCONN) SHARECNV(1)"]
