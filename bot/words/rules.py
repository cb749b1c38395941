"""The rules of every game in a few lines, with an example, and what the words of explanations mean."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.models import Move
from bot.words.game_words import Rules
from bot.words.games import format_title, get_words
from bot.words.language import Language, template
from bot.words.move_groups import count_rows
from engine import Game, State, is_instant

_WORTHS: Final = (
    template("★ before a move: no other move is better."),
    template(
        "`win in 3`: whoever moves needs at most three more moves to win, this one included, whatever the"
        " other does; `loss in 3`: the other does."
    ),
)
_GUESS = template("`about +0.3`: my guess, where I cannot see the end; +1 would be a win, -1 a loss.")
_COUNTED_GUESS = template("`{estimate}`: my guess, where I cannot see the end.")
_PLAY: Final = (
    template("A forced move: every other one loses right away."),
    template(
        "Best play: neither side makes a mistake; the number before it says which move of the match it is."
    ),
)
_GUESSED = 0.3
_ROWS = 27  # of text, which fit the screen of a phone
_ROWS_MORE = 4  # than below a picture of what moves are worth, as there are fewer buttons


def format_summary(language: Language, game: Game) -> str:
    """Say in a few words what the game is about."""
    rules = get_words(game).rules
    return language.say(rules.summary, **rules.places)


def format_play(language: Language, game: Game) -> str:
    """Say how the game is played."""
    rules = get_words(game).rules
    return "\n".join([f"### {format_title(language, game)}", *_fill_templates(language, rules, rules.play)])


def has_room_for_example(language: Language, game: Game) -> bool:
    """Whether a phone shows the picture of the example below the rules."""
    lines = [*format_play(language, game).splitlines(), format_example(language, game)]
    return count_rows(lines) <= get_words(game).rows_below_picture + _ROWS_MORE


def format_card(language: Language, game: Game, number: int) -> tuple[str, str]:
    """Say one part of how the game is played, and what its picture shows if that needs words."""
    rules = get_words(game).rules
    heading = f"### {format_title(language, game)} \N{MIDDLE DOT} {number + 1}/{len(rules.moves)}"
    [said] = _fill_templates(language, rules, [rules.play[number]])
    caption = format_example(language, game) if number == rules.example else ""
    return f"{heading}\n{said}", caption


def play_example(game: Game, number: int | None = None) -> tuple[State, Move | None]:
    """Return the position in the picture of a part of the rules, by default the example, and its move."""
    rules = get_words(game).rules
    state, last = game.initial(), None
    moves = rules.moves[rules.example if number is None else number] if rules.moves else ""
    for name in moves.split():
        last = Move(state.to_move, game.action_named(state, name))
        state = state.successor(last.action)
    return state, last


def format_example(language: Language, game: Game) -> str:
    """Say what the example shows, nothing if there is nothing to say."""
    rules = get_words(game).rules
    return " ".join(_fill_templates(language, rules, [rules.caption])) if rules.caption else ""


def list_notes(language: Language, game: Game) -> list[str]:
    """Say how moves are named, how well Maxine knows the game, and what its words mean, on pages."""
    heading = f"### {format_title(language, game)}"
    notes, terms = _list_strengths(language, game), _format_terms(language, game)
    if count_rows([heading, *notes, *terms.splitlines()]) > _ROWS:
        return ["\n".join([heading, *notes]), f"{heading}\n{terms}"]
    return ["\n".join([heading, *notes, terms])]


def _list_strengths(language: Language, game: Game) -> list[str]:
    rules, lines = get_words(game).rules, list[str]()
    if naming := " ".join(_fill_templates(language, rules, rules.naming)):
        lines.append(language.say("**Moves.** {naming}", naming=naming))
    [strength] = _fill_templates(language, rules, [rules.strength])
    return [*lines, language.say("**How I play it.** {strength}", strength=strength)]


def format_secret(language: Language, game: Game) -> str:
    """Say how to win a game whose best play is a rule."""
    rules = get_words(game).rules
    secret = " ".join(_fill_templates(language, rules, rules.secret))
    return f"### {format_title(language, game)}\n{secret}"


def _fill_templates(language: Language, rules: Rules, templates: Iterable[str]) -> list[str]:
    return [language.say(each, **rules.places) for each in templates]


def _format_terms(language: Language, game: Game) -> str:
    """Say what each word means that is said of the game, a line for each."""
    title = language.say("**What I mean by**")
    return "\n".join([title, *(f"- {term}" for term in _list_terms(language, game))])


def _list_terms(language: Language, game: Game) -> Iterator[str]:
    estimate = get_words(game).format_estimate(language, _GUESSED)
    yield from map(language.say, _WORTHS)
    if estimate is not None:
        yield language.say(_COUNTED_GUESS, estimate=estimate)
    elif not is_instant(game):
        yield language.say(_GUESS)
    yield from map(language.say, get_words(game).rules.terms)
    yield from map(language.say, _PLAY)
