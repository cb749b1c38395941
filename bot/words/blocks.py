"""Whose challenges somebody does not want, told to them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.words.names import mention

if TYPE_CHECKING:
    from bot.models import Blocks
    from bot.words.language import Language

_LISTED_MOST = 50  # people


def format_blocks(language: Language, blocks: Blocks) -> str:
    """Say whom somebody blocks, and how that is changed."""
    names = [mention(user_id) for user_id in blocks.people]
    if blocks.has_everybody:
        lines = [language.say("Nobody can challenge you. `/unblock` with `everyone` changes that.")]
    elif not names:
        return language.say("You block nobody: anybody may challenge you. `/block` changes that.")
    else:
        lines = []
    if names:
        lines.append(
            language.say(
                "You block these people: you two cannot challenge each other. `/unblock` changes that."
            )
        )
        lines.append(", ".join(names[:_LISTED_MOST]))
    if (more := len(names) - _LISTED_MOST) > 0:
        lines.append(language.say("And {number} more.", number=more))
    return "\n".join(lines)
