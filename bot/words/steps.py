"""A line of play step by step: what each move does, in sentences."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.words.games import get_words
from bot.words.language import template
from bot.words.lines import format_line
from bot.words.remarks import format_remark
from engine import Outcome, get_teacher

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.words.language import Language
    from bot.words.lines import Marked
    from engine import Action, State
    from engine.steps import Step

_MOST_REMARKS = 2

_ENDINGS: Final[Mapping[bool | None, str]] = {
    True: template("That wins the game."),
    False: template("That ends the game, and loses it."),
    None: template("The game ends in a draw."),
}
"""What is said of a move that ends the game: whether it wins, None for a draw."""


def heading(language: Language, state: State, actions: Sequence[Action], marked: Marked, number: int) -> str:
    """Say which step of the best line is shown, and name the whole of it."""
    title = language.say("Best line: step {number} of {count}", number=number, count=len(actions))
    return f"### {title}\n{format_line(language, state, actions, marked)}"


def format_step(
    language: Language, step: Step, names: tuple[str | None, str | None], *, is_last: bool = False
) -> str:
    """Say who plays what, what that does, and of the last step whether the game would go on."""
    lines = [" ".join(_sentences(language, step, names))]
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
    yield from _threats(language, step)


def _sentences(language: Language, step: Step, names: tuple[str | None, str | None]) -> Iterator[str]:
    move, player = step.state.game.name_of(step.state, step.action), names[step.state.to_move]
    played = (
        language.say("You play {move}.", move=move)
        if player is None
        else language.say("{player} plays {move}.", player=player, move=move)
    )
    yield f"**{played}**"
    if step.is_forced:
        yield language.say("There is no choice: every other move loses right away.")
    elif step.is_too_late:
        yield language.say("No move helps any more.")
    yield from format_deeds(language, step)


def _threats(language: Language, step: Step) -> Iterator[str]:
    new, old = step.threats
    if not new:
        return
    words = get_words(step.state.game)
    names = [words.name_reply(language, step.state, step.action, each) for each in sorted({*new, *old})]
    every = language.listed(names)
    if len(names) > 1 and not step.after.game.wins(step.after.position):
        yield language.say("It threatens to win on {names} at once: they cannot all be stopped.", names=every)
    else:
        yield language.say("It threatens to win on {names}.", names=every)


def _is_won(step: Step, outcome: Outcome) -> bool | None:
    if outcome is Outcome.DRAW:
        return None
    return outcome is (Outcome.FIRST, Outcome.SECOND)[step.state.to_move]
