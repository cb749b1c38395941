"""Every theme is checked as remarks are, by plain search, by cells, or by slow rules."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

import pytest

import engine
from engine import General, Kind, Prospect, Theme
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.in_a_row import LineKind
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind
from tests.engine import claims, plain
from tests.engine import series_again as series
from tests.engine.about import About, Worths, analysed, positions, worths
from tests.engine.boards import cells, state_after
from tests.engine.claims_of_lines import free, keeps_by, pairings, safe_cells
from tests.engine.claims_of_oware import captures_of, most, slow, turned


def motives(about: About) -> set[Kind]:
    """Return all that truly speaks for a move, but that it wins by zugzwang."""
    found = {*of_threats(about)}
    if about.state.game.slug == "oware":
        found |= {*of_seeds(about)}
    if about.state.game.slug == "connect-four" and claims.waiting(about):
        found.add(ConnectFourKind.WAITING_THREATS)
    if about.state.game.slug == "tic-tac-toe-misere" and not about.after.is_terminal:
        found |= {*of_waiting(about)}
    if plain.shows_threats(about.state) and claims.prevents_fork(about):
        found.add(General.FORESTALLS_FORK)
    return found | {*of_series(about)}


def of_waiting(about: About) -> Iterator[Kind]:
    mine, theirs = safe_cells(about)
    if mine > theirs:
        yield LineKind.SAFE_CELLS
    if has_marks_opposite(about):
        yield LineKind.MIRRORS
    if not plain.safe(about.after):
        return
    empty = free(cells(about.after))
    if len(empty) < 8 and any(keeps_by(about, paired, must_win=False) for paired in pairings(empty)):
        yield LineKind.PARTNERS
    if all(has_last_answer(about.after.successor(reply)) for reply in plain.safe(about.after)):
        yield LineKind.ANSWERS


def has_marks_opposite(about: About) -> bool:
    """Whether the mover has the centre, and each other mark stands opposite one of the other player's."""
    board = cells(about.after)
    opposite = {(one, other) for one, other in zip(board[:4], board[:4:-1], strict=True)}
    return board[4] == about.mover and opposite <= {(0, 1), (1, 0), (None, None)}


def has_last_answer(state: engine.State) -> bool:
    lasts = [state.successor(answer) for answer in state.actions()]
    return any(not last.is_terminal and not plain.safe(last) for last in lasts)


def of_series(about: About) -> Iterator[Kind]:
    if not plain.shows_threats(about.state):
        return
    board, opponent = cells(about.state), 1 - about.mover
    _, beginning = series.shortest(about.state, board, about.mover)
    if about.action in beginning - series.forks(about.state, board, about.mover, beginning):
        yield General.FORCES
    moves, theirs = series.shortest(about.state, board, opponent)
    is_of_forks = series.forks(about.state, board, opponent, theirs)
    is_kept = not series.can_still_begin(about.state, about.action, moves)
    if (
        theirs
        and is_kept
        and (about.action not in is_of_forks if about.action in theirs else not is_of_forks)
    ):
        yield General.FORESTALLS_SERIES


def of_threats(about: About) -> Iterator[Kind]:
    before, now = plain.threats_of(about.state, about.mover), plain.threats_of(about.after, about.mover)
    if now - before:
        yield General.THREATENS if len(now) == 1 else General.FORKS
    if claims.has_no_safe_reply(about) and not plain.wins(about.after):
        yield General.LEAVES_NO_SAFE_REPLY


def of_seeds(about: About) -> Iterator[Kind]:
    before, after = slow(about.state), slow(about.after)
    if captures_of(before)[about.action]:
        yield OwareKind.CAPTURES
    if about.after.is_terminal:
        return
    if most(turned(before)) > most(after) == 0:
        yield SowingKind.SAVES
    if most(turned(after)) > most(before):
        yield SowingKind.THREATENS_CAPTURE


def hazards(state: engine.State) -> tuple[tuple[engine.Action, ...], ...]:
    """Return in which cells each player would complete a line, where that loses and leaves more than one."""
    if state.game.slug != "tic-tac-toe-misere":
        return (), ()
    board, named, told = cells(state), set[int](), []
    for player in (state.to_move, 1 - state.to_move):
        losing = plain.completing(state, board, player)
        losing = losing if len(set(free(board)) - named - losing) != 1 else set()
        named |= losing
        told.append(tuple(sorted(losing)))
    return tuple(told)


class Hint(NamedTuple):
    """What is known of a state: what the moves are worth that are sure, and which moves are the best."""

    state: engine.State
    worths: Worths
    best: list[About]

    @property
    def values(self) -> list[float]:
        return [value for value, _ in self.worths.values()]

    @property
    def is_exact(self) -> bool:
        return len(self.worths) == len(self.state.actions())

    def has(self, motive: Kind | None) -> bool:
        """Whether it is true of one of the best moves; None asks whether nothing is true of any."""
        true = [motives(about) for about in self.best]
        if motive is General.WINS_BY_ZUGZWANG:
            return not any(true) and claims.ends_in_zugzwang(self.best[0])
        return any(motive in found for found in true) if motive else not any(true)


def hint(analysis: engine.Analysis) -> Hint:
    known, state = worths(analysis), analysis.state
    best = [
        About(state, move.action, known, move.line) for move in analysis.moves if move.action in analysis.best
    ]
    return Hint(state, known, best)


def has_one_legal_move(hint: Hint, theme: Theme) -> bool:
    return theme == Theme(Prospect.ONE_LEGAL_MOVE, 1) and len(hint.state.actions()) == 1


def is_lost(hint: Hint, theme: Theme) -> bool:
    longest = max(distance for _, distance in hint.worths.values())
    keeping = [value for value in hint.worths.values() if value == (-1, longest)]
    is_told = theme == Theme(Prospect.LOST, theme.legal, len(keeping))
    return hint.is_exact and set(hint.values) == {-1} and is_told


def is_threatened(hint: Hint, theme: Theme) -> bool:
    is_told = theme == Theme(Prospect.ONE_DEFENCE, theme.legal)
    is_threatened = bool(plain.threats_of(hint.state, 1 - hint.state.to_move))
    return is_told and is_threatened and len(plain.safe(hint.state)) == 1


def has_one_safe_move(hint: Hint, theme: Theme) -> bool:
    is_told = theme == Theme(Prospect.ONE_SAFE_MOVE, theme.legal)
    is_quiet = not plain.threats_of(hint.state, 1 - hint.state.to_move)
    return is_told and is_quiet and len(plain.safe(hint.state)) == 1 < len(hint.state.actions())


def wins_at_once(hint: Hint, theme: Theme) -> bool:
    return theme == Theme(Prospect.WON_AT_ONCE, theme.legal) and bool(plain.wins(hint.state))


def wins_by_force(hint: Hint, theme: Theme) -> bool:
    distance = min(distance for value, distance in hint.worths.values() if value == 1)
    winning = hint.values.count(1) if hint.is_exact else 0
    is_told = (theme.keeping, theme.moves) == (winning, (distance + 1) // 2)
    return distance > 1 and is_told and hint.has(theme.motive)


def is_drawn(hint: Hint, theme: Theme) -> bool:
    is_so = hint.is_exact and max(hint.values) == 0
    is_told = (theme.keeping, theme.moves) == (hint.values.count(0), 0)
    if theme.keeping == theme.legal:
        return is_so and is_told and theme.motive is None
    return is_so and is_told and hint.has(theme.motive)


def is_at_least_drawn(hint: Hint, theme: Theme) -> bool:
    is_told = theme == Theme(Prospect.AT_LEAST_DRAWN, theme.legal)
    return is_told and not hint.is_exact and max(hint.values) == 0


def is_unproven(hint: Hint, theme: Theme) -> bool:
    is_told = theme == Theme(Prospect.UNPROVEN, theme.legal, motive=theme.motive)
    return is_told and not hint.is_exact and 1 not in hint.values and hint.has(theme.motive)


CLAIMS: Mapping[Prospect, Callable[[Hint, Theme], bool]] = {
    Prospect.ONE_LEGAL_MOVE: has_one_legal_move,
    Prospect.LOST: is_lost,
    Prospect.ONE_DEFENCE: is_threatened,
    Prospect.ONE_SAFE_MOVE: has_one_safe_move,
    Prospect.WON_AT_ONCE: wins_at_once,
    Prospect.WON: wins_by_force,
    Prospect.DRAWN: is_drawn,
    Prospect.AT_LEAST_DRAWN: is_at_least_drawn,
    Prospect.UNPROVEN: is_unproven,
}


@pytest.mark.parametrize(
    ("slug", "games", "kinds"),
    [
        ("tic-tac-toe", 60, 10),
        ("tic-tac-toe-misere", 30, 10),
        ("tic-tac-toe-wild", 15, 4),
        ("four-in-a-row-4x4", 4, 4),
        ("four-in-a-row-5x5", 4, 9),
        ("connect-four", 12, 8),
        ("oware", 3, 9),
    ],
)
@pytest.mark.parametrize(
    "stride", [pytest.param(5, id="each-fifth"), pytest.param(1, id="all", marks=pytest.mark.nightly)]
)
def test_every_theme_is_true(slug: str, games: int, kinds: int, stride: int) -> None:
    seen = set()
    for state in islice(positions(slug, games), 0, None, stride):
        analysis = analysed(state)
        theme = engine.theme(analysis)
        assert theme.legal == len(state.actions())
        assert (theme.hazards, theme.theirs) == hazards(state)
        bare = theme._replace(hazards=(), theirs=())
        assert CLAIMS[theme.prospect](hint(analysis), bare), (state, theme)
        seen.add((theme.prospect, theme.motive))
    assert len(seen) >= kinds


@pytest.mark.parametrize(
    ("slug", "names", "theme"),
    [
        ("tic-tac-toe", "", Theme(Prospect.DRAWN, 9, 9)),
        ("tic-tac-toe", "b2", Theme(Prospect.DRAWN, 8, 4, motive=General.FORESTALLS_SERIES)),
        ("tic-tac-toe", "a3 b3 a1 a2 c3 c2", Theme(Prospect.WON_AT_ONCE, 3)),
        ("tic-tac-toe", "a1 b2 a2", Theme(Prospect.ONE_DEFENCE, 6)),
        ("tic-tac-toe", "a1 b1 b2 c3", Theme(Prospect.WON, 5, 2, 2, General.FORKS)),
        (
            "tic-tac-toe-misere",
            "a2 c1 b2 b3 a3 a1 c3",
            Theme(Prospect.ONE_SAFE_MOVE, 2),
        ),
        (
            "tic-tac-toe-misere",
            "b2 a1 c3 c1 a3 c2",
            Theme(Prospect.DRAWN, 3, 1, motive=LineKind.MIRRORS, hazards=(7,)),
        ),
        ("tic-tac-toe-misere", "", Theme(Prospect.DRAWN, 9, 1, motive=LineKind.MIRRORS)),
        ("tic-tac-toe-misere", "b1 a1", Theme(Prospect.DRAWN, 7, 1, motive=LineKind.PARTNERS)),
        (
            "tic-tac-toe-misere",
            "a1 b1 c1 b3 a2",
            Theme(Prospect.WON, 4, 1, 2, LineKind.ANSWERS, hazards=(4,), theirs=(6,)),
        ),
        ("tic-tac-toe-wild", "a1x", Theme(Prospect.DRAWN, 16, 7)),
        pytest.param(
            "connect-four",
            "2 1 5 6 1 2 2 1 1 7 6 2 7 6",
            Theme(Prospect.WON, 7, 7, 2, General.LEAVES_NO_SAFE_REPLY),
            marks=pytest.mark.ci,
        ),
        (
            "connect-four",
            "5 5 5 7 5 3 4 5 1 6 7 5 3 3 7 6 2 3 7 7 7 3 3 6 6 1",
            Theme(Prospect.WON, 4, 3, 7, General.WINS_BY_ZUGZWANG),
        ),
    ],
)
def test_theme_is_that_of_a_coach(slug: str, names: str, theme: Theme) -> None:
    assert engine.theme(engine.analyse(state_after(engine.game(slug), names))) == theme


def test_draw_that_may_be_a_win() -> None:
    drawn = engine.AnalysedMove(4, 0, 9, exact=True, line=(4, 0, 1, 7, 3, 5, 2, 6, 8))
    guessed = engine.AnalysedMove(0, -0.3, 1, exact=False, line=(0,))
    analysis = engine.Analysis(state_after(engine.game("tic-tac-toe"), ""), (drawn, guessed))
    assert engine.theme(analysis) == Theme(Prospect.AT_LEAST_DRAWN, 2)


def test_win_of_unknown_length_is_won() -> None:
    won = engine.AnalysedMove(4, 1, 9, exact=False, line=(4,), proven=True)
    drawn = engine.AnalysedMove(0, 0, 9, exact=False, line=(0,), proven=True)
    analysis = engine.Analysis(state_after(engine.game("tic-tac-toe"), ""), (won, drawn))
    theme = engine.theme(analysis)
    assert (theme.prospect, theme.keeping, theme.moves) == (Prospect.WON, 1, 0)
