"""Text that people type: the names they go by, and words quoted back to them."""

from __future__ import annotations

import unicodedata

from .game import Refused, say

MAX_NAME = 40
MAX_QUOTE = 40
MAX_REMARK = 200
JOINER = "\N{ZERO WIDTH JOINER}"  # a format character too, but emoji are made with it
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def clean(name: str) -> str:
    """A name as everybody at the table will see it: one trimmed line, without characters that hide or reorder text."""
    kept = unicodedata.normalize("NFC", name.strip())
    if not all(map(_shown, kept)):
        raise Refused(say("a name is one line of signs that can be seen"))
    if not kept.strip(JOINER):
        raise Refused(say("a name needs at least one letter"))
    if len(kept) > MAX_NAME:
        raise Refused(say("a name has at most {most} characters, and this one has {n}", most=MAX_NAME, n=len(kept)))
    return kept


def remark(text: str) -> str:
    """What somebody says, as everybody at the table will see it: one trimmed line, like a name."""
    kept = unicodedata.normalize("NFC", text.strip())
    if not all(map(_shown, kept)):
        raise Refused(say("a message is one line of signs that can be seen"))
    if not kept.strip(JOINER):
        raise Refused(say("a message needs at least one sign"))
    if len(kept) > MAX_REMARK:
        raise Refused(
            say("a message has at most {most} characters, and this one has {n}", most=MAX_REMARK, n=len(kept))
        )
    return kept


def quote(word: str, most: int = MAX_QUOTE) -> str:
    """As much of somebody's text as a sentence can carry, and nothing that would disturb a screen."""
    seen = "".join(character if _shown(character) else "\N{REPLACEMENT CHARACTER}" for character in word[:most])
    return seen if len(word) <= most else seen[:-1] + "…"


def _shown(character: str) -> bool:
    """No control, line break or format character, such as those that turn the direction of writing."""
    return character == JOINER or unicodedata.category(character) not in HIDDEN
