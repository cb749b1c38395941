"""What is remarked of moves of Connect Four, checked by cells, by lines and by playing out replies."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import engine
from engine import General, Remark
from engine.solver import limit_polls
from engine.teachers.connect_four.kinds import ConnectFourKind
from tests import tiers
from tests.engine import plain
from tests.engine.about import About, analysed, clear_results, positions, worths
from tests.engine.boards import random_state, state_after
from tests.engine.claims import holds
from tests.engine.claims_of_connect_four import CLAIMS, LINES, Board, due

GAME = engine.game("connect-four")
TEACHER = engine.get_teacher(GAME)
DECISIVE = {kind for kind in ConnectFourKind if kind.name.startswith(("ANSWER", "LEADS_TO", "LED_TO"))}


def explained(analysis: engine.Analysis) -> Iterator[tuple[About, Remark]]:
    """Yield what the game has to say of each move that is not over within the next two."""
    known = worths(analysis)
    for move in analysis.moves:
        if not move.wins_at_once and not move.loses_next:
            about = About(analysis.state, move.action, known, move.line)
            yield from ((about, remark) for remark in TEACHER.explain(analysis, move))


@pytest.fixture(scope="module")
def analyses() -> list[engine.Analysis]:
    """Return what is known of positions of matches in which good moves are as likely as others."""
    clear_results()
    rng, found = Random(4), []
    for _ in range(30):
        state = random_state(GAME, 16, rng)
        while not state.is_terminal:
            if plain.is_cheap(state) or state.ply >= 22:
                found.append(analysed(state))
                action = rng.choice(found[-1].best)
            else:
                action = rng.choice(sorted(plain.safe(state)) or state.actions())
            state = state.successor(action)
    return found


@pytest.mark.parametrize(
    ("names", "name", "kind"),
    [
        ("1 6 5 1 7 3 6 3 6 3 3 1 2 3 2 6 5 3 2 2 5 5 6 7 6 5 1 7", "1", General.LOSES_BY_ZUGZWANG),
    ],
)
def test_what_a_reply_comes_to_is_told_truly(names: str, name: str, kind: engine.Kind) -> None:
    state = state_after(GAME, names)
    analysis, action = analysed(state), GAME.action_named(state, name)
    told = [remark for remark in engine.remarks(analysis)[action] if remark.kind is kind]
    lines = {move.action: move.line for move in analysis.moves}
    about = About(state, action, worths(analysis), lines[action], lines)
    assert told
    assert all(holds(about, remark) for remark in told)


@pytest.mark.ci
def test_all_that_is_explained_is_true(analyses: list[engine.Analysis]) -> None:
    seen = set()
    for analysis in analyses:
        for about, remark in explained(analysis):
            assert holds(about, remark), (about, remark)
            seen.add(remark.kind)
    assert len(seen) >= 20
    assert len(seen & DECISIVE) >= 7


@pytest.mark.ci
def test_lines_of_other_moves_are_true(analyses: list[engine.Analysis]) -> None:
    seen = set()
    for analysis in analyses:
        lines = {move.action: move.line for move in analysis.moves}
        for about, remark in explained(analysis):
            if remark.kind in {ConnectFourKind.TAKES_REPLY, ConnectFourKind.AVOIDS}:
                reply = about.action if remark.kind is ConnectFourKind.TAKES_REPLY else None
                assert all(lines[one][1] == (one if reply is None else reply) for one in remark.actions)
            elif remark.kind is ConnectFourKind.TAKES_NEEDED:
                assert all(set(remark.cells) & last_four(about.state, lines[one]) for one in remark.actions)
            elif remark.kind is ConnectFourKind.LEAVES_NEEDED:
                assert set(remark.cells) <= last_four(about.state, lines[analysis.moves[0].action])
            seen.add(remark.kind)
    assert {ConnectFourKind.TAKES_REPLY, ConnectFourKind.TAKES_NEEDED, ConnectFourKind.AVOIDS} <= seen
    assert ConnectFourKind.LEAVES_NEEDED in seen


def last_four(state: engine.State, line: tuple[engine.Action, ...]) -> set[int]:
    """Return the cells of the fours with which a line ends."""
    for action in line:
        state = state.successor(action)
    return set(GAME.decisive(state))


@pytest.mark.ci
def test_best_and_losing_moves_have_reasons(
    analyses: list[engine.Analysis],
) -> None:
    for analysis in analyses:
        said = [(about.action, remark.kind) for about, remark in explained(analysis)]
        for move in analysis.moves:
            if move.wins_at_once or move.loses_next:
                continue
            if move.action in analysis.best:
                assert {move.action} & {action for action, _ in said} or TEACHER.remarks(
                    analysis.state, move.action
                )
            elif move.value < 0 and move.distance > 4:
                assert DECISIVE & {kind for action, kind in said if action == move.action}


@pytest.mark.unmeasured
@pytest.mark.parametrize("ply", range(0, 42, 3))
def test_rules_show_what_is_due(ply: int) -> None:
    rng = Random(ply)
    for _ in range(12):
        state = random_state(GAME, ply, rng)
        for action in sorted(plain.safe(state) - plain.wins(state)):
            own = [one for one in TEACHER.remarks(state, action) if isinstance(one.kind, ConnectFourKind)]
            assert own == due(state, action)


def test_every_kind_of_rule_comes_up() -> None:
    unseen = {kind for kind, claim in CLAIMS.items() if claim.__name__ == "is_due"}
    for state in positions("connect-four", 150):
        for action in state.actions() if unseen else ():
            unseen -= {remark.kind for remark in TEACHER.remarks(state, action)}
    assert unseen == set()


def test_mirror_images_are_told_alike() -> None:
    for state in positions("connect-four", 6):
        _, mirrored = GAME.symmetries(state.position)
        image = state._replace(position=mirrored)
        for action in state.actions():
            told = [turned(remark) for remark in TEACHER.remarks(image, 6 - action)]
            assert told == list(TEACHER.remarks(state, action))


def test_plans_are_mirrored(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses[::3]:
        _, position = GAME.symmetries(analysis.state.position)
        moves = (
            move._replace(
                action=6 - move.action,
                line=tuple(6 - action for action in move.line),
                losing_to=tuple(sorted(6 - action for action in move.losing_to)),
            )
            for move in analysis.moves
        )
        image = analysis._replace(state=analysis.state._replace(position=position), moves=tuple(moves))
        for (_, remark), (_, told) in zip(explained(analysis), explained(image), strict=True):
            besides = tuple(6 - column for column in reversed(told.besides))
            assert turned(told)._replace(besides=besides) == remark


def turned(remark: Remark) -> Remark:
    """Return the remark as it is made of the mirror image."""
    return remark._replace(
        actions=tuple(sorted(6 - action for action in remark.actions)),
        cells=tuple(sorted(cell + 6 - 2 * (cell % 7) for cell in remark.cells)),
    )


def test_there_are_69_lines() -> None:
    assert len(LINES) == 69
    assert Board.of(GAME.initial(), 3).cell == 38


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_short_lines_stay_true(analyses: list[engine.Analysis], plies: int) -> None:
    seen = set()
    for analysis in analyses[::2]:
        cut = analysis._replace(moves=tuple(move._replace(line=move.line[:plies]) for move in analysis.moves))
        for about, remark in explained(cut):
            assert holds(about, remark), (about, remark)
            seen.add(remark.kind)
    assert {ConnectFourKind.FACES_THREATS, ConnectFourKind.THUMB_TAKES_LINES} <= seen
    assert not {ConnectFourKind.LEADS_TO_FORK, ConnectFourKind.LED_TO_FORK} & seen


@cache
def early(names: str) -> engine.Analysis:
    """Return what is known of a position of which the book knows the worths."""
    return engine.analyse(state_after(GAME, names), has_lines=False)


def test_waiting_threat_of_the_reply() -> None:
    analysis = early("1 4 4 4 4")
    (losing,) = (move for move in analysis.moves if move.action == 1)
    cut = losing._replace(line=(1, 1))
    told = list(TEACHER.explain(analysis._replace(moves=(analysis.moves[0], cut)), cut))
    assert told[0] == Remark(ConnectFourKind.LETS_WAIT, (1,), cells=(23,))


def test_reply_common_to_many_lines() -> None:
    analysis = early("4 1")
    (losing,) = (move for move in analysis.moves if move.value < 0)
    told = list(TEACHER.explain(analysis, losing._replace(line=(1, 1))))
    assert told[0] == Remark(ConnectFourKind.THUMB_LEAVES_PLACE, (1,), 5, cells=(29,))


def test_reply_that_takes_the_best_move() -> None:
    analysis = early("4 1")
    (losing,) = (move for move in analysis.moves if move.value < 0)
    assert 3 in analysis.best
    told = list(TEACHER.explain(analysis, losing._replace(line=(1, 3))))
    assert told[0] == Remark(ConnectFourKind.LEAVES_BEST, (3,), cells=(31,))


def test_fewest_winning_replies_are_recommended() -> None:
    analysis = engine.analyse(state_after(GAME, LOST))
    winning = {
        action: {reply for reply in after.actions() if engine.analyse(after.successor(reply)).value == -1}
        for action, after in ((action, analysis.state.successor(action)) for action in analysis.best)
    }
    action = engine.recommended(analysis).action
    assert engine.remarks(analysis)[action][0] == Remark(General.FEW_REPLIES_WIN, (*winning[action],))
    assert len(winning[action]) < min(len(winning[other]) for other in winning if other != action)


LOST = "1 4 1 7 4 5 6 3 2 4 4 5 4 1 1 4 1 7 7 7 1 2 2 7 3 6 6 6 6"


def test_place_with_most_lines_is_recommended() -> None:
    analysis = early("1 2")
    advised = engine.recommended(analysis)
    told = engine.remarks(analysis)[advised.action][0]
    assert told == Remark(ConnectFourKind.THUMB_TAKES_LINES, number=6, of=5)
    assert advised.action == 3


@pytest.mark.ci
def test_nothing_is_said_twice() -> None:
    remarks = engine.remarks(engine.analyse(state_after(GAME, "4 4 5")))
    assert remarks[0][0] == Remark(General.LETS_FORK, (2, 5))
    assert ConnectFourKind.LED_TO_FORK not in {remark.kind for remark in remarks[0]}


UNDER = "4 4 4 4 4 4 3 5 5 5 5 3 2 1 3 3 3 7 5 3 7 5 1 1 1 2 2 7 7 7 2 2 2 7 1"


def test_who_must_play_under_a_threat() -> None:
    state = state_after(GAME, UNDER)
    remarks = engine.remarks(engine.analyse(state))
    assert Remark(ConnectFourKind.ANSWERS_TO_WIN, cells=(33,)) in remarks[0]
    assert Remark(ConnectFourKind.LEAVES_NEEDED, (5,), cells=(33,)) in remarks[5]


EARLY = ["4 4 4", "4 4 4 4", "3 4 5 4", "1 4 7 4 4 4"]


@pytest.mark.ci
@pytest.mark.parametrize("names", tiers.later(EARLY, *{*EARLY} - {"4 4 4 4"}))
def test_mirror_moves_have_the_same_reason(names: str) -> None:
    analysis = engine.analyse(state_after(GAME, names), stop=limit_polls(40))
    remarks = engine.remarks(analysis)
    for action in (0, 1, 2):
        told, image = ([turned(one) for one in remarks[6 - action]], [*remarks[action]])
        assert [one._replace(besides=()) for one in told] == [one._replace(besides=()) for one in image]
