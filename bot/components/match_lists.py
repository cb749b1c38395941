"""The list of matches that run, as a message for one person, who can move here what is shown nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import boards, messages, parts, promises
from bot.components.answers import public_language_of
from bot.components.messages import pressed_message
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of
from bot.services import find, places
from bot.words import labels, match_lists
from bot.words import matches as match_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Match, MatchScope
    from bot.words.language import Language, Reader

_MOST, _MOST_MOVED = 15, 5


async def post(interaction: Interaction, scope: MatchScope) -> None:
    """Answer the person alone with the newest matches, and how many more there are."""
    context, asker = interaction.client.context, asker_of(interaction)

    async def answer(reader: Reader) -> Layout:
        matches, total = await find.current_matches(context, asker, scope, _MOST)
        seen = {match.id for match in matches if find.is_seen(match, asker)}
        text = match_lists.format_list(reader, scope, matches, total, seen)
        own = (match for match in matches if match.seat_of(asker.user_id) is not None)
        stopped = [match for match in own if match.is_stopped][:_MOST_MOVED]
        return Layout(parts.text(text), *_offer_moves(reader.language, stopped), accent=parts.RUNNING)

    await messages.post_answer(interaction, answer)


def _offer_moves(language: Language, stopped: Iterable[Match]) -> Iterator[Component]:
    for match in stopped:
        yield parts.text(match_lists.format_stopped(language, match))
        yield parts.row([button(language.say(labels.MOVE_HERE), MoveHereButton.id_for(match.id))])


class MoveHereButton(Press, kind="gh", numbers=1):
    """Move it here: match."""

    async def act(self, interaction: Interaction) -> None:
        """Post the board here, or between people ask the other, as only they know whether they see it."""
        context, asker, [match_id] = interaction.client.context, asker_of(interaction), self.numbers
        match = await places.movable(context, asker, match_id)
        if match.level is not None:
            await boards.post(interaction, places.move_here(context, asker, match))
            return
        promises.will_post(interaction)
        layout = _draw_wish(public_language_of(interaction), match, match.seat_of(asker.user_id) or 0)
        await messages.send(interaction, messages.posted_with(layout))


def _draw_wish(language: Language, match: Match, seat: int) -> Layout:
    said = (
        match_words.heading(language, match),
        match_lists.format_wish(language, match, seat),
    )
    go_on = button(
        language.say(labels.GO_ON_HERE), GoOnHereButton.id_for(match.id, seat), ButtonStyle.success
    )
    return Layout(parts.text("\n".join(said)), parts.row([go_on]), accent=parts.ASKING)


class GoOnHereButton(Press, kind="go", numbers=2):
    """Go on here: match, the seat of whoever wants to."""

    async def act(self, interaction: Interaction) -> None:
        """Turn the question into the board."""
        context, asker, (match_id, seat) = interaction.client.context, asker_of(interaction), self.numbers
        message_id = pressed_message(interaction).id
        await boards.redraw(interaction, places.agree(context, asker, match_id, seat, message_id))
