"""The large estate of `bench/tui.py`: three environments with objects of all kinds, and many mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

QUEUE_MANAGERS = 20
ENVIRONMENTS = {"dev": "test", "test": "test", "prod": "production"}  # with the role of their queue managers
SETS = 10  # objects of one application, all made by one step of `_commands`
APPLICATIONS, REGIONS = 97, 7


def write(folder: Path, objects: int) -> None:
    """Write a project file, and a script of as many objects for each queue manager."""
    names = list(ENVIRONMENTS)
    project = [f'[[environment]]\nname = "{name}"\nfiles = ["{name}/**"]\n' for name in names]
    for number in range(QUEUE_MANAGERS):
        environment, name = names[number % len(names)], f"QM{number:02}"
        project.append(
            f'[[queue-manager]]\nname = "{name}"\nenvironment-name = "{environment}"\ncores = 8\n'
            f'role = "{ENVIRONMENTS[environment]}"\nfiles = ["{environment}/{name}/**"]\n'
        )
        place = folder / environment / name
        place.mkdir(parents=True)
        text = "".join(_commands(name, f"QM{(number + len(names)) % QUEUE_MANAGERS:02}", objects))
        (place / "objects.mqsc").write_text(text, encoding="utf-8")
    (folder / "mqtune.toml").write_text("\n".join(project), encoding="utf-8")


def _commands(name: str, partner: str, objects: int) -> Iterator[str]:
    """Yield the commands of one queue manager. Five of ten cause a finding each."""
    host = f"{partner.lower()}.example.com(1414)"
    yield f"DEFINE QLOCAL({partner}) USAGE(XMITQ) REPLACE\n"
    yield f"DEFINE CHANNEL({name}.{partner}) CHLTYPE(SDR) CONNAME('{host}') XMITQ({partner}) REPLACE\n"
    for number in range(objects // QUEUE_MANAGERS // SETS):
        app, n = f"APP{number % APPLICATIONS:02}", number
        user, topic = app.lower(), f"/bank/{app}/region{n % REGIONS}"
        yield f"DEFINE QLOCAL({app}.IN.{n}) MAXDEPHT(5000) DEFPSIST(YES) REPLACE\n"
        yield f"DEFINE QLOCAL({app}.WORK.{n}) BOQNAME({app}.BACKOUT.{n}) BOTHRESH(3) REPLACE\n"
        yield f"DEFINE QALIAS({app}.ALIAS.{n}) TARGET({app}.WORK.{n}) DEFBIND(NOTFIXED) REPLACE\n"
        yield f"DEFINE QREMOTE({app}.OUT.{n}) RNAME({app}.WORK.{n}) RQMNAME({partner}) REPLACE\n"
        yield f"DEFINE TOPIC({app}.TOPIC.{n}) TOPICSTR('{topic}/item{n}') PUB(ENABLED) REPLACE\n"
        yield f"DEFINE SUB({app}.SUB.{n}) TOPICSTR('{topic}/#') DEST({app}.WORK.{n}) REPLACE\n"
        yield f"DEFINE CHANNEL({app}.SVRCONN.{n}) CHLTYPE(SVRCONN) MCAUSER('{user}') MAXMSG(9) REPLACE\n"
        yield f"SET CHLAUTH('{app}.SVRCONN.{n}') TYPE(ADDRESSMAP) ADDRESS('10.{n % 200}.*') USERSRC(MAPP)\n"
        yield f"SET AUTHREC PROFILE('{app}.WORK.{n}') OBJTYPE(QUEUE) GROUP('{user}') AUTHADD(PUT,GET)\n"
        yield f"DEFINE QLOCAL({app}.SHARED.{n}) CLUSTER(BANK) MAXMSGL(10485760000) REPLACE\n"
