"""A person's finished matches, page by page, with buttons for each of them."""

from discord import ButtonStyle

from bot.components import parts, play_from_here, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Component, Layout, Part, button
from bot.components.replays import OPENING, replay_button
from bot.components.reviews import review_button
from bot.models import MAXINE, Match, Past, PastPage
from bot.services import profile as service
from bot.words import histories as words
from bot.words import labels, match_lists, matches
from bot.words.language import Language, Reader
from bot.words.profiles import MATCHES
from bot.words.ratings import format_rating_changes

_ANYBODY, _MAXINE = 0, 1  # ids of no opponent and of Maxine in a button's id; people have greater ones
_OLDER, _NEWER, _OPEN = 0, 1, 2  # sides of a match in a button's id, and for a message of its own


def open_button(language: Language, past: Past) -> Component:
    """Return the button that lists the matches in a message of its own."""
    return button(language.say(MATCHES), history_button.id_for(*_write_past(past), 0, _OPEN))


async def draw_history(
    request: Request, past: Past, beside_id: int = 0, side: int = _OPEN, chosen_id: int | None = None
) -> Layout:
    """Draw a page of the matches that pass the filter, the newest first, and the one chosen of them."""
    page = await service.history(request.context, past, beside_id, is_newer=side == _NEWER)
    shown = await _draw_list(request, page, (beside_id, side), chosen_id)
    if chosen_id is not None:
        match = await service.find_chosen_match(request.context, past, chosen_id)
        shown += await request.draw(_draw_match, request.reader, match)
    return Layout(*shown, accent=parts.OVER)


async def _draw_list(
    request: Request, page: PastPage, place: tuple[int, int], chosen_id: int | None
) -> list[Part]:
    """Return a line for each match of a page unless one is chosen, their menu, and the buttons to others."""
    reader, language = request.reader, request.reader.language
    heading = words.heading(language, page.past)
    text = heading if chosen_id is not None else f"{heading}\n{words.listed(language, page)}"
    if not page.matches:
        return [text]
    called = await request.find_names(match_lists.people_in(reader, page.matches))
    options = {
        str(match.id): match_lists.format_choice(reader, match, None, called) for match in page.matches
    }
    id_ = history_select.id_for(*_write_past(page.past), *place)
    menu = parts.select(id_, language.say(words.CHOOSE), options, str(chosen_id))
    return [text, [menu], _draw_pages(language, page)]


def _draw_pages(language: Language, page: PastPage) -> list[Component]:
    """Return the buttons that lead to newer and older matches, if there are any."""
    if not (page.has_newer or page.has_older):
        return []
    past = _write_past(page.past)
    newer = history_button.id_for(*past, page.matches[0].id, _NEWER)
    older = history_button.id_for(*past, page.matches[-1].id, _OLDER)
    return [
        button(language.say(words.NEWER), newer, disabled=not page.has_newer),
        button(language.say(words.OLDER), older, disabled=not page.has_older),
    ]


def _draw_match(reader: Reader, match: Match) -> list[Part]:
    """Return the last position of a match, with what decided it, and the buttons for it."""
    language, seat = reader.language, match.seat_seen_by(reader.user_id) or 0
    said = matches.heading(language, match), matches.format_status(language, match)
    shown = positions.picture(language, match.state, match.move_to(match.ply), seat=seat, is_over=True)
    replay_id = replay_button.id_for(match.id, match.first_ply, OPENING)
    buttons = [
        button(language.say(words.REPLAY), replay_id, ButtonStyle.primary),
        button(language.say(labels.REVIEW), review_button.id_for(match.id)),
        *play_from_here.offer_to_play_on(language, match, match.ply - match.state.is_terminal),
    ]
    return [parts.join_lines(*said, format_rating_changes(language, match)), shown, buttons]


def _write_past(past: Past) -> tuple[str, int, int]:
    """Return the beginning of an id that lists these matches."""
    opponent = {None: _ANYBODY, MAXINE: _MAXINE}.get(past.opponent_id, past.opponent_id)
    return past.game_slug or "", past.user_id, _ANYBODY if opponent is None else opponent


def _read_past(request: Request, game_slug: str, user_id: int, opponent: int) -> Past:
    """Return the matches that an id lists, as the person who pressed may see them."""
    opponent_id = {_ANYBODY: None, _MAXINE: MAXINE}.get(opponent, opponent)
    return Past(user_id, request.asker, game_slug or None, opponent_id)


def _choose_manner(_: Request, *ids: int | str) -> Manner:
    """Answer in place, or in a new message if the matches were not listed before."""
    return Manner.PRIVATE if ids[-1] == _OPEN else Manner.OWN


@on_press("hp", _choose_manner)
async def history_button(
    request: Request, game: str, user_id: int, opponent: int, beside_id: int, side: int
) -> Layout:
    """Matches, or older or newer ones: list those on one side of a match."""
    return await draw_history(request, _read_past(request, game, user_id, opponent), beside_id, side)


@on_press("hs", Manner.OWN)
async def history_select(
    request: Request, game: str, user_id: int, opponent: int, beside_id: int, side: int
) -> Layout:
    """A match chosen from the menu: show it below the menu, with buttons for it."""
    past = _read_past(request, game, user_id, opponent)
    return await draw_history(request, past, beside_id, side, request.chosen_number)
