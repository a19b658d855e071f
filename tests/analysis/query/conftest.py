"""Queries over scripts as text."""

from __future__ import annotations

import pytest

from mqtune.analysis.query.answer import answer
from mqtune.analysis.query.display import read_display
from mqtune.estate.build import build_estates
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def estate_with(scripts, **project):
    """An estate of the queue managers with these scripts, by name."""
    trees = []
    for name, text in scripts.items():
        path = f"{name}/a.mqsc"
        tree = parse_script(Document(MQSC, Source(path, path, text.encode())), LineMemo())
        tree.document.queue_manager = name
        trees.append(tree)
    return build_estates(Project(**project), trees)[0]


def asked(text, scripts, **project):
    """The answer to a DISPLAY over the scripts of queue managers, or over one script."""
    scripts = scripts if isinstance(scripts, dict) else {"QM1": scripts}
    return answer(read_display(text), [estate_with(scripts, **project)])


def found(text, scripts):
    """The names of what a DISPLAY finds."""
    return [row.name for row in asked(text, scripts).rows]


def undecided(text, scripts):
    """The names of what files cannot decide."""
    return [one.name for one in asked(text, scripts).undecided]


@pytest.fixture(scope="session")
def hub():
    """A script with objects of most types."""
    return HUB


HUB = """ALTER QMGR DEADQ('HUB.DLQ') DESCR('The hub')
DEFINE QLOCAL(PAY.IN) MAXDEPTH(20000) DEFPSIST(YES) BOQNAME(PAY.BO) TRIGGER NOSHARE
DEFINE QLOCAL('pay.low') DESCR('lower case') CLUSTER(RETAIL)
DEFINE QALIAS(PAY.AL) TARGET(PAY.IN)
DEFINE QREMOTE(PAY.OUT) RNAME(X) RQMNAME(QM2) XMITQ(QM2)
DEFINE QMODEL(PAY.MODEL) DEFTYPE(PERMDYN)
ALTER QLOCAL(OTHER) MAXDEPTH(7)
DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('qm2(1415)') XMITQ(QM2)
DEFINE CHANNEL(APP.SVR) CHLTYPE(SVRCONN) MCAUSER('app')
DEFINE CHANNEL(OPEN.SVR) CHLTYPE(SVRCONN)
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CLUSTER(RETAIL) CONNAME('hub(1414)')
DEFINE TOPIC(PRICES) TOPICSTR('prices/eu') CLUSTER(RETAIL)
DEFINE SUB('My Sub') TOPICSTR('prices/#') DEST(PAY.IN)
DEFINE NAMELIST(NL1) NAMES(PAY.IN,PAY.OUT)
DEFINE LISTENER(L1) TRPTYPE(TCP) PORT(1414)
DEFINE AUTHINFO(LDAP) AUTHTYPE(IDPWLDAP) CONNAME('ldap(636)') LDAPUSER('cn=x') LDAPPWD('Geheim99')
SET CHLAUTH('APP.SVR') TYPE(ADDRESSMAP) ADDRESS('10.0.*') USERSRC(CHANNEL)
SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('joe') MCAUSER('app2')
SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) WARN(YES)
SET AUTHREC PROFILE('PAY.**') OBJTYPE(QUEUE) GROUP('payers') AUTHADD(GET,PUT)
SET AUTHREC OBJTYPE(QMGR) GROUP('payers') AUTHADD(CONNECT)
SET POLICY(PAY.IN) SIGNALG(SHA256)
"""
PARTNER = """DEFINE QLOCAL(PAY.IN) MAXDEPTH(100) CLUSTER(RETAIL)
DEFINE CHANNEL(TO.QM2) CHLTYPE(CLUSRCVR) CLUSTER(RETAIL) CONNAME('qm2(1414)')
DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(RETAIL)
"""
