"""Connect Four's rules, beside the same rules written again as slowly and plainly as possible."""

from random import Random

import pytest

import engine
from engine.rules.connect_four import ColumnFault, ConnectFour
from tests.engine.boards import perft, refused, state_after

ROWS, COLUMNS = 6, 7
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
PERFT = (7, 49, 343, 2_401, 16_807, 117_649, 823_536)


@pytest.fixture(scope="module")
def game() -> ConnectFour:
    return ConnectFour()


def fours(grid: list[list[int | None]], player: int) -> set[tuple[int, int]]:
    """Return the cells of all completed lines of four, by looking along every one."""
    lines = [
        [(row + step * down, column + step * right) for step in range(4)]
        for row in range(ROWS)
        for column in range(COLUMNS)
        for down, right in DIRECTIONS
    ]
    return {
        cell
        for line in lines
        if all(row < ROWS and 0 <= column < COLUMNS and grid[row][column] == player for row, column in line)
        for cell in line
    }


def dropped(grid: list[list[int | None]], column: int, player: int) -> list[list[int | None]]:
    """Return the grid with one more stone; rows are counted from the top."""
    row = max(row for row in range(ROWS) if grid[row][column] is None)
    return [
        [player if place == (row, column) else grid[place[0]][place[1]] for place in places]
        for places in ([(r, c) for c in range(COLUMNS)] for r in range(ROWS))
    ]


def open_columns(grid: list[list[int | None]]) -> list[int]:
    return [column for column in range(COLUMNS) if grid[0][column] is None]


@pytest.mark.unmeasured
@pytest.mark.parametrize("depth", range(1, 8))
def test_perft_is_the_known_one(game: ConnectFour, depth: int) -> None:
    assert perft(game, game.start, depth) == PERFT[depth - 1]


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(5, id="row"),
        pytest.param(2, id="column"),
        pytest.param(40, id="rising"),
        pytest.param(8, id="falling"),
        pytest.param(3, id="two-lines-of-the-second"),
        pytest.param(344, id="full-board"),
    ],
)
def test_rules_agree_with_plain_ones(game: ConnectFour, seed: int) -> None:
    rng, state = Random(seed), game.initial()
    grid: list[list[int | None]] = [[None] * COLUMNS for _ in range(ROWS)]
    while not state.is_terminal:
        mover = state.to_move
        assert list(state.actions()) == open_columns(grid)
        for player in (0, 1):
            wins = [c for c in open_columns(grid) if fours(dropped(grid, c, player), player)]
            assert list(game.threats(state, player)) == wins
        action = rng.choice(state.actions())
        grid, state = dropped(grid, action, mover), state.successor(action)
        assert game.cells(state) == tuple(cell for row in grid for cell in row)
    won = fours(grid, mover)
    assert set(game.decisive(state)) == {row * COLUMNS + column for row, column in won}
    assert state.outcome is (list(engine.Outcome)[mover] if won else engine.Outcome.DRAW)
    assert bool(won) or not open_columns(grid)


def test_images_are_the_mirror_image(game: ConnectFour) -> None:
    left, right = state_after(game, "1 1 2 5 3"), state_after(game, "7 7 6 3 5")
    assert (
        set(game.symmetries(left.position))
        == {left.position, right.position}
        == set(game.symmetries(right.position))
    )


def test_moves_are_named_by_columns(game: ConnectFour) -> None:
    state = game.initial()
    assert [game.name_of(state, action) for action in state.actions()] == list("1234567")
    assert game.action_named(state, " 4 ") == 3


def test_full_column_is_refused_by_name(game: ConnectFour) -> None:
    state = state_after(game, "1 1 1 1 1 1")
    assert refused(state, "1").fault is ColumnFault.FULL
    assert refused(state, "1").legal_names == tuple("234567")
    assert refused(state, "8").fault is ColumnFault.UNKNOWN
    with pytest.raises(ValueError, match="not legal"):
        game.name_of(state, 0)


def test_columns_are_refused_after_the_end(game: ConnectFour) -> None:
    error = refused(state_after(game, "1 2 1 2 1 2 1"), "3")
    assert (error.fault, error.legal_names) == (engine.GeneralFault.NOT_LEGAL, ())


def test_estimate_prefers_the_centre(game: ConnectFour) -> None:
    after = game.successors(game.start)
    assert game.evaluate(game.start) == 0
    assert -1 < game.evaluate(after[3]) < game.evaluate(after[0]) < 0
