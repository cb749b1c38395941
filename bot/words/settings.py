"""A server's settings, and the menus that change them."""

from collections.abc import Mapping
from typing import Final

from bot.models import ServerSettings
from bot.words.language import Language, Languages, template
from bot.words.names import format_game, format_level

CHANNELS: Final = template("Channels in which matches may begin: choose none for all")
SEASON: Final = template("Channel for the results of each month: choose none for nowhere")
GAME: Final = template("Game when nobody names one")
LEVEL: Final = template("My level when nobody names one")
LANGUAGE: Final = template("Language of what everybody reads")

YES_NO: Final[Mapping[str, tuple[str, str]]] = {
    "has_threads": (
        template("Threads for challenges when nobody says it"),
        template("Challenges get a thread: **{answer}**"),
    ),
    "shows_votes": (
        template("Votes of a channel before they are closed, when nobody says it"),
        template("Votes of a channel are shown before they are closed: **{answer}**"),
    ),
}
"""What stands on the menu of each yes/no setting, and above it, by the field of `ServerSettings`."""

USUAL_GAME, USUAL_LEVEL = "tic-tac-toe", "medium"
"""The game and the level where neither the person nor the server chooses."""


def heading(language: Language) -> str:
    """Say what the menus are for."""
    return language.say(
        """\
### Settings of this server
What you choose below is saved at once. A thread counts as the channel it is in."""
    )


def format_settings(language: Language, settings: ServerSettings, languages: Languages) -> Mapping[str, str]:
    """Say the server's settings, by the names in the ids of their menus."""
    channels = language.listed([f"<#{each}>" for each in settings.channels]) or language.say("everywhere")
    season = f"<#{settings.season_channel_id}>" if settings.season_channel_id else language.say("nowhere")
    usual = settings.game or USUAL_GAME
    game, level = format_game(language, usual), format_level(language, settings.level or USUAL_LEVEL, usual)
    answers = answers_of(language)
    spoken = own_name(languages.spoken_in(settings.language)) if settings.language else servers_own(language)
    return {
        "channels": language.say("Matches may begin: **{channels}**", channels=channels),
        "game": language.say("Usual game: **{game}**", game=game),
        "level": language.say("Usual level: **{level}**", level=level),
        **{
            name: language.say(sentence, answer=answers[getattr(settings, name)])
            for name, (_, sentence) in YES_NO.items()
        },
        "language": language.say("Language of what everybody reads: **{language}**", language=spoken),
        "time_zone": language.say(
            "Time zone for weekly races and planned times: **{zone}** (another: `/settings` with `timezone`)",
            zone=settings.time_zone or "UTC",
        ),
        "season": language.say("Results of each month: **{season}**", season=season),
    }


def answers_of(language: Language) -> Mapping[bool, str]:
    """Name both answers to what is so or not."""
    return {False: language.say("no"), True: language.say("yes")}


def servers_own(language: Language) -> str:
    """Name the choice of no language: the one that Discord reports for the server."""
    return language.say("as the server is set up in Discord")


def own_name(language: Language) -> str:
    """Return a language's own name: every catalogue translates this one by it."""
    return language.say("English")
