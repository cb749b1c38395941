"""Puzzles: begun, played to the end against the best defence, with hints and a solution."""

from collections.abc import Container, Iterable
from random import Random

import engine
from bot import metrics, policy
from bot.errors import (
    IllegalPuzzleMoveError,
    Reason,
    Refused,
    UnclearMoveError,
    UnclearSolutionError,
    UnknownButtonError,
    UnknownDifficultyError,
    UnknownThemeError,
)
from bot.models import (
    AGAIN,
    MOST_POSITION_HINTS,
    Asker,
    Attempt,
    Lesson,
    PuzzleFilter,
    PuzzleView,
    Reviewed,
    day_of,
    repeats_task,
)
from bot.services import Context, analyses, find, guards, patterns, review
from bot.storage import Moved, PuzzleKey, Seen
from engine import Action, AnalysedMove, Analysis, puzzles
from engine.puzzles import Puzzle, judging

_USUAL = "medium"  # the difficulty of the puzzle that comes after a lesson


async def with_usual_game(context: Context, asker: Asker, puzzle_filter: PuzzleFilter) -> PuzzleFilter:
    """Return the filter with the game of the person's newest match in the channel, unless it names a game.

    The game is left open if it has no puzzle of the theme, or if the person asks for what they failed.
    """
    _refuse_unknown(puzzle_filter)
    is_of_theirs = puzzle_filter.own or puzzle_filter.difficulty == AGAIN
    if puzzle_filter.game_slug is not None or is_of_theirs:
        return puzzle_filter
    slug = await find.usual_game(context, asker.place, asker.user_id)
    has_puzzles = slug and puzzles.of(slug, None, puzzle_filter.theme)
    return puzzle_filter._replace(game_slug=slug) if has_puzzles else puzzle_filter


async def begin(context: Context, user_id: int, guild_id: int | None, puzzle_filter: PuzzleFilter) -> Attempt:
    """Begin a puzzle that passes the filter: a new one as long as there is one, and never the last one again.

    One that the person failed, or from their own errors, may be the last again; Refused if there is none.
    """
    _refuse_unknown(puzzle_filter)
    storage = context.storage.puzzles
    seen, match_id = await storage.find_seen(user_id), None
    if puzzle_filter.own:
        puzzle, match_id = await patterns.find_own_error(context, user_id, puzzle_filter, seen)
    elif puzzle_filter.difficulty == AGAIN:
        puzzle = guards.found(await storage.find_failed(user_id, puzzle_filter), Reason.NOTHING_FAILED)
    else:
        today = puzzles.daily(day_of(context.now()))
        puzzle = _choose_puzzle(
            context.rng, puzzle_filter, seen, _identify_puzzle(today), await storage.find_moved()
        )
    draft = Attempt(0, user_id, guild_id, puzzle, puzzle_filter, context.now(), match_id=match_id)
    return await storage.add(draft)


async def begin_like_mistake(context: Context, asker: Asker, match_id: int, seat: int) -> Attempt:
    """Begin a puzzle like a player's gravest error in a match of which there are puzzles.

    Raises:
        UnknownButtonError: the player made no such error.
    """
    match = await review.by_match(context, asker, match_id)
    theme = find_theme(await review.at_once(context, match, asker.user_id), seat)
    if theme is None:
        raise UnknownButtonError
    slug = match.game_slug
    nearest = next(each for each in _nearest(_USUAL) if puzzles.of(slug, each, theme))
    return await begin(context, asker.user_id, asker.place.guild_id, PuzzleFilter(slug, nearest, theme))


async def begin_practice(context: Context, asker: Asker, game_slug: str, theme: str) -> Attempt:
    """Begin one of a few puzzles that practise a theme, as easy as there are enough of.

    Raises:
        UnknownButtonError: there are not enough of them.
    """
    is_known = game_slug in engine.game_slugs() and theme in puzzles.THEMES
    difficulty = patterns.find_difficulty(game_slug, theme) if is_known else None
    if difficulty is None:
        raise UnknownButtonError
    puzzle_filter = PuzzleFilter(game_slug, difficulty, theme)
    return await begin(context, asker.user_id, asker.place.guild_id, puzzle_filter)


def find_theme(reviewed: Reviewed, seat: int) -> str | None:
    """Return what a player's gravest error was about of which there are puzzles; None if there are none."""
    themes = (judging.find_theme(error.analysis) for error in reviewed.errors(seat))
    slug = reviewed.match.game_slug
    return next((theme for theme in themes if theme is not None and puzzles.of(slug, None, theme)), None)


def _refuse_unknown(puzzle_filter: PuzzleFilter) -> None:
    if puzzle_filter.game_slug is not None:
        guards.refuse_unknown_game(puzzle_filter.game_slug)
    if puzzle_filter.difficulty not in {AGAIN, *puzzles.DIFFICULTIES}:
        raise UnknownDifficultyError(puzzle_filter.difficulty, puzzles.DIFFICULTIES)
    if puzzle_filter.theme is not None and puzzle_filter.theme not in puzzles.THEMES:
        raise UnknownThemeError(puzzle_filter.theme, puzzles.THEMES)


async def own(context: Context, attempt_id: int, user_id: int) -> Attempt:
    """Return the attempt with the id in a button; Refused if it belongs to another person."""
    attempt = await _find_attempt(context, attempt_id)
    if attempt.user_id != user_id:
        raise Refused(Reason.NOT_YOUR_PUZZLE)
    return attempt


async def _find_attempt(context: Context, attempt_id: int) -> Attempt:
    return guards.found(await context.storage.puzzles.find(attempt_id), Reason.FORGOTTEN_PUZZLE)


async def view_attempt(
    context: Context, attempt: Attempt, *, tried: AnalysedMove | None = None, is_outdated: bool = False
) -> PuzzleView:
    """Return what to show of an attempt, after the move that was just tried if there is one."""
    storage, is_played_out = context.storage.puzzles, attempt.is_solved and attempt.match_id is None
    analysis = None if is_played_out else await _analysed(context, attempt)
    streak = None if attempt.day is None else await storage.find_streak(attempt.user_id)
    rated = await storage.find_rated(attempt.id) if attempt.is_over else None
    today, place = day_of(context.now()), await _find_place(context, attempt)
    return PuzzleView(attempt, today, analysis, tried, streak, is_outdated, rated, place)


async def _find_place(context: Context, attempt: Attempt) -> int | None:
    """Return the number of a puzzle among those that practise a theme of a game: they come in threes."""
    if attempt.puzzle_filter.theme is None or attempt.puzzle_filter.game_slug is None:
        return None
    count = await context.storage.puzzles.count_of_theme(attempt)
    return (count - 1) % policy.PRACTICE_PUZZLES + 1


async def look_again(context: Context, attempt: Attempt, action: Action | None = None) -> PuzzleView:
    """Return what to show of an attempt whose button was pressed on an outdated board.

    If the button plays a move that is known to be wrong, it is refuted again: it was pressed twice.
    """
    if action in attempt.tried and not attempt.is_over:
        return await play_move(context, attempt, action)
    return await view_attempt(context, attempt, is_outdated=True)


async def play_move(context: Context, attempt: Attempt, action: Action) -> PuzzleView:
    """Play a move if it keeps the puzzle's goal, with the best answer if one is due; else count a try.

    The try counts from when it was made, however long the search takes; a wrong move counts once in a
    position, however often it is pressed. UnclearMoveError, and nothing is
    changed, if the search cannot prove in time what the move is worth.
    """
    now = context.now()
    analysis = await _analysed(context, attempt)
    move = next((move for move in analysis.moves if move.action == action), None)
    if move is None:
        raise IllegalPuzzleMoveError(attempt.state)
    if action in attempt.tried:
        return await view_attempt(context, attempt, tried=move)
    if not move.is_proven:
        raise UnclearMoveError
    if move.value < attempt.puzzle.goal:
        return await _settled(context, attempt, attempt.with_mistake(action), tried=move)
    if attempt.match_id is not None:
        return await _settled(context, attempt, attempt.with_end("solved", now))
    return await _settled(context, attempt, await _play_answers(context, attempt, action, now))


async def give_hint(context: Context, attempt: Attempt) -> PuzzleView:
    """Give a hint: what to look for, then the move; UnclearSolutionError if that is not known in time.

    A first hint that says no more than the task is free.
    """
    if attempt.position_hints == MOST_POSITION_HINTS:
        return await view_attempt(context, attempt)
    analysis = await _solved(context, attempt)
    is_free = not attempt.position_hints and repeats_task(engine.theme(analysis))
    return await _settled(context, attempt, attempt.with_hint(is_free=is_free))


async def give_up(context: Context, attempt: Attempt) -> PuzzleView:
    """End the attempt and show the solution; UnclearSolutionError if that cannot be worked out in time."""
    await _solved(context, attempt)
    return await _settled(context, attempt, attempt.with_end("shown", context.now()))


async def draw_puzzles(context: Context, kinds: Iterable[PuzzleFilter]) -> Iterable[Puzzle]:
    """Draw a puzzle of each kind, none twice, nor that of the day."""
    today = puzzles.daily(day_of(context.now()))
    moved = await context.storage.puzzles.find_moved()
    drawn: dict[PuzzleKey, Puzzle] = {}
    for kind in kinds:
        taken = {_identify_puzzle(today), *drawn}
        puzzle = context.rng.choice(_find_pool(context.rng, kind, taken, moved))
        drawn[_identify_puzzle(puzzle)] = puzzle
    return drawn.values()


def _choose_puzzle(
    rng: Random, puzzle_filter: PuzzleFilter, seen: Seen, today: PuzzleKey, moved: Moved
) -> Puzzle:
    """Choose a puzzle that differs from the person's last one, if need be one that misses the filter."""
    left_out = {today, max(seen, key=seen.__getitem__, default=None)}
    others = _find_pool(rng, puzzle_filter, left_out, moved)
    return rng.choice([puzzle for puzzle in others if _identify_puzzle(puzzle) not in seen] or others)


def _identify_puzzle(puzzle: Puzzle) -> PuzzleKey:
    """Return what identifies a puzzle: its difficulty may change."""
    return puzzle.game_slug, puzzle.actions


def _find_pool(
    rng: Random, puzzle_filter: PuzzleFilter, left_out: Container[PuzzleKey | None], moved: Moved
) -> list[Puzzle]:
    """Return the puzzles to choose from: those that pass the filter, else those near it, else other games."""
    games = rng.sample(engine.game_slugs(), len(engine.game_slugs()))
    wished = [puzzle_filter.game_slug] if puzzle_filter.game_slug else games
    pools = (
        _pool(slug, difficulty, theme, moved)
        for slugs, theme in ((wished, puzzle_filter.theme), (wished, None), (games, None))
        for difficulty in _nearest(puzzle_filter.difficulty)
        for slug in slugs
    )
    rest = ([each for each in pool if _identify_puzzle(each) not in left_out] for pool in pools)
    return next(filter(None, rest))


def _pool(game_slug: str, difficulty: str, theme: str | None, moved: Moved) -> list[Puzzle]:
    """Return the puzzles of a difficulty: as judged, or as people's attempts have shown since."""
    stayed = [
        each for each in puzzles.of(game_slug, difficulty, theme) if _identify_puzzle(each) not in moved
    ]
    if not moved:
        return stayed
    come = [
        each for each in puzzles.of(game_slug, None, theme) if moved.get(_identify_puzzle(each)) == difficulty
    ]
    return stayed + [puzzle._replace(difficulty=difficulty) for puzzle in come]


def _nearest(difficulty: str) -> list[str]:
    """Return all difficulties, the nearest to this one first."""
    index = puzzles.DIFFICULTIES.index
    return sorted(puzzles.DIFFICULTIES, key=lambda other: abs(index(other) - index(difficulty)))


async def _play_answers(context: Context, attempt: Attempt, action: Action, now: float) -> Attempt:
    """Return the attempt after a right move and the best answers to it, until the person's next turn."""
    after, solver = attempt.with_moves([action]), attempt.state.to_move
    while not after.is_decided and after.state.to_move != solver:
        answer = (await _analysed(context, after)).moves[0]
        after = after.with_moves([answer.action])
    return after.with_end("solved", now) if after.is_decided else after


async def _settled(
    context: Context, before: Attempt, after: Attempt, tried: AnalysedMove | None = None
) -> PuzzleView:
    """Save an attempt and return what to show; if it was changed meanwhile, return that."""
    if await context.storage.puzzles.save(before, after):
        _record_outcome(context, before, after)
        return await view_attempt(context, after, tried=tried)
    return await look_again(context, await _find_attempt(context, before.id), tried and tried.action)


def record_lesson(context: Context, user_id: int, lesson: Lesson) -> None:
    """Remember which lesson a person was given: the next puzzle of the theme shows whether it helped."""
    analysis = lesson.judgement.analysis
    theme = judging.find_theme(analysis)
    if theme is not None:
        context.lessons[user_id, analysis.state.game.slug, theme] = True


def _record_outcome(context: Context, before: Attempt, after: Attempt) -> None:
    """Count a puzzle of a theme once it is decided whether it was solved at the first try."""
    theme = after.puzzle.theme
    if before.score is None and after.score is not None and theme is not None:
        is_taught = context.lessons.pop((after.user_id, after.puzzle.game_slug, theme), False)
        metrics.count_puzzle(is_after_lesson=is_taught, is_solved_first=after.score == 1)


async def _analysed(context: Context, attempt: Attempt) -> Analysis:
    seconds, asker_id = context.explanation_seconds, attempt.user_id
    if attempt.match_id is not None:  # the findings that proved the error are stored with the match
        match, ply = await find.match_by_id(context, attempt.match_id), len(attempt.puzzle.actions)
        return await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    return await context.analysts.analyse(attempt.state, seconds=seconds, asker_id=asker_id)


async def _solved(context: Context, attempt: Attempt) -> Analysis:
    """Return the analysis of the present position; UnclearSolutionError if the best move is not proven."""
    analysis = await _analysed(context, attempt)
    if not analysis.moves[0].exact:
        raise UnclearSolutionError
    return analysis
