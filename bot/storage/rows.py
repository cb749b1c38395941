"""Rows to models and back, the same in every database."""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from bot.models import (
    Attempt,
    End,
    Ending,
    Finding,
    Invitation,
    Match,
    Origin,
    Participant,
    Place,
    Rating,
    Record,
    Skill,
    Wish,
    versus_of,
)
from engine import AnalysedMove, Outcome
from engine.puzzles import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine import Action

EVERYWHERE = 0
"""The guild_id of totals and streaks that are of no server."""

_RESULTS = {None: "abandoned", Outcome.FIRST: "first", Outcome.SECOND: "second", Outcome.DRAW: "draw"}
_ENDINGS = {result: Ending(outcome) for outcome, result in _RESULTS.items()}

MATCH_COLUMNS = (
    "id, game, guild_id, channel_id, message_id, first_id, second_id, level, result,"
    " created_at, touched_at, rematch_of, is_helped, origin_id, origin_ply, seed"
)
NEW_MATCH_COLUMNS = f"{MATCH_COLUMNS}, to_move, is_drawn"
"""Those of a new match; the last two are there for statements to find it by, and are not read."""
INVITATION_COLUMNS = (
    "id, game, guild_id, channel_id, inviter_id, invitee_id, begins, created_at, fate, rematch_of"
)
ATTEMPT_COLUMNS = (
    "id, user_id, guild_id, game, difficulty, goal, start, theme, wished_game, wished_difficulty,"
    " wished_theme, match_id, day, begun_at, actions, mistakes, hints, told, free_hints, fate, ended_at"
)
SKILL_COLUMNS = "rating, deviation, volatility, run, longest"


def result_of(match: Match) -> str | None:
    """What the column `result` says of the match."""
    return _RESULTS[match.ending.outcome] if match.ending else None


def match_from(row: tuple[Any, ...], actions: tuple[int, ...]) -> Match:
    """Make a match from a row of MATCH_COLUMNS and its moves."""
    id_, game, guild, channel, message, first, second, level, result, *others = row
    created, touched, rematch_of, is_helped, origin_id, origin_ply, seed = others
    return Match(
        id=id_,
        game_slug=game,
        place=Place(guild, channel),
        players=(_participant(first, level), _participant(second, level)),
        created_at=created,
        touched_at=touched,
        actions=actions,
        ending=_ENDINGS[result] if result else None,
        message_id=message,
        rematch_of=rematch_of,
        is_helped=bool(is_helped),
        origin=None if origin_id is None else Origin(origin_id, origin_ply),
        seed=seed,
    )


def _participant(user_id: int | None, level: str | None) -> Participant:
    return Participant(user_id, level if user_id is None else None)


def match_values(match: Match) -> tuple[Any, ...]:
    """Return the values of NEW_MATCH_COLUMNS for a new match, the id left to the database."""
    first, second = match.players
    return (
        None,
        match.game_slug,
        match.place.guild_id,
        match.place.channel_id,
        match.message_id,
        first.user_id,
        second.user_id,
        match.level,
        result_of(match),
        match.created_at,
        match.touched_at,
        match.rematch_of,
        int(match.is_helped),
        match.origin.match_id if match.origin else None,
        match.origin.ply if match.origin else None,
        match.seed,
        match.state.to_move,
        0,
    )


def invitation_from(row: tuple[Any, ...]) -> Invitation:
    """Make an invitation from a row of INVITATION_COLUMNS."""
    id_, game, guild, channel, inviter, invitee, begins, created, status, rematch_of = row
    place = Place(guild, channel)
    return Invitation(id_, game, place, inviter, invitee, begins, created, status, rematch_of)


def invitation_values(invitation: Invitation) -> tuple[Any, ...]:
    """Return the values of INVITATION_COLUMNS, the id left to the database."""
    return (
        None,
        invitation.game_slug,
        invitation.place.guild_id,
        invitation.place.channel_id,
        invitation.inviter_id,
        invitation.invitee_id,
        invitation.begins,
        invitation.created_at,
        invitation.status,
        invitation.rematch_of,
    )


def results_of(match: Match) -> list[tuple[object, ...]]:
    """Return what a finished match adds to the totals of the people in it, on its server and everywhere."""
    return [
        (match.game_slug, scope, versus_of(match), user_id, *results)
        for user_id, results in _results_by_person(match)
        for scope in {match.place.guild_id, EVERYWHERE} - {None}
    ]


def _results_by_person(match: Match) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield user id and (win, draw, loss) for each person in a finished match that is not casual."""
    if match.ending is None or match.ending.outcome is None or match.origin is not None:
        return
    drawn = match.ending.outcome is Outcome.DRAW
    for player in match.players:
        if player.user_id is not None:
            won = match.winner == player
            yield player.user_id, (int(won), int(drawn), int(not won and not drawn))


def records_from(rows: Iterable[tuple[Any, ...]]) -> Iterator[Record]:
    """Make a record of every match from the rows of RECORDS."""
    for (match_id, game, result), found in groupby(rows, itemgetter(0, 1, 2)):
        moves = tuple((ply, action) for *_, ply, action in found if ply is not None)
        yield Record(match_id, game, moves, _ENDINGS[result] if result else None)


def attempt_from(row: tuple[Any, ...]) -> Attempt:
    """Make an attempt from a row of ATTEMPT_COLUMNS."""
    id_, user, guild, game, difficulty, goal, start, theme, *rest = row
    wished_game, wished_difficulty, wished_theme, match_id, day, begun_at, *rest = rest
    actions, mistakes, hints, told, free_hints, status, ended_at = rest
    return Attempt(
        id=id_,
        user_id=user,
        guild_id=guild,
        puzzle=Puzzle(game, numbers_of(start), difficulty, goal, theme),
        wish=Wish(wished_game, wished_difficulty, wished_theme, own=match_id is not None),
        begun_at=begun_at,
        day=day,
        actions=numbers_of(actions),
        mistakes=mistakes,
        hints=hints,
        told=told,
        end=End(status, ended_at) if status else None,
        match_id=match_id,
        free_hints=free_hints,
    )


def attempt_values(attempt: Attempt) -> tuple[Any, ...]:
    """Return the values of ATTEMPT_COLUMNS, the id left to the database."""
    puzzle = attempt.puzzle
    return (
        None,
        attempt.user_id,
        attempt.guild_id,
        puzzle.game_slug,
        puzzle.difficulty,
        puzzle.goal,
        text_of(puzzle.actions),
        puzzle.theme,
        *attempt.wish[:3],
        attempt.match_id,
        attempt.day,
        attempt.begun_at,
        *progress_of(attempt),
    )


def progress_of(attempt: Attempt) -> tuple[Any, ...]:
    """Return the values of the columns of an attempt that change."""
    end = attempt.end or (None, None)
    hints = attempt.hints, attempt.told, attempt.free_hints
    return text_of(attempt.actions), attempt.mistakes, *hints, *end


def text_of(actions: Iterable[Action]) -> str:
    """Return actions as a column holds them."""
    return " ".join(map(str, actions))


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the actions that a column holds."""
    return tuple(map(int, text.split()))


def skill_from(row: tuple[Any, ...]) -> Skill:
    """Make a skill from a row of SKILL_COLUMNS."""
    number, deviation, volatility, run, longest = row
    return Skill(Rating(number, deviation, volatility), run, longest)


def finding_values(findings: Sequence[Finding]) -> list[tuple[object, ...]]:
    """Return the values of the columns of findings, the id left to the database."""
    return [(each.match_id, each.ply, float(each.seconds), json.dumps(each.moves)) for each in findings]


def finding_from(row: tuple[Any, ...]) -> Finding:
    """Make a finding from a row of its columns, without the id."""
    match_id, ply, seconds, moves = row
    return Finding(match_id, ply, seconds, _decode(moves))


def _decode(text: str) -> tuple[AnalysedMove, ...]:
    return tuple(AnalysedMove(*fields)._replace(line=tuple(fields[4])) for fields in json.loads(text))


def placeholders(columns: str) -> str:
    """Return as many question marks as there are columns."""
    return ", ".join("?" * len(columns.split(",")))
