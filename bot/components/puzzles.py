"""How puzzles look in a message, and the buttons that play them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import answers, messages, parts, positions, promises
from bot.components.parts import Layout, button
from bot.components.press import Press, redraw_answer
from bot.components.refutations import show_refutation
from bot.errors import UnknownButtonError
from bot.models import MOST_TOLD
from bot.rendering.views import get_view
from bot.services import daily, puzzle
from bot.words import labels
from bot.words import puzzles as words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Attempt, PuzzleView, Wish
    from bot.services import Context
    from bot.words.language import Language, Reader

    Act = Callable[[Context, Attempt], Awaitable[PuzzleView]]


def board(language: Language, view: PuzzleView, mark: int = 0) -> Layout:
    """Draw an attempt; `mark` is the one to be placed next, in games in which it is chosen."""
    attempt = view.attempt
    shown, files = _picture(language, view)
    keys = () if view.solution else _keys(language, attempt, mark)
    status = words.format_progress(language, view)
    refutation, more = _refutation(language, view)
    return Layout(
        parts.text(words.heading(language, view)),
        *shown,
        *keys,
        *([parts.text(status)] if status else ()),
        *refutation,
        *_controls(language, attempt),
        accent=parts.OVER if attempt.is_over else parts.RUNNING,
        files={**files, **more},
    )


def _refutation(language: Language, view: PuzzleView) -> tuple[list[Component], dict[str, bytes]]:
    """Show the reply to a wrong move that was just tried."""
    if view.tried is None or view.analysis is None:
        return [], {}
    return show_refutation(language, view.analysis, view.tried)


def _picture(language: Language, view: PuzzleView) -> tuple[list[Component], dict[str, bytes]]:
    """Draw the position, with what every move is worth once the solution has been shown."""
    attempt = view.attempt
    state, last, seat = attempt.state, attempt.last, attempt.puzzle.state.to_move
    if view.solution is None:
        return positions.picture_above_keys(language, state, last, seat=seat, is_over=attempt.is_over)
    shown, files = positions.picture(language, state, last, view.solution, seat=seat)
    return [shown], files


def _keys(language: Language, attempt: Attempt, mark: int) -> Iterator[Component]:
    move_id = PuzzleMoveButton.id_for(attempt.id, attempt.turn)
    mark_id = PuzzleMarkButton.id_for(attempt.id, attempt.turn)
    return positions.keys(language, attempt.state, move_id, mark_id, None if attempt.is_over else mark)


def _controls(language: Language, attempt: Attempt) -> Iterator[Component]:
    if attempt.is_over:
        share = button(language.say(labels.SHARE), ShareButton.id_for(attempt.id))
        following = button(language.say(labels.NEXT_PUZZLE), PuzzleNextButton.id_for(attempt.id))
        yield parts.row([following, share] if attempt.counts else [following])
        return
    turn = (attempt.id, attempt.turn)
    hint = PuzzleHintButton.id_for(*turn)
    yield parts.row(
        (
            button(language.say(labels.HINT), hint, disabled=attempt.told == MOST_TOLD),
            button(language.say(labels.SHOW_SOLUTION), PuzzleShowButton.id_for(*turn)),
        )
    )


def result(language: Language, view: PuzzleView) -> Layout:
    """Draw the result of a daily puzzle for everybody, with a way to the puzzle of the day."""
    text = words.announcement(language, view)
    play = button(language.say(labels.PLAY_TODAY), DailyButton.id_for())
    return Layout(parts.text(text), parts.row([play]), accent=parts.OVER)


async def post(interaction: Interaction, beginning: Awaitable[Attempt]) -> None:
    """Answer with an attempt in a new message, for the person alone."""

    async def answer(reader: Reader) -> Layout:
        view = await puzzle.look(interaction.client.context, await beginning)
        return await _draw(interaction, reader, view)

    await messages.post_answer(interaction, answer)


async def post_puzzle(interaction: Interaction, wish: Wish) -> None:
    """Answer with a new puzzle."""
    context, user_id, guild_id = interaction.client.context, interaction.user.id, interaction.guild_id
    await post(interaction, puzzle.begin(context, user_id, guild_id, wish))


async def post_daily(interaction: Interaction) -> None:
    """Answer with the puzzle of today, as it stands for the person."""
    context, user_id, guild_id = interaction.client.context, interaction.user.id, interaction.guild_id
    await post(interaction, daily.today(context, user_id, guild_id))


async def _follow(interaction: Interaction, act: Act, attempt_id: int, turn: int, mark: int = 0) -> None:
    """Do what a button says, unless the attempt has gone on since it was drawn, and redraw its message."""
    context = interaction.client.context

    async def answer(reader: Reader) -> Layout:
        attempt = await puzzle.own(context, attempt_id, interaction.user.id)
        is_open = attempt.turn == turn and not attempt.is_over
        view = await (act if is_open else puzzle.look_again)(context, attempt)
        return await _draw(interaction, reader, view, mark if is_open else 0)

    await redraw_answer(interaction, answer)


async def _draw(interaction: Interaction, reader: Reader, view: PuzzleView, mark: int = 0) -> Layout:
    studio = interaction.client.context.studio
    return await studio.draw(interaction.user.id, board, reader.language, view, mark)


class PuzzleMoveButton(Press, kind="y", numbers=3):
    """A cell of a puzzle's board: attempt, turn, action."""

    async def act(self, interaction: Interaction) -> None:
        """Try the move."""
        attempt_id, turn, action = self.numbers

        async def play(context: Context, attempt: Attempt) -> PuzzleView:
            return await puzzle.play(context, attempt, action)

        await _follow(interaction, play, attempt_id, turn)


class PuzzleMarkButton(Press, kind="o", numbers=3):
    """Another mark to place: attempt, turn, the index of the mark."""

    async def act(self, interaction: Interaction) -> None:
        """Redraw the board with cells that place the mark."""
        attempt_id, turn, mark = self.numbers

        async def look(context: Context, attempt: Attempt) -> PuzzleView:
            if mark >= len(get_view(attempt.state.game).marks):
                raise UnknownButtonError
            return await puzzle.look(context, attempt)

        await _follow(interaction, look, attempt_id, turn, mark)


class PuzzleHintButton(Press, kind="i", numbers=2):
    """Hint: attempt, turn."""

    async def act(self, interaction: Interaction) -> None:
        """Say what to look for, or at the second press the move."""
        await _follow(interaction, puzzle.hint, *self.numbers)


class PuzzleShowButton(Press, kind="g", numbers=2):
    """Show solution: attempt, turn."""

    async def act(self, interaction: Interaction) -> None:
        """Give up."""
        await _follow(interaction, puzzle.give_up, *self.numbers)


class PuzzleNextButton(Press, kind="x", numbers=1):
    """Next puzzle: the attempt after which it comes."""

    async def act(self, interaction: Interaction) -> None:
        """Put another puzzle of the same kind in the place of this one."""
        context, user_id = interaction.client.context, interaction.user.id

        async def answer(reader: Reader) -> Layout:
            before = await puzzle.own(context, self.numbers[0], user_id)
            attempt = await puzzle.begin(context, user_id, interaction.guild_id, before.wish)
            return await _draw(interaction, reader, await puzzle.look(context, attempt))

        await redraw_answer(interaction, answer)


class ShareButton(Press, kind="f", numbers=1):
    """Share: attempt."""

    async def act(self, interaction: Interaction) -> None:
        """Post the result of a daily puzzle for everybody in the channel."""
        context, channel_id = interaction.client.context, messages.pressed_message(interaction).channel.id
        promises.will_post(interaction)
        attempt = await puzzle.own(context, self.numbers[0], interaction.user.id)
        view = await daily.share(context, attempt, channel_id)
        layout = result(answers.public_language_of(interaction), view)
        try:
            await messages.send(interaction, messages.posted_with(layout))
        except promises.NETWORK_ERRORS as error:
            if messages.is_final(error):  # else it may have been posted, or be posted yet
                await daily.take_back(context, attempt.id, channel_id)
            raise
        await daily.confirm(context, attempt.id, channel_id)


class DailyButton(Press, kind="z", numbers=0):
    """Play today's puzzle, on a result that was shared."""

    async def act(self, interaction: Interaction) -> None:
        """Show the puzzle of today to the person alone."""
        await post_daily(interaction)
