"""Finished matches: their list, and their replay."""

from collections.abc import Iterator
from itertools import islice

from bot.models import MAXINE, Match, Past, PastPage, RatingChange, Replay
from bot.words.language import Language, template
from bot.words.matches import format_judgement, format_mover, format_ply, format_status, format_verdict
from bot.words.names import format_game, format_level, mention
from bot.words.ratings import format_rating
from bot.words.times import format_age
from engine import Outcome

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
    opponent = "Maxine" if past.opponent_id == MAXINE else past.opponent_id and mention(past.opponent_id)
    return language.say(
        "Finished matches of {player}[[ against {opponent}]][[: {game}]]",
        player=player,
        opponent=opponent,
        game=past.game_slug and format_game(language, past.game_slug),
    )


def listed(language: Language, page: PastPage) -> str:
    """Write a line for each match of a page; if there is none, say so."""
    if not page.matches:
        return language.say("There are none. `/challenge` begins a match.")
    return "\n".join(_format_match(language, page, match) for match in page.matches)


def _format_match(language: Language, page: PastPage, match: Match) -> str:
    seat = match.seat_of(page.past.user_id) or 0
    opponent = language.say("against {opponent}", opponent=_name_participant(language, match, 1 - seat))
    parts = [
        f"#{match.id}",
        format_game(language, match.game_slug),
        opponent,
        f"**{format_result(language, match, page.past.user_id)}**",
        language.count("{number} [move|moves]", match.ply - match.first_ply),
        format_age(match.touched_at),
    ]
    own = (each for each in match.rating_changes if each.user_id == page.past.user_id)
    changes = (each for each in own if each.after.is_ranked)
    parts += [_format_change(language, change) for change in changes]
    return " · ".join(parts)


def _name_participant(language: Language, match: Match, seat: int) -> str:
    player = match.players[seat]
    if player.level is None:
        return player.name
    return language.say("Maxine ({level})", level=format_level(language, player.level, match.game_slug))


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
    if not change.before.is_ranked:
        return language.say("rating {rating}", rating=format_rating(change.after))
    return language.say(
        "rating {before} → {after}", before=format_rating(change.before), after=format_rating(change.after)
    )


_NAMED_MOST = 300
"""Moves that are named; an alternative text has no room for as many."""

_TAKEN_MOST = 500
"""Moves that a message has room for."""


def format_replay_step(language: Language, replay: Replay) -> str:
    """Say which move was played last, what could be played then, and what was."""
    return "\n".join(_list_step_lines(language, replay))


def _list_step_lines(language: Language, replay: Replay) -> Iterator[str]:
    match, ply, analysis = replay.match, replay.ply, replay.analysis
    number = language.say("Move {number} of {count}", number=ply, count=match.ply)
    yield f"**{number}**: {_format_arrival(language, match, ply)}"
    if analysis is not None:
        verdict = format_verdict(language, match, analysis)
        yield f"{format_mover(language, match, analysis)} {verdict}"
        if ply < match.ply:
            judged = format_judgement(language, match, analysis, match.actions[ply])
            yield language.say("Next: {sentence}", sentence=judged)


def _format_arrival(language: Language, match: Match, ply: int) -> str:
    """Say how a position came about, of the last one how the match stands."""
    if ply == match.ply:
        return format_status(language, match)
    begins = ply == match.first_ply
    return language.say("The match begins.") if begins else format_ply(language, match, ply - 1)


def film_caption(language: Language, match: Match, shown: int) -> str:
    """Say what the animated picture of so many moves is, for it looks like another board."""
    if shown < match.ply - match.first_ply:
        return language.say("The match in {number} steps:", number=shown)
    return language.say("The whole match:") if match.is_over else language.say("The match so far:")


def film_alt_text(match: Match, caption: str) -> str:
    """Say below its caption of which moves the animated picture of a match is."""
    names = islice(_list_move_names(match, match.first_ply), _NAMED_MOST)
    moves = " ".join(f"{number}. {name}" for number, name in enumerate(names, match.first_ply + 1))
    return f"{caption} {moves}"


def format_moves_to_take(language: Language, match: Match) -> str:
    """Name all moves of a finished match; nothing if they are too many."""
    if not match.is_over or match.ply > _TAKEN_MOST:
        return ""
    return language.say("To take elsewhere: `{moves}`", moves=" ".join(_list_move_names(match, 0)))


def _list_move_names(match: Match, first_ply: int) -> Iterator[str]:
    """Yield what the moves from one on are called."""
    for ply in range(first_ply, match.ply):
        yield match.name_at(ply)
