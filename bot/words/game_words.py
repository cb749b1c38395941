"""The words of one game: its title, its rules, its positions, and why its moves are good."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import ClassVar

from bot.models import Move
from bot.words.general_tellings import TELLINGS
from bot.words.language import Language, Plural, template
from bot.words.tellings import Places, Tellings, join_tellings
from engine import Action, Fault, Game, Kind, Remark, State

KNOWN = template(
    "I know every position exactly; on the level `perfect` I only ever choose among the best moves."
)
KNOWN_SHORTLY = "every position, exactly"
KNOWN_IN_TIME = template(
    "I work out exactly what every move is worth, to the end of the game. Should my time run out before that,"
    " I give an estimate and say so, as in `about +0.3`."
)
KNOWN_IN_TIME_SHORTLY = "exactly, to the end of the game; an estimate where time runs out"

THREAT = template("A threat: you would win there with your next move, if you were let.")


@dataclass(frozen=True)
class Rules:
    """How one game is played, in templates of whole sentences; those of a tuple follow one another.

    The first three of `play` say how to move, what comes of it and how to win. `moves` lead to a picture of
    each; `caption` describes that of number `example`. `naming` says how moves are
    named, `strength` how well Maxine plays, and `ending` why the player who moved last has lost, in a game in
    which that can be so; `terms` explains its words, and `secret` how to win. Templates may name the
    `places`. `summary` says in a few words how it is won; for docs/playing.md, `knowledge` says in English
    what the bot knows.
    """

    play: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    example: int = 0
    caption: str | None = None
    naming: tuple[str, ...] = ()
    strength: str = KNOWN_IN_TIME
    summary: str = ""
    knowledge: str = KNOWN_IN_TIME_SHORTLY
    ending: str | None = None
    terms: tuple[str, ...] = (THREAT,)
    secret: tuple[str, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)


class GameWords:
    """The words of a game or family; the base class is for all others. `last` is the move before a state.

    A subclass in a module of `bot.words.games` says which game it is `of`, or which family of games; what is
    said in it are templates. `title` names the game. `sides` stand for the first player's pieces and the
    second's, if each has their own, and `side_names` call them by words alone. `illegal` answers who plays
    what is not legal. `tellings` and `faults` say what the rules and the teacher of this game
    remark; what they leave out of a kind is as in its family, or in any game. `order` tells what comes before
    any rule of thumb, and precedes one that keeps it; `habit` likewise, and what comes after, and follows
    another reason. `ahead` and `behind` say how many seeds, discs or
    boxes a player is estimated to be, in a game that counts them. `rows_below_picture` is how many rows of
    text the screen of a phone has below a picture of what moves are worth.
    """

    title: str = ""
    habit: str = ""
    rules: Rules = Rules()
    sides: tuple[str, str] | None = None
    side_names: tuple[str, str] | None = None
    ahead: Plural | None = None
    behind: Plural | None = None
    illegal: str = template("This move is not legal. The legal moves are {names}.")
    tellings: ClassVar[Tellings] = TELLINGS
    order: ClassVar[str] = template(
        "First: can you win, must you block, can {opponent} win after your move? Not yet."
    )
    rows_below_picture: ClassVar[int] = 12
    motives: ClassVar[Mapping[Kind, str]] = {}
    faults: ClassVar[Mapping[Fault, str]] = {}

    def __init_subclass__(cls, of: type[Game] | None = None) -> None:
        tables = (vars(each).get("tellings", {}) for each in reversed(cls.__mro__))
        cls.tellings = reduce(join_tellings, tables)
        if of is not None:
            WORDS[of] = cls

    def __init__(self, game: Game) -> None:
        self.game = game

    def describe(
        self,
        language: Language,
        state: State,
        last: Move | None = None,
        seat: int | None = None,  # noqa: ARG002 - most boards look alike from either side
    ) -> str:
        """Return the position in sentences, from the side of that player, None: who is to move."""
        return " ".join(self.tell(language, state, last))

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:  # noqa: ARG002 - see below
        """Yield the position in sentences; of a game without its own description of them, the title."""
        yield language.say(self.title) if self.title else self.game.slug

    def format_estimate(self, language: Language, value: float) -> str | None:
        """Say what an estimate from -1 to +1 comes to in what the game is counted in, None if nothing is.

        It is said from the side whose estimate it is, as in `about 3 seeds ahead`.
        """
        number = self.count_estimate(value)
        return None if number is None else self.format_lead(language, number)

    def format_lead(self, language: Language, number: int) -> str | None:
        """Say that a player is estimated to be so far ahead or behind, None if the game counts nothing."""
        said = self.ahead if number > 0 else self.behind
        if said is None:
            return None
        return language.count(said, abs(number)) if number else language.say("about even")

    def count_estimate(self, value: float) -> int | None:  # noqa: ARG002 - most games are just won
        """Return how many seeds ahead an estimate from -1 to +1 comes to, None if no seeds are counted."""
        return None

    def count_end(self, state: State) -> tuple[int, int] | None:  # noqa: ARG002 - most games are just won
        """Return how many seeds, discs or boxes both players have in the end, None if nothing is counted."""
        return None

    def score(self, language: Language, state: State) -> str | None:  # noqa: ARG002 - most games are just won
        """Return how high a finished game was won, None if there is no such thing."""
        return None

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - some games can say it better
        """Return what to call a reply to an action of a state, or what its player threatens after it."""
        return state.successor(action).name_of(reply)

    def name_cells(self, cells: Iterable[int]) -> list[str]:  # noqa: ARG002 - most boards are played by columns or houses
        """Return what to call the cells of a remark; nothing in a game in which they have no names."""
        return []

    def list_places(self, language: Language, remark: Remark) -> Places:  # noqa: ARG002 - few games have any
        """Return what its own tellings may name of a remark besides the places of any game."""
        return {}

    def name_side(self, language: Language, player: int) -> str | None:
        """Return the words for a player's pieces, None if neither player owns any."""
        return language.say(self.side_names[player]) if self.side_names else None


WORDS: dict[type[Game], type[GameWords]] = {}
"""The words by their games."""
