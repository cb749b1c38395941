"""Decides what is a puzzle, how difficult it is, and what its theme is."""

from collections.abc import Mapping
from typing import Final

from engine.alphabeta import AlphaBeta
from engine.analysis import Analysis, moves_until_decided
from engine.base import Action, State
from engine.reasons import recommended, remarks
from engine.rules.sowing import Sowing
from engine.tactics import is_fork, safe_moves
from engine.teacher import get_teacher
from engine.teachers.sowing_looks import count_losses

FEWEST_CHOICES = 4
"""The fewest legal moves: among fewer, solvers guess."""

_QUICKEST = 2
"""The fewest moves of the winner: a win at once is no puzzle. And a draw takes longer than that."""

_LONGEST = {"easy": 4, "medium": 6, "hard": 8}
"""The most moves of the solver, by difficulty: more are a whole game."""

MOST_PLIES = 2 * max(_LONGEST.values())
"""The most plies of a puzzle."""

_FEW = 2
"""The most moves among which a random choice finds the solution often enough."""

_THEMES: Final[Mapping[str, str]] = {
    "double-threat": "FORKS FORCES PREPARES_FORK STACKS_THREATS LEADS_TO_FORK",
    "threat": "THREATENS OUT_OF_REACH SURE_NEXT PREPARES_SERIES",
    "block": "BLOCKS_WIN TAKES_FORK FORESTALLS_FORK TAKES_SERIES FORESTALLS_SERIES PREVENTS_THREATS"
    " TAKES_NEEDED CLOSES_LAST_LINE",
    "trap": "LEAVES_NO_SAFE_REPLY LEAVES_ONE_SAFE_REPLY LEAVES_FEW_SAFE_REPLIES SHUTS_IN",
    "parity": "ANSWERS_TO_WIN ANSWERS_TO_HOLD LASTING_THREATS LEADS_TO_ANSWERS WINS_BY_ZUGZWANG WAITS"
    " ODD_ONES WAITING_THREATS",
    "pairs": "PAIRS PAIRS_OR_ONES MIRRORS PARTNERS ANSWERS ANSWERS_BEFORE_WAITING EVENS EVENS_OR_ONES",
    "safe": "STAYS_SAFE ONLY_SAFE SAFE_CELLS GIVES_NOTHING",
    "capture": "CAPTURES GOES_ON_TO_CAPTURE SURE_CAPTURE PREPARES THREATENS_CAPTURE COMPLETES GOES_ON",
    "save": "SAVES",
    "extra-turn": "MOVES_AGAIN COLLECTS",
    "chain": "LEAVES_TWO NO_SAFE_LINE GIVES_FEWEST GIVES OPPONENT_RUNS_OUT",
    "corner": "TAKES_CORNER SAVES_CORNER KEEPS_CORNERS KEEPS_AWAY GETS_CORNER SAFE_DISCS COSTS_CORNER"
    " CORNER_WAITS",
    "few-replies": "FEWEST_REPLIES QUIET PASSES LEAVES_ONE_MOVE MOST_CHOICES INSIDE",
}
"""The theme of a puzzle by the names of the remarks on its solution, in any game."""

_BY_KIND = {kind: theme for theme, kinds in _THEMES.items() for kind in kinds.split()}


def is_puzzle(analysis: Analysis) -> bool:
    """Whether the position is a puzzle.

    There are at least four moves, and their values are proven. One wins, but not at once, or one draws and
    the others lose, but not all of them to the next move; nor does the game end in a draw with the reply.
    It does not take long: an easy puzzle four moves of the solver at most, a medium one six, a hard one
    eight.
    """
    first = analysis.moves[0]
    return (
        len(analysis.moves) >= FEWEST_CHOICES
        and has_single_solution(analysis)
        and winning_moves(analysis) >= _QUICKEST
        and (first.value > 0 or first.distance > _QUICKEST)
        and _own_moves(analysis) <= _LONGEST[judge_difficulty(analysis)]
    )


def has_single_solution(analysis: Analysis) -> bool:
    """Whether it is proven that one move alone wins, or else that one alone holds the draw, and how soon."""
    first, *others = analysis.moves
    return (
        analysis.is_proven
        and first.exact
        and first.value >= 0
        and all(move.value < first.value for move in others)
    )


def judge_difficulty(analysis: Analysis) -> str:
    """Return the difficulty of a puzzle, by the skill that finds its solution.

    Easy puzzles are solved by a player who looks no further than the reply and judges by the evaluation, if
    no other move looks as good, or by what the teacher of the game calls evident. Medium ones are solved, at
    least every other time, by a player who wins or blocks, else makes two threats, else plays any move that
    does not lose to the next, of those that gain the most. The rest is hard. A puzzle with too many moves for
    its difficulty is more difficult.
    """
    is_easy = is_quickly_seen(analysis) or is_evident(analysis)
    found = "easy" if is_easy else "medium" if is_usual(analysis) else "hard"
    names = [*_LONGEST][[*_LONGEST].index(found) :]
    return next((name for name in names if _own_moves(analysis) <= _LONGEST[name]), found)


def _own_moves(analysis: Analysis) -> int:
    """Return how many moves the solver makes by best play."""
    return moves_until_decided(analysis.state.to_move, analysis.state, analysis.moves[0])


def is_quickly_seen(analysis: Analysis) -> bool:
    """Whether the solution looks better than all other moves two plies ahead."""
    game, position = analysis.state.game, analysis.state.position
    looks = {move.action: move.value for move in AlphaBeta(game).moves(position, depth=2)}
    solution, *others = (looks[move.action] for move in analysis.moves)
    return all(look < solution for look in others)


def is_evident(analysis: Analysis) -> bool:
    """Whether the reason for the solution is one that a beginner knows."""
    evident = get_teacher(analysis.state.game).evident
    return bool(evident) and remarks(analysis)[analysis.moves[0].action][0].kind in evident


def is_usual(analysis: Analysis) -> bool:
    """Whether the solution is one of the few moves that a beginner considers, who knows about forks."""
    usual = _usual_moves(analysis.state)
    return analysis.moves[0].action in usual and len(usual) <= _FEW


def find_theme(analysis: Analysis) -> str | None:
    """Return the theme of the solution of a puzzle, or of the move to recommend; None if it has none.

    It is a sacrifice if the opponent can capture more after it than after another move, and more than it
    captures itself; else the weightiest remark decides.
    """
    solution = recommended(analysis).action
    if _is_sacrifice(analysis.state, solution):
        return "sacrifice"
    kinds = (remark.kind.name for remark in remarks(analysis)[solution])
    return next((_BY_KIND[kind] for kind in kinds if kind in _BY_KIND), None)


def winning_moves(analysis: Analysis) -> int:
    """Return how many moves the winner makes after the solution, or after the wrong move punished last."""
    state = analysis.state
    if analysis.value > 0:
        return moves_until_decided(state.to_move, state, analysis.moves[0])
    return max(moves_until_decided(1 - state.to_move, state, move) for move in analysis.moves[1:])


def _usual_moves(state: State) -> list[Action]:
    """Return the moves of a beginner who wins or blocks, else makes two threats, else takes the most."""
    game, actions = state.game, state.actions()
    safe = list(game.wins(state.position)) or safe_moves(state, len(actions)) or list(actions)
    if forks := [action for action in safe if is_fork(state, action)]:
        return forks
    gains = {action: game.gain(state, action) for action in safe}
    return [action for action in safe if gains[action] == max(gains.values())]


def _is_sacrifice(state: State, action: Action) -> bool:
    if not isinstance(state.game, Sowing):
        return False
    losses = count_losses(state.game, state)
    return losses.get(action, 0) > max(min(losses.values(), default=0), state.game.captured(state, action))
