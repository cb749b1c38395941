"""A server's settings, and the sheets that change them."""

from collections.abc import Mapping
from typing import Final

from bot.models import ServerSettings
from bot.words.language import Language, Languages, template
from bot.words.names import format_game, format_level

TITLE: Final = template("Settings of this server")
"""The title of the sheets."""

PAGES = template("Change"), template("Time zone and results")
"""What is written on the buttons that open them."""

GAME, LEVEL, LANGUAGE, USUAL = (
    template("Game when nobody names one"),
    template("My level when nobody names one"),
    template("Language of what everybody reads"),
    template("When nobody says it"),
)
"""What is written above fields."""

CHANNELS: Final[Mapping[str, tuple[str, str]]] = {
    "channels": (
        template("Channels in which matches may begin"),
        template("Choose none for all. A thread counts as the channel it is in."),
    ),
    "season": (template("Channel for the results of each month"), template("Choose none for nowhere.")),
}
"""What is written above and below fields of channels, by their names."""

ZONE, ZONE_MEANING = (
    template("Time zone"),
    template("For weekly races and planned times, such as Europe/Berlin"),
)
"""What is written above and below the field of the time zone."""

YES_NO: Final[Mapping[str, tuple[str, str]]] = {
    "has_threads": (
        template("Challenges get a thread"),
        template("Challenges get a thread: **{answer}**"),
    ),
    "shows_votes": (
        template("Votes of a channel are shown before they are closed"),
        template("Votes of a channel are shown before they are closed: **{answer}**"),
    ),
}
"""What is written beside the box of each yes/no setting, and said of it, by the field of `ServerSettings`."""

USUAL_GAME, USUAL_LEVEL = "tic-tac-toe", "medium"
"""The game and the level where neither the person nor the server chooses."""


def format_settings(language: Language, settings: ServerSettings, languages: Languages) -> str:
    """Say what is set."""
    channels = language.listed([f"<#{each}>" for each in settings.channels]) or language.say("everywhere")
    season = f"<#{settings.season_channel_id}>" if settings.season_channel_id else language.say("nowhere")
    usual = settings.game or USUAL_GAME
    game, level = format_game(language, usual), format_level(language, settings.level or USUAL_LEVEL, usual)
    answers = {False: language.say("no"), True: language.say("yes")}
    spoken = own_name(languages.spoken_in(settings.language)) if settings.language else servers_own(language)
    yes_no = {sentence: answers[getattr(settings, name)] for name, (_, sentence) in YES_NO.items()}
    lines = (
        language.say("### What is set on this server"),
        language.say("Matches may begin: **{channels}**", channels=channels),
        language.say("Usual game: **{game}**", game=game),
        language.say("Usual level: **{level}**", level=level),
        *(language.say(sentence, answer=answer) for sentence, answer in yes_no.items()),
        language.say("Language of what everybody reads: **{language}**", language=spoken),
        language.say("Results of each month: **{season}**", season=season),
        language.say(
            "Time zone for weekly races and planned times: **{zone}**", zone=settings.time_zone or "UTC"
        ),
    )
    return "\n".join(lines)


def servers_own(language: Language) -> str:
    """Name the choice of no language: the one that Discord reports for the server."""
    return language.say("as the server is set up in Discord")


def own_name(language: Language) -> str:
    """Return a language's own name: every catalogue translates this one by it."""
    return language.say("English")
