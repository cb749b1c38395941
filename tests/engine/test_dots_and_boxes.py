"""Dots and boxes: its rules beside a second version of them, and the solver beside plain minimax."""

from pathlib import Path
from random import Random

import pytest

import engine
from engine import books
from engine.books import Book
from engine.rules.dots_and_boxes import DotsAndBoxes, LineFault
from engine.solver import limit_polls
from engine.solvers import boxes
from engine.solvers.boxes import Boxes
from tests import make_boxes
from tests.engine.boards import perft, random_state, refused, state_after
from tests.engine.boxes_again import Slow, net, seen, the_game

GAME = the_game()
KNOWN = [((1, 1), -1), ((1, 2), 0), ((2, 2), 2), pytest.param((2, 3), -2, marks=pytest.mark.ci)]
"""By how many boxes the first player wins small boards: computed by an independent program."""


def test_perft_is_any_order_of_lines() -> None:
    assert [perft(GAME, GAME.start, depth) for depth in (1, 2, 3)] == [24, 24 * 23, 24 * 23 * 22]


@pytest.mark.parametrize("seed", range(20))
def test_random_games_agree(seed: int) -> None:
    rng, state, slow = Random(seed), GAME.initial(), Slow(3, 3)
    while slow.open():
        assert list(state.actions()) == slow.open()
        assert state.to_move == slow.turn
        action = rng.choice(slow.open())
        assert GAME.gain(state, action) == slow.gained(action)
        state, slow = state.successor(action), slow.play(action)
        assert seen(state)._replace(owners=()) == slow._replace(owners=())
        assert set(seen(state).owners) == set(slow.owners)
        assert GAME.margin(state.position) == slow.lead()
    assert state.is_terminal
    assert state.utility == (1 if slow.lead() > 0 else -1)


@pytest.mark.parametrize(("size", "margin"), KNOWN)
def test_small_boards_are_as_known(size: tuple[int, int], margin: int) -> None:
    assert Boxes(DotsAndBoxes("small", *size)).net(0) == margin


def test_inner_first_line_only_draws() -> None:
    moves = Boxes(DotsAndBoxes("small", 2, 2)).moves(0)
    assert {move.action for move in moves if move.margin == 0} == {3, 5, 6, 8}
    assert {move.margin for move in moves} == {0, 2}


@pytest.mark.ci
def test_second_player_wins_by_three() -> None:
    analysis = engine.analyse(GAME.initial())
    assert analysis.exact
    assert {move.margin for move in analysis.moves} == {-3}
    assert {move.distance for move in analysis.moves} == {24}


@pytest.mark.parametrize("seed", range(12))
def test_margins_agree_with_plain_minimax(seed: int) -> None:
    state = random_state(GAME, 15, Random(seed))
    board = seen(state)
    for move in engine.analyse(state).moves:
        after = board.play(move.action)
        worth = after.lead() + net(after._replace(owners=(), turn=0))
        assert move.margin == (worth if after.turn == board.turn else -worth)
        end = state
        for action in move.line:
            end = end.successor(action)
        lead = GAME.margin(end.position)
        assert end.is_terminal
        assert move.margin == (lead if end.to_move == state.to_move else -(lead or 0))


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(2))
def test_book_agrees_with_search(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, known = Random(seed), Boxes(GAME)
    monkeypatch.setattr(Boxes, "_book", Book())
    drawn = sum(1 << line for line in rng.sample(range(24), 9))
    score = Book.named(GAME.slug).score(known.key(drawn))
    assert score == Boxes(GAME).net(drawn)


def test_book_can_be_made_anew() -> None:
    small = DotsAndBoxes("small", 2, 2)
    book = Book.unpacked(make_boxes.pack(small, make_boxes.nets(small), 4))
    solver = Boxes(small)
    rng = Random(1)
    for lines in range(5):
        drawn = sum(1 << line for line in rng.sample(range(12), lines))
        assert book.score(solver.key(drawn)) == solver.net(drawn)


def test_book_command_writes_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(make_boxes, "DotsAndBoxes", lambda slug: DotsAndBoxes(slug, 1, 2))
    make_boxes.main()
    assert Book.unpacked((tmp_path / "dots-and-boxes.xz").read_bytes()).score(0) == 0


def test_what_is_known_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "_MOST_KEPT", 10)
    solver = Boxes(DotsAndBoxes("small", 2, 2))
    assert [solver.net(0), solver.net(1)] == [2, -2]
    assert len(solver._nets) > 10
    assert solver.net(1) == -2


def test_stopped_search_estimates() -> None:
    state = random_state(GAME, 10, Random(2))
    moves = Boxes(GAME).moves(state.position, limit_polls(0))
    assert not any(move.exact for move in moves)
    assert all(abs(move.value) < 1 for move in moves)


def test_glimpse_sees_boxes_near() -> None:
    state = state_after(GAME, "a w d h")
    moves = {GAME.names[move.action]: move for move in engine.analyse(state, depth=2).moves}
    assert moves["e"].margin == 1
    assert moves["b"].margin == -1
    assert not moves["e"].exact


def test_glimpse_of_the_end_is_exact() -> None:
    state = random_state(GAME, 20, Random(3))
    assert engine.analyse(state, depth=6).exact


def test_it_looks_as_boxes_stand() -> None:
    state = state_after(GAME, "a w d h")
    assert GAME.count(GAME.evaluate(state.position)) == pytest.approx(1)
    assert GAME.count(1.0) > 9
    assert not GAME.is_decided(state.position)


def test_five_boxes_decide() -> None:
    rng, state = Random(4), GAME.initial()
    while not GAME.is_decided(state.position):
        assert max(GAME.scores(state.position)) < 5
        state = state.successor(rng.choice(state.actions()))
    assert max(GAME.scores(state.position)) >= 5


@pytest.mark.parametrize(("size", "number"), [((3, 3), 8), ((2, 3), 4)])
def test_images_are_played_alike(size: tuple[int, int], number: int) -> None:
    game = DotsAndBoxes("sized", *size)
    state = random_state(game, 14, Random(5))
    images = set(game.symmetries(state.position))
    assert len(images) == number
    assert {game.scores(image) for image in images} == {game.scores(state.position)}
    after = state.successor(state.actions()[0]).position
    assert any(set(game.symmetries(after)) & {*game.successors(image).values()} for image in images)


def test_illegal_names_are_refused() -> None:
    state = state_after(GAME, "c")
    assert refused(state, "c").fault is LineFault.DRAWN
    assert refused(state, "y").fault is LineFault.UNKNOWN
    assert refused(state, "ab").fault is LineFault.UNKNOWN
    with pytest.raises(ValueError, match="not legal"):
        GAME.name_of(state, 2)
