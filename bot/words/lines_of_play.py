"""Lines of play, numbered as the match is: `13. c (you), f (North) …`, and what each step of them does."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias

from bot.models import Match
from bot.words.games import get_words
from bot.words.language import Language, Reader, template
from bot.words.names import format_player
from bot.words.remarks import format_remark
from bot.words.values import REPLIES
from engine import Action, AnalysedMove, Outcome, State, get_teacher
from engine.steps import Step

_BEST_PLAY, _LOOKED_AT = template("Best play: {moves}"), template("What I looked at: {moves}")

_MOST_REMARKS = 2

_ENDINGS: Final[Mapping[bool | None, str]] = {
    True: template("That wins the game."),
    False: template("That ends the game, and loses it."),
    None: template("The game ends in a draw."),
}
"""What is said of a move that ends the game: whether it wins, None for a draw."""


Names: TypeAlias = tuple[str | None, str | None]
"""What both players are called to a reader, None where it is the reader."""


def name_movers(reader: Reader, match: Match) -> Names:
    """Return what the players are called behind their moves: as short as can be."""
    own = None if reader.user_id is None else match.seat_of(reader.user_id)
    words = get_words(match.game)
    first, second = (
        None if seat == own else words.name_side(reader.language, seat) or player.name
        for seat, player in enumerate(match.players)
    )
    return first, second


def name_players(reader: Reader, match: Match) -> Names:
    """Return what the players are called in a sentence."""
    first, second = (_name_player(reader, match, seat) for seat in (0, 1))
    return first, second


def _name_player(reader: Reader, match: Match, seat: int) -> str | None:
    is_own = reader.user_id is not None and match.players[seat].user_id == reader.user_id
    return None if is_own else format_player(reader.language, match, seat)


def say_play(reader: Reader, match: Match, state: State, move: AnalysedMove) -> Iterator[str]:
    """Name the moves that prove what a move is worth, or that were looked at for an estimate, if any."""
    if len(move.line) > 1:
        said = _BEST_PLAY if is_best_play(state, move) else _LOOKED_AT
        yield reader.language.say(said, moves=format_play(reader, match, state, move))


def end_of(state: State, move: AnalysedMove) -> State:
    """Return where the line of a move leads."""
    for action in move.line:
        state = state.successor(action)
    return state


def is_best_play(state: State, move: AnalysedMove) -> bool:
    """Whether the line of a move of a state shows what it is proven to be worth."""
    return move.exact or (move.is_proven and end_of(state, move).is_terminal)


def format_play(
    reader: Reader, match: Match, state: State, move: AnalysedMove, replies: int = REPLIES
) -> str:
    """Name a move of a state of a match, and so many that follow it; say how high that ends, if it does."""
    shown = move.line[: replies + 1]
    goes_on = len(shown) < max(len(move.line), move.distance if move.exact else 0)
    line = format_line(reader.language, state, shown, name_movers(reader, match), goes_on=goes_on)
    return " · ".join(filter(None, (line, _format_final_score(reader.language, state, move))))


def _format_final_score(language: Language, state: State, move: AnalysedMove) -> str | None:
    """Say how high the game is won by best play, if it is known and counted."""
    end = end_of(state, move)
    is_known = move.is_proven and end.is_terminal
    return get_words(state.game).score(language, end) if is_known else None


def format_line(
    language: Language, state: State, actions: Sequence[Action], players: Names, *, goes_on: bool = False
) -> str:
    """Name the moves of a line of play that begins in a state, and who makes each."""
    number = language.say("{number}.", number=state.ply + 1)
    moves = ", ".join(_name_moves(language, state, actions, players))
    return f"{number} {moves}{' …' if goes_on else ''}"


def _name_moves(language: Language, state: State, actions: Sequence[Action], players: Names) -> Iterator[str]:
    for action in actions:
        name, player = state.name_of(action), players[state.to_move]
        yield language.say("{move} ([[{player}|you]])", move=name, player=player)
        state = state.successor(action)


def line_heading(
    language: Language, state: State, actions: Sequence[Action], players: Names, number: int
) -> str:
    """Say which step of the best line is shown, and name the whole of it."""
    title = language.say("Best line: step {number} of {count}", number=number, count=len(actions))
    return f"### {title}\n{format_line(language, state, actions, players)}"


def format_step(language: Language, step: Step, names: Names, *, is_last: bool = False) -> str:
    """Say who plays what, what that does, and of the last step whether the game would go on."""
    lines = [" ".join(_list_step_sentences(language, step, names))]
    if not step.after.is_terminal:
        remarks = islice(get_teacher(step.state.game).remarks(step.state, step.action), _MOST_REMARKS)
        lines += [f"· {format_remark(language, step.state, step.action, remark)}" for remark in remarks]
        if is_last:
            lines.append(language.say("The line ends here, but the game would go on."))
    return "\n".join(lines)


def format_deeds(language: Language, step: Step) -> Iterator[str]:
    """Yield a sentence for each thing that a move does."""
    outcome = step.after.outcome
    if outcome is not None:
        yield language.say(_ENDINGS[_is_won(step, outcome)])
        return
    if step.blocks:
        yield language.say("It blocks a win there.")
    yield from _format_threats(language, step)


def _list_step_sentences(language: Language, step: Step, names: Names) -> Iterator[str]:
    move, player = step.state.name_of(step.action), names[step.state.to_move]
    played = language.say("[[{player} plays|You play]] {move}.", player=player, move=move)
    yield f"**{played}**"
    if step.is_forced:
        yield language.say("There is no choice: every other move loses right away.")
    elif step.is_too_late:
        yield language.say("No move helps any more.")
    yield from format_deeds(language, step)


def _format_threats(language: Language, step: Step) -> Iterator[str]:
    new, old = step.threats
    if not new:
        return
    words = get_words(step.state.game)
    names = [words.name_reply(language, step.state, step.action, each) for each in sorted({*new, *old})]
    every = language.listed(names)
    yield language.say(
        "It threatens to win on {names}[[fork? at once: they cannot all be stopped]].",
        names=every,
        fork=len(names) > 1 and not step.after.game.wins(step.after.position),
    )


def _is_won(step: Step, outcome: Outcome) -> bool | None:
    if outcome is Outcome.DRAW:
        return None
    return outcome is (Outcome.FIRST, Outcome.SECOND)[step.state.to_move]
