"""What is known of a person besides their matches: found by the person."""

from collections.abc import Sequence

from bot.models import (
    CHANNEL,
    PEOPLE,
    Begun,
    Board,
    Curve,
    Duel,
    Form,
    GameRating,
    GameResults,
    Opponent,
    Rating,
    RatingPoint,
    ResultCounts,
    Reviewed,
    Run,
)
from bot.storage.database import Lock, Locked, Statement, Subject
from bot.storage.rows import EVERYWHERE, FORM_COLUMNS

_RESULTS_OF_PERSON = (
    f"SELECT game, versus, wins, draws, losses FROM standings WHERE guild_id <= {EVERYWHERE} AND user_id = ?"
    " ORDER BY game, versus"
)
_COUNTS = "result <> 'abandoned' AND origin_id IS NULL AND is_helped = 0"
_BEGUN = (
    "SELECT game, count(*) FILTER (WHERE result = 'first'), count(*) FILTER (WHERE result = 'draw'),"
    " count(*) FILTER (WHERE result = 'second') FROM matches"
    " WHERE coalesce(first_id, 0) = ? AND coalesce(second_id, 0) = ?"
    f" AND {_COUNTS} GROUP BY game ORDER BY game"
)
_LONGEST_RUN = (
    "WITH ended AS ("
    "SELECT touched_at, id, CASE result WHEN 'first' THEN :one_id WHEN 'second' THEN :other_id END AS winner"
    " FROM matches WHERE coalesce(first_id, 0) = :one_id AND coalesce(second_id, 0) = :other_id"
    f" AND {_COUNTS} UNION ALL "
    "SELECT touched_at, id, CASE result WHEN 'first' THEN :other_id WHEN 'second' THEN :one_id END"
    " FROM matches WHERE coalesce(first_id, 0) = :other_id AND coalesce(second_id, 0) = :one_id"
    f" AND {_COUNTS}), numbered AS (SELECT winner, row_number() OVER (ORDER BY touched_at, id)"
    " - row_number() OVER (PARTITION BY winner ORDER BY touched_at, id) AS run FROM ended)"
    " SELECT winner, count(*) FROM numbered WHERE winner IS NOT NULL GROUP BY winner, run"
    " ORDER BY count(*) DESC, winner LIMIT 1"
)
"""Matches that one player won one after the other have in common how far they are from counting alike."""
_OPPONENTS = (
    "SELECT opponent_id, count(*) FILTER (WHERE result = won), count(*) FILTER (WHERE result = 'draw'),"
    " count(*) FILTER (WHERE result NOT IN (won, 'draw')) FROM ("
    "SELECT second_id AS opponent_id, touched_at, result, 'first' AS won FROM matches"
    f" WHERE first_id = :user_id AND second_id > {CHANNEL} AND result IS NOT NULL AND result <> 'abandoned'"
    " UNION ALL SELECT first_id, touched_at, result, 'second' FROM matches"
    f" WHERE second_id = :user_id AND first_id > {CHANNEL} AND result IS NOT NULL AND result <> 'abandoned'"
    ") AS played WHERE :sees_hidden = 1 OR opponent_id NOT IN (SELECT user_id FROM hidden)"
    " GROUP BY opponent_id ORDER BY count(*) DESC, max(touched_at) DESC LIMIT :size"
)
_RATINGS_OF_PERSON = f"SELECT game, board, {FORM_COLUMNS} FROM ratings WHERE user_id = ?"
_CURVE = (
    "SELECT rated_at, rating_before, rating_after FROM rating_changes"
    " WHERE user_id = ? AND game = ? AND board = ? ORDER BY rated_at DESC LIMIT ?"
)
_ACCURACIES = (
    "SELECT accuracy FROM accuracies WHERE user_id = ? ORDER BY touched_at DESC, match_id DESC LIMIT ?"
)
_ADD_ACCURACIES = (
    "INSERT INTO accuracies (user_id, touched_at, match_id, accuracy)"
    " SELECT :user_id, touched_at, id, :accuracy FROM matches"
    " WHERE id = :match_id AND :user_id IN (first_id, second_id)"
    " ON CONFLICT (user_id, touched_at, match_id) DO UPDATE SET accuracy = excluded.accuracy"
)


class Profiles(Subject):
    """What is known of a person besides their matches."""

    async def list_results(self, user_id: int) -> list[GameResults]:
        """Return the person's totals everywhere, by game, as the leaderboard has them."""
        found = await self._database.find(_RESULTS_OF_PERSON, user_id)
        return [GameResults(game, versus, ResultCounts(*results)) for game, versus, *results in found]

    async def list_opponents(self, user_id: int, count: int, *, sees_hidden: bool) -> list[Opponent]:
        """Return the people whom the person has played most often, the newest of several first."""
        values = {"user_id": user_id, "size": count, "sees_hidden": int(sees_hidden)}
        [found] = await self._database.read(Statement(_OPPONENTS, values))
        return [Opponent(opponent_id, ResultCounts(*results)) for opponent_id, *results in found]

    async def find_duel(self, one_id: int, other_id: int) -> Duel:
        """Return the record between two players, without any matches.

        Those count that have a result, without help, and not begun at a position of another match.
        """
        by_one, by_other, runs = await self._database.read(
            Statement(_BEGUN, (one_id, other_id)),
            Statement(_BEGUN, (other_id, one_id)),
            Statement(_LONGEST_RUN, {"one_id": one_id, "other_id": other_id}),
        )
        begun = [Begun(game, one_id, ResultCounts(*results)) for game, *results in by_one]
        begun += [Begun(game, other_id, ResultCounts(*results[::-1])) for game, *results in by_other]
        return Duel((one_id, other_id), begun, Run(*runs[0]) if runs else None)

    async def list_ratings(self, user_id: int) -> list[GameRating]:
        """Return the person's ratings by game, those between people before those against Maxine."""
        found = await self._database.find(_RATINGS_OF_PERSON, user_id)
        return [
            GameRating(game, board, Form(Rating(*form[:3]), *form[3:]))
            for game, board, *form in sorted(found, key=lambda row: (row[0], row[1] != PEOPLE))
        ]

    async def list_curves(self, user_id: int, of: Sequence[tuple[str, Board]], count: int) -> list[Curve]:
        """Return, of each of these games and boards, what the person's newest rated matches did."""
        found = await self._database.read(*(Statement(_CURVE, (user_id, *kind, count)) for kind in of))
        return [
            Curve(*kind, [RatingPoint(*row) for row in reversed(newest)])
            for kind, newest in zip(of, found, strict=True)
        ]

    async def list_accuracies(self, user_id: int, count: int) -> list[float]:
        """Return how accurate the person was in the newest matches of which that is known, newest last."""
        found = await self._database.find(_ACCURACIES, user_id, count)
        return [accuracy for (accuracy,) in reversed(found)]

    async def add_accuracies(self, reviewed: Reviewed) -> None:
        """Store how accurate the people of a finished match were, in the place of what was known of it.

        Nothing is stored of a person who is no longer a player of it.
        """
        locks = [Lock(Locked.MATCH, reviewed.match.id)]
        await self._database.write(*_adding_accuracies(reviewed), locks=locks)


def _adding_accuracies(reviewed: Reviewed) -> list[Statement]:
    """Return what stores how accurate each person was who had something to choose."""
    match = reviewed.match
    return [
        Statement(
            _ADD_ACCURACIES, {"user_id": player.user_id, "accuracy": float(accuracy), "match_id": match.id}
        )
        for player, accuracy in zip(match.players, reviewed.review.accuracies, strict=True)
        if player.user_id not in {None, CHANNEL} and accuracy is not None
    ]
