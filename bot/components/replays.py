"""A match seen again: the message that steps through it, and its buttons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.components import messages, parts, play_from_here, positions
from bot.components.parts import Kept, Layout
from bot.components.press import Press, asker_of, has_button, is_redrawable, redraw_answer
from bot.rendering import films
from bot.services import replay
from bot.words import matches, replays

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Match, Question, Replay
    from bot.words.language import Language, Reader

_FILM = "replay.gif"
_LAST = 3
"""The number of the button that leads to the last position, which tells how long the match was when drawn."""

OPENING = 4
"""The number of a button that shows a match in a message of its own."""


async def post(interaction: Interaction, asking: Awaitable[Question], *, is_public: bool = False) -> None:
    """Answer with a position of a match and buttons that step on, for the person alone unless public."""
    await messages.post_answer(interaction, _answer(interaction, asking), is_public=is_public)


def _answer(
    interaction: Interaction, asking: Awaitable[Question], *, is_redrawn: bool = False
) -> Callable[[Reader], Awaitable[Layout]]:
    async def answer(reader: Reader) -> Layout:
        shown = await replay.answer(interaction.client.context, await asking)
        kept = _kept_film(interaction, shown.match) if is_redrawn else None
        film = kept or await _draw_film(interaction, reader.language, shown.match)
        return await interaction.client.context.studio.draw(interaction.user.id, _layout, reader, shown, film)

    return answer


def _kept_film(interaction: Interaction, match: Match) -> Kept | None:
    """Return the film that the pressed message shows already, None if the match has gone on since."""
    is_whole = has_button(interaction, _last_id(match))
    return messages.find_file(interaction, _FILM) if is_whole else None


async def _draw_film(interaction: Interaction, language: Language, match: Match) -> bytes | None:
    """Draw the whole match, None where nothing moves."""
    if match.ply == match.first_ply:
        return None
    studio, positions = interaction.client.context.studio, _positions(match)
    drawn = language, positions, studio.is_closed, match.seat_seen_by(None) or 0  # one film for all
    return await studio.draw(interaction.user.id, films.render_film, *drawn)


def _positions(match: Match) -> films.Positions:
    """Return the positions that the film shows: all, or of very many moves some at equal distances."""
    played, shown = match.ply - match.first_ply, _shown(match)
    plies = (match.first_ply + number * played // shown for number in range(shown + 1))
    return tuple((match.state_at(ply), match.move_to(ply)) for ply in plies)


def _shown(match: Match) -> int:
    """Return how many moves the film shows."""
    return min(match.ply - match.first_ply, films.MOST_MOVES)


def _layout(reader: Reader, replay: Replay, film: bytes | Kept | None) -> Layout:
    """Draw a position of a match, the buttons that lead to others, and the whole match as a film."""
    language, match, ply, analysis = reader.language, replay.match, replay.ply, replay.analysis
    state, last = match.state_at(ply), match.move_to(ply)
    seat = match.seat_seen_by(reader.user_id) or 0
    shown, files = positions.picture(language, state, last, analysis, seat=seat)
    return Layout(
        parts.text(matches.heading(language, match)),
        shown,
        parts.text(replays.format_step(language, replay)),
        parts.row([*_buttons(language, match, ply), *play_from_here.offer(language, match, ply)]),
        *([parts.text(matches.first_help(language))] if replay.is_first_help else []),
        *([] if film is None else _film(language, match)),
        accent=parts.RUNNING,
        files=files if film is None else {**files, _FILM: film},
    )


def _film(language: Language, match: Match) -> list[Component]:
    """Return the film below a line that tells it from the board above."""
    caption = replays.film_caption(language, match, _shown(match))
    return [parts.text(caption), parts.gallery(_FILM, replays.film_alt_text(match, caption))]


def _last_id(match: Match) -> str:
    """Return the id of the button that leads to the last position."""
    return ReplayButton.id_for(match.id, match.ply, _LAST)


def _buttons(language: Language, match: Match, ply: int) -> list[Component]:
    return parts.steps(language, ply, match.first_ply, match.ply, partial(ReplayButton.id_for, match.id))


class ReplayButton(Press, kind="p", numbers=3):
    """A step of a replay: match, ply, which of the buttons it is."""

    async def act(self, interaction: Interaction) -> None:
        """Show the position in place, or in a new message if this one is too old to be redrawn."""
        match_id, ply, number = self.numbers
        asking = replay.by_press(interaction.client.context, asker_of(interaction), match_id, ply)
        if number == OPENING or messages.is_too_old(interaction):
            await post(interaction, asking)
            return
        is_redrawn = is_redrawable(interaction, can_be_public=True)
        answer = _answer(interaction, asking, is_redrawn=is_redrawn)
        await redraw_answer(interaction, answer, can_be_public=True)
