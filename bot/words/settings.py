"""What is usual on a server, and the menus that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.words.language import template
from bot.words.names import format_game, format_level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.models import Settings
    from bot.words.language import Language, Languages

CHANNELS: Final = template("Channels in which matches may begin: choose none for all")
SEASON: Final = template("Channel for the results of each month: choose none for nowhere")
GAME: Final = template("Game when nobody names one")
LEVEL: Final = template("My level when nobody names one")
THREADS: Final = template("Threads for challenges when nobody says it")
LANGUAGE: Final = template("Language of what everybody reads")


def summary(language: Language, settings: Settings, languages: Languages) -> str:
    """Say what is usual on the server now, line by line."""
    usual = language.say("everywhere")
    nowhere = language.say("nowhere")
    return language.say(
        """\
### Settings of this server
Matches may begin: **{channels}**
Results of each month: **{season}**
Usual game: **{game}**
Usual level: **{level}**
Challenges get a thread: **{threads}**
Language of what everybody reads: **{language}**
What you choose below is saved at once. A thread counts as the channel it is in.""",
        channels=language.listed([f"<#{each}>" for each in settings.channels]) or usual,
        season=f"<#{settings.season_channel_id}>" if settings.season_channel_id else nowhere,
        game=format_game(language, settings.game or "tic-tac-toe"),
        level=format_level(language, settings.level or "medium"),
        threads=threads_of(language)[settings.has_threads],
        language=(
            own_name(languages.spoken_in(settings.language)) if settings.language else servers_own(language)
        ),
    )


def threads_of(language: Language) -> Mapping[bool, str]:
    """Name both choices about threads."""
    return {False: language.say("no"), True: language.say("yes")}


def servers_own(language: Language) -> str:
    """Name the choice of no language: what Discord says of the server."""
    return language.say("as the server is set up in Discord")


def own_name(language: Language) -> str:
    """Return what a language calls itself: every catalogue has its own name in the place of this one."""
    return language.say("English")
