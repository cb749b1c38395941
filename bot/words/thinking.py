"""The lesson on how Maxine thinks: what its seven cards say, for people who have never heard of minimax."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, TypeAlias

from bot.models.thinking import Counts, Cut, DepthChoice, Example
from bot.words.characters import nickname
from bot.words.games import get_words
from bot.words.language import Language, template
from bot.words.names import format_game, name_seat
from bot.words.thoughts import tell_choice
from bot.words.values import format_estimate, format_figure, format_utility
from engine import Analysis, Choice, Outcome, SearchStep, StepKind
from engine.tracing import Path

Row: TypeAlias = tuple[str, int, bool]
"""What is counted, how many there are, and whether that is all."""

HOW_I_THINK, SHOW_ME, PLAY_ONE = (
    template("How I think"),
    template("Show me"),
    template("Play against one of them"),
)
NEXT_STEP, FILM = template("Next step"), template("Film")
AS_BARS, WITHOUT_A_TREE = template("As bars"), template("Without a tree")
"""The labels of the buttons."""

_METHODS: Final[Mapping[str, str]] = {
    "minimax": template("looking at everything"),
    "alphabeta": template("leaving out what cannot matter"),
    "memo": template("remembering positions"),
    "symmetry": template("and their mirror images"),
}
_TITLES: Final = (
    template("Six words"),
    template("Where it ends"),
    template("Hand it up"),
    template("Watch me"),
    template("What I need not look at"),
    template("What I remember"),
    template("When the tree is too big"),
)
CARDS: Final = len(_TITLES)

_WORTH: Final = {
    True: template("{move} is worth {number}: {player} would win."),
    False: template("{move} is worth {number}: a draw."),
}
_WANTS: Final = {
    True: template("{player} wants the largest number."),
    False: template("{player} wants the smallest number."),
}
_SURE: Final = {
    True: template(
        "After {moves} {player} is sure of {best} or more, and with another move {other} already has {value}."
    ),
    False: template(
        "After {moves} {player} is sure of {best} or less, and with another move {other} already has {value}."
    ),
}


def heading(language: Language, card: int) -> str:
    """Say which card it is."""
    title = language.say(_TITLES[card - 1])
    said = language.say("How I think, {number} of {of}: {name}", number=card, of=CARDS, name=title)
    return f"### {said}"


def format_six_words(language: Language, example: Example) -> str:
    """Say what the six words of every course mean in the position."""
    state = example.state
    names = [state.name_of(action) for action in state.actions()]
    game = format_game(language, state.game.slug)
    utility = language.say("**UTILITY**, what the end of a game is worth.")
    lines = (
        language.say("**PLAYER**, whose turn it is: {player}.", player=_name_player(language, example)),
        language.say("**ACTIONS**, what can be played: {moves}.", moves=language.listed(names)),
        language.say(
            "**RESULT**, what a move leads to: the board after {move}, or after another.", move=names[0]
        ),
        language.say("**TERMINAL**, is it over? Not yet."),
        f"{utility} {_format_scale(language, example)}",
        language.say("**S0**, where it began: the start of {game}.", game=game),
    )
    asked = language.say("That is all I need to know about a game. Press Next.")
    return "\n".join([*(f"- {line}" for line in lines), asked])


def _format_scale(language: Language, example: Example) -> str:
    """Say which numbers ends have."""
    if example.state.game.margin(example.state.position) is not None:
        said = template("By how much {maximiser} is ahead: it is below 0 if {minimiser} wins.")
    elif Outcome.DRAW in example.outcomes:
        said = template("+1 if {maximiser} wins, 0 for a draw, \N{MINUS SIGN}1 if {minimiser} wins.")
    else:
        said = template("+1 if {maximiser} wins, \N{MINUS SIGN}1 if {minimiser} wins.")
    return language.say(said, **_name_both(language, example))


def format_ends(language: Language, example: Example, asked: Path | None, *, is_wrong: bool) -> str:
    """Ask who has won at an end of the game, after what is said of the last answer."""
    if asked is None:
        said = language.say("Now every end has its number.")
        on = language.say("But what are the boards above worth? Press Next.")
        return f"{said} {_format_scale(language, example)} {on}"
    if is_wrong:
        drawn = example.nodes[asked].state.outcome is Outcome.DRAW
        wrong = template("Not quite: look once more. The last move was made by {player}.")
        said = template("Not quite: nobody has won there.") if drawn else wrong
    elif asked == example.ends[0]:
        said = template("Here is all that can still happen. Each line down is a move, the first by {player}.")
    else:
        said = template("Right!")
    player = _name_player(language, example, asked[:-1] if is_wrong else ())
    last = language.say(said, player=player)
    moves = name_moves(example, asked)
    question = language.say("**At the ring, after {moves}, the game is over. Who has won?**", moves=moves)
    return f"{last}\n{question}"


def format_outcome(language: Language, example: Example, outcome: Outcome) -> str:
    """Return what is on the button for an outcome: `X wins`, `draw`."""
    if outcome is Outcome.DRAW:
        return language.say("draw")
    seat = 0 if outcome is Outcome.FIRST else 1
    return language.say("{player} wins", player=name_seat(language, example.state.game, seat))


def format_question(language: Language, example: Example, asked: Path, tried: int | None) -> str:
    """Ask which move a player takes, after what is said of the last answer."""
    said = template("**{player} moves here, after {moves}. Which of these does {player} take?**")
    top = template("**{player} moves here, at the top. Which of these does {player} take?**")
    player, moves = _name_player(language, example, asked), name_moves(example, asked)
    question = language.say(said if asked else top, player=player, moves=moves)
    rule = language.say(_WANTS[_is_max(example, asked)], player=player)
    if tried is not None:
        action = example.nodes[asked].state.actions()[tried]
        return f"{_format_worth(language, example, (*asked, action))} {rule}\n{question}"
    if asked != example.questions[0]:
        return f"{language.say('Right!')} {rule}\n{question}"
    first = language.say(
        "Numbers climb up from the ends. {maximiser} is MAX ▲ and wants the largest number, {minimiser} is"
        " MIN ▼ and wants the smallest.",
        **_name_both(language, example),
    )
    return f"{first}\n{question}"


def _format_worth(language: Language, example: Example, path: Path) -> str:
    """Say what a move is worth, and who would win."""
    value, number = example.values[path], format_figure(language, example.values[path])
    winner = _name_both(language, example)["maximiser" if value > 0 else "minimiser"]
    said = _WORTH[bool(value)]
    return language.say(said, move=example.nodes[path].name, number=number, player=winner)


def format_top(language: Language, example: Example) -> str:
    """Say what all the numbers have come to."""
    number = format_figure(language, example.values[()])
    best = [example.state.name_of(action) for action in example.list_best(())]
    return language.say(
        "The number at the top is {number}, so {player} plays {moves}. That is minimax, and you have done it:"
        " press Next, and I do it.",
        number=number,
        player=_name_player(language, example),
        moves=language.either(best),
    )


def format_step(language: Language, example: Example, number: int) -> str:
    """Say what the search does in one of its steps, 0 before the first."""
    if not number:
        return language.say(
            "Now I do the same, from the left to the right. The ring shows where I look. Press Next step."
        )
    step = example.steps[number - 1]
    count = language.say("Step {number} of {of}.", number=number, of=len(example.steps))
    return f"{count} {_tell_step(language, example, step)}"


def _tell_step(language: Language, example: Example, step: SearchStep) -> str:
    player, moves = _name_player(language, example, step.path), name_moves(example, step.path)
    number = format_figure(language, step.value or 0)
    if step.kind is StepKind.ENTER:
        top = template("I begin at the top, where {player} moves.")
        below = template("I look at the board after {moves}, where {player} moves.")
        return language.say(below if moves else top, moves=moves, player=player)
    if step.child is None:
        return language.say("After {moves} it is over: {number}.", moves=moves, number=number)
    said = template("{move} hands its number up: the best for {player} here so far is {number}.")
    move = example.nodes[*step.path, step.child].name
    return language.say(said, move=move, player=player, number=number)


def format_cut(language: Language, example: Example, cut: Cut, tried: Path | None, *, is_own: bool) -> str:
    """Ask which branch cannot matter, after what is said of the last answer."""
    said = [language.say(_SURE[_is_max(example, cut.place)], **_list_cut_places(language, example, cut))]
    if tried is not None:
        moves = name_moves(example, tried)
        said.insert(0, language.say("No: {moves} can still change the number at the top.", moves=moves))
    elif not is_own:
        said.insert(0, language.say("Your position has nothing to leave out, so here is another one."))
    question = language.say("**Which of these moves can no longer change the number at the top?**")
    return f"{' '.join(said)}\n{question}"


def format_cut_answer(language: Language, example: Example, cut: Cut) -> str:
    """Say why the branch cannot matter, and how much need not be looked at."""
    places = _list_cut_places(language, example, cut)
    because = language.say(_SURE[_is_max(example, cut.place)], **places)
    so = language.say(
        "So {moves} is no better for {other}, and I leave out the rest: {number} positions instead of {of}."
        " Books call it alpha-beta.",
        number=sum(step.kind is StepKind.ENTER for step in cut.steps),
        of=len(example.nodes),
        **places,
    )
    return f"{because} {so}"


def _list_cut_places(language: Language, example: Example, cut: Cut) -> Mapping[str, str]:
    """Return who moves at a cut and is sure of what, and what the other player already has."""
    maximiser, minimiser = _name_both(language, example).values()
    least, most = (format_figure(language, bound) for bound in cut.window)
    places = {"moves": name_moves(example, cut.place)}
    if _is_max(example, cut.place):
        return {**places, "player": maximiser, "best": least, "other": minimiser, "value": most}
    return {**places, "player": minimiser, "best": most, "other": maximiser, "value": least}


def format_memory(language: Language, known: int, counts: Counts) -> str:
    """Say what the search knew already, and how many positions each method looks at in tic-tac-toe."""
    seen = language.count(
        "{number} [board|boards] here (marked =) I have seen before, or in a mirror, so I know"
        " [its number|their numbers].",
        known,
    )
    numbers = {method: f"**{language.number(number, ',')}**" for method, (number, _) in counts.items()}
    counted = language.say(
        "From an empty tic-tac-toe board I would look at {everything} positions. If I leave out what cannot"
        " matter, there are {cut}; with a memory {remembered}; with mirror images, too, {mirrored}.",
        everything=numbers["minimax"],
        cut=numbers["alphabeta"],
        remembered=numbers["memo"],
        mirrored=numbers["symmetry"],
    )
    return f"{seen} {counted}"


def format_counts(language: Language, game_slug: str, counts: Counts) -> str:
    """Say what the bars of a game are."""
    said = language.say(
        "This is how many positions I look at from the start of {game}. Each mark on a bar is many times the"
        " mark before it.",
        game=format_game(language, game_slug),
    )
    stopped = language.say("At an arrow I stopped counting.")
    return said if all(is_whole for _, is_whole in counts.values()) else f"{said} {stopped}"


def label_counts(language: Language, game_slug: str) -> str:
    """Return what is on the button for the counts of a game."""
    return language.say("Count {game}", game=format_game(language, game_slug))


def list_rows(language: Language, counts: Counts) -> list[Row]:
    """Return what the bars of the counts are."""
    return [(language.say(_METHODS[method]), *counted) for method, counted in counts.items()]


def describe_counts(language: Language, rows: Iterable[Row]) -> str:
    """Say what the picture of the counts shows."""
    whole, part = template("{label}: {count}"), template("{label}: more than {count}")
    return "; ".join(
        language.say(whole if is_whole else part, label=label, count=language.number(number, ","))
        for label, number, is_whole in rows
    )


def format_depths(language: Language, example: Example, choices: Iterable[DepthChoice]) -> str:
    """Say what a search chooses that looks so many moves ahead, equal answers together."""
    intro = language.say(
        "In most games I cannot see the ends. So I look only some moves ahead and guess a number there, from"
        " \N{MINUS SIGN}1 for a loss to +1 for a win."
    )
    asked = language.say("**Do I ever change my mind?** Then press Without a tree.")
    return "\n".join([intro, *_list_depths(language, example, choices), asked])


def _list_depths(language: Language, example: Example, choices: Iterable[DepthChoice]) -> Iterator[str]:
    def tell(choice: DepthChoice) -> tuple[str, str]:
        say = format_estimate if choice.is_guess else format_utility
        return example.state.name_of(choice.action), say(language, choice.value)

    for (move, worth), group in groupby(choices, key=tell):
        depths = [str(choice.depth) for choice in group]
        yield language.count(
            "- {numbers} [move|moves] ahead: {move}, {worth}",
            int(depths[-1]),
            numbers=language.listed(depths),
            move=move,
            worth=worth,
        )


def format_learners(language: Language, analysis: Analysis, choices: Mapping[str, Choice]) -> str:
    """Say what the players that look at no tree choose, and whether that is right."""
    intro = language.say("Some players look at no tree: they have learned, or they try out games by chance.")
    names = [nickname(language, name, analysis.state.game.slug) for name in choices]
    named = zip(names, choices.values(), strict=True)
    lines = (f"- {tell_choice(language, analysis, choice, name, is_brief=True)}" for name, choice in named)
    return "\n".join([intro, *lines])


def describe_board(language: Language, example: Example, path: Path) -> str:
    """Say what stands on a board of the tree, for those who cannot see it."""
    return get_words(example.state.game).describe(language, example.nodes[path].state)


def name_moves(example: Example, path: Path, between: str = " ") -> str:
    """Return the moves that lead to a position of the tree: `b1 c1`."""
    return between.join(example.nodes[path[: length + 1]].name for length in range(len(path)))


def _is_max(example: Example, path: Path) -> bool:
    return example.nodes[path].state.to_move == example.state.to_move


def _name_player(language: Language, example: Example, path: Path = ()) -> str:
    """Say who moves at a position of the tree."""
    return name_seat(language, example.state.game, example.nodes[path].state.to_move)


def _name_both(language: Language, example: Example) -> Mapping[str, str]:
    """Return the names of the player who moves at the root, and of the other."""
    game, seat = example.state.game, example.state.to_move
    return {"maximiser": name_seat(language, game, seat), "minimiser": name_seat(language, game, 1 - seat)}
