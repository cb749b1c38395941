"""A person's stored data: what is told, hidden or removed of it, and whose challenges they block."""

from bot.models import Blocks
from bot.words.language import Language, template
from bot.words.names import mention

ERASE = template("Delete everything about me")


def exported(language: Language) -> str:
    """Say what the file holds."""
    return language.say(
        "This file holds all that I keep about you. It is for you alone; nobody else has seen it."
    )


def compressed(language: Language) -> str:
    """Say how a large file is opened."""
    return language.say("It is large, so it is compressed: unpack it with any program that knows gzip.")


def nothing_kept(language: Language) -> str:
    """Say that there are no stored data to send."""
    return language.say("I keep nothing about you.")


def format_erase_question(language: Language) -> str:
    """Say what is removed, and what others keep, before it is."""
    return language.say(
        """\
### Delete everything about you?
**This cannot be undone.** If you want a copy first, use `/privacy export`.
Gone for good: your places on leaderboards, your ratings, streaks and puzzles, and your name in every match.
Your running matches end now without a result, but those of a tournament count as lost; \
your open invitations expire.
Those you have played against keep their results; instead of you, their matches name “someone who has left”.
What is written in old messages of mine stays there: only who runs a server can delete those.
If you play again later, you begin anew, but not a race or a puzzle of the day that you have begun: \
until it is over, I keep that you have."""
    )


def deleted(language: Language) -> str:
    """Say that the data are removed."""
    return language.say(
        "Done: I keep nothing about you any more, at most which race or puzzle of the day you have begun,"
        " until it is over."
    )


def hidden(language: Language) -> str:
    """Say where a person is not listed any more, and where they still are."""
    return language.say(
        "You are on no leaderboard of everywhere any more, nor in its streaks. On a server where you have"
        " played, its members still see you on the server's own boards. `/privacy show` undoes this."
    )


def listed_again(language: Language) -> str:
    """Say that a person is listed again."""
    return language.say("You stand on the leaderboards of everywhere again. `/privacy hide` undoes this.")


_LISTED_MOST = 50  # people


def format_blocks(language: Language, blocks: Blocks) -> str:
    """Say whom a person blocks, and how that is changed."""
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
