"""Three men's morris by its rules, by slow rules and by retrograde analysis; and what is told of it."""

from functools import cache

import pytest

import engine
from engine.rules.three_mens_morris import MorrisFault
from engine.teachers.three_mens_morris import MorrisKind
from tests import retrograde
from tests.engine.about import About, remarks_on, worths
from tests.engine.boards import refused, state_after
from tests.engine.claims import holds
from tests.engine.morris_again import seen

GAME = engine.game("three-mens-morris")


@cache
def boards() -> list[engine.State]:
    """Return each arrangement of the men once, with as many moves left as there can be."""
    found, frontier = {GAME.start}, [GAME.initial()]
    for state in frontier:
        for action in state.actions():
            after = state.successor(action)
            bare = engine.State(GAME, GAME.split_history(after.position)[0], min(after.ply, 6))
            if bare.position not in found:
                found.add(bare.position)
                frontier.append(bare)
    return frontier


def test_boards_are_the_known_number() -> None:
    assert len(boards()) == 3_870
    assert all(state.actions() or state.utility == -1 for state in boards())  # nobody is ever stuck


def test_centre_wins_in_nine_plies() -> None:
    analysis = engine.analyse(GAME.initial())
    assert (analysis.value, analysis.distance, analysis.exact) == (1, 9, True)
    assert [GAME.name_of(analysis.state, action) for action in analysis.best] == ["b2"]
    assert {move.value for move in analysis.moves} == {1, 0, -1}


@pytest.mark.unmeasured
def test_rules_are_the_slow_ones() -> None:
    for state in boards():
        board = seen(state)
        names = {GAME.name_of(state, action): action for action in state.actions()}
        assert {*names} == {*board.names()}, state
        for name, action in names.items():
            assert seen(state.successor(action)) == board.play(name), (state, name)


def test_thirty_moves_end_in_a_draw() -> None:
    state, teacher = state_after(GAME, "a1"), engine.get_teacher(GAME)
    while not state.is_terminal:
        kinds = {one.kind for action in state.actions() for one in teacher.remarks(state, action)}
        state = state.successor(engine.analyse(state).best[0])
    assert kinds == {MorrisKind.THUMB_CENTRE}  # nothing is threatened any more, nor has anybody a choice
    assert (state.ply, state.outcome) == (30, engine.Outcome.DRAW)


@pytest.mark.parametrize("names", ["c2 b2 a1", "c1 b3 c2 a2 b1", "a2 b3 b2 c3 b1 c2 b2-a1 b3-b2"])
def test_all_reasons_are_true(names: str) -> None:
    analysis = engine.analyse(state_after(GAME, names))
    lines = {move.action: move.line for move in analysis.moves}
    for action, remarks in engine.remarks(analysis).items():
        about = About(analysis.state, action, worths(analysis), lines[action], lines)
        assert all(holds(about, remark) for remark in remarks), (about, remarks)


@pytest.mark.ci
@pytest.mark.unmeasured
def test_solvers_agree() -> None:
    for position, known in [*retrograde.solve(GAME).items()][::20]:
        state = engine.State(GAME, position, 0)
        if state.actions():
            analysis = engine.analyse(state)
            assert (analysis.value, analysis.distance) == known, position


@pytest.mark.ci
@pytest.mark.unmeasured
def test_every_remark_holds() -> None:
    told = set()
    for analysis in (engine.analyse(state) for state in boards()[::10] if state.actions()):
        state, known = analysis.state, worths(analysis)
        for action, remarks in engine.remarks(analysis).items():
            about = About(state, action, known, lines={m.action: m.line for m in analysis.moves})
            assert all(holds(about, remark) for remark in remarks), (state, action, remarks)
            told |= {remark.kind for remark in remarks}
    assert {*MorrisKind} <= told


@pytest.mark.parametrize(
    ("names", "name", "kind"),
    [
        ("", "b2", MorrisKind.THUMB_CENTRE),
        ("a1", "b1", MorrisKind.THUMB_ROWS),
        ("a3 b2 a2 c1 c2 c3", "a2-a1", MorrisKind.THUMB_STEPS),
        ("b1 a1 a3", "b3", MorrisKind.THUMB_IN_THE_WAY),
        ("a2 b1 b3 c3 a3", "a1", MorrisKind.THREATENS),
        ("b2 a1", "c2", MorrisKind.FAR_THREAT),
        ("c1 a1 a3 b1 a2 b2", "a3-b3", MorrisKind.KEEPS_SAFE),
        ("a1 b2 b3 b1", "c2", MorrisKind.AVOIDS_SURE),
        ("b2 a1 c3", "c2", MorrisKind.AVOIDS_LOSS),
        ("b2 a1 b1", "b3", MorrisKind.BLOCKS_WIN),
        ("b2 a1 b1 c2 c1", "a3", MorrisKind.SURE_NEXT),
        ("a1 b1 c2", "c1", MorrisKind.LETS_FORK),
        ("a1 b1 c1 a3", "a2", MorrisKind.LETS_OUT_OF_REACH),
        ("a1 b1 c2 c1", "b2", MorrisKind.FORKS),
        ("a1 b1 c1 a3 a2", "b2", MorrisKind.OUT_OF_REACH),
        ("a1 b1 c2 a3", "b3", MorrisKind.MISSES_SURE),
        ("b3 c2 a2 a3 c1 b1", "c1-b2", MorrisKind.SHUTS_IN),
        ("b2 c3 c2 b1 c1", "b3", MorrisKind.EVERY_REPLY_LOSES),
        ("c2 c3 b2 a1 c1", "a3", MorrisKind.PINS),
        ("b2", "a1", engine.General.STILL_FORCED),
        ("b2 a1 c2", "b1", engine.General.LETS_WIN),
        ("b2 a1 c2 b1", "c1", engine.General.LETS_FORCE_WIN),
    ],
)
def test_reason_of_a_move(names: str, name: str, kind: engine.Kind) -> None:
    assert remarks_on(GAME, names, name)[0].kind is kind


def test_hint_names_no_point() -> None:
    expected = {
        "a1": MorrisKind.THUMB_CENTRE,
        "b2 a1": MorrisKind.THREATENS,
        "b2 a1 c2 c3 b3": MorrisKind.SHUTS_IN,
        "a1 b1 c1 a2 c2 b3": MorrisKind.BLOCKS_WIN,
    }
    themes = {names: engine.theme(engine.analyse(state_after(GAME, names))) for names in expected}
    assert {names: theme.motive for names, theme in themes.items()} == expected


@pytest.mark.parametrize(
    ("names", "name", "fault"),
    [
        ("a1", "a1", MorrisFault.TAKEN),
        ("a1", "a1-b2", MorrisFault.PLACES),
        ("a1 b2 c2 a2 b1 a3", "c1", MorrisFault.MOVES),
        ("a1 b2 c2 a2 b1 a3", "a2-c1", MorrisFault.NOT_OWN),
        ("a1 b2 c2 a2 b1 a3", "a1-b2", MorrisFault.TAKEN),
        ("a1 b2 c2 a2 b1 a3", "c2-b3", MorrisFault.NO_LINE),
        ("a1 b2 c2 a2 b1 a3", "z9-c1", engine.GeneralFault.NOT_LEGAL),
    ],
)
def test_wrong_names_are_told_apart(names: str, name: str, fault: engine.Fault) -> None:
    assert refused(state_after(GAME, names), name).fault is fault


def test_illegal_action_has_no_name() -> None:
    with pytest.raises(ValueError, match="not legal"):
        GAME.name_of(GAME.initial(), 9)
