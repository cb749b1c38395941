"""The review of a match: its message, and the button that asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import messages, parts, positions
from bot.components.lessons import LessonButton
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of
from bot.services import review
from bot.words import labels, reviews

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Match, Reviewed
    from bot.words.language import Reader


async def post(interaction: Interaction, asking: Awaitable[Match], *, is_public: bool = False) -> None:
    """Answer with the review of a finished match, for the person alone unless it is public."""

    async def answer(reader: Reader) -> Layout:
        context, asker_id = interaction.client.context, interaction.user.id
        reviewed = await review.reviewed(context, await asking, asker_id)
        components, files = await context.studio.draw(asker_id, _review, reader, reviewed)
        return Layout(*components, accent=parts.OVER, files=files)

    await messages.post_answer(interaction, answer, is_public=is_public)


def _review(reader: Reader, reviewed: Reviewed) -> tuple[list[Component], dict[str, bytes]]:
    """Return the components of a review for one person or for everybody, and the picture that they show."""
    language = reader.language
    texts = filter(None, (reviews.heading(language, reviewed), reviews.moves(language, reviewed)))
    turning_point, files = _turning_point(reader, reviewed)
    return [*map(parts.text, texts), *turning_point, *_lesson_buttons(reader, reviewed)], files


def _turning_point(reader: Reader, reviewed: Reviewed) -> tuple[list[Component], dict[str, bytes]]:
    """Draw the position in which the match was decided, with what every move was worth."""
    ply = reviewed.review.turning_point
    if ply is None:
        return [], {}
    language, match, judgement = reader.language, reviewed.match, reviewed.review.judgements[ply]
    last, text = match.move_to(ply), reviews.turning_point(language, match, judgement)
    state, seat = match.state_at(ply), match.seat_seen_by(reader.user_id) or 0
    shown, files = positions.picture(language, state, last, judgement.analysis, seat=seat)
    return [parts.text(text), shown], files


def _lesson_buttons(reader: Reader, reviewed: Reviewed) -> Iterator[Component]:
    """Yield a row with a button for the errors of the player who reads, or of each player for all others."""
    match = reviewed.match
    own = None if reader.user_id is None else match.seat_of(reader.user_id)
    seats = [seat for seat in (0, 1) if own in (None, seat) and reviewed.review.errors(seat)]
    if seats:
        yield parts.row(
            button(
                labels.learn(reader, match, seat),
                LessonButton.id_for(match.id, seat),
                ButtonStyle.primary,
            )
            for seat in seats
        )


class ReviewButton(Press, kind="v", numbers=1):
    """Review: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately how well the match was played."""
        context, [match_id] = interaction.client.context, self.numbers
        await post(interaction, review.by_match(context, asker_of(interaction), match_id))
