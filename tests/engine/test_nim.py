"""Nim by theory, by the general solvers and by slow rules, which all agree; and what is told of it."""

import pytest

import engine
from engine.rules.nim import NimFault, is_lost
from engine.teachers.nim import NimKind
from tests import retrograde
from tests.engine import nim_again
from tests.engine.boards import perft, refused, state_after

every_nim = pytest.mark.parametrize("slug", nim_again.SIZES)


def reachable(game: engine.Game) -> list[engine.State]:
    """Return every position as a state, in no order."""
    return [engine.State(game, position, 0) for position in retrograde.solve(game)]


@pytest.mark.ci
@every_nim
def test_rules_are_the_slow_ones(slug: str) -> None:
    states = reachable(engine.game(slug))
    assert len(states) == {"nim-3-4-5": 4 * 5 * 6}.get(slug, 2 * 4 * 6 * 8)
    for state in states:
        names = [state.name_of(action) for action in state.actions()]
        assert sorted(names) == sorted(name for name, _ in nim_again.followers(nim_again.heaps_of(state)))
        for name, left in nim_again.followers(nim_again.heaps_of(state)):
            assert nim_again.heaps_of(state_after_move(state, name)) == left


def state_after_move(state: engine.State, name: str) -> engine.State:
    return state.successor(state.game.action_named(state, name))


@pytest.mark.unmeasured
@every_nim
def test_theory_and_solvers_agree(slug: str) -> None:
    game, is_misere = engine.game(slug), slug == "nim-misere"
    for position, (value, distance) in retrograde.solve(game).items():
        state = engine.State(game, position, 0)
        heaps = nim_again.heaps_of(state)
        assert (value == -1) is is_lost(heaps, is_misere=is_misere)
        assert (value == 1) is nim_again.wins(heaps, last_wins=not is_misere)
        if not state.is_terminal:
            analysis = engine.analyse(state)
            assert (analysis.value, analysis.distance, analysis.exact) == (value, distance, True)


def test_opening_is_lost_to_the_theory() -> None:
    values = {slug: engine.analyse(engine.game(slug).initial()).value for slug in nim_again.SIZES}
    assert values == {"nim": -1, "nim-3-4-5": 1, "nim-misere": -1}
    assert perft(engine.game("nim"), engine.game("nim").start, 2) == 16 * 15 - sum(
        size * (size - 1) // 2 for size in (1, 3, 5, 7)
    )


@pytest.mark.parametrize(
    ("slug", "names", "motive"),
    [
        ("nim", "d3", NimKind.EVENS),
        ("nim-3-4-5", "c5", NimKind.PAIRS),
        ("nim-misere", "d3", NimKind.EVENS_OR_ONES),
        ("nim-misere", "d7 c4 b1", NimKind.ODD_ONES),
    ],
)
def test_hint_names_no_heap(slug: str, names: str, motive: NimKind) -> None:
    assert engine.theme(engine.analyse(state_after(engine.game(slug), names))).motive is motive


def test_too_many_are_refused() -> None:
    state = state_after(engine.game("nim"), "d5")
    assert refused(state, "d3").fault is NimFault.TOO_MANY
    assert refused(state, "d8").fault is engine.GeneralFault.NOT_LEGAL
    with pytest.raises(ValueError, match="not legal"):
        state.name_of(6 << 3 | 3)


def test_equal_heaps_are_images() -> None:
    game = engine.game("nim")
    one, other = (state_after(game, names) for names in ("b2 c4 d6", "a1 c2 d5 b1 c2"))
    assert len({*game.symmetries(one.position)}) == 1
    assert len({*game.symmetries(other.position)}) > 1
    assert {min(game.symmetries(image)) for image in game.symmetries(other.position)} == {
        min(game.symmetries(other.position))
    }


@every_nim
def test_theory_tells_what_a_move_leaves(slug: str) -> None:
    teacher = engine.get_teacher(engine.game(slug))
    for state in reachable(teacher.game):
        if not state.is_terminal:
            analysis = engine.analyse(state)
            for move in analysis.moves:
                is_last = state.successor(move.action).is_terminal
                assert bool([*teacher.explain(analysis, move)]) is not is_last
                assert bool([*teacher.motives(state, move.action)]) is (move.value == 1)
