"""Estates at random: objects of every type of the catalogue that a script can define, and records."""

from __future__ import annotations

from hypothesis import strategies as st

from mqtune.language import catalogue
from mqtune.language.mqsc import Attribute
from mqtune.language.secret_values import holds_secret

NAMES = ("A", "B.C", "app.q", "D_1")
TEXTS = ("X", "one text", "it's", "a,b", "q(1)", "lower", "100%", "")
SKIPPED = {
    "LDAPPWD",
    "SSLCRYP",
    "PASSWORD",
    "CMDSCOPE",
    "QSGDISP",
    "LIKE",
    "REPLACE",
    "FORCE",
    "ACTION",
    "DEFTYPE",
    "DISTL",
}
TYPES = [type for type in catalogue.types_of("DEFINE") if type in catalogue.types_of("DELETE")]
USERS = ("app", "ops", "web")
AUTHORITIES = ("GET", "PUT", "BROWSE", "INQ", "DSP")
RECORD_KINDS = ("ADDRESSMAP", "USERMAP", "QMGRMAP", "SSLPEERMAP", "BLOCKUSER")


def quoted(text: str) -> str:
    return "'" + (text.replace("'", "''") or " ") + "'"


def value_of(one: Attribute) -> st.SearchStrategy[str]:
    """One word of a command."""
    word = one.keyword
    if one.kind == "flag":
        return st.sampled_from([word, one.negative or word])
    if one.words and one.kind in ("enum", "enum-list"):
        return st.sampled_from(one.words).map(lambda text: f"{word}({text})")
    if one.kind in ("integer", "integer-or-keyword"):
        low, high = one.minimum or 0, min(one.maximum or 9999, 10**6)
        return st.integers(low, max(low, high)).map(lambda number: f"{word}({number})")
    if one.kind == "list":
        several = st.lists(st.sampled_from(("N1", "N2", "n3")), min_size=1, max_size=3, unique=True)
        return several.map(lambda items: f"{word}({','.join(quoted(item) for item in items)})")
    if one.kind == "hex":
        return st.sampled_from(("0A", "FF")).map(lambda text: f"{word}('{text}')")
    most = one.max_length or 99
    return st.sampled_from([text for text in TEXTS if len(text) <= most]).map(
        lambda text: f"{word}({quoted(text)})"
    )


def attributes_of(type: str, subtype: str, verb: str) -> list[Attribute]:
    splitter = catalogue.subtype_keyword(type)
    return [
        one
        for one in catalogue.attributes(type).values()
        if verb in one.settable and one.fits(subtype) and one.keyword not in {splitter, *SKIPPED}
        if not holds_secret(one.keyword)
        and one.default_for(subtype, None) is not None
        and one.keyword not in ("TOPICSTR", "TOPICOBJ")
    ]


@st.composite
def chosen(draw: st.DrawFn, type: str, subtype: str, verb: str) -> list[str]:
    """Some attributes of a type."""
    known = attributes_of(type, subtype, verb)
    if not known:
        return []
    some = draw(st.lists(st.sampled_from(known), max_size=4, unique_by=lambda one: one.keyword))
    return [draw(value_of(one)) for one in some]


@st.composite
def definition(draw: st.DrawFn, type: str, name: str) -> str:
    """DEFINE of one object."""
    entry = catalogue.type_entry(type)
    assert entry is not None
    splitter = catalogue.subtype_keyword(type)
    subtype = draw(st.sampled_from(sorted(entry.subtypes))) if entry.subtypes else ""
    words = [f"{splitter}({subtype})"] if splitter and subtype else []
    words += draw(chosen(type, subtype, "DEFINE"))
    if type in ("TOPIC", "SUB"):
        words.append(f"TOPICSTR('{draw(st.sampled_from(('t/1', 't/2', 'Top/x')))}/{name}')")
    return " ".join(
        [f"DEFINE {type}({quoted(name)})", *words, "REPLACE" if entry.characters else ""]
    ).rstrip()


@st.composite
def record(draw: st.DrawFn, profile: str, kind: str) -> str:
    """SET CHLAUTH of one record."""
    address = draw(st.sampled_from(("10.*", "10.0.0.1")))
    keys = {
        "ADDRESSMAP": f"ADDRESS('{address}')",
        "USERMAP": f"CLNTUSER('app') ADDRESS('{address}')",
        "QMGRMAP": "QMNAME('QM2')",
        "SSLPEERMAP": "SSLPEER('CN=app')",
        "BLOCKUSER": f"USERLIST({','.join(quoted(one) for one in draw(users))})",
    }
    more = ""
    if kind != "BLOCKUSER":
        more = draw(st.sampled_from(("USERSRC(NOACCESS)", "USERSRC(CHANNEL)", "USERSRC(MAP) MCAUSER('app')")))
    text = draw(st.sampled_from(("", "DESCR('a record')")))
    return f"SET CHLAUTH({quoted(profile)}) TYPE({kind}) {keys[kind]} {more} {text} ACTION(REPLACE)"


users = st.lists(st.sampled_from(USERS), min_size=1, max_size=3, unique=True)


@st.composite
def estate(draw: st.DrawFn) -> list[str]:
    """The commands of one queue manager, one a line; every name at most once."""
    lines: list[str] = []
    queues = draw(
        st.dictionaries(
            st.sampled_from(NAMES), st.sampled_from(("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")), max_size=3
        )
    )
    lines += [draw(definition(type, name)) for name, type in queues.items()]
    others = [type for type in TYPES if type not in ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")]
    for type in draw(st.lists(st.sampled_from(others), max_size=4, unique=True)):
        for name in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True)):
            lines.append(draw(definition(type, name)))
    manager = draw(chosen("QMGR", "", "ALTER"))
    if manager:
        lines.append(" ".join(["ALTER QMGR", *manager]))
    for profile in draw(st.lists(st.sampled_from(("APP.*", "B")), max_size=2, unique=True)):
        for kind in draw(st.lists(st.sampled_from(RECORD_KINDS), min_size=1, max_size=2, unique=True)):
            lines.append(draw(record(profile, kind)))
    for profile in draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True)):
        user, words = draw(st.sampled_from(USERS)), draw(st.lists(st.sampled_from(AUTHORITIES), unique=True))
        entity = draw(st.sampled_from(("GROUP", "PRINCIPAL")))
        granted = ",".join(words) or "NONE"
        lines.append(
            f"SET AUTHREC PROFILE({quoted(profile)}) OBJTYPE(QUEUE) {entity}({quoted(user)}) AUTHADD({granted})"  # noqa: E501
        )
    for name in draw(st.lists(st.sampled_from(("A", "B")), max_size=1)):
        words = draw(chosen("POLICY", "", "SET"))
        lines.append(" ".join([f"SET POLICY({quoted(name)})", *words, "ACTION(REPLACE)"]))
    return lines


TOPICS = ("DEFINE TOPIC('{0}') TOPICSTR('{1}')", "DEFINE TOPIC('{0}') TOPICSTR('{1}') REPLACE",
          "DEFINE TOPIC('{0}') DESCR('x') REPLACE", "DELETE TOPIC('{0}')")  # fmt: skip


@st.composite
def script(draw: st.DrawFn) -> list[str]:
    """Commands about the objects of an estate, some of which a queue manager rejects."""
    types = ("QLOCAL", "QALIAS", "QREMOTE", "PROCESS", "NAMELIST")
    lines: list[str] = []
    for name, type in draw(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(types)), max_size=6)):
        verb, replace = draw(
            st.sampled_from((("DEFINE", ""), ("DEFINE", " REPLACE"), ("ALTER", ""), ("DELETE", "")))
        )
        described = "" if verb == "DELETE" else " DESCR('x')"
        lines.append(f"{verb} {type}({quoted(name)}){described}{replace}")
    for command in draw(st.lists(st.sampled_from(TOPICS), max_size=4)):
        name, string = draw(st.sampled_from(NAMES)), draw(st.sampled_from(("t/1/A", "t/2/B.C", "new")))
        lines.append(command.format(name, string))
    for action in draw(st.lists(st.sampled_from(("ADD", "REPLACE", "REMOVE")), max_size=3)):
        address = draw(st.sampled_from(("10.*", "10.0.0.1")))
        source = "" if action == "REMOVE" else " USERSRC(NOACCESS)"
        lines.append(f"SET CHLAUTH('B') TYPE(ADDRESSMAP) ADDRESS('{address}'){source} ACTION({action})")
    return draw(st.permutations(lines))
