"""All questions, in the order in which they are listed."""

from __future__ import annotations

from mqtune.views.questions.plan import PLAN

QUESTIONS = {one.name: one for one in (PLAN,)}
