"""The review of a match: its message, and the button that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import messages, parts, positions
from bot.components.lessons import LessonButton
from bot.components.parts import Layout, button
from bot.components.press import Press
from bot.rendering import reviews
from bot.services import review

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Match, Reviewed


async def post(interaction: Interaction, asking: Awaitable[Match], *, is_public: bool = False) -> None:
    """Answer with the review of a finished match, for the person alone unless it is public."""
    context, reader_id = interaction.client.context, None if is_public else interaction.user.id

    async def answer() -> Layout:
        return _review(await review.reviewed(context, await asking), reader_id)

    await messages.post_answer(interaction, answer(), is_public=is_public)


def _review(reviewed: Reviewed, reader_id: int | None) -> Layout:
    """Draw a review for one person, or for everybody (None)."""
    texts = filter(None, (reviews.heading(reviewed), reviews.moves(reviewed)))
    turning_point, files = _turning_point(reviewed)
    return Layout(
        *map(parts.text, texts),
        *turning_point,
        *_lesson_buttons(reviewed, reader_id),
        accent=parts.OVER,
        files=files,
    )


def _turning_point(reviewed: Reviewed) -> tuple[list[Component], dict[str, bytes]]:
    """Draw the position in which the match was decided, with what every move was worth."""
    ply = reviewed.review.turning_point
    if ply is None:
        return [], {}
    match, judgement = reviewed.match, reviewed.review.judgements[ply]
    shown, files = positions.picture(match.state_at(ply), match.action_to(ply), judgement.analysis)
    return [parts.text(reviews.turning_point(match, judgement)), shown], files


def _lesson_buttons(reviewed: Reviewed, reader_id: int | None) -> Iterator[Component]:
    """Yield a row with a button for the errors of the player who reads, or of each player for all others."""
    match = reviewed.match
    own = None if reader_id is None else match.seat_of(reader_id)
    seats = [seat for seat in (0, 1) if own in (None, seat) and reviewed.review.errors(seat)]
    if seats:
        yield parts.row(
            button(
                reviews.lesson_label(match, None if own == seat else seat),
                LessonButton.id_for(match.id, seat),
                ButtonStyle.primary,
            )
            for seat in seats
        )


class ReviewButton(Press, kind="v", numbers=1):
    """Review: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately how well the match was played."""
        await post(interaction, review.by_match(interaction.client.context, self.numbers[0]))
