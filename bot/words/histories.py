"""What somebody has played, a line for each match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import MAXINE
from bot.words.language import template
from bot.words.names import format_game, format_level, mention
from bot.words.ratings import format_rating
from engine import Outcome

if TYPE_CHECKING:
    from bot.models import Match, Participant, Past, PastPage, RatingChange
    from bot.words.language import Language

NEWER, OLDER = template("Newer"), template("Older")
CHOOSE = template("Choose a match to look at")
REPLAY = template("Replay")


def heading(language: Language, past: Past) -> str:
    """Say whose matches these are, and which of them."""
    title = f"### {_format_title(language, past)}"
    if past.asker.user_id == past.user_id:
        return title
    note = language.say("Only matches of this channel are listed, and those that you played yourself.")
    return f"{title}\n-# {note}"


def _format_title(language: Language, past: Past) -> str:
    player = mention(past.user_id)
    if past.opponent_id is None and past.game_slug is None:
        return language.say("Finished matches of {player}", player=player)
    if past.opponent_id is None:
        game = format_game(language, past.game_slug or "")
        return language.say("Finished matches of {player}: {game}", player=player, game=game)
    opponent = "Maxine" if past.opponent_id == MAXINE else mention(past.opponent_id)
    if past.game_slug is None:
        return language.say(
            "Finished matches of {player} against {opponent}", player=player, opponent=opponent
        )
    return language.say(
        "Finished matches of {player} against {opponent}: {game}",
        player=player,
        opponent=opponent,
        game=format_game(language, past.game_slug),
    )


def listed(language: Language, page: PastPage) -> str:
    """Write a line for each match of a page; if there is none, say so."""
    if not page.matches:
        return language.say("There are none. `/challenge` begins a match.")
    return "\n".join(_format_match(language, page, match) for match in page.matches)


def _format_match(language: Language, page: PastPage, match: Match) -> str:
    seat = match.seat_of(page.past.user_id) or 0
    opponent = language.say("against {opponent}", opponent=_format_player(language, match.players[1 - seat]))
    parts = [
        f"#{match.id}",
        format_game(language, match.game_slug),
        opponent,
        f"**{format_result(language, match, page.past.user_id)}**",
        language.count("{number} move", "{number} moves", match.ply - match.first_ply),
        f"<t:{match.touched_at:.0f}:R>",
    ]
    changes = (each for each in match.rating_changes if each.user_id == page.past.user_id)
    parts += [_format_change(language, change) for change in changes]
    return " · ".join(parts)


def _format_player(language: Language, player: Participant) -> str:
    if player.level is None:
        return player.name
    return language.say("Maxine ({level})", level=format_level(language, player.level))


def format_result(language: Language, match: Match, user_id: int | None) -> str:
    """Say in a word how a match ended, for one of its players or for everybody (None)."""
    winner = match.winner
    if winner is None:
        is_draw = match.ending is not None and match.ending.outcome is Outcome.DRAW
        return language.say("drawn") if is_draw else language.say("abandoned")
    if user_id is None:
        return language.say("{player} won", player=winner.name)
    return language.say("won") if winner.user_id == user_id else language.say("lost")


def _format_change(language: Language, change: RatingChange) -> str:
    return language.say(
        "rating {before} → {after}", before=format_rating(change.before), after=format_rating(change.after)
    )


def format_position(language: Language, match: Match) -> str:
    """Say which position of a chosen match is shown."""
    if match.state.is_terminal:
        return language.say("The position before the last move:")
    return language.say("The last position:")
