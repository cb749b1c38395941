"""What commands do with what was filled in, as the cogs have it: from a request to an answer."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import engine
from bot.cogs import community
from bot.cogs.choices import USUAL_GAME
from bot.components import (
    analysis_boards,
    arenas,
    explanations,
    hints,
    histories,
    invitations,
    match_lists,
    privacy,
    profiles,
    puzzles,
    races,
    rankings,
    replays,
    resignations,
    reviews,
    settings,
    starts,
    stops,
    thinking,
)
from bot.components.answers import Act, Answer, Board, Request, Text
from bot.components.characters import draw_characters
from bot.components.rules import draw_rules
from bot.models import MAXINE, PACES, Blocks, Challenge, First, OfferKind, Past, PuzzleFilter
from bot.playground.things import Person
from bot.services import arena, daily, find, invite, offers, play, profile, puzzle, start
from bot.services import privacy as privacy_service
from bot.services import rankings as ranking_service
from bot.services.rankings import Span
from bot.words.privacy import format_blocks
from bot.words.puzzles import format_streaks


def _challenge(  # noqa: PLR0913 - the options that people see
    game: str = USUAL_GAME,
    opponent: Person | None = None,
    level: str = start.USUAL_LEVEL,
    first: First = "me",
    pace: str = "none",
    *,
    rated: bool | None = None,
    open: bool = False,  # noqa: A002 - it is called so
) -> Act:
    async def act(request: Request) -> Answer:
        challenge = Challenge(request.place, request.user_id, game, first, PACES[pace], is_rated=rated)
        if opponent is None and not open:
            return Board(await start.challenge_maxine(request.context, challenge, level))
        invited_id = None if opponent is None else opponent.id
        return invitations.make_post(request, await invite.invite(request.context, challenge, invited_id))

    return act


def _change_blocks(
    change: Callable[..., Awaitable[Blocks]], user: Person | None = None, *, everyone: bool = False
) -> Act:
    async def act(request: Request) -> Answer:
        blocked_id = None if user is None else user.id
        blocked = await change(request.context, request.user_id, blocked_id, everybody=everyone)
        return Text(format_blocks(request.language, blocked))

    return act


def _move(to: str) -> Act:
    async def act(request: Request) -> Answer:
        return Board(await play.by_name(request.context, request.place, request.user_id, to))

    return act


def _puzzle(
    game: str | None = None, difficulty: str = "easy", theme: str | None = None, *, mine: bool = False
) -> Act:
    async def act(request: Request) -> Answer:
        puzzle_filter = PuzzleFilter(game, difficulty, theme, mine)
        return await puzzles.draw_puzzle(
            request, await puzzle.with_usual_game(request.context, request.asker, puzzle_filter)
        )

    return act


def _offer(kind: OfferKind) -> Act:
    async def act(request: Request) -> Answer:
        return Board(await offers.by_command(request.context, request.asker, kind))

    return act


def _leaderboard(
    game: str | None = None,
    scope: str = "server",
    level: str | None = None,
    board: str | None = None,
    period: Span = "all",
) -> Act:
    async def act(request: Request) -> Answer:
        guild_id = request.place.guild_id if scope == "server" else None
        slug = await community._chosen_game(request, game)
        if board is None and period == "all":
            return await community._list_tables(request, slug, guild_id, level)
        key = ranking_service.key_of(request.context, board or "rating", slug, guild_id, period)
        return await rankings.draw_page(request, key)

    return act


def _streaks(scope: str = "server") -> Act:
    async def act(request: Request) -> Answer:
        guild_id = request.place.guild_id if scope == "server" else None
        table = await daily.find_streaks(request.context, guild_id, request.user_id)
        is_of_server = guild_id is not None
        return Text(
            format_streaks(request.public_language, table, request.user_id, is_of_server=is_of_server)
        )

    return act


def _profile(user: Person | None = None) -> Act:
    async def act(request: Request) -> Answer:
        return await profiles.draw_profile(request, request.user_id if user is None else user.id)

    return act


def _versus(user: Person, other: Person | None = None) -> Act:
    async def act(request: Request) -> Answer:
        one = request.user_id if other is None else _player_id(other)
        found = await profile.versus(
            request.context, request.asker, one, _player_id(user), is_public=request.is_public
        )
        return profiles.draw_duel(request.reader.language, found)

    return act


def _history(user: Person | None = None, game: str | None = None, opponent: Person | None = None) -> Act:
    async def act(request: Request) -> Answer:
        user_id = request.user_id if user is None else user.id
        opponent_id = None if opponent is None else _player_id(opponent)
        return await histories.draw_history(request, Past(user_id, request.asker, game, opponent_id))

    return act


def _player_id(person: Person) -> int:
    return MAXINE if person.bot else person.id


def _arena(x: str, o: str, game: str = USUAL_GAME, games: int = 100, seed: int | None = None) -> Act:
    def act(request: Request) -> AsyncIterator[Answer]:
        return arenas.show_series(request, arena.set_up(request.context, game, (x, o), games, seed))

    return act


def _characters(game: str | None = None) -> Act:
    async def act(request: Request) -> Answer:
        return draw_characters(request.language, await community._chosen_game(request, game))

    return act


def _rules(game: str) -> Act:
    async def act(request: Request) -> Answer:
        return draw_rules(request.reader.language, engine.get_game(game))

    return act


async def _board(request: Request) -> Answer:
    return Board(await find.shown_match(request.context, request.place, request.user_id))


PUBLIC = {"arena", "board", "challenge", "draw", "leaderboard", "move", "race", "streaks", "takeback"}
ACTS: dict[str, Callable[..., Act]] = {
    "analyse": lambda match=None, ply=None, game=None: partial(
        analysis_boards.draw_analysis_board, match_id=match, ply=ply, game=game
    ),
    "arena": _arena,
    "block": partial(_change_blocks, privacy_service.block),
    "board": lambda: _board,
    "challenge": _challenge,
    "Challenge": lambda user: partial(invitations.ask_for_game, opponent_id=0 if user.bot else user.id),
    "characters": _characters,
    "daily": lambda: puzzles.draw_daily,
    "draw": lambda: _offer("draw"),
    "explain": lambda ply=None, tree=False: partial(explanations.explain_here, ply=ply, with_tree=tree),
    "hint": lambda: hints.hint_here,
    "help": lambda: starts.draw_help,
    "history": _history,
    "leaderboard": _leaderboard,
    "matches": lambda scope="channel": partial(match_lists.draw_list, scope=scope),
    "move": _move,
    "play": lambda: starts.choose_game,
    "privacy delete": lambda: privacy.ask_to_forget,
    "privacy export": lambda: privacy.export_data,
    "privacy hide": lambda: privacy.hide_from_lists,
    "privacy show": lambda: privacy.show_in_lists,
    "profile": _profile,
    "puzzle": _puzzle,
    "race": lambda game=None, weekly=False: partial(races.begin_race, game_slug=game, is_weekly=weekly),
    "replay": lambda match=None: partial(replays.replay_here, match_id=match),
    "resign": lambda match=None: partial(resignations.ask_to_resign, match_id=match),
    "review": lambda match=None: partial(reviews.review_here, match_id=match),
    "rules": _rules,
    "settings": lambda: settings.draw_settings,
    "stop": lambda match: partial(stops.ask_to_stop, match_id=match),
    "streaks": _streaks,
    "takeback": lambda: _offer("takeback"),
    "think": lambda game=None: partial(thinking.begin_lesson, game=game),
    "unblock": partial(_change_blocks, privacy_service.unblock),
    "versus": _versus,
}
"""What the commands do, by what they are called."""
