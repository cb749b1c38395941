"""What a player of Maxine's thought before its move."""

from collections.abc import Iterator

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.words.language import ENGLISH
from bot.words.thoughts import list_thoughts
from engine import Choice, Measure, Thoughts
from tests.bot.drafts import play

CELLS = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
LOST, OPEN = "a1 b1 a2", "a1 b1 a2 b2"
"""O can only block a3 when it is lost; X wins with a3, draws with b3 or loses when it is open."""


def think(measure: Measure, value: float = 0.0, /, **numbers: float) -> Thoughts:
    """Return thoughts about cells of tic-tac-toe, and what is expected of each."""
    actions = {CELLS.index(name): number for name, number in numbers.items()}
    return Thoughts(measure, actions, dict.fromkeys(actions, value))


VALUE, CHANCE, VISITS = Measure.VALUE, Measure.CHANCE, Measure.VISITS
ALIKE = {"a3": 0.2, "b3": 0.2, "c1": 0.2, "c2": 0.2, "c3": 0.2}

CHOICES = {
    "a low score for the win": (OPEN, "a3", think(VALUE, a3=0.3)),
    "saw the win": (OPEN, "a3", think(VALUE, a3=1)),
    "scored the win as even": (OPEN, "a3", think(VALUE, a3=0)),
    "a mistake": (OPEN, "b3", think(VALUE, b3=0)),
    "wrong about two other moves": (OPEN, "a3", think(VALUE, a3=1, c1=0, b3=1, c3=-0.4)),
    "saw the loss": (LOST, "a3", think(VALUE, a3=-1)),
    "hoped too much": (LOST, "a3", think(VALUE, a3=0)),
    "lost sooner": (LOST, "c1", think(VALUE, c1=0)),
    "wrong about five other moves": (LOST, "a3", think(VALUE, a3=0, c1=0, b2=0, c2=0, b3=0, c3=0)),
    "saw one move": (LOST, "a3", think(CHANCE, a3=1)),
    "two moves as good": (LOST, "a3", think(CHANCE, a3=0.5, c1=0.5)),
    "all moves alike": (OPEN, "a3", think(CHANCE, **ALIKE)),
    "a likely move": (LOST, "a3", think(CHANCE, a3=0.7, c1=0.3)),
    "a rare move": (LOST, "c1", think(CHANCE, a3=0.996, c1=0.004)),
    "games in its head": (OPEN, "a3", think(VISITS, 0.42, a3=600, c1=400)),
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for case, (names, move, thoughts) in CHOICES.items():
        yield f"tic-tac-toe: {case}", format_choice("tic-tac-toe", names, move, thoughts)
    seeds = Thoughts(VALUE, dict.fromkeys(range(6), 0.2))
    for move in "af":
        yield f"oware: seeds by estimate before {move}", format_choice("oware", "", move, seeds)
    actions = engine.game("four-in-a-row-5x5").initial().actions()
    visits = {action: 40 + action for action in actions if action != 12}
    many = Thoughts(VISITS, visits, {action: action / 100 for action in visits})
    yield "four-in-a-row-5x5: more moves than are listed", format_choice("four-in-a-row-5x5", "", "a1", many)


def format_choice(slug: str, names: str, move: str, thoughts: Thoughts) -> str:
    """Say a choice of Maxine's after these moves of a match."""
    players = Participant(None, "iq-9"), Participant(None, "iq-9")
    match = play(Match(1, slug, Place(1, 2), players, 0, 0), names)
    choice = Choice(match.game.action_named(match.state, move), thoughts)
    analysis = engine.analyse(match.state, depth=4)
    explanation = Explanation(match, match.ply, analysis, choice.action, as_player="iq-9", choice=choice)
    return list_thoughts(ENGLISH, explanation, choice)
