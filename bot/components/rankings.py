"""The leaderboards of ratings: the message that shows a page of one, and its buttons."""

from collections.abc import Iterator

from bot.components import parts
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Component, Layout, Part
from bot.models import BoardKey, Page
from bot.services import rankings as service
from bot.words import rankings as words
from bot.words.language import Language

_HERE, _EVERYWHERE = "server", "global"


async def draw_page(request: Request, key: BoardKey, number: int = 0) -> Layout:
    """Draw a page of a board."""
    page = await service.find_page(request.context, key, request.user_id, number)
    language = request.reader.language
    buttons = _make_page_buttons(language, page)
    return Layout(words.format_page(language, page), *buttons, accent=parts.RUNNING)


def _make_page_buttons(language: Language, page: Page) -> Iterator[Part]:
    """Yield the row of buttons to the pages before and after, if there are any."""
    if page.count <= 1 and not page.number:
        return
    key = page.key
    name = key.board, key.game_slug, _EVERYWHERE if key.guild_id is None else _HERE, key.period
    back = ranking_button.id_for(*name, max(page.number - 1, 0), 0)
    on = ranking_button.id_for(*name, page.number + 1, 1)
    yield [
        parts.button("◀", back, disabled=page.number == 0),
        parts.button("▶", on, disabled=page.number + 1 >= page.count),
    ]
    yield words.format_number(language, page)


def open_button(label: str, key: BoardKey) -> Component:
    """Return a button that shows a board of the server to the person who presses it."""
    # 2: a season's message is found by this id, which no page of a leaderboard may have
    return parts.button(label, ranking_button.id_for(key.board, key.game_slug, _HERE, key.period, 0, 2))


@on_press("lb", Manner.ASKED)
async def ranking_button(
    request: Request, board: str, game: str, scope: str, period: str, page: int, _: int
) -> Layout:
    """A page of a board: show it in place, and in a new message to others than the one who asked for it."""
    guild_id = request.place.guild_id if scope == _HERE else None
    key = service.pressed_key(request.context, board, game, guild_id, period)
    return await draw_page(request, key, page)
