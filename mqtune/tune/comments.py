"""Decisions in comments: what an administrator wrote beside a value, or directly above it.

A comment at the end of the line of a value counts whatever it says: it is about that value. A comment above
counts if its words are those of a decision, because many only describe what follows. Headings, commented-out
values, directives and the notices of generators do not count.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

COMMENT = re.compile(r"\s*(?:[*#;]+(?!!)|//\*?|\{#|<!--)\s*(.*?)\s*(?:#\}|-->)?\s*")
HEADING = re.compile(r"([-=*#~_+])\1{2,}")  # ----- and === title ===
CODE = re.compile(
    r"[A-Za-z]\w*\s*=\s*\S*|[A-Z]\w*\s*\(.*\)\s*[+-]?|(?i:def|define|alt|alter|set|delete|display)\s+\w+\s*\(.*"
)
DIRECTIVE = re.compile(r"mqtune\s*:", re.IGNORECASE)
NOTICE = re.compile(
    r"generated|managed by|copyright|(?:do not|don't) (?:edit|modify|touch) (?:this|by)", re.IGNORECASE
)
RATIONALE = "why:"  # of a snippet, up to the value
WORD = re.compile(r"[^\W\d_]{2}")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
END_OF_INI = re.compile(r"[#;]+\s*(.*)")
END_OF_MQSC = re.compile(r"\s#+\s+(.*)")  # of a shell or YAML line: MQSC has comment lines only
DECISION = re.compile(
    r"\b(?:(?:do|does|should|must|may|will|can|shall) ?not|\w+n'?t|never|must|shall|no (?:more|higher|change)"
    r"|not (?:more|to|above|beyond|over|higher|larger|raised?|increased?|changed?)|at (?:most|least)"
    r"|because|since(?! (?:\d|[vV]\d|version|release))|due to|reason|keep(?![ -]?alive)|kept"
    r"|leave|stays?|agreed|agreement|approved|accepted|decided|decision"
    r"|deliberate(?:ly)?|intentional(?:ly)?|on purpose|by design|on request|required|requires|allow(?:s|ed)"
    r"|permit(?:s|ted)|forbidden|prohibited|restrict(?:s|ed)|licen[cs]ed?|contract|tight|careful|caution"
    r"|warning|important|tested|measured|tuned|protects?|(?-i:[A-Z]{2,}-?\d{3,}))\b",
    re.IGNORECASE,
)
NEAR = re.compile(r"\b(?:limit(?:s|ed)?|memory|disk|max(?:imum)?|low|only|fixed|capped?)\b", re.IGNORECASE)


def comment_text(line: str) -> str:
    """The free text of a comment line; empty if it has none."""
    match = COMMENT.fullmatch(line)
    text = match[1] if match else ""
    ignored = HEADING.match(text) or CODE.fullmatch(text) or DIRECTIVE.match(text) or NOTICE.search(text)
    return text if WORD.search(text) and not ignored else ""


def beside(line: str, in_ini: bool) -> str:
    """The comment at the end of a line with a value; empty without one."""
    match = END_OF_INI.search(line) if in_ini else END_OF_MQSC.search(QUOTED.sub("", line))
    return comment_text(f"# {match[1]}") if match else ""


def above(lines: Sequence[str], number: int) -> str:
    """The comment lines directly above a line (from 1), as one text, without the rationale of a snippet."""
    texts: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not COMMENT.fullmatch(line):
            break
        text = comment_text(line)
        texts = [] if text.startswith(RATIONALE) else [text, *texts]
    return " ".join(filter(None, texts))


def decides(text: str, keyword: str, keywords: Collection[str], near: bool) -> bool:
    """Whether a comment above decides on a keyword: it has the words of a decision and, if it names any of
    the keywords, names this one. `near` means that it is directly above the value itself.
    """
    if not (DECISION.search(text) or (near and NEAR.search(text))):
        return False
    named = set() if text.isupper() else set(re.findall(r"\w+", text)).intersection(keywords)
    return not named or keyword in named
