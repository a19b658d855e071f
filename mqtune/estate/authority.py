"""Authority records: the accumulated result of SET AUTHREC for each user and group."""

from __future__ import annotations

from mqtune.estate.statement import Statement

# the records of these types follow the definitions of queues and topics
OBJTYPES = {"QUEUE": "QUEUE", "TOPIC": "TOPIC"}
# users that administer a queue manager, on all platforms
ADMINISTRATORS = ("mqm", "musr_mqadmin", "qmqm", "qmqmadm", "administrator")
SYSTEM_ACCOUNT = "system"  # of Windows
WINDOWS = "windows"


class AuthorityRecord:
    """The authorities of one user or group on one profile.

    `entity` is "PRINCIPAL" or "GROUP"; `authorities` are the keywords that were added and not removed.
    """

    __slots__ = ("authorities", "entity", "objtype", "profile", "statements", "user")

    def __init__(self, profile: str, objtype: str, entity: str, user: str) -> None:
        self.profile = profile
        self.objtype = objtype
        self.entity = entity
        self.user = user
        self.authorities: tuple[str, ...] = ()
        self.statements: list[Statement] = []

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """Profile, object type, kind of entity and name."""
        return (self.profile, self.objtype, self.entity, self.user)

    def add(self, words: tuple[str, ...], statement: Statement) -> None:
        """AUTHADD: add authorities; ALL and similar keywords are kept as written."""
        self.authorities += tuple(word for word in words if word not in self.authorities and word != "NONE")
        self.statements.append(statement)

    def remove(self, words: tuple[str, ...], statement: Statement) -> None:
        """AUTHRMV: what is left of ALL, ALLMQI and similar keywords are single authorities."""
        from mqtune.language.access import expanded  # few files remove authorities

        gone = {one for word in words for one in expanded(word.upper(), self.objtype)} | set(words)
        left: dict[str, None] = {}
        for word in self.authorities:
            single = expanded(word.upper(), self.objtype)
            kept = (word,) if gone.isdisjoint({word, *single}) else (one for one in single if one not in gone)
            left.update(dict.fromkeys(kept))
        self.authorities = tuple(left)
        self.statements.append(statement)

    def __repr__(self) -> str:
        return f"{self.entity}({self.user}) {self.objtype}({self.profile}): {','.join(self.authorities)}"


def profile_of(statement: Statement) -> tuple[str, str]:
    """The profile and the object type of a SET or DELETE AUTHREC; the queue manager's own is `self`."""
    objtype = statement.text("OBJTYPE")
    return ("self" if objtype == "QMGR" else statement.text("PROFILE"), objtype)


def users_of(statement: Statement) -> list[tuple[str, str]]:
    """The users and groups of a SET or DELETE AUTHREC, each with its kind."""
    return [(entity, user) for entity in ("PRINCIPAL", "GROUP") for user in statement.values(entity)]


def is_administrator(user: str, platform: str | None = None) -> bool:
    """Whether a user administers MQ. The user mqm is written in lower case, except on Windows."""
    name = user.strip().rpartition("\\")[2].partition("@")[0]  # without a Windows domain
    if name.lower() == "mqm":
        return name == "mqm" or platform == WINDOWS
    return name.lower() in ADMINISTRATORS or (platform == WINDOWS and name.lower() == SYSTEM_ACCOUNT)
