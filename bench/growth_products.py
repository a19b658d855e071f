"""Lists that `bench/growth.py` makes longer together: what compares every entry of a list with every entry of
another takes time with the square of their length.

Entries have their number in them, and fit nothing, few or all entries of the other list. Tests of flow with
subscriptions are not among them: each test follows its message to every subscription that gets it, up to
a limit of all tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.growth_kinds import EDITOR, ENVIRONMENT, LINT, Frame, many
from bench.growth_units import NUMBER as N

COMPLETE = (*LINT, "--complete", "--profile", "regulated")
ACCESS = ("access", "--channel", "A1", "--address", "10.1.2.3", "--user", "u1")
MATRIX = ("access", "--matrix", "--format", "csv")
TRACE = ("trace", "topic:a/1")
QUERY_QUEUES = ("query", "DISPLAY QLOCAL(*)")
QUERY = ("query", "DISPLAY CHANNEL(*) ALL")
CHECKED = (LINT, EDITOR)
LOADED = (LINT, ("budget",), ("tune",))

PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n'
INVALID = f"DEFINE QLOCAL(A{N}) MAXDEPTH(X)\n"
QUEUES = many(INVALID)
SUBSCRIPTIONS = many(f"DEFINE QLOCAL(Q{N})\nDEFINE SUB(S{N}) TOPICSTR('a/#') DEST(Q{N})\n")
SERVER = f"DEFINE CHANNEL(A{N}) CHLTYPE(SVRCONN)\n"
CLUSTER = "CLUSTER(C) CONNAME('h(1)')"
TOPIC = f"DEFINE TOPIC(T{N}) TOPICSTR('a/{N}')\n"
BRANCH = f"DEFINE SUB(B{N}) TOPICSTR('a/{N}/#') DEST(Q{N})\n"
TOPIC_BELOW = f"DEFINE TOPIC(T{N}) TOPICSTR('a/x{N}/{N}')\n"
WILDCARDS = f"DEFINE QLOCAL(Q{N})\nDEFINE SUB(S{N}) TOPICSTR('a/+/{N}/#') DEST(Q{N})\n"
RECEIVER_OF_NAME = (
    f"SET CHLAUTH('A*') TYPE(QMGRMAP) QMNAME('Q{N}*') USERSRC(MAP) MCAUSER('u{N}')\n"
    f"DEFINE CHANNEL(A{N}) CHLTYPE(RCVR)\n"
)
BY_ADDRESS = f"SET CHLAUTH('A*') TYPE(ADDRESSMAP) ADDRESS('10.{N}.*') USERSRC(CHANNEL)\n"
BY_NAME = f"SET CHLAUTH('A*{N}*') TYPE(USERMAP) CLNTUSER('u{N}') USERSRC(NOACCESS)\n"
BY_SUBJECT = f"SET CHLAUTH('A*') TYPE(SSLPEERMAP) SSLPEER('CN=u{N}') USERSRC(MAP) MCAUSER('u')\n"
PROFILE = f"SET AUTHREC PROFILE('A*B{N}.**') OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)\n"
GROUP = f"SET AUTHREC PROFILE('A*') OBJTYPE(QUEUE) GROUP('g{N}') AUTHADD(GET)\n"
REMOTE = f"DEFINE QREMOTE(R{N}) RNAME(A) RQMNAME(M{N}) XMITQ(X)\n"
SENDER = f"DEFINE CHANNEL(C{N}) CHLTYPE(SDR) XMITQ(X) CONNAME('h(1)')\n"
NAMELIST = f"DEFINE NAMELIST(N{N}) NAMES(C{N},C1)\nDEFINE QLOCAL(Q{N}) CLUSNL(N{N})\n"
RECEIVER = f"DEFINE CHANNEL(A.{N}) CHLTYPE(CLUSRCVR) {CLUSTER}\n"
CLUSTER_SENDER = f"DEFINE CHANNEL(A.{N}) CHLTYPE(CLUSSDR) {CLUSTER}\n"
CLUSTERS = many(RECEIVER.replace("(C)", f"(C{N})")) + f"DEFINE NAMELIST(NL) NAMES(C{many(f',C{N}')})\n"
OF_NAMELIST = f"DEFINE CHANNEL(B.{N}) CHLTYPE(CLUSRCVR) CLUSNL(NL) CONNAME('h')\n"
MIXED = (
    f"DEFINE SUB(S{N}) TOPICSTR('a/+/b{N}/+/c') DEST(Q)\nDEFINE SUB(T{N}) TOPICSTR('+/a{N}/+/b/+') DEST(Q)\n"
)
PUBLISHING = f"DEFINE SUB(S{N}) TOPICSTR('a/#') DEST(P{N})\nDEFINE QALIAS(P{N}) TARGTYPE(TOPIC) TARGET(T)\n"
OF_DEFAULT = f"ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH({N})\nDEFINE QLOCAL(A{N})\n"
BY_RANGE = f"SET CHLAUTH('A*') TYPE(ADDRESSMAP) ADDRESS('10.{N}-200.0-{N}.*') USERSRC(CHANNEL)\n"
ALIAS = f"DEFINE QALIAS(P{N}) TARGTYPE(TOPIC) TARGET(T{N})\n"

IN_SCRIPT = {
    "directives, findings": (many("* mqtune: ignore-file SYN001\n") + QUEUES, CHECKED),
    "directives, attributes": (
        many("* mqtune: ignore SYN001\n") + "DEFINE QLOCAL(A)" + many(f" X{N}(1)"),
        CHECKED,
    ),
    "directives above a command, its attributes": (
        many("* mqtune: ignore CAT005 until=2020-01-01\n") + "DEFINE QLOCAL(A)" + many(f" X{N}(1)"),
        CHECKED,
    ),
    "directives beside one for the file, findings": (
        "* mqtune: ignore-file CAT017 until=2020-01-01\n" + many(f"* mqtune: ignore CAT\n{INVALID}"),
        CHECKED,
    ),
    "CHLAUTH, channels": (many(SERVER + BY_ADDRESS), (COMPLETE, ACCESS, MATRIX)),
    "CHLAUTH of generic names, channels": (many(SERVER + BY_NAME), (COMPLETE, ACCESS)),
    "CHLAUTH by subject, channels": (many(SERVER + BY_SUBJECT), (COMPLETE, QUERY)),
    "profiles, objects": (QUEUES + many(PROFILE), (COMPLETE, MATRIX)),
    "groups, objects": (QUEUES + many(GROUP), (COMPLETE,)),
    "CLUSSDR, CLUSRCVR": (many(CLUSTER_SENDER) + many(RECEIVER), (COMPLETE,)),
    "topics, subscriptions": (many(TOPIC) + SUBSCRIPTIONS, (COMPLETE, TRACE)),
    "topics, subscriptions of every branch": (
        f"DEFINE TOPIC(D) TOPICSTR('a{many('/a')}')\n" + many(TOPIC) + SUBSCRIPTIONS + many(BRANCH),
        (COMPLETE, ("show", "topics"), ("report", "--output", "report.html")),
    ),
    "topics, subscriptions with wildcards": (many(TOPIC_BELOW + WILDCARDS), (COMPLETE, ("show", "topics"))),
    "receivers, records of queue managers": (many(RECEIVER_OF_NAME), (COMPLETE,)),
    "aliases of topics, subscriptions": (many(ALIAS + TOPIC) + SUBSCRIPTIONS, (COMPLETE,)),
    "queues, names that are nearly theirs": (QUEUES + many(f"DEFINE QALIAS(B{N}) TARGET(C{N})\n"), CHECKED),
    "definitions, deletions": (QUEUES + many(f"DELETE QLOCAL(A{N})\n"), CHECKED),
    "definitions of one queue": (many(f"DEFINE QLOCAL(Q) REPLACE DESCR('{N}')\n"), CHECKED),
    "remote queues, senders": (many(REMOTE) + many(SENDER), (COMPLETE,)),
    "namelists, clusters": (many(NAMELIST) + many(RECEIVER.replace("(C)", f"(C{N})")), (COMPLETE,)),
    "clusters of one namelist, queues": (
        CLUSTERS + many(f"DEFINE QLOCAL(Q{N}) CLUSNL(NL)\n"),
        (COMPLETE, QUERY),
    ),
    "clusters of one namelist, channels": (CLUSTERS + many(OF_NAMELIST), (COMPLETE, ("show", "clusters"))),
    "subscriptions with wildcards": (many(MIXED), (COMPLETE, ("show", "topics"))),
    "subscriptions that publish to a topic": (many(PUBLISHING), (COMPLETE, TRACE)),
    "changes of a default object, queues": (many(OF_DEFAULT), (COMPLETE, ("show", "objects"))),
    "records of ranges": (many(BY_RANGE) + SERVER, (COMPLETE, ACCESS, MATRIX)),
    "values, words behind them": (many("'a' ") + many("B "), CHECKED),
    "lines that continue a word": (many("A+\n"), CHECKED),
    "listeners, channels": (many(f"DEFINE LISTENER(L{N}) TRPTYPE(TCP) PORT({N})\n{RECEIVER}"), (COMPLETE,)),
}

TOPIC_LOAD = f'[[queue-manager.topic]]\ntopic = "a/{N}"\npublish-rate = 10\n'
QUEUE_LOAD = f'[[queue-manager.queue]]\nqueue = "A{N}"\nput-rate = 10\n'
EXCEPTION = '[[exception]]\nreason = "r"\nrule = "CAT"\n'
CALLER = f'[[access-test]]\nchannel = "A{N}"\naddress = "10.0.0.1"\nuser = "u"\nexpect = "allowed"\n'

BY_IPV6 = f"SET CHLAUTH('A*') TYPE(ADDRESSMAP) ADDRESS('fd00:{N}:*') USERSRC(CHANNEL)\n"
CALLER_OF_IPV6 = CALLER.replace("10.0.0.1", f"fd00:{N}::1")

# a row of the project file, what is in the script
WITH_PROJECT = {
    "loads, subscriptions": (TOPIC_LOAD, SUBSCRIPTIONS, LOADED),
    "loads, aliases": (QUEUE_LOAD, QUEUES + many(f"DEFINE QALIAS(B{N}) TARGET(A{N})\n"), LOADED),
    "loads, queues": (QUEUE_LOAD, QUEUES, LOADED),
    "exceptions, findings": (f'{EXCEPTION}object = "QLOCAL(*A*{N}X*)"\n', QUEUES, (LINT,)),
    "tests of access, CHLAUTH": (CALLER, many(SERVER + BY_ADDRESS), (("access", "--tests"),)),
    "tests of access by address, CHLAUTH": (CALLER_OF_IPV6, many(SERVER + BY_IPV6), (("access", "--tests"),)),
}

NAMES_OF_LOOP = " ".join(f"Q{number}" for number in range(200))
LOOP = f"for q in {NAMES_OF_LOOP}; do runmqsc $q <<EOF\n" + many(f"DEFINE QLOCAL(A{N})\n") + "EOF\ndone\n"
LOOPS = many(f"for q in A{N} B{N}; do runmqsc $q <<EOF\nDEFINE QLOCAL(A{N})\nEOF\ndone\n")
OVER_FILES = many(f"for f in *.sql; do runmqsc Q{N} < $f; done\n")
LOOP_OF_OPTIONS = f"for q in {NAMES_OF_LOOP}; do crtmqm -iv '" + many(f"A{N}=B;") + "' $q\ndone\n"
CALLS = {f"s{N}.sh": f". ./s{N}0.sh\nbash s1.sh\nrunmqsc QM{N} < a.txt\n", "a.txt": "DEFINE QLOCAL(A)\n"}
FUNCTIONS = many(f"f{N}() {{ runmqsc Q{N} <<EOF\nDEFINE QLOCAL(A)\nEOF\n}}\n") + many(f"f{N}\n")
WITH_VALUES = many(f'[[environment]]\nname = "e{N}"\nvalues = ["v.yaml"]\n')
TEMPLATE = many("DEFINE QLOCAL({{ name }})\n")
TEMPLATES = {f"t{N}.mqsc.j2": "DEFINE QLOCAL({{ name }})\n", "v.yaml": "name: A\n"}
LONG_VALUE = {"mqtune.toml": ENVIRONMENT.format("v.yaml"), "v.yaml": "text: " + many("abcdefgh") + "\n"}
INSERTING = many("---\na.mqsc: |\n  DEFINE QLOCAL(A) DESCR('{{ text }}')\n")
UNMATCHED = {f"q{N}/qm.ini": "Log:\n  LogPrimaryFiles=3\n"}
STANZAS = "Log:\n" + many(f"Service:\n  Name=S{N}\n") + many(f"  K{N}=1\n")

FILES = {f"b{N}.mqsc": f"DEFINE CHANNEL(X) CHLTYPE(CLUSRCVR) {CLUSTER}\n"}
MANAGERS = many(f'[[queue-manager]]\nname = "Q{N}"\nfiles = ["b{N}.mqsc"]\n')
MANAGERS_OF_ALL = many(f'[[queue-manager]]\nname = "Q{N}"\nfiles = ["b*.mqsc"]\n')
MANAGERS_OF_ENVIRONMENTS = many(f'[[queue-manager]]\nname = "Q{N}"\nfiles = ["**"]\n')
APPLYING, APPLIED = f"cat d/*.txt | runmqsc Q{N}\n", {f"d/{N}.txt": "DEFINE QLOCAL(A)\n"}
EXCLUDED = 'exclude = ["x"' + many(f', "x{N}*/**"') + "]\n"
IN_FOLDERS = {f"d{N}/x{N}y/a{N}.mqsc": f"DEFINE QLOCAL(A{N})\n"}
LED = "* Script generated on 2026-01-01\n* Queue manager name: "
SENDERS = many(f"DEFINE CHANNEL(A{N}) CHLTYPE(SDR) XMITQ(X) CONNAME('h{N}(1)')\n")
PARTNERS = {
    "a/a.mqsc": f"{LED}QM1\n{SENDERS}",
    "a/b.mqsc": f"{LED}QM2\n" + many(f"DEFINE CHANNEL(A{N}) CHLTYPE(RCVR)\n"),
    "b/a.mqsc": f"{LED}QM3\n{SENDERS}",
}
TWO_ENVIRONMENTS = "".join(f'[[environment]]\nname = "{name}"\nfiles = ["{name}/*"]\n' for name in "ab")
IN_ENVIRONMENTS = {f"e{N}/a.mqsc": f"DEFINE CHANNEL(A) CHLTYPE(SDR) XMITQ(X) CONNAME('h{N}(1)')\n"}
ENVIRONMENTS = many(f'[[environment]]\nname = "e{N}"\nfiles = ["e{N}/**"]\n')
SETTINGS = {f"q{N}/etc/qm.ini": "Log:\n  LogPath=/a\n", f"q{N}/a.mqsc": "DEFINE QLOCAL(A)\n"}
PATTERNS = ("**/*x{}*/a*.mqsc", "*/x{}?/**", "**/[x]{}*/a*.mqsc")
DECLARED = '[[{}]]\nname = "Q{}"\nfiles = ["{}"]\n'
CONNECTION = '{"name":"A{}","type":"clientConnection","clientConnection":{"queueManager":"QM1"}}'
CLIENTS = '{"channel":[' + CONNECTION + many("," + CONNECTION.replace("{}", N)) + "]}"
VALUES = {"mqtune.toml": ENVIRONMENT.format("v.yaml"), "v.yaml": many(f"name{N}: A{N}\n")}
PLACEHOLDERS = many(f"DEFINE QLOCAL({{{{ name{N} }}}}) DESCR('${{x{N}}}')\n")
VARIABLES = many(f"V{N}=A{N}\n") + "runmqsc QM1 <<EOF\n" + many(f"DEFINE QLOCAL($V{N})\n") + "EOF\n"
AUTHORITIES = many(f"setmqaut -m QM1 -n 'A.{N}.**' -t q -g g{N} +get\n")
KNOWN = '{{"code":"CAT005","scope":"","type":"QLOCAL","name":"A{}","attribute":"X","file":"a.mqsc"}}'
BASELINE = '{"mqtune-baseline": 1, "findings": [' + KNOWN.format("") + many("," + KNOWN.format(N)) + "]}"


def product_frames() -> Iterator[Frame]:
    """Every pair of lists, in frames whose rows are their units."""
    for name, (text, commands) in IN_SCRIPT.items():
        yield Frame(name, "a.mqsc", text, {}, commands)
    for name, (row, text, commands) in WITH_PROJECT.items():
        yield Frame(name, "mqtune.toml", PROJECT + many(row), {"a.mqsc": text}, commands)
    lint = (LINT,)
    yield Frame("values, placeholders", "a.mqsc.j2", PLACEHOLDERS, VALUES, lint)
    yield Frame("CLUSSDR, CLUSRCVR of files", "a.mqsc", many(CLUSTER_SENDER), FILES, lint)
    yield Frame("queue managers, files", "mqtune.toml", MANAGERS, FILES, lint)
    yield Frame("queue managers, files of all", "mqtune.toml", MANAGERS_OF_ALL, FILES, lint)
    of_environments = ENVIRONMENTS + MANAGERS_OF_ENVIRONMENTS
    yield Frame("queue managers, environments", "mqtune.toml", of_environments, IN_ENVIRONMENTS, lint)
    yield Frame("commands, files that all apply", "a.sh", many(APPLYING), APPLIED, lint)
    for number, pattern in enumerate(PATTERNS, 1):
        for table in ("queue-manager", "environment"):
            declared = many(DECLARED.format(table, N, pattern.format(N)))
            yield Frame(
                f"patterns {number} of each {table}, files", "mqtune.toml", declared, IN_FOLDERS, lint
            )
        excluded = 'exclude = ["z"' + many(f', "{pattern.format(N + "z")}"') + "]\n"
        yield Frame(f"patterns {number} of exclude, files", "mqtune.toml", excluded, IN_FOLDERS, lint)
    yield Frame("queue managers of a loop, commands", "a.sh", LOOP, {}, lint)
    yield Frame("loops, queue managers", "a.sh", LOOPS, {}, lint)
    yield Frame("queue managers of a loop, options", "a.sh", LOOP_OF_OPTIONS, {}, lint)
    yield Frame("scripts, scripts that they call", "a.sh", "bash ./s1.sh\n", CALLS, lint)
    yield Frame("loops over files, files", "a.sh", OVER_FILES, {f"s{N}.sql": "DEFINE QLOCAL(A)\n"}, lint)
    yield Frame("functions, calls", "a.sh", FUNCTIONS, {}, lint)
    values = {"mqtune.toml": WITH_VALUES, "v.yaml": "name: A\n"}
    yield Frame("environments, commands of a template", "a.mqsc.j2", TEMPLATE, values, (LINT, QUERY_QUEUES))
    yield Frame("environments, templates", "mqtune.toml", WITH_VALUES, TEMPLATES, lint)
    yield Frame("characters of a value, texts", "a.yaml", INSERTING, LONG_VALUE, lint)
    yield Frame("stanzas, keys", "qm.ini", STANZAS, {}, CHECKED)
    yield Frame("files that do not exist, files", "mqtune.toml", MANAGERS, UNMATCHED, lint)
    yield Frame("environments, folders", "mqtune.toml", ENVIRONMENTS, IN_ENVIRONMENTS, lint)
    yield Frame("senders, hosts of environments", "mqtune.toml", TWO_ENVIRONMENTS, PARTNERS, lint)
    projects = {f"p{N}/mqtune.toml": "", f"p{N}/a.mqsc": "DEFINE QLOCAL(A)\n"}
    yield Frame("projects, folders", "a.mqsc", many("* a\n"), projects, lint)
    yield Frame("folders of settings, folders", "a.mqsc", many("* a\n"), SETTINGS, lint)
    yield Frame("exclude, files", "mqtune.toml", EXCLUDED, FILES, lint)
    yield Frame("ignored names, files", ".gitignore", many(f"x{N}*\n"), FILES, lint)
    yield Frame("client channels, channels", "ccdt.json", CLIENTS, {"a.mqsc": many(SERVER)}, (COMPLETE,))
    yield Frame("variables, uses", "a.sh", VARIABLES, {}, CHECKED)
    yield Frame("setmqaut, queues", "a.sh", AUTHORITIES, {"a.mqsc": QUEUES}, (COMPLETE,))
    changed = {"new/a.mqsc": many(BY_RANGE)}
    applied = ("plan", "old", "--apply", "new/a.mqsc")
    yield Frame("ranges before, ranges after", "old/a.mqsc", many(SERVER + BY_RANGE), changed, (applied,))
    changed = {"new/a.mqsc": QUEUES.replace("(A", "(B")}
    yield Frame("objects before, objects after", "old/a.mqsc", QUEUES, changed, (("plan", "old", "new"),))
    changed = {"new/a.mqsc": QUEUES + many(GROUP.replace("GET", "PUT"))}
    yield Frame(
        "groups before, groups after", "old/a.mqsc", QUEUES + many(GROUP), changed, (("plan", "old", "new"),)
    )
    known = (*LINT, "--baseline", "known.json")
    yield Frame("baseline, findings", "known.json", BASELINE, {"a.mqsc": QUEUES}, (known,))
