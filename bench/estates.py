"""Estates of unusual shape in MQSC: each function gives the text of one script with about so many objects.

The shapes are those that slow down a tool that compares names, searches lists or reads text repeatedly.
The same count always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

LONG_PREFIX = "GROUP.EUROPE.PAYMENTS.CLEARING.PROD"  # 35 of the 48 characters of a name


def long_prefixes(objects: int) -> Iterator[str]:
    """Queues and aliases whose names differ in the last characters only; every alias misses its target."""
    for n in range(objects // 2):
        yield f"DEFINE QLOCAL('{LONG_PREFIX}.Q{n:06}') REPLACE\n"
        yield f"DEFINE QALIAS('{LONG_PREFIX}.A{n:06}') TARGET('{LONG_PREFIX}.T{n:06}') REPLACE\n"


def long_suffixes(objects: int) -> Iterator[str]:
    """The same with names that differ in the first characters only."""
    for n in range(objects // 2):
        yield f"DEFINE QLOCAL('Q{n:06}.{LONG_PREFIX}') REPLACE\n"
        yield f"DEFINE QALIAS('A{n:06}.{LONG_PREFIX}') TARGET('T{n:06}.{LONG_PREFIX}') REPLACE\n"


def few_undefined(objects: int) -> Iterator[str]:
    """Queues that name one of a few backout queues, none of them defined."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('ORDERS.{n:06}') BOQNAME('BACKOUT.{n % 4}') BOTHRESH(3) REPLACE\n"


def many_undefined(objects: int) -> Iterator[str]:
    """Queues that each name another backout queue, none of them defined."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('ORDERS.{n:06}') BOQNAME('BACKOUT.{n:06}') BOTHRESH(3) REPLACE\n"


def slips(objects: int) -> Iterator[str]:
    """Aliases whose targets each miss one letter."""
    for n in range(objects // 2):
        word = "".join(chr(65 + n // 26**place % 26) for place in range(4))
        yield f"DEFINE QLOCAL('ORDERS.REQUEST{word}') REPLACE\n"
        yield f"DEFINE QALIAS('ALIAS.{word}') TARGET('ORDERS.REQEST{word}') REPLACE\n"


def wrong_values(objects: int) -> Iterator[str]:
    """Queues with six wrong values each, no two commands alike: about six findings an object."""
    for n in range(objects):
        yield (
            f"DEFINE QLOCAL('WRONG.{n:06}') MAXDEPTH(-{n + 1}) DEFPSIST(MAYBE{n}) DEFPRTY({n + 10}) "
            f"MAXMSGL(X{n}) USAGE(OTHER{n}) GET(OPEN{n}) REPLACE\n"
        )


def unknown_keywords(objects: int) -> Iterator[str]:
    """Queues with two attributes that do not exist, in each command others."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('UNKNOWN.{n:06}') MAXDEPTHS{n}(5000) ATTRIBUTE{n}(YES) REPLACE\n"


def same_unknown_keyword(objects: int) -> Iterator[str]:
    """Queues with the same attribute that does not exist."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('UNKNOWN.{n:06}') MAXDEPHT(5000) REPLACE\n"


def unknown_verbs(objects: int) -> Iterator[str]:
    """Commands whose verb or object type does not exist."""
    for n in range(objects // 2):
        yield f"DEFNE{n} QLOCAL('A.{n:06}')\nDEFINE QLOCL{n}('B.{n:06}') WORD{n}(1)\n"


def open_quotes(objects: int) -> Iterator[str]:
    """Commands with a quotation mark or parenthesis that is not closed: each needs the grammar."""
    for n in range(objects // 2):
        yield f"DEFINE QLOCAL('OPEN.{n:06}) DESCR('text') REPLACE\n"
        yield f"DEFINE QLOCAL(OPEN.{n:06} MAXDEPTH(100) REPLACE\n"


def split_words(objects: int) -> Iterator[str]:
    """Commands whose words are split at line ends, which is valid and needs the grammar."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('SPLIT.{n:06}') DES-\nCR('a queue in +\n   two lines') REPLACE\n"


def identical(objects: int) -> Iterator[str]:
    """One command, with a wrong value, again and again."""
    for _ in range(objects):
        yield "DEFINE QLOCAL('ORDERS.IN') MAXDEPTH(-1) DEFPSIST(MAYBE) REPLACE\n"


def redefined(objects: int) -> Iterator[str]:
    """One object defined as often as there are objects, with REPLACE and other values."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('ORDERS.IN') MAXDEPTH({n + 1}) DESCR('number {n}') REPLACE\n"


def defined_twice(objects: int) -> Iterator[str]:
    """Objects defined twice, without REPLACE."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('ORDERS.{n % (objects // 2):06}') MAXDEPTH({n + 1})\n"


def deleted_and_defined(objects: int) -> Iterator[str]:
    """Objects that are deleted and defined again and again."""
    for n in range(objects // 2):
        yield f"DELETE QLOCAL('ORDERS.{n % 8}') PURGE\nDEFINE QLOCAL('ORDERS.{n % 8}') MAXDEPTH({n + 1})\n"


def altered(objects: int) -> Iterator[str]:
    """One object that is altered again and again."""
    yield "DEFINE QLOCAL('ORDERS.IN') REPLACE\n"
    for n in range(objects):
        yield f"ALTER QLOCAL('ORDERS.IN') MAXDEPTH({n + 1})\n"


def altered_queue_manager(objects: int) -> Iterator[str]:
    """The queue manager altered again and again, each time an attribute of many."""
    words = ("MAXHANDS", "MAXMSGL", "MAXUMSGS", "TRIGINT", "MARKINT", "EXPRYINT")
    for n in range(objects):
        yield f"ALTER QMGR {words[n % len(words)]}({40000 + n})\n"


def like_chain(objects: int) -> Iterator[str]:
    """Each queue defined like the one before it."""
    yield "DEFINE QLOCAL('LIKE.000000') MAXDEPTH(70000) REPLACE\n"
    for n in range(1, objects):
        yield f"DEFINE QLOCAL('LIKE.{n:06}') LIKE('LIKE.{n - 1:06}') REPLACE\n"


def like_chain_with_values(objects: int) -> Iterator[str]:
    """Each queue defined like the one before it, with an attribute of its own."""
    yield "DEFINE QLOCAL('LIKE.000000') MAXDEPTH(70000) REPLACE\n"
    for n in range(1, objects):
        yield f"DEFINE QLOCAL('LIKE.{n:06}') LIKE('LIKE.{n - 1:06}') DESCR('number {n}') REPLACE\n"


def redefined_topic(objects: int) -> Iterator[str]:
    """One topic and one subscription, replaced again and again by definitions without their strings."""
    yield "DEFINE TOPIC('NEWS') TOPICSTR('shop/news') REPLACE\n"
    yield "DEFINE SUB('NEWS') TOPICSTR('shop/news') DEST('NEWS') REPLACE\n"
    for n in range(objects // 2):
        yield f"DEFINE TOPIC('NEWS') DESCR('number {n}') REPLACE\n"
        yield f"DEFINE SUB('NEWS') TOPICOBJ('T{n}') DEST('NEWS') REPLACE\n"


def used_early(objects: int) -> Iterator[str]:
    """Channels that are started and queues that are altered before they are defined."""
    for n in range(objects // 4):
        yield f"START CHANNEL('TO.{n:06}')\nALTER QLOCAL('Q.{n:06}') MAXDEPTH(9)\n"
    for n in range(objects // 4):
        yield f"DEFINE CHANNEL('TO.{n:06}') CHLTYPE(RCVR) TRPTYPE(TCP) REPLACE\n"
        yield f"DEFINE QLOCAL('Q.{n:06}') REPLACE\n"


def alias_chain(objects: int) -> Iterator[str]:
    """Aliases of aliases, all in one chain, without an end."""
    for n in range(objects):
        yield f"DEFINE QALIAS('CHAIN.{n:06}') TARGET('CHAIN.{n + 1:06}') REPLACE\n"


def remote_chain(objects: int) -> Iterator[str]:
    """Queue manager aliases and remote queues that lead to each other by their transmission queues."""
    yield "DEFINE QLOCAL('NEXT.XMITQ') USAGE(XMITQ) REPLACE\n"
    for n in range(objects // 3):
        yield f"DEFINE QLOCAL('XMIT.{n:06}') USAGE(XMITQ) REPLACE\n"
        yield (
            f"DEFINE QREMOTE('REMOTE.{n:06}') RNAME('IN.{n:06}') RQMNAME('QM{n + 1:06}') "
            f"XMITQ('XMIT.{n + 1:06}') REPLACE\n"
        )
        yield f"DEFINE QREMOTE('QM{n:06}') RQMNAME('QM{n + 1:06}') XMITQ('XMIT.{n:06}') REPLACE\n"


def backout_chain(objects: int) -> Iterator[str]:
    """Each queue is the backout queue of the one before it."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('BACK.{n:06}') BOQNAME('BACK.{n + 1:06}') BOTHRESH(3) REPLACE\n"


def stream_chain(objects: int) -> Iterator[str]:
    """Each queue streams its messages to the next one."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('STREAM.{n:06}') STREAMQ('STREAM.{n + 1:06}') REPLACE\n"


def aliases_of_one(objects: int) -> Iterator[str]:
    """Many aliases, remote queues and subscriptions of one queue."""
    yield "DEFINE QLOCAL('TARGET') REPLACE\n"
    for n in range(objects):
        yield f"DEFINE QALIAS('ALIAS.{n:06}') TARGET('TARGET') REPLACE\n"


def channel_records(objects: int) -> Iterator[str]:
    """Channel authentication records of all kinds, most of them generic."""
    yield "DEFINE CHANNEL('APP.0') CHLTYPE(SVRCONN) TRPTYPE(TCP) REPLACE\n"
    for n in range(objects // 4):
        yield f"SET CHLAUTH('APP.{n}*') TYPE(ADDRESSMAP) ADDRESS('10.{n % 250}.*') USERSRC(CHANNEL)\n"
        yield f"SET CHLAUTH('*.{n}') TYPE(BLOCKUSER) USERLIST('user{n}')\n"
        yield f"SET CHLAUTH('APP.{n}') TYPE(USERMAP) CLNTUSER('user{n}') USERSRC(MAP) MCAUSER('app{n}')\n"
        yield f"SET CHLAUTH('*') TYPE(SSLPEERMAP) SSLPEER('CN=app{n},O=shop') USERSRC(MAP) MCAUSER('a{n}')\n"


def records_of_channels(objects: int) -> Iterator[str]:
    """As many channels as records that each match many of them."""
    for n in range(objects // 2):
        yield f"DEFINE CHANNEL('APP.{n:06}') CHLTYPE(SVRCONN) TRPTYPE(TCP) REPLACE\n"
        yield f"SET CHLAUTH('APP.{n % 100}*') TYPE(ADDRESSMAP) ADDRESS('10.1.{n}.*') USERSRC(CHANNEL)\n"


def authorities(objects: int) -> Iterator[str]:
    """Authority records with exact and generic profiles."""
    for n in range(objects // 2):
        yield f"SET AUTHREC PROFILE('APP.{n}.**') OBJTYPE(QUEUE) GROUP('g{n % 50}') AUTHADD(PUT,GET,ALL)\n"
        yield f"SET AUTHREC PROFILE('ORDERS.{n}') OBJTYPE(QUEUE) PRINCIPAL('user{n}') AUTHADD(SETALL)\n"


def authorities_of_queues(objects: int) -> Iterator[str]:
    """As many queues as generic profiles."""
    for n in range(objects // 2):
        name, profile = (f"{n:06}", f"*{n}") if n % 2 else (f"A.SHOP{n}.IN", f"*.SHOP{n}.*")
        yield f"DEFINE QLOCAL('ORDERS.{name}') REPLACE\n"
        yield f"SET AUTHREC PROFILE('ORDERS.{profile}') OBJTYPE(QUEUE) GROUP('group{n}') AUTHADD(PUT)\n"


def wildcard_subscriptions(objects: int) -> Iterator[str]:
    """Topics, and as many subscriptions with wildcards above them."""
    yield "DEFINE QLOCAL('NEWS') REPLACE\n"
    for n in range(objects // 2):
        yield f"DEFINE TOPIC('T.{n:06}') TOPICSTR('shop/{n % 97}/{n}/price') REPLACE\n"
        string = ("shop/+/{n}/#", "shop/#", "+/{m}/+/price", "shop/{m}/+/price")[n % 4]
        yield f"DEFINE SUB('S.{n:06}') TOPICSTR('{string.format(n=n, m=n % 97)}') DEST('NEWS') REPLACE\n"


def deep_topics(objects: int) -> Iterator[str]:
    """Topics each one level below the one before, 200 levels deep."""
    for n in range(objects):
        string = f"tree{n // 200}/" + "/".join(f"l{level}" for level in range(n % 200 + 1))
        yield f"DEFINE TOPIC('DEEP.{n:06}') TOPICSTR('{string}') REPLACE\n"


def wide_topics(objects: int) -> Iterator[str]:
    """All topics below one, with subscriptions to some."""
    yield "DEFINE TOPIC('ROOT') TOPICSTR('shop') DEFPSIST(YES) REPLACE\n"
    yield "DEFINE QLOCAL('NEWS') REPLACE\n"
    for n in range(objects):
        if n % 4:
            yield f"DEFINE TOPIC('WIDE.{n:06}') TOPICSTR('shop/item{n}') PUB(ENABLED) REPLACE\n"
        else:
            yield f"DEFINE SUB('WIDE.{n:06}') TOPICOBJ('ROOT') TOPICSTR('item{n + 1}') DEST('NEWS') REPLACE\n"


def cluster_topics(objects: int) -> Iterator[str]:
    """Topics of clusters, one above the other."""
    for n in range(objects):
        string = f"shop/{n % 90}/{n}" if n % 8 else f"shop/{n}"
        yield f"DEFINE TOPIC('C.{n:06}') TOPICSTR('{string}') CLUSTER('C{n % 5}') REPLACE\n"


def same_topic_string(objects: int) -> Iterator[str]:
    """All topics of one topic string."""
    for n in range(objects):
        yield f"DEFINE TOPIC('SAME.{n:06}') TOPICSTR('shop/prices') REPLACE\n"


def subscriptions_of_one(objects: int) -> Iterator[str]:
    """Many subscriptions of one topic, each with a queue that is not defined."""
    yield "DEFINE TOPIC('NEWS') TOPICSTR('shop/news') REPLACE\n"
    for n in range(objects):
        yield f"DEFINE SUB('S.{n:06}') TOPICOBJ('NEWS') DEST('NEWS.{n:06}') REPLACE\n"


def wildcard_levels(objects: int) -> Iterator[str]:
    """Deep topics, and subscriptions of one queue with a wildcard at every second level."""
    yield "DEFINE QLOCAL('NEWS') REPLACE\n"
    for n in range(objects // 16):
        yield f"DEFINE TOPIC('T.{n:06}') TOPICSTR('{'a/' * 300}{n}') REPLACE\n"
        yield f"DEFINE SUB('S.{n:06}') TOPICSTR('{'#/a/' * 150}{n}') DEST('NEWS') REPLACE\n"


def blocked_users(objects: int) -> Iterator[str]:
    """A list of blocked users that grows by one with each command."""
    for n in range(objects):
        yield f"SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('user{n}') ACTION(ADD)\n"


def unmatched_profiles(objects: int) -> Iterator[str]:
    """Generic profiles that begin like all queues and match none."""
    for n in range(objects // 2):
        yield f"DEFINE QLOCAL('Q.{n:06}') REPLACE\n"
        yield f"SET AUTHREC PROFILE('Q.??{n:06}??') OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT)\n"


def directives_above(objects: int) -> Iterator[str]:
    """Directives, all of them above one command."""
    for n in range(objects):
        yield f"* mqtune: ignore CAT{n % 30:03}\n"
    yield "DEFINE QLOCAL('ORDERS.IN') MAXDEPTH(-1) REPLACE\n"


def hub(objects: int) -> Iterator[str]:
    """One hub: for each partner a transmission queue, a sender and a receiver."""
    for n in range(objects // 3):
        yield f"DEFINE QLOCAL('PARTNER{n:05}') USAGE(XMITQ) INITQ('SYSTEM.CHANNEL.INITQ') REPLACE\n"
        yield (
            f"DEFINE CHANNEL('HUB.PARTNER{n:05}') CHLTYPE(SDR) CONNAME('p{n}.example.org(1414)') "
            f"XMITQ('PARTNER{n:05}') DISCINT(0) SHORTTMR(5) MCATYPE(PROCESS) REPLACE\n"
        )
        yield f"DEFINE CHANNEL('PARTNER{n:05}.HUB') CHLTYPE(RCVR) TRPTYPE(TCP) MCAUSER('mqm') REPLACE\n"


def server_connections(objects: int) -> Iterator[str]:
    """Server-connection channels that anybody may use as an administrator."""
    yield "ALTER QMGR CHLAUTH(DISABLED)\n"
    for n in range(objects):
        yield f"DEFINE CHANNEL('APP.{n:06}') CHLTYPE(SVRCONN) MCAUSER('mqm') MAXINST(0) REPLACE\n"


def cluster_queues(objects: int) -> Iterator[str]:
    """Queues of many clusters, for which the queue manager has no channels."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('SHARED.{n:06}') CLUSTER('CLUSTER{n % 1000}') DEFBIND(NOTFIXED) REPLACE\n"


def one_cluster(objects: int) -> Iterator[str]:
    """Cluster receivers and senders of one cluster, as many as there are objects."""
    for n in range(objects // 2):
        yield (
            f"DEFINE CHANNEL('SHOP.QM{n:06}') CHLTYPE(CLUSSDR) CONNAME('qm{n}(1414)') CLUSTER(SHOP) REPLACE\n"
        )
        yield f"DEFINE CHANNEL('SHOP.R{n:06}') CHLTYPE(CLUSRCVR) CONNAME('hub(1414)') CLUSTER(SHOP) REPLACE\n"


def namelists(objects: int) -> Iterator[str]:
    """Namelists of clusters, and queues that use them."""
    for n in range(objects // 2):
        names = ",".join(f"'CLUSTER{n + k}'" for k in range(20))
        yield f"DEFINE NAMELIST('LIST.{n:06}') NAMES({names}) REPLACE\n"
        yield f"DEFINE QLOCAL('SHARED.{n:06}') CLUSNL('LIST.{n + 1:06}') REPLACE\n"


def one_namelist(objects: int) -> Iterator[str]:
    """One namelist with as many names as there are queues that use it."""
    names = ",".join(f"CLUSTER{n}" for n in range(objects))
    yield f"DEFINE NAMELIST('LIST') NAMES({names}) REPLACE\n"
    for n in range(objects):
        yield f"DEFINE QLOCAL('SHARED.{n:06}') CLUSNL('LIST') REPLACE\n"


def long_line(objects: int) -> Iterator[str]:
    """One line with as many names as there are objects."""
    names = ",".join(f"NAME.{n:06}" for n in range(objects))
    yield f"DEFINE NAMELIST('LIST') NAMES({names}) REPLACE\n"


def words_in_one_line(objects: int) -> Iterator[str]:
    """One command on one line, each attribute unknown."""
    words = " ".join(f"WORD{n}({n})" for n in range(objects // 4))
    yield f"DEFINE QLOCAL('LONG') {words} REPLACE\n"


def long_command(objects: int) -> Iterator[str]:
    """One command that is continued over as many lines as there are objects."""
    yield "DEFINE QLOCAL('LONG') +\n"
    for n in range(objects):
        yield f"   MAXDEPTH({n}) +\n"
    yield "   REPLACE\n"


def long_text(objects: int) -> Iterator[str]:
    """One text in quotation marks over as many lines as there are objects."""
    yield "DEFINE QLOCAL('LONG') DESCR('begins +\n"
    for n in range(objects):
        yield f"   line {n} +\n"
    yield "   ends') REPLACE\n"


def commands_in_one_line(objects: int) -> Iterator[str]:
    """All commands in one line, between semicolons."""
    yield ";".join(f"DEFINE QLOCAL('ORDERS.{n:06}') REPLACE" for n in range(objects)) + "\n"


def displays(objects: int) -> Iterator[str]:
    """Commands that show, start, stop and clear, half of them on objects that are not defined."""
    for n in range(objects // 4):
        yield f"DISPLAY QLOCAL('ORDERS.{n}*') CURDEPTH MAXDEPTHS WHERE(CURDEPTH GT {n})\n"
        yield f"START CHANNEL('TO.{n}')\nSTOP CHANNEL('TO.{n + 1}') MODE(FORCE)\nCLEAR QLOCAL('Q.{n}')\n"


def comments(objects: int) -> Iterator[str]:
    """Comments that look like commands and directives, and only a few commands."""
    for n in range(objects):
        yield f"* DEFINE QLOCAL('OLD.{n}') MAXDEPTH(5000) replaced by ticket {n}\n"
        if n % 100 == 0:
            yield f"DEFINE QLOCAL('NEW.{n}') REPLACE\n"


def placeholders(objects: int) -> Iterator[str]:
    """Names and values that a template fills in."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('${{APP}}.{n:06}') MAXDEPTH(${{DEPTH_{n}}}) BOQNAME('${{APP}}.BO{n}') REPLACE\n"


def directives(objects: int) -> Iterator[str]:
    """A directive before each queue; half of them suppress a finding."""
    for n in range(objects):
        value = -1 if n % 2 else 100
        yield f'* mqtune: ignore CAT until=2030-01-01 reason="ticket {n}"\n'
        yield f"DEFINE QLOCAL('ORDERS.{n:06}') MAXDEPTH({value}) REPLACE\n"


def loads(objects: int) -> Iterator[str]:
    """A declaration of the expected load before each topic."""
    for n in range(objects):
        yield f"* mqtune: workload publish-rate={n + 1} subscribers={n % 60} ordered=yes message-size=2KiB\n"
        yield f"DEFINE TOPIC('LOAD.{n:06}') TOPICSTR('shop/{n}') REPLACE\n"


def fixable(objects: int) -> Iterator[str]:
    """Queues with descriptions in double quotation marks and without a blank between parameters."""
    for n in range(objects):
        yield f"DEFINE QLOCAL('FIX.{n:06}') DESCR(\"queue {n}\") DEFPSIST(YES)MAXDEPTH(5000) REPLACE\n"


def applications(objects: int) -> Iterator[str]:
    """Processes, services, listeners and authentication information, and what triggers them."""
    for n in range(objects // 4):
        yield f"DEFINE PROCESS('P.{n:06}') APPLICID('/opt/app{n}/run.sh') REPLACE\n"
        yield f"DEFINE SERVICE('S.{n:06}') STARTCMD('/bin/sh') STARTARG('-c run{n}') CONTROL(QMGR) REPLACE\n"
        yield f"DEFINE LISTENER('L.{n:06}') TRPTYPE(TCP) PORT({1024 + n % 100}) CONTROL(QMGR) REPLACE\n"
        yield f"DEFINE QLOCAL('Q.{n:06}') TRIGGER PROCESS('P.{n + 1:06}') INITQ('INIT.{n}') REPLACE\n"
