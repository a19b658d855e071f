"""What DISPLAY commands find in a few estates, as recorded in answers.txt: `$ estate DISPLAY …`."""

from __future__ import annotations

from pathlib import Path

from mqtune.analysis.query.answer import Answer, AnswerRow
from mqtune.analysis.query.condition import QueryError
from tests.analysis.query.conftest import HUB, PARTNER, asked
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
TEMPLATE = """DEFINE QLOCAL(APP.${ENV}.IN) MAXDEPTH(${DEPTH})
DEFINE QLOCAL(${ENV}.OUT) MAXDEPTH(7) CLUSTER(${CLUS})
DEFINE QLOCAL(COPY) LIKE(APP.MISSING) MAXDEPTH(9)
ALTER QLOCAL(ALTERED) MAXDEPTH(9)
ALTER CHANNEL(WHO) DESCR('x')
DEFINE CHANNEL(C1) CHLTYPE(SVRCONN) MCAUSER(${USER}) HBINT(60)
DEFINE SUB(S1) TOPICSTR('a') TOPICOBJ(NONE) DEST(COPY)
DEFINE SUB(S2) TOPICSTR('b') TOPICOBJ(T2) DEST(COPY)
DEFINE SUB(S3) TOPICSTR('c/${ENV}') DEST(COPY)
DEFINE SUB(S4) TOPICOBJ(T1) DEST(COPY)
DEFINE TOPIC(T1) TOPICSTR('t1')
DEFINE TOPIC(T2) TOPICSTR('t2/${ENV}')
DEFINE NAMELIST(EMPTY)
DEFINE NAMELIST(TWO) NAMES(AB, AC)
SET CHLAUTH('${CHL}') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET AUTHREC PROFILE('APP.${ENV}.IN') OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)
SET AUTHREC PROFILE('APP.?') OBJTYPE(QUEUE) PRINCIPAL('p') AUTHADD(NONE)
"""
DUMP = """* Script generated on 2026-10-30   at 10.00.00
DEFINE QLOCAL('A') +
*  ALTDATE(2026-10-30) +
*  CRDATE('2026-01-02') +
*  CURDEPTH(12) +
*  NOTHING(12) +
   MAXDEPTH(1) +
   REPLACE
DEFINE QLOCAL('B') +
*  ALTDATE(2026-10-30) +
   REPLACE
ALTER QLOCAL('B') MAXDEPTH(3)
"""
SECURED = """DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) MCAUSER('app')
DEFINE CHANNEL(FREE) CHLTYPE(SVRCONN)
DEFINE CHANNEL(IN) CHLTYPE(RCVR) MCAUSER('inbound')
SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('10.0.*') USERSRC(CHANNEL)
SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('10.0.0.*') USERSRC(NOACCESS) WARN(YES)
SET CHLAUTH('APP') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(NOACCESS) WARN(YES)
SET CHLAUTH('APP') TYPE(USERMAP) CLNTUSER('joe') USERSRC(MAP) MCAUSER('mapped')
SET CHLAUTH('APP') TYPE(USERMAP) CLNTUSER('bad') USERSRC(MAP) MCAUSER('blocked')
SET CHLAUTH('APP') TYPE(BLOCKUSER) USERLIST('blocked', 'app')
SET CHLAUTH('FREE') TYPE(ADDRESSMAP) ADDRESS('host.example.com') USERSRC(CHANNEL)
SET CHLAUTH('FREE') TYPE(BLOCKUSER) USERLIST('*MQADMIN')
SET CHLAUTH('IN') TYPE(QMGRMAP) QMNAME('QM2') USERSRC(CHANNEL)
SET CHLAUTH('IN') TYPE(SSLPEERMAP) SSLPEER('CN=QM3') USERSRC(MAP) MCAUSER('qm3')
SET CHLAUTH('IN') TYPE(BLOCKUSER) USERLIST('inbound')
SET CHLAUTH('A*') TYPE(BLOCKADDR) ADDRLIST('192.0.2.9')
"""
ESTATES = {"hub": HUB, "both": {"HUB": HUB, "QM2": PARTNER}, "template": TEMPLATE, "dump": DUMP}
ESTATES["secured"] = SECURED


def row_text(row: AnswerRow) -> str:
    kind = f" {row.kind_cell.keyword}({row.kind_cell.text})" if row.kind_cell is not None else ""
    line = row.place.span.line if row.place is not None else "-"
    cells = [
        f"{cell.keyword}({cell.plain!r})" if cell.text is not None else f"{cell.keyword}? {cell.why}"
        for cell in row.cells
    ]
    return f"{row.manager.title}:{line} {row.name_keyword}({row.name}){kind} {' '.join(cells)}"


def answer_text(answer: Answer) -> str:
    lines = [f"{len(answer.rows)} of {answer.considered}, {answer.unmentioned} unmentioned"]
    lines += map(row_text, answer.rows)
    lines += [f"? {one.manager.title} {one.type}({one.name}): {one.why}" for one in answer.undecided]
    lines += [f"missing {count}: {why}" for why, count in answer.missing.items()]
    lines += [f"hint: {hint}" for hint in answer.hints]
    return "\n".join([*lines, *answer.query.notes])


@cases(ANSWERS)
def test_the_answer_is_the_recorded_one(case: str) -> None:
    name, _, text = case.partition(" ")
    try:
        answer = answer_text(asked(text, ESTATES[name]))
    except QueryError as error:
        answer = f"refused: {error.message}\n{error.help}"
    check(ANSWERS, case, answer)
