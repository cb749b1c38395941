"""What begins by itself at a time, as it is announced."""

from bot.models import Plan
from bot.words.language import Language, template
from bot.words.names import format_game, mention
from bot.words.times import format_time, format_weekday

ANNOUNCE = template("Announce it")
_MOST = 100  # characters of the name of an event


def announcement(language: Language, plan: Plan) -> str:
    """Say which match the channel will play, when, and by whom it was planned; or what came of it."""
    by = language.say("Opened by {player}.", player=mention(plan.challenge.user_id))
    return f"### {_format_plan_title(language, plan)}\n{by} {_format_state(language, plan)}"


def _format_plan_title(language: Language, plan: Plan) -> str:
    game = format_game(language, plan.challenge.game_slug)
    if plan.tournament_id is not None:
        return language.say("Tournament: {game}", game=game)
    return language.say("The channel against me: {game}", game=game)


def _format_state(language: Language, plan: Plan) -> str:
    if plan.match_id is not None:
        return language.say("The match has begun.")
    if plan.is_begun:
        return language.say("It was called off.")
    return language.say(
        "It is planned for {time}: then it begins by itself, and everybody in this channel votes on the"
        " moves.",
        time=format_time(plan.starts_at),
    )


def format_time_question(language: Language, starts_at: float) -> str:
    """Say back which time was understood, before anything is announced."""
    return language.say(
        "I understand this time: **{time}**. Press Announce it, and everybody here reads of it; nothing"
        " happens before that.",
        time=format_weekday(starts_at),
    )


def format_forwarding(language: Language, link: str) -> str:
    """Say where a planned match is announced from now on."""
    return language.say("This match is announced here now: {link}", link=link)


def say_planned_already(language: Language) -> str:
    """Say why no other match was planned."""
    return language.say(
        "This match was planned here already, so I have planned no other one. Whoever planned it, or a"
        " moderator, can press Call off before it begins."
    )


def name_event(language: Language, plan: Plan) -> str:
    """Name the event on the server."""
    return _format_plan_title(language, plan)[:_MOST]


def hindrance(language: Language) -> str:
    """Say why there is no event on the server."""
    return language.say(
        "I may not create events on this server, so there is none; it begins by itself all the same. Whoever"
        " runs the server can give me the permission Create Events."
    )
