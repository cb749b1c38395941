"""The thoughts of one of Maxine's players when it chose a move, and where they were wrong."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from bot.models import Explanation, Move
from bot.words.characters import nickname
from bot.words.games import get_words
from bot.words.language import Language, template
from bot.words.move_groups import count_rows
from bot.words.values import format_worth
from engine import Action, AnalysedMove, Analysis, Choice, Measure, State, Thoughts

ITS_VIEW, THE_TRUTH = template("Its view"), template("The truth")
"""What is written on the buttons that change between what it thought and what is so."""

ITS_LAST_MOVE = template("Its last move")
"""What is written on the button that leads to what Maxine thought before the position that is shown."""

_TRIED = template(
    "{player} played {games} games to their ends in its head. It began with {move} in {visits} of them, with"
    " {share}% won (a draw counts half)."
)
_DRAWN = template("{player} plays {move} here in about {number} of 100 cases.")
_SELDOM = template("{player} plays {move} here less than once in 100 times.")
_ONLY = template("{player} saw no move to play but {move}.")
_ALIKE = template("To {player} {number} moves were as good as each other, and {move} was drawn from them.")
_ALL_ALIKE = template("To {player} all {number} moves were alike, and {move} was drawn from them.")
_SAW_WIN, _SAW_LOSS = template("{player} saw a win with {move}."), template("{player} saw that {move} loses.")
_COUNTED = template("{player} thought it would be {worth} after {move}.")
_SCORED = template("{player} gave {move} a score of {number}, where +1 is a win and -1 a loss.")

_WORSE = template("That was a mistake: {move} is a {worth}, and {best} a {value}.")
_HOPEFUL = template("It hoped too much: {move} is a {worth}, though no other move gives more.")
_GLOOMY = template("It is better than it thought: {move} is a {worth}, and no other move gives more.")
_SLOWER = template("In truth {move} is a {worth}, and {best} a {value}.")
_RIGHT = template("In truth {move} is a {worth}, and no other move gives more.")
_BETTER_TO_ME = template("Not all is proven here: to me {best} looks better ({value}) than {move} ({worth}).")
_RIGHT_TO_ME = template("Not all is proven here: to me no move looks clearly better than {move} ({worth}).")

_MOST_NAMES = 4
_NO_SECOND_ROW = 1  # row of text that fits where an explanation has a second row of buttons
_LEAST, _SURE = 0.005, 0.995  # a chance that is none in percent, a score that is a win in tenths


def tell_of_unknown_thoughts(language: Language, explanation: Explanation) -> Iterator[str]:
    """Say where one of Maxine's players chose, of which it is not known any more what it thought."""
    if explanation.as_player is not None and explanation.choice is None:
        player = _name_player(language, explanation)
        yield language.say("I could not work out again in time what {player} thought here.", player=player)


def _name_player(language: Language, explanation: Explanation) -> str:
    return nickname(language, explanation.as_player or "", explanation.match.game_slug)


def tell_choice(
    language: Language, analysis: Analysis, choice: Choice, player: str, *, is_brief: bool = False
) -> str:
    """Say what a player thought of the move that it chose, and if that is so: in brief only of a mistake."""
    said = _format_chosen_move(language, analysis.state, choice, player)
    if is_brief and choice.action in analysis.best:
        return said
    return " ".join((said, *_compare_with_truth(language, analysis, choice)))


def list_thoughts(language: Language, explanation: Explanation, choice: Choice) -> str:
    """Say what was thought of each move beside what it is worth, a line for all of which the same is said.

    Where the screen of a phone has no room for all, it is said of the moves with the greatest numbers, of the
    chosen one and of a best one.
    """
    player, analysis = _name_player(language, explanation), explanation.analysis
    said = language.say(
        "**What {player} thought** before move {number}; ● is its move.",
        player=player,
        number=explanation.ply + 1,
    )
    head = [said, tell_choice(language, analysis, choice, player)]
    moves = {move.action: move for move in analysis.moves}
    groups = _unite(
        choice,
        moves,
        lambda action: _format_thought(language, analysis.state, choice.thoughts, moves[action]),
    )
    spare = [each for each in groups if not {choice.action, analysis.best[0]} & {*each[1]}]
    lines = [*_write_groups(language, analysis, choice, groups)]
    room = get_words(analysis.state.game).rows_below_picture + _NO_SECOND_ROW
    while spare and count_rows([*head, *lines]) > room:
        groups.remove(spare.pop())
        lines = [*_write_groups(language, analysis, choice, groups)]
    return "\n".join([*head, *lines])


def _write_groups(
    language: Language, analysis: Analysis, choice: Choice, groups: Iterable[tuple[str, list[Action]]]
) -> Iterator[str]:
    """Yield a line for each group of moves, and one for all that are in none."""
    left_out = len(analysis.moves)
    for said, actions in groups:
        disc = "● " if choice.action in actions else ""
        yield f"{disc}{_name_actions(language, analysis.state, actions)} · {said}"
        left_out -= len(actions)
    if left_out:
        yield language.count("It thought less of {number} more [move|moves].", left_out)


def _unite(
    choice: Choice, actions: Iterable[Action], say: Callable[[Action], str]
) -> list[tuple[str, list[Action]]]:
    """Put moves together of which the same is said, the greatest numbers first; the chosen one is alone."""
    groups: dict[tuple[str, bool], list[Action]] = {}
    for action in sorted(actions, key=lambda action: -choice.thoughts.numbers.get(action, 0)):
        groups.setdefault((say(action), action == choice.action), []).append(action)
    return [(said, same) for (said, _), same in groups.items()]


def _name_actions(language: Language, state: State, actions: Iterable[Action]) -> str:
    return language.listed([state.name_of(action) for action in actions])


def _format_thought(language: Language, state: State, thoughts: Thoughts, move: AnalysedMove) -> str:
    number, worth = (
        _format_number(language, state, thoughts, move.action),
        format_worth(language, state, move),
    )
    return language.say(
        "{number} · [[wrong?**wrong: {worth}**|proven?in truth: {worth}|to me: {worth}]]",
        number=number,
        worth=worth,
        wrong=thoughts.misjudges(move),
        proven=move.is_proven,
    )


def describe_thought_picture(
    language: Language, state: State, last: Move | None, choice: Choice, seat: int | None
) -> str:
    """Say what a picture of a position shows in which a player chose: also its number for each move."""
    words = get_words(state.game)
    said = [words.describe(language, state, last, seat)]
    if side := words.name_side(language, state.to_move):
        said.append(language.say("{side} to move.", side=side))
    numbers = "; ".join(_describe_numbers(language, state, choice))
    return " ".join([*said, language.say("What it thought: {numbers}.", numbers=numbers)])


def _describe_numbers(language: Language, state: State, choice: Choice) -> Iterator[str]:
    def say(action: Action) -> str:
        return _format_number(language, state, choice.thoughts, action)

    for number, actions in _unite(choice, state.actions(), say):
        places = {"moves": _name_actions(language, state, actions), "number": number}
        yield language.say("{moves}[[own? (its move)]]: {number}", own=choice.action in actions, **places)


def _format_number(language: Language, state: State, thoughts: Thoughts, action: Action) -> str:
    """Say in what it counted what a player thought of an action."""
    number, expected = thoughts.numbers.get(action, 0), thoughts.expect(action)
    if thoughts.measure is Measure.CHANCE:
        return language.say("chance {number}%", number=round(100 * number))
    if thoughts.measure is Measure.VALUE:
        return _format_score(language, state, number)
    if expected is None:
        return language.say("not tried")
    return language.count("{number} [game|games], {share}% won", round(number), share=_to_percent(expected))


def _format_score(language: Language, state: State, score: float) -> str:
    if abs(score) > _SURE:
        return language.say("win") if score > 0 else language.say("loss")
    counted = get_words(state.game).format_estimate(language, score)
    return counted or language.say("score {number}", number=language.number(score, "+z.1f"))


def _format_chosen_move(language: Language, state: State, choice: Choice, player: str) -> str:
    """Say what was thought of the move that was chosen."""
    thoughts, action = choice.thoughts, choice.action
    places = {"player": player, "move": state.name_of(action)}
    if thoughts.measure is Measure.CHANCE:
        return _format_chance(language, state, choice, places)
    if thoughts.measure is Measure.VALUE:
        return _format_expected(language, state, thoughts.numbers[action], places)
    tried = thoughts.numbers[action], sum(thoughts.numbers.values())
    visits, games = (language.number(number, ",.0f") for number in tried)
    share = _to_percent(thoughts.expect(action) or 0)
    return language.say(_TRIED, visits=visits, games=games, share=share, **places)


def _format_chance(language: Language, state: State, choice: Choice, places: Mapping[str, str]) -> str:
    chances = [chance for chance in choice.thoughts.numbers.values() if chance]
    own, number = choice.thoughts.numbers[choice.action], len(chances)
    if number == 1:
        return language.say(_ONLY, **places)
    if max(chances) - min(chances) < _LEAST:
        return language.say(_ALL_ALIKE if number == len(state.actions()) else _ALIKE, number=number, **places)
    return language.say(_SELDOM if own < _LEAST else _DRAWN, number=round(100 * own), **places)


def _format_expected(language: Language, state: State, score: float, places: Mapping[str, str]) -> str:
    if abs(score) > _SURE:
        return language.say(_SAW_WIN if score > 0 else _SAW_LOSS, **places)
    if counted := get_words(state.game).format_estimate(language, score):
        return language.say(_COUNTED, worth=counted, **places)
    return language.say(_SCORED, number=language.number(score, "+z.1f"), **places)


def _compare_with_truth(language: Language, analysis: Analysis, choice: Choice) -> Iterator[str]:
    """Say what is so of the move that was chosen, and about which others the player was wrong."""
    state, best = analysis.state, analysis.moves[0]
    move = next(move for move in analysis.moves if move.action == choice.action)
    worth, value = format_worth(language, state, move), format_worth(language, state, best)
    yield language.say(
        _choose_truth_template(analysis, choice.thoughts, move, is_as_good=worth == value),
        move=_name_actions(language, state, [move.action]),
        best=_name_actions(language, state, [best.action]),
        worth=worth,
        value=value,
    )
    wrong = [each.action for each in analysis.moves if each is not move and choice.thoughts.misjudges(each)]
    if len(wrong) > _MOST_NAMES:
        yield language.say("It was wrong about {number} other moves.", number=len(wrong))
    elif wrong:
        yield language.say("It was wrong about {moves}.", moves=_name_actions(language, state, wrong))


def _choose_truth_template(
    analysis: Analysis, thoughts: Thoughts, move: AnalysedMove, *, is_as_good: bool
) -> str:
    """Return the template for what is so of the move that was chosen, which may be as good as the best."""
    best, is_best = analysis.moves[0], is_as_good or move.action in analysis.best
    if not (best.is_proven and move.is_proven):
        return _RIGHT_TO_ME if is_best else _BETTER_TO_ME
    if best.value > move.value:
        return _WORSE
    if not is_best:
        return _SLOWER
    if thoughts.misjudges(move):
        return _HOPEFUL if (thoughts.expect(move.action) or 0) > move.value else _GLOOMY
    return _RIGHT


def _to_percent(expected: float) -> int:
    """Return how many percent of the points an expectation from -1 to 1 is."""
    return round(50 * (1 + expected))
