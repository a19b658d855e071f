"""Answers about access, as recorded in answers.txt: `$ script | question | additions; …`.

An addition is a command for the queue manager, one for another one (`@QM2 DEFINE …`), or a line of qm.ini
(`Channels: ChlauthEarlyAdopt=Y`). Steps that are the same without additions are left out of the text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mqtune.analysis.access.answer import (
    Answer,
    Question,
    Step,
    Way,
    changes_of,
    messages_of,
    reasons_of,
    task,
)
from mqtune.analysis.access.matrix import Matrix, Part, users_without_authority
from mqtune.analysis.access.walk import answer
from mqtune.estate.build import build_estates
from mqtune.estate.model import Estate
from mqtune.project.settings import Project
from tests.estate.conftest import parsed_ini, parsed_script
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
GRANT = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)\n"
# no password is checked, and app may connect
OPEN = "ALTER QMGR CONNAUTH(' ')\nDEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n" + GRANT
CHECKED = OPEN.replace("' '", "AI") + "DEFINE AUTHINFO(AI) AUTHTYPE(IDPWOS) "
SCRIPTS = {
    "empty": "",
    "open": OPEN,
    "checked": CHECKED + "CHCKCLNT(REQUIRED) ADOPTCTX(YES)\n",
    "administrators": CHECKED + "CHCKCLNT(REQDADM) ADOPTCTX(NO)\n",
    "tls": OPEN.replace("(SVRCONN)", "(SVRCONN) SSLCIPH(ANY_TLS12) SSLPEER('CN=app*')"),
    "receiver": "DEFINE CHANNEL(APP) CHLTYPE(RCVR)\nDEFINE QLOCAL(Q1)\n",
    "queues": OPEN
    + "DEFINE QLOCAL(Q1)\nDEFINE QALIAS(AL) TARGET(Q1)\nDEFINE QREMOTE(RM) RNAME(R) RQMNAME(QM2) XMITQ(QM2)\n"
    "DEFINE QMODEL(MD)\nDEFINE QLOCAL(QM2) USAGE(XMITQ)\nDEFINE TOPIC(T) TOPICSTR('a/b')\n"
    "DEFINE TOPIC(U) TOPICSTR('a')\nDEFINE QALIAS(TA) TARGET(T) TARGTYPE(TOPIC)\n"
    "DEFINE NAMELIST(NL)\nDEFINE PROCESS(PR)\n",
}
USUAL = {"channel": "APP", "address": "10.1.2.3", "user": "app"}


def estate_of(script: str, additions: str, settings: dict[str, str]) -> Estate:
    texts = {"QM1": SCRIPTS[script]}
    ini = ""
    for line in filter(None, map(str.strip, additions.split(";"))):
        stanza, colon, entry = line.partition(": ")
        if colon and "(" not in stanza:
            ini += f"{stanza}:\n   {entry}\n"
        else:
            name, command = line[1:].split(" ", 1) if line.startswith("@") else ("QM1", line)
            texts[name] = texts.get(name, "") + command + "\n"
    trees = [parsed_script(text, f"{name}.mqsc") for name, text in texts.items()]
    for name, tree in zip(texts, trees, strict=True):
        tree.document.queue_manager = name
    if ini:
        tree = parsed_ini(ini)
        tree.document.queue_manager = "QM1"
        trees.append(tree)
    complete = settings.pop("complete", "yes") == "yes"
    platform = settings.pop("platform", "linux")
    project = Project(mq_version=settings.pop("level", "9.4"), platform=platform, complete=complete)
    return build_estates(project, trees)[0]


def step_text(step: Step) -> str:
    evidence = ", ".join(f"{one.text} at {one.file}:{one.line}" for one in step.evidence)
    lines = f"  {step.outcome}, {step.name}: {step.text} [{evidence}] {step.confidence}"
    return "\n      ".join([lines, *step.changes])


def way_text(way: Way, usual: frozenset[str]) -> list[str]:
    choices = "".join(f", {one.what}: {one.choice}" for one in way.choices)
    lines = [f"{way.verdict} as {way.user}{choices}", *map(step_text, way.steps)]
    return [line for line in (*lines, *(f"  if {text}" for text in way.assumptions)) if line not in usual]


def answer_text(found: Answer, usual: frozenset[str]) -> str:
    lines = [f"{found.verdict}: {task(found)}, {found.confidence}", *found.notes]
    for way in found.ways:
        lines += way_text(way, usual)
    codes = [*reasons_of(found), *messages_of(found)]
    return "\n".join([*lines, *(["codes " + " ".join(map(str, codes))] if codes else []), *changes_of(found)])


def asked(script: str, question: str, additions: str) -> Answer:
    given: dict[str, object] = dict(word.split("=", 1) for word in question.split())
    settings = {key: str(given.pop(key)) for key in ("complete", "platform", "level") if key in given}
    estate = estate_of(script, additions, settings)
    manager = next(one for one in estate.queue_managers if one.name == "QM1")
    given = {key: str(value).replace("_", " ") if key != "channel" else value for key, value in given.items()}
    given = {key: None if value == "?" else "" if value == "none" and key != "credentials" else value
             for key, value in given.items()}  # fmt: skip
    if "groups" in given:
        given["groups"] = tuple(str(given["groups"]).split(","))
    local = given.pop("local", "") == "yes"
    usual = {"user": "app"} if local else USUAL
    return answer(estate, manager, Question(**(usual | given), local=local))  # type: ignore[arg-type]


@cache
def usual_lines(script: str) -> frozenset[str]:
    """What every answer about a script repeats."""
    if script == "empty":
        return frozenset()
    found = asked(script, "", "")
    return frozenset(line for way in found.ways for line in way_text(way, frozenset())[1:])


def matrix_text(script: str, question: str, additions: str) -> str:
    given = dict(word.split("=", 1) for word in question.split())
    object = given.get("object", "")
    part = Part(given.get("user"), tuple(filter(None, given.get("groups", "").split(","))),
                tuple(object.split(":")) if object else None)  # type: ignore[arg-type]  # fmt: skip
    settings = {key: given[key] for key in ("platform",) if key in given}
    (manager,) = estate_of(script, additions, settings).queue_managers
    lines = [
        f"{' '.join(cell.key)}: {','.join(cell.words)} by {cell.record.profile}"
        for cell in Matrix(manager, part).cells()
    ]
    return "\n".join([*lines, *(f"{user}: {why}" for user, why in users_without_authority(manager).items())])


@cases(ANSWERS)
def test_the_answer_is_the_recorded_one(case: str) -> None:
    script, question, additions = (part.strip() for part in f"{case} | | ".split("|")[:3])
    kind, _, script = script.rpartition(" ")
    if kind == "matrix":
        check(ANSWERS, case, matrix_text(script, question, additions))
    else:
        check(ANSWERS, case, answer_text(asked(script, question, additions), usual_lines(script)))
