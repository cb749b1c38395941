"""Starting by presses alone: the games as buttons, then how well Maxine plays and who begins."""

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice
from typing import get_args

from discord import ButtonStyle

import engine
from bot.components import parts, puzzles
from bot.components.answers import Answer, Board, Manner, Press, Request
from bot.components.parts import Component, Layout, button
from bot.components.rules import draw_rules
from bot.components.thinking import BeginThinkingButton
from bot.components.threads import find_usual_place, tell_hindrance
from bot.errors import UnknownButtonError
from bot.models import Challenge, First, PuzzleFilter, Together
from bot.services import characters, guards, puzzle, settings, start
from bot.words import starts as words
from bot.words.commands import guide
from bot.words.language import Language
from bot.words.names import format_game, format_level
from bot.words.thinking import HOW_I_THINK

_IN_A_ROW = 4  # buttons


async def draw_help(request: Request) -> Layout:
    """Draw what there is to do, with buttons to begin with."""
    language = request.language
    buttons = (
        button(language.say(words.PLAY), PlayButton.id_for(), ButtonStyle.success),
        button(language.say(words.PUZZLE), PuzzleButton.id_for()),
        button(language.say(words.DAILY), puzzles.DailyButton.id_for()),
        button(language.say(words.LEARN), LearnButton.id_for()),
    )
    return Layout(parts.text(guide(language)), parts.row(buttons), accent=parts.RUNNING)


async def choose_game(request: Request) -> Layout:
    """Draw the games to play as buttons."""
    said = words.format_question(request.language)
    return Layout(parts.text(said), *_list_games(request.language, GameButton), accent=parts.ASKING)


def _list_games(language: Language, kind: type[Press]) -> Iterator[Component]:
    """Yield rows of buttons of a kind, one for each game."""
    games = iter(engine.game_slugs())
    while row := [*islice(games, _IN_A_ROW)]:
        yield parts.row(button(format_game(language, slug), kind.id_for(slug)) for slug in row)


class PlayButton(Press, kind="gp", numbers=0, answers=Manner.PRIVATE):
    """Play, below what there is to do."""

    async def act(self, request: Request) -> Layout:
        """Show the games."""
        return await choose_game(request)


class PuzzleButton(Press, kind="gu", numbers=0, answers=Manner.PRIVATE):
    """Puzzle, below what there is to do."""

    async def act(self, request: Request) -> Layout:
        """Begin an easy puzzle, of the person's newest game here."""
        puzzle_filter = await puzzle.with_usual_game(
            request.context, request.asker, PuzzleFilter(None, "easy", None)
        )
        return await puzzles.draw_puzzle(request, puzzle_filter)


class LearnButton(Press, kind="ge", numbers=0, answers=Manner.PRIVATE):
    """Learn, below what there is to do."""

    async def act(self, request: Request) -> Layout:
        """Show the games whose rules can be read."""
        language = request.language
        asked = parts.text(words.format_lesson_question(language))
        think = button(language.say(HOW_I_THINK), BeginThinkingButton.id_for(0, 0))
        games = _list_games(language, LearnGameButton)
        return Layout(asked, *games, parts.row([think]), accent=parts.ASKING)


class LearnGameButton(Press, kind="gr", words=1, numbers=0, answers=Manner.OWN):
    """A game to learn: game."""

    async def act(self, request: Request) -> Layout:
        """Show its rules."""
        [slug] = self.words
        guards.refuse_unknown_game(slug)
        return draw_rules(request.language, engine.get_game(slug))


class GameButton(Press, kind="gg", words=1, numbers=0, answers=Manner.OWN):
    """A game to play: game."""

    async def act(self, request: Request) -> Layout:
        """Ask how well the bot is to play, and who begins."""
        [game] = self.words
        guards.refuse_unknown_game(game)
        usual = await settings.look_up(request.context, request.place.guild_id)
        level = usual.level if usual.level in characters.levels_of(game) else None
        return await _draw_choice(request, game, level or start.USUAL_LEVEL, "me")


class LevelSelect(Press, kind="gl", words=2, numbers=0, answers=Manner.OWN):
    """A level chosen from the menu: game, who begins."""

    async def act(self, request: Request) -> Layout:
        """Show it as chosen."""
        game, first = self.words
        return await _draw_choice(request, game, request.chosen, first)


class FirstSelect(Press, kind="gf", words=2, numbers=0, answers=Manner.OWN):
    """Who begins, chosen from the menu: game, level."""

    async def act(self, request: Request) -> Layout:
        """Show it as chosen."""
        game, level = self.words
        return await _draw_choice(request, game, level, request.chosen)


class RatedSelect(Press, kind="gk", words=3, numbers=0, answers=Manner.OWN):
    """Whether it is rated, chosen from the menu: game, level, who begins."""

    async def act(self, request: Request) -> Layout:
        """Remember the choice for this match and the next ones, and show it as chosen."""
        if request.chosen not in words.RATED:
            raise UnknownButtonError
        await start.choose_rating(request.context, request.user_id, is_rated=request.chosen == "rated")
        game, level, first = self.words
        return await _draw_choice(request, game, level, first)


class BeginButton(Press, kind="gb", words=3, numbers=0, answers=Manner.PUBLIC):
    """Play: game, level, who begins."""

    async def act(self, request: Request) -> AsyncIterator[Answer]:
        """Begin the match."""
        async for answer in _begin_match(request, self.words):
            yield answer


class BeginTogetherButton(Press, kind="gt", words=3, numbers=0, answers=Manner.PUBLIC):
    """Play with the whole channel: game, level, who begins."""

    async def act(self, request: Request) -> AsyncIterator[Answer]:
        """Begin a match of the channel."""
        request.refuse_silence()
        usual = await settings.look_up(request.context, request.place.guild_id)
        async for answer in _begin_match(request, self.words, Together(request.user_id, usual.shows_votes)):
            yield answer


async def _begin_match(
    request: Request, chosen: Sequence[str], together: Together | None = None
) -> AsyncIterator[Answer]:
    """Begin a match of the person, or of the whole channel: of a game, at a level, by who begins."""
    game, level, first = chosen
    place, hindrance = find_usual_place(request)
    challenge = Challenge(place, request.user_id, game, read_first(first))
    if together is None:
        yield Board(await start.challenge_maxine(request.context, challenge, level))
    else:
        yield Board(await start.challenge_together(request.context, challenge, level, together))
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)


async def _draw_choice(request: Request, game: str, level: str, first: str) -> Layout:
    """Draw the menus, and the buttons that begin the match: alone, or where it can be with the channel."""
    language = request.language
    guards.refuse_unknown_game(game)
    characters.refuse_unknown_level(level, game)
    levels = dict.fromkeys((*engine.LEVELS, level))
    sides = {side: language.say(said) for side, said in words.FIRST.items()}
    rated = {value: language.say(said) for value, said in words.RATED.items()}
    is_rated = await start.choose_rating(request.context, request.user_id)
    chosen = game, level, read_first(first)
    begin = [button(language.say(words.BEGIN), BeginButton.id_for(*chosen), ButtonStyle.success)]
    if request.can_post:
        begin.append(button(language.say(words.BEGIN_TOGETHER), BeginTogetherButton.id_for(*chosen)))
    return Layout(
        parts.text(words.format_start_question(language, game)),
        parts.select(
            LevelSelect.id_for(game, first),
            language.say(words.HOW_WELL),
            {each: format_level(language, each, game) for each in levels},
            level,
        ),
        parts.select(FirstSelect.id_for(game, level), language.say(words.WHO_BEGINS), sides, first),
        parts.select(
            RatedSelect.id_for(*chosen),
            language.say(words.WHETHER_RATED),
            rated,
            "rated" if is_rated else "casual",
        ),
        parts.row(begin),
        accent=parts.ASKING,
    )


def read_first(word: str) -> First:
    """Return who begins; UnknownButtonError if the word of an id does not say."""
    for first in get_args(First):
        if first == word:
            return first  # type: ignore[no-any-return]  # it is one of them
    raise UnknownButtonError
