"""The lesson on how the bot thinks: the position it is about, and what the learners choose there."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

import engine
from bot.errors import UnknownButtonError, UnknownGameError
from bot.models import Asker, Match
from bot.models.thinking import Counts, Cut, Example
from bot.services import Context, analyses, find, guards
from engine import Action, Analysis, Choice, State
from engine.tracing import count_up_to

PREPARED: Final = {
    "tic-tac-toe": "c2 b2 a3 a2 c1 c3",
    "tic-tac-toe-misere": "b2 c3 b3 c2 a2 b1",
    "tic-tac-toe-wild": "c1x a1x a2o b3x a3o c3o c2x",
    "nim": "d5 c3 c2 d1 a1 b1",
    "nim-misere": "b3 c5 d2 d3",
    "nim-3-4-5": "b3 a1 c4 b1",
    "three-mens-morris": (
        "c2 b3 b1 c3 a3 a1 a3-b2 a1-a2 b2-a1 c3-b2 b1-c1 b3-a3 c2-c3 b2-b3 c3-b2 b3-c3 b2-c2 a3-b2 a1-b1"
        " b2-a1 c2-b2 c3-c2 b2-a3 c2-b2 c1-c2 b2-c3 c2-c1 c3-b2"
    ),
    "four-in-a-row-4x4": "a2 d3 a4 c4 d4 b1 b2 d2 a3 c3 b3 a1 b4",
}
"""The moves that lead to a good position of each game that has one."""

USUAL_GAME: Final = "tic-tac-toe"
LEARNERS: Final = ("q-table", "mcts", "neural")
"""The players that look at no tree: one by its table, one by games of chance, one by its network."""

_MOST_NODES, _MOST_LEAVES = 40, 8  # that a phone shows
_MOST_MOVES = 147  # that an id holds in any game
_MOST_MATCHES = 3  # the newest ones here, and as many anywhere
_SEED = 1
_METHODS, _MOST_COUNTED = ("minimax", "alphabeta", "memo", "symmetry"), 10_000  # positions
_LARGE_GAME = "connect-four"


async def choose_example(context: Context, asker: Asker, game: str | None) -> Example:
    """Return a position of the person's newest match that has one, else a prepared one.

    Without a `game` it is of any game. Left out are matches that people are playing, and those of a game of
    which the person is playing another one: that would be help there.

    Raises:
        UnknownGameError: there is no prepared position of the game.
    """
    if game is not None and game not in PREPARED:
        raise UnknownGameError(game, tuple(PREPARED))
    played = await _list_own(context, asker, game)
    for match in played:
        example = None if guards.is_between_people_now(match) else find_example(match)
        if example is not None and not await _plays_another(context, asker.user_id, match):
            return example
    slugs = (game, *(match.game_slug for match in played), USUAL_GAME)
    return prepare_example(next(slug for slug in slugs if slug in PREPARED))


async def _list_own(context: Context, asker: Asker, game: str | None) -> list[Match]:
    """Return the person's newest matches, those of the channel first."""
    matches, user_id = context.storage.matches, asker.user_id
    newest = await matches.list_newest(asker.place.channel_id, user_id, _MOST_MATCHES)
    finished = await matches.list_finished(user_id, game, _MOST_MATCHES)
    own = [match for match in newest if match.seat_of(user_id) is not None]
    return [match for match in (*own, *finished) if game in {None, match.game_slug}]


async def _plays_another(context: Context, user_id: int, match: Match) -> bool:
    """Return whether the person is playing another match of the game."""
    running = await context.storage.matches.list_running(user_id, match.game_slug)
    return any(each.id != match.id for each in running)


async def by_match(context: Context, asker: Asker, match_id: int, ply: int) -> Example:
    """Return the position of a match after so many moves, or if its tree is too large another one.

    That is a later one of the match, else a prepared one.
    """
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    if ply > match.ply:
        raise UnknownButtonError
    slug = match.game_slug if match.game_slug in PREPARED else USUAL_GAME
    return find_example(match, ply) or prepare_example(slug)


def find_example(match: Match, first_ply: int = 0) -> Example | None:
    """Return the earliest position of a match from a ply on that a lesson can be about."""
    if match.ply > _MOST_MOVES:
        return None
    return next(filter(_has_questions, [*_list_examples(match, first_ply)][::-1]), None)


def _list_examples(match: Match, first_ply: int) -> Iterator[Example]:
    """Yield the positions with small trees, the latest first: the trees before are larger."""
    for ply in range(match.ply, first_ply - 1, -1):
        example = Example(match.state_at(ply), match.actions[:ply])
        if not _is_small(example):
            return
        yield example


def _is_small(example: Example) -> bool:
    number, is_whole = count_up_to(example.state, "minimax", _MOST_NODES)
    return is_whole and number <= _MOST_NODES and example.tree.leaves <= _MOST_LEAVES


def _has_questions(example: Example) -> bool:
    """Whether there are three ends at least, and moves that are not all worth the same."""
    worths = {example.values[(action,)] for action in example.state.actions()}
    return len(worths) > 1 and example.tree.leaves > 2  # noqa: PLR2004 - three


def prepare_example(game: str) -> Example:
    """Return the prepared position of a game."""
    state, actions = engine.get_game(game).initial(), list[Action]()
    for name in PREPARED[game].split():
        actions.append(state.game.action_named(state, name))
        state = state.successor(actions[-1])
    return Example(state, tuple(actions))


def find_cut(example: Example) -> tuple[Example, Cut]:
    """Return the position if a search with alpha and beta cuts its tree, else a prepared one, and the cut."""
    slug = example.state.game.slug if example.state.game.slug in PREPARED else USUAL_GAME
    return next((each, each.cut) for each in (example, prepare_example(slug)) if each.cut)


def read_example(start: State, actions: Sequence[Action]) -> Example:
    """Return the position after these moves; UnknownButtonError if it cannot be one of the lesson."""
    [*_, state] = accumulate(actions, State.successor, initial=start)
    example = Example(state, tuple(actions))
    if not (_is_small(example) and _has_questions(example)):
        raise UnknownButtonError
    return example


async def record_help(context: Context, example: Example, user_id: int) -> bool:
    """Note that a person is told of a position; return whether that ends the rating of a match of theirs.

    It is help in all their running matches of the game, as on the analysis board. A prepared position is the
    same for everybody, and is help only in a match that has reached it.

    Raises:
        MatchRefused: one of these matches is against another person.
    """
    slug = example.state.game.slug
    running = await context.storage.matches.list_running(user_id, slug)
    if slug in PREPARED and example == prepare_example(slug):
        shown = {node.state for node in example.nodes.values()}
        running = [match for match in running if match.state in shown]
    for match in running:
        guards.refuse_while_people_play(match)
    return any([await analyses.record_help(context, match, user_id) for match in running])


async def find_counted_game(context: Context, asker: Asker) -> str:
    """Return the game other than the usual one that the person played last, else a large one."""
    played = (match.game_slug for match in await _list_own(context, asker, None))
    return next((slug for slug in played if slug != USUAL_GAME), _LARGE_GAME)


@cache
def count_positions(game: str) -> Counts:
    """Count what each method looks at from the start of a game; it takes seconds in large games."""
    state, most = engine.get_game(game).initial(), None if game == USUAL_GAME else _MOST_COUNTED
    return {method: count_up_to(state, method, most) for method in _METHODS}


async def ask_learners(context: Context, state: State, asker_id: int) -> tuple[Analysis, dict[str, Choice]]:
    """Return what every move is worth, and what the learners choose that know the game."""
    choose, seconds = context.analysts.choose, context.reply_seconds
    analysis = await context.analysts.analyse(state, seconds=context.explanation_seconds, asker_id=asker_id)
    choices = {
        name: await choose(name, state, seconds=seconds, seed=_SEED, asker_id=asker_id, is_question=True)
        for name in LEARNERS
        if engine.get_player(name).knows(state.game)
    }
    return analysis, choices
