"""What is said of Nim, in which heaps are told as sums of powers of two."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final

from bot.models import Move
from bot.words.game_words import KNOWN, KNOWN_SHORTLY, GameWords, Rules
from bot.words.language import Language, template
from bot.words.tellings import Telling, Tellings
from engine import Fault, State
from engine.rules.nim import Nim, NimFault, read_action
from engine.teachers.nim import POWERS, NimKind

HEAPS = "abcd"
"""The names of the heaps, from the top."""


_FOUR_HEAPS = template("There are four heaps, from the top of 1, 3, 5 and 7 stones.")
_TAKING = template("You take turns to take as many stones as you like, at least one, from a single heap.")
_LAST_WINS = template("Whoever takes the last stone wins.")
_NAMING = template(
    "A move is the letter of the heap, from the top, and how many stones you take: `c2` takes 2 from heap c."
)


_rules = partial(Rules, naming=(_NAMING,), strength=KNOWN, knowledge=KNOWN_SHORTLY, terms=())

_GAMES = {
    "nim": (
        template("Nim"),
        _rules(
            (_FOUR_HEAPS, _TAKING, _LAST_WINS),
            example="d3",
            caption=template(
                "Whoever is to move can win with b3. Think of each heap as a sum of different powers of two:"
                " here 1, 2+1, 4+1 and 4, in which 2 and 1 come an odd number of times. If each power comes"
                " an even number of times, every move breaks that up. If not, some move makes all even: find"
                " the largest power that is odd, and take from a heap that has it, as b3 does. An empty board"
                " is even too, so whoever always leaves all even takes the last stone."
            ),
            summary="take from one of four heaps; the last stone wins",
        ),
    ),
    "nim-3-4-5": (
        template("Nim, 3-4-5"),
        _rules(
            (template("There are three heaps, from the top of 3, 4 and 5 stones."), _TAKING, _LAST_WINS),
            example="c3",
            caption=template(
                "Whoever is to move can win with b3. Think of each heap as a sum of different powers of two:"
                " here 2+1, 4 and 2, in which 4 and 1 come an odd number of times. If each power comes an"
                " even number of times, every move breaks that up. If not, some move makes all even: find the"
                " largest power that is odd, and take from a heap that has it, as b3 does. An empty board is"
                " even too, so whoever always leaves all even takes the last stone."
            ),
            summary="take from one of three heaps; the last stone wins",
        ),
    ),
    "nim-misere": (
        template("Misère Nim"),
        _rules(
            (_FOUR_HEAPS, _TAKING, template("Whoever takes the last stone *loses*.")),
            example="d3",
            caption=template(
                "Whoever is to move can win with b3. Think of each heap as a sum of different powers of two:"
                " here 1, 2+1, 4+1 and 4, in which 2 and 1 come an odd number of times. If each power comes"
                " an even number of times, every move breaks that up. If not, some move makes all even: find"
                " the largest power that is odd, and take from a heap that has it, as b3 does. But when all"
                " that you leave is heaps of one, leave an odd number of them: then the other takes the last."
            ),
            summary="take from one of four heaps; the last stone loses",
            ending=template("taking the last stone loses"),
        ),
    ),
}
"""What sets the games of the family apart in words: their titles and rules."""


TELLINGS: Final[Tellings] = {
    NimKind.PAIRS: Telling(
        "leaves every heap an equal one, and can copy each reply there",
        advice="Play {move}: then every heap has an equal one. Whatever {opponent} takes from one, take as"
        " many from the other: so you take the last stone.",
        hint="Look for a move that leaves every heap another one that is equal.",
    ),
    NimKind.EVENS: Telling(
        "leaves {cells}: each power of two an even number of times",
        advice="Play {move}: it leaves {cells}. There each power of two comes an even number of times, so"
        " whatever {opponent} takes, you can make all even again.",
        hint="Think of each heap as a sum of 4, 2 and 1, and look for a move that leaves each of these an"
        " even number of times.",
    ),
    NimKind.EVENS_OR_ONES: Telling(
        "leaves {cells}: each power of two an even number of times",
        advice="Play {move}: it leaves {cells}, each power of two an even number of times. Leave it so each"
        " time; only when you can leave nothing but heaps of one, leave an odd number of them.",
        hint="Think of each heap as a sum of 4, 2 and 1, and look for a move that leaves each of these an"
        " even number of times.",
    ),
    NimKind.ODD_ONES: Telling(
        "leaves {number} [heap of one|heaps of one, an odd number]: the opponent takes the last",
        advice="Play {move}: it leaves {number} [heap|heaps] of one, [and|an odd number, so] {opponent} has"
        " to take [it|the last].",
        hint="Look for a move that leaves an odd number of heaps of one.",
    ),
    NimKind.UNEVEN: Telling(
        "leaves {cells} odd: the opponent makes all even[[few? with {choices}]]",
        advice="Everything loses now: whatever you take, {opponent} can make each power of two even again."
        " Play {move} and hope for a mistake.",
    ),
    NimKind.EVEN_ONES: Telling(
        "leaves {number} [heaps|heaps] of one, an even number, and so takes the last",
        advice="Everything loses now: only heaps of one are left, and the last is yours to take.",
    ),
    NimKind.ONE_LARGE: Telling(
        "the opponent leaves an odd number of heaps of one with {choices}",
        advice="Everything loses now; play {move} and hope that {opponent} overlooks {choices}, which leaves"
        " an odd number of heaps of one.",
    ),
}


class NimWords(GameWords, of=Nim):
    """The words of Nim, in which an action takes a number of stones from a heap."""

    tellings = TELLINGS
    faults: ClassVar[Mapping[Fault, str]] = {
        NimFault.TOO_MANY: template("“{name}” takes more than the heap holds.")
    }
    game: Nim

    def __init__(self, game: Nim) -> None:
        super().__init__(game)
        if game.slug in _GAMES:
            self.title, self.rules = _GAMES[game.slug]

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        """Say how many stones are left in each heap, and what was taken last."""
        heaps = ", ".join(
            f"{name} {size}" for name, size in zip(HEAPS, self.game.heaps(state.position), strict=False)
        )
        yield language.say("Stones in the heaps: {heaps}.", heaps=heaps)
        if last is not None:
            heap, number = read_action(last.action)
            yield language.count(
                "The last move took {number} [stone|stones] from heap {name}.", number, name=HEAPS[heap]
            )

    def name_cells(self, cells: Iterable[int]) -> list[str]:
        """Return heaps by what they hold, as sums of powers of two."""
        return ["+".join(str(power) for power in POWERS if size & power) for size in cells]
