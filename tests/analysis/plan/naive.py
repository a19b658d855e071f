"""A queue manager as simple as possible, as a second opinion: it shares no code with the replay.

Reads one command a line and keeps effective values; of the product's knowledge it uses only the catalogue.
"""

from __future__ import annotations

from mqtune.language import catalogue

QUEUES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")
KEYS = {
    "SSLPEERMAP": ("SSLPEER", "SSLCERTI", "ADDRESS"),
    "QMGRMAP": ("QMNAME", "ADDRESS"),
    "USERMAP": ("CLNTUSER", "ADDRESS"),
    "ADDRESSMAP": ("ADDRESS",),
    "BLOCKUSER": (),
    "BLOCKADDR": (),
}
FIXED = {"TOPIC": ("TOPICSTR",), "SUB": ("TOPICSTR", "TOPICOBJ")}


def words(line: str) -> list[tuple[str, list[str] | None]]:
    """Keyword and values of every word."""
    found: list[tuple[str, list[str] | None]] = []
    at = 0
    while at < len(line):
        if line[at] in " \n":
            at += 1
            continue
        start = at
        while at < len(line) and (line[at].isalnum() or line[at] in "._"):
            at += 1
        keyword = line[start:at].upper()
        assert keyword, line[at:]
        if at == len(line) or line[at] != "(":
            found.append((keyword, None))
            continue
        at += 1
        values, value, depth = [], "", 0
        while True:
            if line[at] == "'":
                end = at + 1
                while line[end] != "'" or line[end + 1 : end + 2] == "'":
                    end += 2 if line[end] == "'" else 1
                value += line[at + 1 : end].replace("''", "'")
                at = end + 1
            elif line[at] == "," and not depth:
                values.append(value)
                value, at = "", at + 1
            elif line[at] == ")" and not depth:
                break
            else:
                depth += {"(": 1, ")": -1}.get(line[at], 0)
                value += line[at].upper()
                at += 1
        found.append((keyword, [one.strip() for one in (*values, value)]))
        at += 1
    return found


class Naive:
    """The state after some commands; `failed` are those that would be rejected."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str], dict[str, str]] = {}
        self.records: dict[tuple[str, ...], dict[str, object]] = {}
        self.authorities: dict[tuple[str, ...], set[str]] = {}
        self.failed: list[str] = []

    def run(self, lines: list[str]) -> Naive:
        for line in lines:
            self.one(line)
        return self

    def state(self) -> tuple[object, ...]:
        return self.objects, self.records, self.authorities

    def one(self, line: str) -> None:
        (verb, _), (type, name), *rest = words(line)
        given = {self.plain(type, word): self.value(type, word, values) for word, values in rest}
        if type == "CHLAUTH":
            self.chlauth(line, name, {word: values or [] for word, values in rest})
        elif type == "AUTHREC":
            self.authrec(verb, {word: values or [] for word, values in rest})
        elif type == "POLICY":
            self.policy(name, given)
        else:
            self.object(line, verb, type, (name or [""])[0], given)

    @staticmethod
    def plain(type: str, word: str) -> str:
        one = catalogue.attribute(type, word)
        return one.keyword if one is not None else word

    @staticmethod
    def value(type: str, word: str, values: list[str] | None) -> str:
        if values is None:
            one = catalogue.attribute(type, word)
            return "NO" if one is not None and one.negative == word else "YES"
        return ",".join(values)

    def object(self, line: str, verb: str, type: str, name: str, given: dict[str, str]) -> None:
        space = "QUEUE" if type in QUEUES else type
        if type == "CHANNEL" and (given.get("CHLTYPE") == "CLNTCONN" or given.get("CHLTABLE") == "CLNTTAB"):
            space = "CLNTCONN"
        key = (space, name)
        there = self.objects.get(key)
        if type == "QMGR":
            there = self.objects.setdefault(key, {"": "QMGR", **catalogue.defaults("QMGR")})
        if verb == "DELETE":
            if there is None or there[""] != type:
                self.failed.append(line)
                return
            del self.objects[key]
            if space in ("QUEUE", "TOPIC") and given.get("AUTHREC") != "NO":
                self.authorities = {k: v for k, v in self.authorities.items() if k[:2] != (name, space)}
            return
        if verb == "ALTER":
            entry = catalogue.type_entry(type)
            splitter = entry.subtype_keyword if entry is not None and entry.subtypes else ""
            other = splitter and there is not None and there.get(splitter) != given.get(splitter)
            if there is None or there[""] != type or other or self.keeps_route(there, given):
                self.failed.append(line)
                return
            there.update(given)
            return
        replace = given.pop("REPLACE", None) is not None
        if self.refuses(key, there, type, given, replace):
            self.failed.append(line)
            return
        subtype = given.get(catalogue.subtype_keyword(type) or "", "")
        kept = {word: there[word] for word in FIXED.get(type, ()) if there and word in there}
        base = catalogue.defaults(type, subtype)
        self.objects[key] = {"": type, **base, **kept, **given}

    @staticmethod
    def keeps_route(there: dict[str, str], given: dict[str, str]) -> bool:
        """Whether ALTER fails because a topic is in a cluster."""
        clustered = there[""] == "TOPIC" and there.get("CLUSTER", "").strip()
        return bool(clustered) and given.get("CLROUTE", there["CLROUTE"]) != there["CLROUTE"]

    def refuses(
        self,
        key: tuple[str, str],
        there: dict[str, str] | None,
        type: str,
        given: dict[str, str],
        replace: bool,
    ) -> bool:
        """Whether DEFINE fails."""
        if there is not None and (there[""] != type or not replace):
            return True
        if type != "TOPIC":
            return False
        string = given.get("TOPICSTR", "")
        if not string:
            return there is None
        if there is not None and there["TOPICSTR"] != string:
            return True
        others = {one["TOPICSTR"] for at, one in self.objects.items() if one[""] == "TOPIC" and at != key}
        return string in others

    def policy(self, name: list[str] | None, given: dict[str, str]) -> None:
        key = ("POLICY", (name or [""])[0])
        action = given.pop("ACTION", "REPLACE")
        if action == "REMOVE":
            del self.objects[key]
        else:
            self.objects[key] = {"": "POLICY", **catalogue.defaults("POLICY"), **given}

    def chlauth(self, line: str, name: list[str] | None, given: dict[str, list[str]]) -> None:
        type, action = given.pop("TYPE")[0], (given.pop("ACTION", ["ADD"]))[0]
        key = ((name or [""])[0], type, *(",".join(given.get(word, [])) for word in KEYS[type]))
        entries = {*given.get("USERLIST", []), *given.get("ADDRLIST", [])}
        if action == ("ADD" if key in self.records else "REMOVE"):
            self.failed.append(line)
            return
        if action == "REMOVE":
            record = self.records.pop(key)
            left = record["entries"] - entries  # type: ignore[operator]
            if left and entries:
                self.records[key] = {**record, "entries": left}
            return
        values = {
            word: ",".join(found) for word, found in given.items() if word not in ("USERLIST", "ADDRLIST")
        }
        self.records[key] = {**catalogue.defaults("CHLAUTH", type), **values, "entries": entries}

    def authrec(self, verb: str, given: dict[str, list[str]]) -> None:
        entity = "GROUP" if "GROUP" in given else "PRINCIPAL"
        profile = "self" if given["OBJTYPE"] == ["QMGR"] else given["PROFILE"][0]
        for user in given[entity]:
            key = (profile, given["OBJTYPE"][0], entity, user)
            if verb == "DELETE":
                del self.authorities[key]
                continue
            found = self.authorities.setdefault(key, set())
            found |= {*given.get("AUTHADD", [])} - {"NONE"}
            found -= {*given.get("AUTHRMV", [])}
