"""The review of a match: its message, what can be pressed on it, and the button that asks for it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

import discord
from discord import ButtonStyle

from bot.components import messages, parts, play_from_here, positions
from bot.components.answers import reader_of
from bot.components.lessons import LessonButton
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, chosen_value, find_press, redraw_answer
from bot.components.promises import NETWORK_ERRORS
from bot.errors import ForgottenMatchError, PlayerError, UnknownButtonError
from bot.models import OpenReview
from bot.rendering import curves
from bot.services import find, review
from bot.words import labels, reviews
from bot.words.language import Reader

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator, Mapping

    from bot.components.answers import Client, Interaction
    from bot.components.parts import Component
    from bot.models import Match, Reviewed
    from bot.services import Context

_CURVE = "match.png"
_OPTIONS_MOST = 25
_LOOKING = 30.0  # seconds within which a review is completed; what is thought about it takes eight
_log = logging.getLogger(__name__)


class _View(NamedTuple):
    """A review with the error at the ply `shown`: by default the decisive one, or the gravest.

    If it is not complete, more proofs are looked for `until` that time (None: they are not).
    """

    reviewed: Reviewed
    shown: int | None
    until: float | None = None

    @classmethod
    def of(cls, reviewed: Reviewed, until: float | None = None) -> _View:
        errors = [each for each in reviewed.review.judgements if each.is_error]
        gravest = max(errors, key=lambda error: error.gravity).ply if errors else None
        decisive = reviewed.review.turning_point
        return cls(reviewed, gravest if decisive is None else decisive, until)


async def post(interaction: Interaction, asking: Awaitable[Match], *, is_public: bool = False) -> None:
    """Answer with the review of a finished match, and complete it when there are more proofs.

    It is for the person alone unless it is public.
    """
    shown, until = list[_View](), interaction.created_at.timestamp() + _LOOKING

    async def answer(reader: Reader) -> Layout:
        context, asker_id = interaction.client.context, interaction.user.id
        shown.append(_View.of(await review.at_once(context, await asking, asker_id), until))
        return await _draw(context, asker_id, reader, shown[0])

    message_id = await messages.post_answer(interaction, answer, is_public=is_public)
    if not shown[0].reviewed.is_complete:
        context, left = interaction.client.context, _left_open(interaction, message_id, shown[0], is_public)
        await review.leave_open(context, left)
        if await _complete(interaction, message_id, shown[0], is_public=is_public):
            await review.close(context, left)


def _left_open(interaction: Interaction, message_id: int, shown: _View, is_public: bool) -> OpenReview:  # noqa: FBT001
    """Return what upkeep has to know if nobody completes the review."""
    reader = reader_of(interaction, is_public=is_public)
    return OpenReview(
        message_id,
        shown.reviewed.match.id,
        interaction.channel_id or 0,
        reader.user_id,
        reader.language.code,
        None if is_public and messages.can_speak(interaction) else interaction.token,
        interaction.client.context.now() + review.DUE_SECONDS,
    )


async def _complete(interaction: Interaction, message_id: int, shown: _View, *, is_public: bool) -> bool:
    """Find more proofs, and redraw the review with them; if there are none in time, without a promise.

    Returns whether it is over: otherwise upkeep tries once more.
    """
    context, match = interaction.client.context, shown.reviewed.match
    view = await _look(context, match, interaction.user.id) or shown._replace(until=None)
    try:
        reader = reader_of(interaction, is_public=is_public)
        layout = await _draw(context, interaction.user.id, reader, view)
        await messages.complete(interaction, message_id, layout, _id_of_all(shown))
    except (PlayerError, *NETWORK_ERRORS) as error:
        _log.info("A review could not be completed: %r", error)
        return messages.is_final(error)
    return True


async def _look(context: Context, match: Match, asker_id: int) -> _View | None:
    """Return a review with all the proofs that are found in time, None if it fails."""
    try:
        async with asyncio.timeout(_LOOKING):
            return _View.of(await review.reviewed(context, match, asker_id))
    except (PlayerError, TimeoutError) as error:
        _log.info("A review stays without further proofs: %r", error)
        return None


async def complete_left(client: Client) -> None:
    """Complete the reviews of those who were killed meanwhile, one after the other."""
    async with review.left_open(client.context) as reviews_left:
        for left in reviews_left:
            try:
                await _complete_left(client, left)
            except (PlayerError, *NETWORK_ERRORS) as error:
                _log.info("A review could not be completed: %r", error)
                if not (messages.is_final(error) or isinstance(error, ForgottenMatchError)):
                    continue
            await review.close(client.context, left)


async def _complete_left(client: Client, left: OpenReview) -> None:
    """Redraw a review with all the proofs that are found, and the error that it shows, if it still is one."""
    context, asker_id = client.context, left.user_id or 0
    match = await find.match_by_id(context, left.match_id)
    message = await messages.once(_fetch(client, left))
    ply = _find_shown(message, match)
    if ply is None:
        return
    view = await _look(context, match, asker_id) or _View.of(await review.at_once(context, match, asker_id))
    if match.has_move(ply) and view.reviewed.judgement(ply).is_error:
        view = view._replace(shown=ply)
    reader = Reader(client.languages.spoken_in(left.language), left.user_id)
    layout = await _draw(context, asker_id, reader, view)
    if left.token is None:
        await messages.edit(client, left.channel_id, left.message_id, layout, is_quiet=True)
    else:
        edit = _hook(client, left.token).edit_message
        await messages.once(edit(left.message_id, **messages.redrawn_with(layout)))


def _hook(client: Client, token: str) -> discord.Webhook:
    """Return what changes the answers to an interaction, as long as Discord takes its token."""
    return discord.Webhook.partial(client.application_id or 0, token, client=client)


async def _fetch(client: Client, left: OpenReview) -> discord.Message:
    if left.token is not None:
        return await _hook(client, left.token).fetch_message(left.message_id)
    return await client.get_partial_messageable(left.channel_id).fetch_message(left.message_id)


def _find_shown(message: discord.Message, match: Match) -> int | None:
    """Return the ply of the error that the review in a message shows, -1 if none, None if it is no review."""
    for part in messages.parts_in(message.components):
        press = find_press(str(getattr(part, "custom_id", "")))
        if isinstance(press, AllMovesButton) and press.numbers[0] == match.id:
            return press.numbers[1] - 1
    return None


async def _draw(context: Context, asker_id: int, reader: Reader, view: _View) -> Layout:
    components, files = await context.studio.draw(asker_id, _review, reader, view)
    return Layout(*components, accent=parts.OVER, files=files)


def _review(reader: Reader, view: _View) -> tuple[list[Component], dict[str, bytes]]:
    """Return the components of a review for one person or for everybody, and the pictures that they show."""
    language, reviewed = reader.language, view.reviewed
    above = parts.text(reviews.heading(reader, reviewed, view.until))
    if not reviewed.review.judgements:
        return [above], {}
    curve = parts.gallery(_CURVE, reviews.curve_alt_text(language, reviewed))
    mistake, files = _mistake(reader, view)
    png = curves.render_curve(language, reviewed, view.shown)
    return [above, curve, *mistake, parts.row(_buttons(reader, view))], {_CURVE: png, **files}


def _mistake(reader: Reader, view: _View) -> tuple[list[Component], dict[str, bytes]]:
    """Draw the menu of errors and the position of the one shown, with what every move was worth."""
    language, reviewed = reader.language, view.reviewed
    if view.shown is None:
        return [], {}
    match, judgement = reviewed.match, reviewed.judgement(view.shown)
    shown, files = positions.picture(
        language,
        match.state_at(view.shown),
        match.move_to(view.shown),
        judgement.analysis,
        seat=match.seat_seen_by(reader.user_id) or 0,
    )
    menu = parts.select(
        ErrorSelect.id_for(match.id),
        reviews.placeholder(language),
        _options(reader, reviewed),
        str(view.shown),
    )
    return [menu, parts.text(reviews.mistake(language, reviewed, judgement)), shown], files


def _options(reader: Reader, reviewed: Reviewed) -> Mapping[str, str]:
    """Return the errors of a match by ply, the gravest if there are too many, in order."""
    errors = [each for each in reviewed.review.judgements if each.is_error]
    gravest = sorted(errors, key=lambda error: error.gravity, reverse=True)[:_OPTIONS_MOST]
    kept = sorted(gravest, key=lambda error: error.ply)
    return {str(each.ply): reviews.option(reader.language, reviewed.match, each) for each in kept}


def _id_of_all(view: _View) -> str:
    """Return the id of the button for all moves, which tells too what the review shows."""
    return AllMovesButton.id_for(view.reviewed.match.id, 0 if view.shown is None else view.shown + 1)


def _buttons(reader: Reader, view: _View) -> Iterator[Component]:
    """Yield buttons for the errors of the reader, or else of both players, for all moves, and to play on."""
    match = view.reviewed.match
    own = None if reader.user_id is None else match.seat_of(reader.user_id)
    for seat in (0, 1):
        if own in {None, seat} and view.reviewed.review.errors(seat):
            label = labels.learn(reader, match, seat)
            yield button(label, LessonButton.id_for(match.id, seat), ButtonStyle.primary)
    yield button(reader.language.say(labels.ALL_MOVES), _id_of_all(view))
    if view.shown is not None:
        yield from play_from_here.offer(reader.language, match, view.shown)


class ErrorSelect(Press, kind="ve", numbers=1):
    """An error of a review, chosen from the menu: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show the error that was chosen in the place of the one before."""
        context, [match_id] = interaction.client.context, self.numbers
        ply = _chosen(interaction)

        async def answer(reader: Reader) -> Layout:
            match = await review.by_match(context, asker_of(interaction), match_id)
            reviewed = await review.at_once(context, match, interaction.user.id)
            if not match.has_move(ply):
                raise UnknownButtonError
            return await _draw(context, interaction.user.id, reader, _View(reviewed, ply))

        await redraw_answer(interaction, answer)


def _chosen(interaction: Interaction) -> int:
    """Return the ply that was chosen; UnknownButtonError if it is none."""
    value = chosen_value(interaction)
    if not (value.isascii() and value.isdigit()):
        raise UnknownButtonError
    return int(value)


class AllMovesButton(Press, kind="va", numbers=2):
    """All moves: match, and what the review showed, the ply of an error and one, or 0."""

    async def act(self, interaction: Interaction) -> None:
        """List every move in a message of its own."""
        context, [match_id, _] = interaction.client.context, self.numbers

        async def answer(reader: Reader) -> Layout:
            match = await review.by_match(context, asker_of(interaction), match_id)
            reviewed = await review.reviewed(context, match, interaction.user.id)
            return Layout(parts.text(reviews.all_moves(reader.language, reviewed)), accent=parts.OVER)

        await messages.post_answer(interaction, answer)


class ReviewButton(Press, kind="v", numbers=1):
    """Review: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately how well the match was played."""
        context, [match_id] = interaction.client.context, self.numbers
        await post(interaction, review.by_match(context, asker_of(interaction), match_id))
