"""Puzzles, daily results and streaks in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.models import MOST_TOLD, end_of
from bot.rendering.views import format_title, get_view
from bot.rendering.words import counted
from bot.rendering.worths import REPLIES, listed, reasoned_worth, worth
from bot.words.language import ENGLISH
from bot.words.remarks import format_remarks
from bot.words.themes import format_theme
from engine import puzzles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import Attempt, PuzzleView, Streak, StreakStanding, StreakTable, Wish
    from engine import Analysis
    from engine.puzzles import Puzzle

_MOST_SQUARES = 9


def heading(view: PuzzleView) -> str:
    """Say which puzzle it is, and what there is to do."""
    attempt = view.attempt
    puzzle, number = attempt.puzzle, attempt.number
    title = "Puzzle" if number is None else f"Daily puzzle #{number}"
    lines = [f"### {title}: {format_title(ENGLISH, engine.get_game(puzzle.game_slug))}, {puzzle.difficulty}"]
    if not attempt.is_as_wished:
        lines.append(_instead(attempt.wish, puzzle))
    if view.analysis is not None and not attempt.is_over:
        lines.append(_task(attempt, view.analysis))
    return "\n".join(lines)


def _instead(wish: Wish, puzzle: Puzzle) -> str:
    """Say why it is not such a puzzle as was wished for, and what it is."""
    slugs = (wish.game_slug,) if wish.game_slug else engine.game_slugs()
    other = "other " if any(puzzles.of(slug, wish.difficulty) for slug in slugs) else ""
    game = f" of {format_title(ENGLISH, engine.get_game(wish.game_slug))}" if wish.game_slug else ""
    this_one = puzzle.difficulty if puzzle.game_slug in slugs else "of another game"
    return f"I have no {other}{wish.difficulty} puzzle{game}, so this one is {this_one}."


def _task(attempt: Attempt, analysis: Analysis) -> str:
    state = attempt.state
    sides = get_view(state.game).sides
    you = f"You are {sides[state.to_move]} and to move." if sides else "You are to move."
    return f"{you} **{_win(analysis) if attempt.puzzle.goal else _draw(analysis)}.**"


def _win(analysis: Analysis) -> str:
    first = analysis.moves[0]
    return f"Win in {counted(first.winner_moves, 'move')}" if first.exact else "Win"


def _draw(analysis: Analysis) -> str:
    keeping = sum(not move.exact or move.value >= 0 for move in analysis.moves)
    return "Only one move saves the draw" if keeping == 1 else "Hold the draw"


def status(view: PuzzleView) -> str:
    """Say what has happened so far, and how it ended."""
    return "\n".join(_status(view))


def _status(view: PuzzleView) -> Iterator[str]:
    attempt = view.attempt
    if view.is_outdated:
        yield "That press came from an old board. This is how your puzzle stands now."
    if attempt.actions:
        yield _last_moves(attempt)
    if view.analysis is not None:
        yield from _of_position(view, view.analysis)
    if attempt.is_solved:
        yield f"**Solved in {_result(attempt)}.**"
    elif (so_far := _so_far(attempt)) and not attempt.is_over:
        yield f"So far: {so_far}."
    yield from _daily(view)


def _so_far(attempt: Attempt) -> str:
    """Count wrong tries and hints, if there were any."""
    mistakes = counted(attempt.mistakes, "wrong try", "wrong tries") if attempt.mistakes else None
    return ", ".join(filter(None, (mistakes, _hints(attempt) if attempt.hints else None)))


def _last_moves(attempt: Attempt) -> str:
    """Name the last right move, and the answers to it."""
    begun = attempt.last_try
    names = [
        state.game.name_of(state, action)
        for state, action in zip(attempt.states[begun:], attempt.actions[begun:], strict=False)
    ]
    answer = f", and I answered {listed(names[1:])}" if len(names) > 1 else ""
    return f"Right: you played {names[0]}{answer}."


def _of_position(view: PuzzleView, analysis: Analysis) -> Iterator[str]:
    """Say what a move that was tried is worth, the hints, or the solution."""
    attempt, tried = view.attempt, view.tried
    if tried is not None:
        kind = "only a draw" if tried.value == 0 else f"a {worth(tried)}"
        name = attempt.state.game.name_of(attempt.state, tried.action)
        yield f"**Not {name}:** that is {kind}. Try another move."  # why it fails often names what does not
    if not analysis.moves[0].exact:  # what was known before was not worked out in time again
        return
    if attempt.is_over:
        yield f"The solution is {_best(analysis, REPLIES)}."
    elif attempt.told:
        yield f"Hint: {format_theme(ENGLISH, attempt.state.game, engine.theme(analysis))}"
        if attempt.told == MOST_TOLD:
            yield f"The move is {_best(analysis, 0)}."


def _best(analysis: Analysis, replies: int) -> str:
    """Say which move is the best and why, with so many replies to it."""
    state, first = analysis.state, analysis.moves[0]
    reason = format_remarks(ENGLISH, analysis)[first.action]
    return f"**{state.game.name_of(state, first.action)}**: {reasoned_worth(state, first, reason, replies)}"


def _daily(view: PuzzleView) -> Iterator[str]:
    """Say what a daily puzzle does for the person's streak."""
    attempt = view.attempt
    if attempt.day is None:
        return
    if attempt.counts:
        yield f"Here is your result to share; it gives nothing away.\n```\n{shared(view)}\n```"
    if attempt.day < view.today:
        effect = "" if attempt.counts else ", so it counts for no streak"
        yield f"The day of this puzzle is over{effect}. `/daily` shows today's."
    elif attempt.is_over:
        yield f"The next daily puzzle comes <t:{end_of(attempt.day)}:R>."
    else:
        yield f"The day ends <t:{end_of(attempt.day)}:R>. {_to_win(view.streak, view.today)}"


def _to_win(streak: Streak | None, today: int) -> str:
    if streak is None or not streak.is_alive(today):
        return "Solve it by then to begin a streak."
    days = counted(streak.length, "day")
    return f"Your streak is {days}; solve it by then to make it {streak.length + 1}."


def shared(view: PuzzleView) -> str:
    """Write the result of a daily puzzle in a few lines that do not give the answer away."""
    attempt, streak = view.attempt, view.streak
    puzzle = attempt.puzzle
    title = format_title(ENGLISH, engine.get_game(puzzle.game_slug))
    lines = [
        f"Maxine daily #{attempt.number} · {title} · {puzzle.difficulty}",
        f"Solved in {_result(attempt)} {_squares(attempt.mistakes)}",
    ]
    if streak is not None and streak.last_day == attempt.day:
        lines.append(f"Streak: {counted(streak.length, 'day')}")
    return "\n".join(lines)


def _result(attempt: Attempt) -> str:
    return f"{counted(attempt.tries, 'try', 'tries')}, {_hints(attempt)}"


def _hints(attempt: Attempt) -> str:
    return counted(attempt.hints, "hint") if attempt.hints else "no hint"


def _squares(mistakes: int) -> str:
    more = "…" if mistakes > _MOST_SQUARES else ""
    return f"{'🟥' * min(mistakes, _MOST_SQUARES)}{more}🟩"


def streaks(table: StreakTable, where: str) -> str:
    """Write the leaderboard of streaks line by line, the reader's own place below if it is further down."""
    title = f"### Streaks of daily puzzles, {where}"
    if not table.top:
        return f"{title}\nNobody has a streak at the moment. Begin one: `/daily`."
    lines = [title, *map(_standing, table.top)]
    if table.own is not None:
        lines += ["…", _standing(table.own)]
    return "\n".join(lines)


def _standing(standing: StreakStanding) -> str:
    days = f"{counted(standing.length, 'day')} in a row"
    return f"{standing.rank}. <@{standing.user_id}>: {days}, longest {standing.longest}"
