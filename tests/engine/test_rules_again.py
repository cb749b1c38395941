"""The rules of the games on a grid, written a second time: slowly, and from what players would say."""

from collections.abc import Iterator
from random import Random

import pytest

import engine
from tests.engine.boards import cells, perft

LENGTHS = {
    "tic-tac-toe": 3,
    "tic-tac-toe-misere": 3,
    "tic-tac-toe-wild": 3,
    "four-in-a-row-4x4": 4,
    "four-in-a-row-5x5": 4,
    "connect-four": 4,
}


@pytest.mark.parametrize(
    ("slug", "counts"),
    [
        ("tic-tac-toe", (9, 72, 504, 3_024, 15_120, 54_720)),
        ("tic-tac-toe-misere", (9, 72, 504, 3_024, 15_120, 54_720)),
        # 8 lines of 2 marks in 6 orders end a wild game with the third move.
        ("tic-tac-toe-wild", (18, 18 * 16, 18 * 16 * 14, (18 * 16 * 14 - 8 * 2 * 6) * 12)),
        ("four-in-a-row-4x4", (16, 16 * 15, 16 * 15 * 14, 16 * 15 * 14 * 13)),
        ("four-in-a-row-5x5", (25, 25 * 24, 25 * 24 * 23)),
    ],
)
def test_perft_is_the_known_count(slug: str, counts: tuple[int, ...]) -> None:
    game = engine.game(slug)
    assert tuple(perft(game, game.start, depth) for depth in range(1, len(counts) + 1)) == counts


class SlowBoard:
    """A board of letters, and the rules in words."""

    def __init__(self, game: engine.Grid) -> None:
        self.game, self.length = game, LENGTHS[game.slug]
        self.marks = dict.fromkeys(
            ((row, column) for row in range(game.rows) for column in range(game.columns)), " "
        )
        self.turn = 0

    def play(self, name: str) -> None:
        place = self.lowest(name) if self.falls() else (int(name[1]) - 1, "abcde".index(name[0]))
        assert self.marks[place] == " "
        self.marks[place] = name[2] if self.game.slug == "tic-tac-toe-wild" else "xo"[self.turn]
        self.turn = 1 - self.turn

    def falls(self) -> bool:
        return self.game.slug == "connect-four"

    def lowest(self, column: str) -> tuple[int, int]:
        return max(place for place, mark in self.marks.items() if mark == " " and place[1] == int(column) - 1)

    def names(self) -> list[str]:
        if self.winner() is not None:
            return []
        if self.falls():
            return [str(column + 1) for column in range(7) if self.marks[0, column] == " "]
        empty = ["abcde"[column] + str(row + 1) for (row, column), mark in self.marks.items() if mark == " "]
        if self.game.slug == "tic-tac-toe-wild":
            return [name + mark for name in empty for mark in "xo"]
        return empty

    def has_line(self) -> bool:
        return any(line in ("x" * self.length, "o" * self.length) for line in self.lines())

    def lines(self) -> Iterator[str]:
        for row, column in self.marks:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + step * down, column + step * right) for step in range(self.length)]
                yield "".join(self.marks.get(place, "?") for place in places)

    def winner(self) -> engine.Outcome | None:
        last = 1 - self.turn
        if self.has_line():
            winner = 1 - last if self.game.slug == "tic-tac-toe-misere" else last
            return (engine.Outcome.FIRST, engine.Outcome.SECOND)[winner]
        return None if " " in self.marks.values() else engine.Outcome.DRAW


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", LENGTHS)
def test_random_games_follow_the_slow_rules(slug: str) -> None:
    game = engine.game(slug)
    assert isinstance(game, engine.Grid)
    for number in range(40):
        rng, state, slow = Random(number), game.initial(), SlowBoard(game)
        while not state.is_terminal:
            assert [game.name_of(state, action) for action in state.actions()] == slow.names(), number
            assert slow.winner() is None, number
            action = rng.choice(state.actions())
            slow.play(game.name_of(state, action))
            state = state.successor(action)
            board = "".join(" " if mark is None else "xo"[mark] for mark in cells(state))
            assert board == "".join(slow.marks.values()), number
        assert state.outcome is slow.winner(), number
