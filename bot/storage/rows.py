"""Rows to models and back, the same in every database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar, cast

from bot.models import (
    PEOPLE,
    Attempt,
    Begun,
    Blocks,
    Curve,
    Duel,
    End,
    Ending,
    Finding,
    Footing,
    Form,
    GameRating,
    Invitation,
    Match,
    Offer,
    Origin,
    Participant,
    Place,
    Point,
    Rating,
    RatingChange,
    Record,
    Results,
    Run,
    Settings,
    Skill,
    Standing,
    StreakStanding,
    StreakTable,
    Table,
    Wish,
    versus_of,
)
from engine import AnalysedMove, Outcome
from engine.puzzles import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.models import Board, OfferKind, Past, Reviewed, Since
    from engine import Action

_Placed = TypeVar("_Placed", Standing, StreakStanding)

EXPIRED_MOST = 100
"""Expired invitations that are listed at a time."""

EVERYBODY = 0
"""The blocked_id of who blocks everybody."""

EVERYWHERE = 0
"""The guild_id of totals and streaks that are of no server."""

HIDDEN = -1
"""That of those of no server whose people want to be on no board of everywhere."""

_NEVER = 1e12  # seconds since the epoch, long after every match
_RESULTS = {None: "abandoned", Outcome.FIRST: "first", Outcome.SECOND: "second", Outcome.DRAW: "draw"}
_OUTCOMES = {result: outcome for outcome, result in _RESULTS.items()}

LOST = "coalesce((SELECT lost FROM awake WHERE id = 1), 0)"
"""How many seconds have passed so far in which nobody was awake: without them due_at is stored."""
_COLUMNS = (
    "id, game, guild_id, channel_id, message_id, first_id, second_id, level, result,"
    " created_at, touched_at, rematch_of, is_helped, origin_id, origin_ply, seed,"
    " manner, pace, due_at, is_rated, offer, offered_by, changes, unrated, asked, parent_id"
)
MATCH_COLUMNS = _COLUMNS.replace("due_at", f"due_at + {LOST}")
NEW_MATCH_COLUMNS = f"{_COLUMNS}, to_move, is_drawn"
"""Those of a new match; the last two are there for statements to find it by, and are not read."""
CHANGE_COLUMNS = "user_id, rating_before, deviation_before, rating_after, deviation_after, volatility_after"
"""What a match did to the rating of a person."""
INVITATION_COLUMNS = (
    "id, game, guild_id, channel_id, inviter_id, invitee_id, begins, created_at, fate, rematch_of,"
    " pace, is_rated, closed_at, parent_id"
)
ATTEMPT_COLUMNS = (
    "id, user_id, guild_id, game, difficulty, goal, start, theme, wished_game, wished_difficulty,"
    " wished_theme, match_id, day, begun_at, actions, mistakes, hints, told, free_hints, fate, ended_at"
)
SETTINGS_COLUMNS = "channels, season_channel_id, level, game, language, season_closed, has_threads"
SKILL_COLUMNS = "rating, deviation, volatility, run, longest"
FORM_COLUMNS = "rating, deviation, volatility, matches, streak, best_streak, rated_at"


def result_of(match: Match) -> str | None:
    """What the column `result` says of the match."""
    return _RESULTS[match.ending.outcome] if match.ending else None


def manner_of(match: Match) -> str | None:
    """What the column `manner` says of the match."""
    return match.ending.manner if match.ending else None


def offer_of(match: Match) -> tuple[str | None, int | None]:
    """What the columns `offer` and `offered_by` say of the match."""
    return (match.offer.kind, match.offer.seat) if match.offer else (None, None)


def asked_of(match: Match) -> str | None:
    """What the column `asked` says of the match."""
    return " ".join(f"{offer.kind}:{offer.seat}:{ply}" for offer, ply in match.asked) or None


def _asked_from(text: str | None) -> tuple[tuple[Offer, int], ...]:
    parts = (each.split(":") for each in (text or "").split())
    return tuple((Offer(cast("OfferKind", kind), int(seat)), int(ply)) for kind, seat, ply in parts)


def match_from(
    row: tuple[Any, ...], actions: tuple[int, ...], changes_of_ratings: Iterable[Sequence[Any]] = ()
) -> Match:
    """Make a match from a row of MATCH_COLUMNS, its moves, and its rows of CHANGE_COLUMNS."""
    id_, game, guild, channel, message, first, second, level, result, *others = row
    created, touched, rematch_of, is_helped, origin_id, origin_ply, seed, *others = others
    manner, pace, due_at, is_rated, offer, offered_by, changes, unrated, asked, parent = others
    if result == "abandoned" and manner is None:  # before that was stored
        manner, unrated = "abandonment", "unfinished"
    return Match(
        id=id_,
        game_slug=game,
        place=Place(guild, channel, parent),
        players=(_participant(first, level), _participant(second, level)),
        created_at=created,
        touched_at=touched,
        actions=actions,
        ending=Ending(_OUTCOMES[result], manner) if result else None,
        message_id=message,
        rematch_of=rematch_of,
        is_helped=bool(is_helped),
        origin=None if origin_id is None else Origin(origin_id, origin_ply),
        seed=seed,
        pace=pace,
        due_at=due_at,
        is_rated=bool(is_rated),
        offer=None if offer is None else Offer(offer, offered_by),
        changes=changes,
        asked=_asked_from(asked),
        unrated=unrated,
        rating_changes=tuple(map(_change_from, changes_of_ratings)),
    )


def _change_from(row: Sequence[Any]) -> RatingChange:
    user_id, number, deviation, *after = row
    return RatingChange(user_id, Rating(number, deviation), Rating(*after))


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
        manner_of(match),
        match.pace,
        match.due_at,
        int(match.is_rated),
        *offer_of(match),
        match.changes,
        match.unrated,
        asked_of(match),
        match.place.parent_id,
        match.state.to_move,
        0,
    )


def move_values(before: Match, place: Place) -> tuple[Any, ...]:
    """Return the values of the places of MOVE_TO."""
    there, stood = (place.guild_id, place.channel_id, place.parent_id), (before.id, before.changes)
    return *there, place.channel_id, *stood, before.place.channel_id


def invitation_from(row: tuple[Any, ...]) -> Invitation:
    """Make an invitation from a row of INVITATION_COLUMNS."""
    id_, game, guild, channel, inviter, invitee, begins, created, status, rematch_of, *others = row
    pace, is_rated, closed_at, parent = others
    return Invitation(
        id=id_,
        game_slug=game,
        place=Place(guild, channel, parent),
        inviter_id=inviter,
        invitee_id=invitee,
        begins=begins,
        created_at=created,
        status=status,
        rematch_of=rematch_of,
        pace=pace,
        is_rated=bool(is_rated),
        closed_at=closed_at,
    )


def status_values(before: Invitation, after: Invitation, match_id: int | None) -> tuple[Any, ...]:
    """Return the values of the places of SET_STATUS."""
    answered = after.status, match_id, after.invitee_id, after.begins, after.closed_at
    return *answered, before.id, before.status


def apart_values(invitation: Invitation) -> tuple[Any, ...]:
    """Return the values of the places of ARE_APART."""
    inviter_id, invitee_id = invitation.inviter_id, invitation.invitee_id
    return inviter_id, invitee_id, invitee_id, inviter_id


def footing_values(invitation: Invitation, since: Since) -> dict[str, object]:
    """Return the values of the places of FOOTING."""
    return {
        "inviter": invitation.inviter_id,
        "invitee": invitation.invitee_id,
        "sent": since.sent,
        "waiting": since.waiting,
    }


def footing_from(row: tuple[Any, ...]) -> Footing:
    """Make a footing from the row of FOOTING."""
    unaccepted, waiting, declined, declined_at, is_blocked, is_blocking = row
    return Footing(unaccepted, waiting, declined, declined_at, bool(is_blocked), bool(is_blocking))


def blocks_from(rows: Iterable[tuple[Any, ...]]) -> Blocks:
    """Make blocks from the rows of BLOCKS."""
    blocked = {user_id for (user_id,) in rows}
    people = sorted(user_id for user_id in blocked if user_id > EVERYBODY)
    return Blocks(tuple(people), EVERYBODY in blocked)


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
        invitation.pace,
        int(invitation.is_rated),
        invitation.closed_at,
        invitation.place.parent_id,
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


def table_from(versus: str, best: Sequence[tuple[Any, ...]], own: Sequence[tuple[Any, ...]]) -> Table:
    """Make a table from the rows of BEST and of OWN_STANDING."""
    top = [Standing(rank, *row) for rank, row in _ranked(best)]
    places = [Standing(int(rank), *row) for rank, *row in own]
    return Table(versus, top, _below(top, places))


def streak_table_from(
    best: Iterable[tuple[Any, ...]], own: Sequence[tuple[Any, ...]], size: int, skill: Skill | None
) -> StreakTable:
    """Make a table from the rows of BEST_STREAKS, of both days, and of OWN_STREAK_STANDING."""
    found = sorted(best, key=lambda row: (-row[1], -row[2], row[0]))[:size]
    top = [StreakStanding(rank, *row) for rank, row in _ranked(found)]
    places = [StreakStanding(int(rank), *row) for rank, *row in own]
    return StreakTable(top, _below(top, places), skill)


def _ranked(best: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield each row of a table with its rank, shared by those in which all but the person is equal."""
    values = [row[1:] for row in best]
    return ((1 + values.index(row[1:]), row) for row in best)


def _below(top: Sequence[_Placed], places: Iterable[_Placed]) -> _Placed | None:
    """Return somebody's own place if it is not among those at the top."""
    shown = {place.user_id for place in top}
    return next((place for place in places if place.user_id not in shown), None)


def past_values(past: Past, beside: Match | None, size: int, *, is_newer: bool) -> dict[str, object]:
    """Return the values of `statements.past`, of matches next to one; without one, of the first ones.

    Whoever asks sees all of their own matches, and those of others in the channel where they ask.
    """
    edge = 0.0 if is_newer else _NEVER
    return {
        "user_id": past.user_id,
        "touched_at": float(beside.touched_at) if beside else edge,
        "id": beside.id if beside else 0,
        "game": past.game_slug,
        "opponent_id": past.opponent_id,
        "channel_id": None if past.asker.user_id == past.user_id else past.asker.place.channel_id,
        "asker_id": past.asker.user_id,
        "size": size,
    }


def in_order(matches: Iterable[Match], size: int, *, is_newer: bool) -> list[Match]:
    """Return, of matches of both seats, those next to where it was asked for, the newest first."""
    nearest = sorted(matches, key=lambda match: (match.touched_at, match.id), reverse=not is_newer)[:size]
    return nearest[::-1] if is_newer else nearest


def duel_from(player_ids: tuple[int, int], *found: Sequence[tuple[Any, ...]]) -> Duel:
    """Make a record of two players from the rows of BEGUN, one's and the other's, and of LONGEST_RUN."""
    by_one, by_other, runs = found
    one_id, other_id = player_ids
    begun = [Begun(game, one_id, Results(*results)) for game, *results in by_one]
    begun += [Begun(game, other_id, Results(*results).turned) for game, *results in by_other]
    return Duel(player_ids, begun, Run(*runs[0]) if runs else None)


def game_ratings_from(found: Iterable[tuple[Any, ...]]) -> list[GameRating]:
    """Make ratings by game from the rows of RATINGS_OF_PERSON, those between people first."""
    return [
        GameRating(game, board, Form(Rating(rating, deviation, volatility), *form))
        for game, board, rating, deviation, volatility, *form in sorted(
            found, key=lambda row: (row[0], row[1] != PEOPLE)
        )
    ]


def curve_from(game: str, board: Board, newest: Sequence[tuple[Any, ...]]) -> Curve:
    """Make a curve from the rows of CURVE."""
    return Curve(game, board, [Point(*row) for row in reversed(newest)])


def accuracy_values(reviewed: Reviewed) -> list[tuple[object, ...]]:
    """Return each person who had something to choose, how accurate they were, and the match."""
    match = reviewed.match
    return [
        (player.user_id, float(accuracy), match.id)
        for player, accuracy in zip(match.players, reviewed.review.accuracies, strict=True)
        if player.user_id is not None and accuracy is not None
    ]


def records_from(rows: Iterable[tuple[Any, ...]]) -> Iterator[Record]:
    """Make a record of every match from the rows of RECORDS."""
    for match_id, game, result, manner, moves in rows:
        numbers = numbers_of(moves or "")
        ending = Ending(_OUTCOMES[result], manner) if result else None
        yield Record(match_id, game, tuple(zip(numbers[::2], numbers[1::2], strict=True)), ending)


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


def places_of_new(columns: str) -> str:
    """Return the question marks of a new row, which may be a match with a time at which one is up."""
    return ", ".join(f"? - {LOST}" if name.strip() == "due_at" else "?" for name in columns.split(","))


def placeholders(columns: str) -> str:
    """Return as many question marks as there are columns."""
    return ", ".join("?" * len(columns.split(",")))


def settings_from(row: tuple[Any, ...]) -> Settings:
    """Make settings from a row of SETTINGS_COLUMNS."""
    channels, season_channel_id, level, game, language, season_closed, has_threads = row
    usual = level, game, language
    return Settings(
        numbers_of(channels or ""), season_channel_id, *usual, season_closed, has_threads=bool(has_threads)
    )


def settings_values(settings: Settings) -> tuple[Any, ...]:
    """Return the values of SETTINGS_COLUMNS."""
    usual = settings.level, settings.game, settings.language
    season = settings.season_closed
    return (
        text_of(settings.channels) or None,
        settings.season_channel_id,
        *usual,
        season,
        int(settings.has_threads),
    )
