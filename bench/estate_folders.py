"""Estates of unusual shape in many files or in files that are not MQSC: paths with their texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from bench.dumps import FOOTER

Files = Iterator[tuple[str, str]]
PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\n'
MISTAKES = (
    " MAXDPETH(9)", " MAXDEPTH(-3)", " DEFPSIST(YESS)", " BOTHRESH(7", " PUT(DISABLD)", " XXX(4)",
    " MAXMSGL(8)REPLACE", " MAXDEPTH(2) MAXDEPTH(5)", " STATQ(QMGRR)", " SHARE NOSHARE", " GET(ENABLE)",
)  # fmt: skip


def small_files(objects: int) -> Files:
    """One queue in each file, 200 files in a folder: each folder is a queue manager."""
    for n in range(objects):
        yield f"area{n // 200}/q{n}.mqsc", f"DEFINE QLOCAL('ORDERS.{n:06}') MAXDEPTH({n + 1}) REPLACE\n"


def one_of_many_files(objects: int) -> Files:
    """One queue manager, eight objects in each of its files, which refer to each other."""
    yield "mqtune.toml", '[[queue-manager]]\nname = "QM1"\nfiles = ["**/*.mqsc"]\ncomplete = true\n'
    for n in range(0, objects, 8):
        queues = (
            f"DEFINE QLOCAL('ORDERS.{k:06}') BOQNAME('BACK.{k - 9}') REPLACE\n" for k in range(n, n + 8)
        )
        yield f"area{n // 800}/q{n}.mqsc", "".join(queues)


def queue_managers(objects: int) -> Files:
    """Queue managers that the project file declares, each with four objects; their channels form a ring."""
    count = objects // 4
    table = '[[queue-manager]]\nname = "QM{0}"\nfiles = ["qm{0}.mqsc"]\ncomplete = true\n'
    yield "mqtune.toml", "".join(table.format(n) for n in range(count))
    for n in range(count):
        other = (n + 1) % count
        text = (
            f"DEFINE QLOCAL('QM{other}') USAGE(XMITQ) REPLACE\n"
            f"DEFINE CHANNEL('TO.{other}') CHLTYPE(SDR) CONNAME('h{other}') XMITQ('QM{other}') REPLACE\n"
            f"DEFINE CHANNEL('TO.{n}') CHLTYPE(RCVR) TRPTYPE(TCP) REPLACE\n"
            f"DEFINE QREMOTE('OUT') RNAME('IN') RQMNAME('QM{other}') REPLACE\n"
        )
        yield f"qm{n}.mqsc", text


def cluster_members(objects: int) -> Files:
    """A cluster whose members are dumps of their own, each with four objects."""
    for n in range(objects // 4):
        text = (
            f"* Script generated on 2026-01-01 at 10.00.00\n* Queue manager name: QM{n:05}\n"
            f"* Queue manager platform: UNIX\n* Queue manager command level: (930/930)\n"
            f"DEFINE CHANNEL('SHOP.QM{n:05}') CHLTYPE(CLUSRCVR) CONNAME('h{n}(1414)') CLUSTER(SHOP) REPLACE\n"
            f"DEFINE CHANNEL('SHOP.QM{n % 2:05}') CHLTYPE(CLUSSDR) CONNAME('h{n % 2}(1414)') "
            f"CLUSTER(SHOP) REPLACE\n"
            f"DEFINE QLOCAL('ORDERS') CLUSTER(SHOP) DEFBIND(NOTFIXED) REPLACE\n"
            f"DEFINE QLOCAL('LOCAL.{n:05}') CLUSTER(SHOP) REPLACE\n"
            f"{FOOTER}"
        )
        yield f"QM{n:05}.mqsc", text


def partners_by_address(objects: int) -> Files:
    """Queue managers that others and clients reach by their addresses only, each with four objects."""
    count = objects // 4
    for n in range(count):
        other = (n + 1) % count
        text = (
            f"* Script generated on 2026-01-01 at 10.00.00\n* Queue manager name: QM{n:05}\n"
            f"DEFINE CHANNEL('IN.{n}') CHLTYPE(CLUSRCVR) CONNAME('h{n}(1414)') CLUSTER(SHOP) REPLACE\n"
            f"DEFINE CHANNEL('OUT.{n}') CHLTYPE(SDR) CONNAME('h{other}(1414)') XMITQ('NEXT') REPLACE\n"
            f"DEFINE CHANNEL('APP') CHLTYPE(CLNTCONN) CONNAME('h{other}(1414)') REPLACE\n"
            f"DEFINE QREMOTE('NEXT.IN') RNAME('IN') RQMNAME('NEXT') XMITQ('NEXT') REPLACE\n"
            f"{FOOTER}"
        )
        yield f"QM{n:05}.mqsc", text


def yaml_files(objects: int) -> Files:
    """ConfigMaps with eight commands each."""
    for n in range(0, objects, 8):
        lines = (f"    DEFINE QLOCAL('ORDERS.{k:06}') MAXDEPTH({k - 5}) REPLACE\n" for k in range(n, n + 8))
        head = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mqsc-{n}\ndata:\n  queues.mqsc: |\n"
        yield f"area{n // 800}/config{n}.yaml", head + "".join(lines)


def yaml_block(objects: int) -> Files:
    """All commands in one ConfigMap."""
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mqsc\ndata:\n  queues.mqsc: |\n"
    yield (
        "config.yaml",
        head
        + "".join(f"    DEFINE QLOCAL('ORDERS.{n:06}') MAXDEPHT({n - 5}) REPLACE\n" for n in range(objects)),
    )


def yaml_documents(objects: int) -> Files:
    """One YAML file with a small ConfigMap for each four objects."""
    pieces = []
    for n in range(0, objects, 4):
        lines = (f"    DEFINE QLOCAL('ORDERS.{k:06}') MAXDEPTH({k - 5}) REPLACE\n" for k in range(n, n + 4))
        head = f"---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mqsc-{n}\ndata:\n  queues.mqsc: |\n"
        pieces.append(head + "".join(lines))
    yield "config.yaml", "".join(pieces)


def resources(objects: int) -> Files:
    """One file of queue manager resources for an operator, each with a ConfigMap of four commands."""
    pieces = []
    for n in range(objects // 4):
        pieces.append(
            f"---\napiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata: {{name: qm{n}}}\nspec:\n"
            f"  queueManager:\n    name: QM{n}\n    mqsc:\n    - configMap: {{name: c{n}, items: [a.mqsc]}}\n"
            f"---\nkind: ConfigMap\nmetadata: {{name: c{n}}}\ndata:\n  a.mqsc: |\n"
        )
        pieces += [f"    DEFINE QLOCAL('ORDERS.{k}') MAXDEPTH({k + 1}) REPLACE\n" for k in range(4)]
    yield "queue-managers.yaml", "".join(pieces)


def plain_yaml(objects: int) -> Files:
    """Manifests that have nothing to do with MQ, and one script."""
    yield "queues.mqsc", "DEFINE QLOCAL('ORDERS.IN') REPLACE\n"
    for n in range(0, objects, 4):
        lines = (f"    service-{k}: http://s{k}.example.org/path\n" for k in range(n, n + 4))
        yield f"area{n // 800}/values{n}.yaml", f"name: shop-{n}\nservices:\n  all:\n" + "".join(lines)


def here_documents(objects: int) -> Files:
    """One script with a here-document for each four objects."""
    pieces = ["#!/bin/sh\nset -e\n"]
    for n in range(0, objects, 4):
        lines = (f"DEFINE QLOCAL('ORDERS.{k:06}') MAXDEPTH($DEPTH) REPLACE\n" for k in range(n, n + 4))
        pieces.append(f"runmqsc QM{n % 8} <<EOF\n{''.join(lines)}EOF\n")
    yield "deploy.sh", "".join(pieces)


def echoed(objects: int) -> Files:
    """One script that pipes each command by itself."""
    yield (
        "deploy.sh",
        "#!/bin/sh\n"
        + "".join(
            f"echo \"DEFINE QLOCAL('ORDERS.{n:06}') MAXDEPTH({n - 5}) REPLACE\" | runmqsc QM1\n"
            for n in range(objects)
        ),
    )


def shell_scripts(objects: int) -> Files:
    """Scripts with one here-document of four commands each."""
    for n in range(0, objects, 4):
        lines = (f"DEFINE QLOCAL('ORDERS.{k:06}') MAXDEPTH({k - 5}) REPLACE\n" for k in range(n, n + 4))
        yield f"area{n // 800}/s{n}.sh", f"#!/bin/sh\nrunmqsc QM1 <<EOF\n{''.join(lines)}EOF\n"


def changed_folders(objects: int) -> Files:
    """One script that goes into a deeper folder before each file that it applies."""
    pieces = (f"cd area{n}\nrunmqsc QM1 < ../../queues.mqsc\n" for n in range(objects))
    yield "queues.mqsc", "DEFINE QLOCAL('ORDERS.IN') REPLACE\n"
    yield "deploy.sh", "#!/bin/sh\n" + "".join(pieces)


def templates(objects: int) -> Files:
    """Templates of scripts, eight commands each."""
    for n in range(0, objects, 8):
        lines = (
            f"DEFINE QLOCAL('{{{{ app }}}}.{k:06}') MAXDEPTH({{{{ depth }}}}) REPLACE\n"
            for k in range(n, n + 8)
        )
        text = "{% if queues %}\n" + "".join(lines) + "{% endif %}\n"
        yield f"area{n // 800}/t{n}.mqsc.j2", text


def stanzas(objects: int) -> Files:
    """A qm.ini with as many stanzas as objects, half of them with a key that does not exist."""
    pieces = ["Log:\n   LogPrimaryFiles=16\n   LogFilePages=16384\n"]
    for n in range(0, objects, 2):
        pieces.append(
            f"ApiExitLocal:\n   Sequence={n}\n   Function=Entry\n   Module=/exits/e{n}\n   Name=E{n}\n"
        )
        pieces.append(f"Service:\n   Name=S{n}\n   EntryPoint{n}=1\n")
    yield "qm.ini", "".join(pieces)


def keys(objects: int) -> Files:
    """A qm.ini with one stanza of as many keys as objects."""
    yield "qm.ini", "TCP:\n" + "".join(f"   KeepAlive{n}=Yes\n" for n in range(objects))


def client_channels(objects: int, wrong: bool = False) -> Files:
    """A table of as many client channels; `wrong`: each with a key and a value that do not exist."""
    extra = {"unknownKey": 1} if wrong else {}
    channels = [
        {
            "general": {"description": "", "maximumMessageLength": 4194304, **extra},
            "name": f"APP.{n:06}",
            "clientConnection": {
                "connection": [{"host": f"h{n}.example.org", "port": 1414}],
                "queueManager": f"QM{n % 100}",
            },
            "transmissionSecurity": {
                "cipherSpecification": "NO_SUCH_CIPHER" if wrong else "ANY_TLS12_OR_HIGHER"
            },
            "type": "clientConnection",
        }
        for n in range(objects)
    ]
    yield "ccdt.json", json.dumps({"channel": channels}, indent=2)


def wrong_client_channels(objects: int) -> Files:
    """A table of client channels, each with a key and a value that do not exist."""
    return client_channels(objects, wrong=True)


def same_client_channel(objects: int) -> Files:
    """A table that holds one name again and again."""
    for path, text in client_channels(objects):
        yield (
            path,
            "\n".join('      "name": "APP",' if '"name"' in line else line for line in text.splitlines()),
        )


def tables_and_servers(objects: int) -> Files:
    """Client channels in a table, and the queue manager that has the other ends."""
    yield from client_channels(objects // 2)
    yield "mqtune.toml", PROJECT
    yield (
        "qm1.mqsc",
        "".join(
            f"DEFINE CHANNEL('APP.{n:06}') CHLTYPE(SVRCONN) SSLCIPH('TLS_AES_256_GCM_SHA384') REPLACE\n"
            for n in range(objects // 2)
        ),
    )


EXCEPTION = """
[[exception]]
rule = "CAT"
object = "QLOCAL({name})"
reason = "ticket {n}"
owner = "messaging team"
"""


def exceptions(objects: int) -> Files:
    """As many exceptions in the project file as queues, half of them without a finding."""
    yield "mqtune.toml", PROJECT + "".join(EXCEPTION.format(n=n, name=f"Q.{n:06}") for n in range(objects))
    queues = (f"DEFINE QLOCAL('Q.{n:06}') MAXDEPTH({-1 if n % 2 else 9}) REPLACE\n" for n in range(objects))
    yield "qm1.mqsc", "".join(queues)


def generic_exceptions(objects: int) -> Files:
    """A tenth as many exceptions as queues, each with a generic name."""
    names = (EXCEPTION.format(n=n, name=f"ORDERS.{n}.*") for n in range(objects // 10))
    yield "mqtune.toml", PROJECT + "".join(names)
    queues = (f"DEFINE QLOCAL('ORDERS.{n // 10}.{n % 10}') MAXDEPTH(-1) REPLACE\n" for n in range(objects))
    yield "qm1.mqsc", "".join(queues)


def exceptions_by_part(objects: int) -> Files:
    """A tenth as many exceptions as queues, for names with a part in the middle."""
    forms = ("*.SHOP{}.*", "ORDERS.*.SHOP{}.*")
    names = (EXCEPTION.format(n=n, name=forms[n % 2].format(n)) for n in range(objects // 10))
    yield "mqtune.toml", PROJECT + "".join(names)
    queues = (
        f"DEFINE QLOCAL('ORDERS.A.SHOP{n // 10}.{n % 10}') MAXDEPTH(-1) REPLACE\n" for n in range(objects)
    )
    yield "qm1.mqsc", "".join(queues)


def exceptions_by_letters(objects: int) -> Files:
    """As many exceptions as queues, which begin and end alike, and as many that have expired."""
    names = (EXCEPTION.format(n=n, name=f"*{n:06}Z*") for n in range(objects // 2))
    old = EXCEPTION.format(n=0, name="ORDERS.*") + "until = 2020-01-01\n"
    yield "mqtune.toml", PROJECT + "".join(names) + old * (objects // 2)
    yield "qm1.mqsc", "".join(f"DEFINE QLOCAL('ORDERS.{n}') MAXDEPTH(-1) REPLACE\n" for n in range(objects))


def folders_by_pattern(objects: int) -> Files:
    """Queue managers whose files are in a folder of their name anywhere, four files with four queues each."""
    table = '[[queue-manager]]\nname = "QM{0}"\nfiles = ["**/qm{0}/*.mqsc", "common/*.mqsc"]\n'
    yield "mqtune.toml", "".join(table.format(n) for n in range(objects // 16))
    yield "common/all.mqsc", "DEFINE QLOCAL('COMMON') REPLACE\n"
    for n in range(objects // 4):
        queues = (f"DEFINE QLOCAL('ORDERS.{n}.{k}') REPLACE\n" for k in range(4))
        yield f"area{n % 7}/qm{n // 4}/f{n}.mqsc", "".join(queues)


def changed_authorities(objects: int) -> Files:
    """Two states whose generic authority records differ, with as many queues and a hundred users."""
    for state, word in (("old", "PUT"), ("new", "GET")):
        text = []
        for n in range(objects // 8):
            app = f"APP{n % 50}"
            profile = (f"{app}.**", f"{app}.*.{n}", f"*.ORDERS.{n}", f"APP?{n % 9}.ORDERS.*")[n % 4]
            user = f"OBJTYPE(QUEUE) PRINCIPAL('user{n % 100}')"
            text.append(f"DEFINE QLOCAL('{app}.ORDERS.{n}') REPLACE\n")
            text.append(f"SET AUTHREC PROFILE('{profile}') {user} AUTHADD({word},INQ)\n")
        yield f"{state}/qm1.mqsc", "".join(text)


def declared_loads(objects: int) -> Files:
    """The expected load of as many queues and topics as there are, in the project file."""
    pieces = [
        '[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\ncores = 8\nmemory = "64 GiB"\n'
    ]
    script = []
    for n in range(objects // 2):
        pieces.append(
            f'[[queue-manager.queue]]\nqueue = "Q.{n:06}"\nput-rate = {n % 50}\nmessage-size = "2 KiB"\n'
        )
        pieces.append(
            f'[[queue-manager.topic]]\ntopic = "shop/{n}"\npublish-rate = {n % 50}\nsubscribers = 3\n'
        )
        script.append(f"DEFINE QLOCAL('Q.{n:06}') MAXDEPTH(10) REPLACE\n")
        script.append(f"DEFINE TOPIC('T.{n:06}') TOPICSTR('shop/{n}') REPLACE\n")
    yield "mqtune.toml", "".join(pieces)
    yield "qm1.mqsc", "".join(script)


def loads_that_reach_many(objects: int) -> Files:
    """A sixteenth as many topics with an expected load, which all reach a hundred subscriptions."""
    table = '[[queue-manager.topic]]\ntopic = "shop/{0}"\npublish-rate = 3\n'
    yield "mqtune.toml", PROJECT + "".join(table.format(n) for n in range(objects // 16))
    subscriptions = (f"DEFINE SUB('S{n}') TOPICSTR('shop/#') DEST('Q{n}') REPLACE\n" for n in range(100))
    yield "qm1.mqsc", "".join(subscriptions)


def ignored_files(objects: int) -> Files:
    """As many patterns in .gitignore and `exclude` as there are files for each four objects."""
    yield ".gitignore", "".join(f"/old/q{n}-*.mqsc\n" for n in range(objects // 4))
    excluded = "".join(f'  "old/{n}/*.mqsc",\n' for n in range(objects // 4))
    yield "mqtune.toml", f"exclude = [\n{excluded}]\n"
    for n in range(objects // 4):
        yield f"new/{n // 200}/q{n}.mqsc", f"DEFINE QLOCAL('ORDERS.{n:06}') REPLACE\n" * 4


def copies(objects: int) -> Files:
    """The same script for many queue managers, one folder each, 16 objects in a script."""
    text = "".join(
        f"DEFINE QLOCAL('ORDERS.{n}') BOQNAME('MISSING') MAXDEPTH(-1) REPLACE\n" for n in range(16)
    )
    for n in range(objects // 16):
        yield f"env{n}/queues.mqsc", text


def sequence_numbers(objects: int) -> Files:
    """A member of a z/OS data set: 80 columns, numbers in the last eight."""
    yield "mqtune.toml", f'platform = "zos"\n{PROJECT}'
    lines = []
    for n in range(objects):
        first, second = f"DEFINE QLOCAL('ZOS.{n:06}') +", "       MAXDEPTH(5000) DEFPSIST(YES) REPLACE"
        lines.append(f"{first:<72}{n * 20:08}\n{second:<72}{n * 20 + 10:08}\n")
    yield "qm1.mqsc", "".join(lines)


def fixes_that_fail(objects: int) -> Files:
    """Misspelt attributes whose correction would be wrong in every tenth object."""
    yield "mqtune.toml", PROJECT
    queues = (f"DEFINE QLOCAL('Q.{n:06}') MAXDEPHT({-1 if n % 10 else n}) REPLACE\n" for n in range(objects))
    yield "qm1.mqsc", "".join(queues)


def mistakes_that_hide_others(objects: int) -> Files:
    """Files of 20 commands with up to four mistakes in each command, of which many hide others."""
    chance = Random(7)
    for n in range(max(1, objects // 20)):
        commands = []
        for _ in range(20):
            mistakes = "".join(chance.sample(MISTAKES, chance.randrange(1, 5)))
            verb, type = chance.choice(("DEFINE", "DEFNE")), chance.choice(("QLOCAL", "QLOCL", "QALIAS"))
            commands.append(f"{verb} {type}(Q.{chance.randrange(12)}){mistakes}\n")
        yield f"f{n}/a.mqsc", "".join(commands)
