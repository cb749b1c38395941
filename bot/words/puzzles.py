"""Puzzles, daily results and streaks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import engine
from bot import policy
from bot.models import (
    MOST_POSITION_HINTS,
    Attempt,
    PuzzleFilter,
    PuzzleView,
    RaceStage,
    Streak,
    StreakStanding,
    StreakTable,
    end_of,
    repeats_task,
)
from bot.words.advice import find_reason, format_refutation
from bot.words.hints import format_theme
from bot.words.language import Language, template
from bot.words.lines_of_play import format_line
from bot.words.names import (
    format_difficulty,
    format_game,
    format_game_side,
    format_theme_name,
    mention,
    name_seat,
)
from bot.words.ratings import format_rated, format_skill
from bot.words.remarks import format_remark
from bot.words.standings import format_ranked
from bot.words.times import format_clock, format_time
from bot.words.values import REPLIES, format_reasoned_value
from engine import AnalysedMove, Analysis, puzzles
from engine.puzzles import Puzzle

_MOST_SQUARES = 9


def heading(language: Language, view: PuzzleView) -> str:
    """Say which puzzle it is, and what there is to do."""
    attempt = view.attempt
    lines = [f"### {_format_puzzle_title(language, attempt, view.place)}"]
    if not attempt.passes_filter:
        lines.append(format_instead(language, attempt))
    if view.analysis is not None and view.tried is None and not attempt.is_over:
        lines.append(_format_task(language, attempt, view.analysis))
    return "\n".join(lines)


def _format_puzzle_title(language: Language, attempt: Attempt, place: int | None) -> str:
    game = format_game(language, attempt.puzzle.game_slug)
    if attempt.match_id is not None:
        number, move = attempt.match_id, len(attempt.puzzle.actions) + 1
        return language.say(
            "Puzzle: {game}, from your match #{number}, move {move}", game=game, number=number, move=move
        )
    difficulty = format_difficulty(language, attempt.puzzle.difficulty)
    if attempt.race_stage is not None:
        return language.say(
            "Race, puzzle {number} of {count}: {game}, {difficulty}",
            number=attempt.race_stage.number,
            count=len(policy.RACE_PUZZLES),
            game=game,
            difficulty=difficulty,
        )
    return language.say(
        "[[Daily puzzle #{number}|Puzzle {rank} of {count}|Puzzle]]: {game}, {difficulty}",
        number=attempt.number,
        rank=place,
        count=policy.PRACTICE_PUZZLES,
        game=game,
        difficulty=difficulty,
    )


def _format_task(language: Language, attempt: Attempt, analysis: Analysis) -> str:
    side = format_game_side(language, attempt.puzzle.game_slug, attempt.state.to_move)
    turn = language.say("You are [[{side} and ]]to move.", side=side)
    goal = _format_win(language, analysis) if attempt.puzzle.goal else _format_draw(language, analysis)
    task = f"{turn} **{goal}**"
    if attempt.match_id is None:
        return task
    missed = language.say("Find the move that you missed in your match.")
    return f"{task} {missed}"


def _format_win(language: Language, analysis: Analysis) -> str:
    first = analysis.moves[0]
    if not first.exact or first.margin is not None:
        return language.say("Win.")
    return language.count("Win in {number} [move|moves].", first.winner_moves)


def _format_draw(language: Language, analysis: Analysis) -> str:
    keeping = sum(not move.exact or move.value >= 0 for move in analysis.moves)
    return language.say("Only one move saves the draw.") if keeping == 1 else language.say("Hold the draw.")


def format_progress(language: Language, view: PuzzleView) -> str:
    """Say what has happened so far, and how it ended."""
    return "\n".join(_progress(language, view))


def _progress(language: Language, view: PuzzleView) -> Iterator[str]:
    attempt = view.attempt
    if view.is_outdated:
        yield language.say("That press came from an old board. This is how your puzzle stands now.")
    if attempt.actions:
        yield _format_last_moves(language, attempt)
    if view.analysis is not None:
        yield from _list_feedback(language, view, view.analysis)
    if attempt.is_solved:
        yield f"**{_format_tries(language, attempt)}.**"
    elif (errors := _format_errors(language, attempt)) and not attempt.is_over:
        yield language.say("So far: {counts}.", counts=errors)
    if view.rated is not None:
        yield format_rated(language, view.rated)
    yield from _list_daily_lines(language, view)
    if attempt.race_stage is not None:
        yield _format_race_stage(language, attempt, attempt.race_stage)


def _format_race_stage(language: Language, attempt: Attempt, race_stage: RaceStage) -> str:
    """Say until when a puzzle of a race counts, whether it did, or that it was the last."""
    if attempt.end is None:
        return language.say("The race is open until {time}.", time=format_clock(race_stage.ends_at))
    if attempt.end.time > race_stage.ends_at:
        return language.say("The race was over by then, so this one does not count for it.")
    if race_stage.is_last:
        return language.say("That was the last one. How you fared stands in the message of the race.")
    return language.say("Go on: press Next puzzle.")


def _format_errors(language: Language, attempt: Attempt) -> str:
    """Count wrong tries and hints, if there were any."""
    counts = []
    if attempt.mistakes:
        counts.append(language.count("{number} wrong [try|tries]", attempt.mistakes))
    if attempt.counted_hints:
        counts.append(_format_hints(language, attempt))
    return ", ".join(counts)


def _format_last_moves(language: Language, attempt: Attempt) -> str:
    """Name the last right move, and the answers to it."""
    begun = attempt.last_try
    move, *replies = (
        state.name_of(action)
        for state, action in zip(attempt.states[begun:], attempt.actions[begun:], strict=False)
    )
    if not replies:
        return language.say("Right: you played {move}.", move=move)
    answers = language.listed(replies)
    return language.say("Right: you played {move}, and I answered {replies}.", move=move, replies=answers)


def _list_feedback(language: Language, view: PuzzleView, analysis: Analysis) -> Iterator[str]:
    """Say what is wrong with a move that was just tried, or else the newest hint, or the solution."""
    attempt, tried = view.attempt, view.tried
    if tried is not None:
        yield _format_tried(language, analysis, tried)
    elif not analysis.moves[0].exact:  # the search did not repeat in time what was known before
        return
    elif attempt.is_over:
        yield language.say("The solution is {move}.", move=_format_best(language, analysis, REPLIES))
    elif attempt.position_hints == MOST_POSITION_HINTS:
        yield language.say("The move is {move}.", move=_format_best(language, analysis, 0))
    elif attempt.position_hints:
        theme = engine.theme(analysis)
        yield language.say("Hint: {theme}", theme=format_theme(language, analysis.state.game, theme))
        if attempt.free_hints and repeats_task(theme):
            yield language.say("That is no more than the task says, so this hint does not count.")


def _format_tried(language: Language, analysis: Analysis, tried: AnalysedMove) -> str:
    """Say what a wrong move is worth, and how the opponent shows it."""
    name = analysis.state.name_of(tried.action)
    why = format_refutation(language, analysis, tried)
    return language.say("**Not {move}:** {why} Try another move.", move=name, why=why)


def _format_best(language: Language, analysis: Analysis, replies: int) -> str:
    """Say which move is the best and why, with so many replies to it."""
    state, first = analysis.state, analysis.moves[0]
    remark = find_reason(analysis, first.action)
    reason = "" if remark is None else format_remark(language, state, first.action, remark)
    value = format_reasoned_value(language, first, reason)
    said = f"**{state.name_of(first.action)}**: {value}"
    if not replies or len(first.line) == 1:
        return said
    shown = first.line[: replies + 1]
    goes_on = first.distance > len(shown)
    opponent = name_seat(language, state.game, 1 - state.to_move)
    players = (opponent, None) if state.to_move else (None, opponent)
    line = format_line(language, state, shown, players, goes_on=goes_on)
    return f"{said}; {language.say('best play: {moves}', moves=line)}"


def _list_daily_lines(language: Language, view: PuzzleView) -> Iterator[str]:
    """Say what a daily puzzle does for the person's streak."""
    attempt = view.attempt
    if attempt.day is None:
        return
    if attempt.counts:
        invitation = language.say("Here is your result to share; it gives nothing away.")
        yield f"{invitation}\n```\n{format_shared_result(language, view)}\n```"
    yield _format_deadline(language, view, attempt.day)


def _format_deadline(language: Language, view: PuzzleView, day: int) -> str:
    attempt, end = view.attempt, format_time(end_of(day))
    if day < view.today:
        return language.say(
            "The day of this puzzle is over[[counts?|, so it counts for no streak]]. `/daily` shows today's.",
            counts=attempt.counts,
        )
    if attempt.is_over:
        return language.say("The next daily puzzle is there from {time} on.", time=end)
    day_end = language.say("This is the puzzle of the day until {time}.", time=end)
    return f"{day_end} {_format_prospect(language, view.streak, view.today)}"


def _format_prospect(language: Language, streak: Streak | None, today: int) -> str:
    """Say what solving the puzzle does for the streak."""
    if streak is None or not streak.is_alive(today):
        return language.say("Solve it by then to begin a streak.")
    return language.count(
        "Your streak is {number} [day|days]; solve it by then to make it {longer}.",
        streak.length,
        longer=streak.length + 1,
    )


def format_shared_result(language: Language, view: PuzzleView) -> str:
    """Write the result of a daily puzzle in a few lines that do not give the answer away."""
    attempt, streak = view.attempt, view.streak
    puzzle = attempt.puzzle
    title = (
        language.say("Maxine daily #{number}", number=attempt.number),
        format_game(language, puzzle.game_slug),
        format_difficulty(language, puzzle.difficulty),
    )
    lines = [" · ".join(title), f"{_format_tries(language, attempt)} {_squares(attempt.mistakes)}"]
    if streak is not None and streak.last_day == attempt.day:
        lines.append(language.count("Streak: {number} [day|days]", streak.length))
    return "\n".join(lines)


def announcement(language: Language, view: PuzzleView) -> str:
    """Tell everybody who has solved the puzzle of the day, and how."""
    solver = mention(view.attempt.user_id)
    solved = language.say("{player} has solved the puzzle of the day.", player=solver)
    return f"{solved}\n{format_shared_result(language, view)}"


def _format_tries(language: Language, attempt: Attempt) -> str:
    tries = language.count("{number} [try|tries]", attempt.tries)
    hints = _format_hints(language, attempt) if attempt.counted_hints else None
    return language.say("Solved in {tries}, [[{hints}|no hint]]", tries=tries, hints=hints)


def _format_hints(language: Language, attempt: Attempt) -> str:
    return language.count("{number} [hint|hints]", attempt.counted_hints)


def _squares(mistakes: int) -> str:
    more = "…" if mistakes > _MOST_SQUARES else ""
    return f"{'🟥' * min(mistakes, _MOST_SQUARES)}{more}🟩"


def format_streaks(language: Language, table: StreakTable, user_id: int, *, is_of_server: bool) -> str:
    """Write the leaderboard of streaks line by line, below it the asker's own place if it is further down.

    At the end stands how good the asker is at puzzles of all kinds, if that is known.
    """
    title = language.say("Streaks of daily puzzles, [[here?on this server|everywhere]]", here=is_of_server)
    lines = [f"### {title}", *(_format_streak_standing(language, standing) for standing in table.top)]
    if not table.top:
        lines.append(language.say("Nobody has a streak at the moment. Begin one: `/daily`."))
    if table.own is not None:
        lines += ["…", _format_streak_standing(language, table.own)]
    if table.skill is not None:
        lines.append(format_skill(language, user_id, table.skill))
    return "\n".join(lines)


def _format_streak_standing(language: Language, standing: StreakStanding) -> str:
    said = language.count(
        "{player}: {number} [day|days] in a row, longest {longest}",
        standing.length,
        player=mention(standing.user_id),
        longest=standing.longest,
    )
    return format_ranked(language, standing.rank, said)


_INSTEAD: Final[Mapping[tuple[bool, bool | None], str]] = {
    (True, None): template("I have no other {wished} puzzle, so this one is {given}."),
    (False, None): template("I have no {wished} puzzle, so this one is {given}."),
    (True, True): template("I have no other {wished} puzzle of {game}, so this one is {given}."),
    (False, True): template("I have no {wished} puzzle of {game}, so this one is {given}."),
    (True, False): template("I have no other {wished} puzzle of {game}, so this one is of another game."),
    (False, False): template("I have no {wished} puzzle of {game}, so this one is of another game."),
}
"""What is said if there are others as wished, or none, and if this one is of the game that was wished for."""

_INSTEAD_OF_THEME: Final[Mapping[tuple[bool, bool], str]] = {
    (True, False): template("There is no other {theme} puzzle; here is one about something else."),
    (False, False): template("There is no {theme} puzzle; here is another."),
    (True, True): template("There is no other {theme} puzzle of {game}; here is one about something else."),
    (False, True): template("There is no {theme} puzzle of {game}; here is another."),
}
"""What is said if there are others of the theme, or none, and if a game was wished for."""


def format_instead(language: Language, attempt: Attempt) -> str:
    """Say why it is not such a puzzle as was wished for, and what it is."""
    puzzle_filter, puzzle = attempt.puzzle_filter, attempt.puzzle
    if puzzle_filter.theme is None or puzzle_filter.theme == puzzle.theme:
        return _format_other_kind(language, puzzle_filter, puzzle)
    has_others = any(puzzles.of(slug, None, puzzle_filter.theme) for slug in _slugs(puzzle_filter))
    return language.say(
        _INSTEAD_OF_THEME[has_others, puzzle_filter.game_slug is not None],
        theme=format_theme_name(language, puzzle_filter.theme),
        game=format_game(language, puzzle_filter.game_slug or puzzle.game_slug),
    )


def _format_other_kind(language: Language, puzzle_filter: PuzzleFilter, puzzle: Puzzle) -> str:
    has_others = any(
        puzzles.of(slug, puzzle_filter.difficulty, puzzle_filter.theme) for slug in _slugs(puzzle_filter)
    )
    is_of_game = None if puzzle_filter.game_slug is None else puzzle.game_slug == puzzle_filter.game_slug
    return language.say(
        _INSTEAD[has_others, is_of_game],
        wished=_format_kind(language, puzzle_filter),
        given=format_difficulty(language, puzzle.difficulty),
        game=format_game(language, puzzle_filter.game_slug or puzzle.game_slug),
    )


def _format_kind(language: Language, puzzle_filter: PuzzleFilter) -> str:
    """Say how difficult a puzzle was to be, and about what if that was said."""
    difficulty = format_difficulty(language, puzzle_filter.difficulty)
    if puzzle_filter.theme is None:
        return difficulty
    theme = format_theme_name(language, puzzle_filter.theme)
    return language.say("{difficulty} {theme}", difficulty=difficulty, theme=theme)


def _slugs(puzzle_filter: PuzzleFilter) -> Sequence[str]:
    """Return the games of which a puzzle was wished for."""
    return engine.game_slugs() if puzzle_filter.game_slug is None else (puzzle_filter.game_slug,)
