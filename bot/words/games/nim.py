"""What is said of Nim: heaps in pairs, or cut into parts of 4, 2 and 1 that are in pairs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final

from bot.models import Move
from bot.words.game_words import KNOWN, KNOWN_SHORTLY, GameWords, Rules
from bot.words.language import Language, template
from bot.words.tellings import Places, Telling, Tellings
from engine import Fault, General, Remark, State
from engine.rules.nim import Nim, NimFault, read_action
from engine.teachers.nim import POWERS, NimKind

HEAPS = "abcd"
"""The names of the heaps, from the top."""


_FOUR_HEAPS = template("There are four heaps, from the top of 1, 3, 5 and 7 stones.")
_TAKING = template("You take turns to take as many stones as you like, at least one, from a single heap.")
_LAST_WINS = template("Whoever takes the last stone wins.")
_EQUAL = template(
    "Whoever is to move can win with {move}: then b and c are equal. Whatever the other takes from one of"
    " them, take as many from the other: so you take the last stone."
)
_NAMING = template(
    "A move is the letter of the heap, from the top, and how many stones you take: `c2` takes 2 from heap c."
)


_PARTS = template(
    "**The secret.** Cut each heap into 4s, 2s and 1s, each at most once: 3 is 1+2, 5 is 1+4, 6 is 2+4, and 7"
    " is 1+2+4."
)
_BREAKS = template(
    "If every part has an equal one, whoever is to move loses: each move breaks a pair, and the other can"
    " pair all parts again."
)
_PAIR = template(
    "So look for the largest part that has no equal one, and take from a heap that has it, until every part"
    " has an equal one."
)
_TAKES_LAST = template("In the end nothing is left, and you have taken the last stone.")
_LEAVES_ODD = template(
    "But once you can leave only heaps of one, leave an odd number of them: then the other takes the last."
)

_rules = partial(
    Rules,
    example=2,
    naming=(_NAMING,),
    strength=KNOWN,
    knowledge=KNOWN_SHORTLY,
    terms=(),
    secret=(_PARTS, _BREAKS, _PAIR, _TAKES_LAST),
)

_GAMES = {
    "nim": (
        template("Nim"),
        _rules(
            (_FOUR_HEAPS, _TAKING, _LAST_WINS),
            moves=("", "c2", "c2 d2 a1"),
            caption=_EQUAL,
            places={"move": "d5"},
            summary=template("take from one of four heaps; the last stone wins"),
        ),
    ),
    "nim-3-4-5": (
        template("Nim, 3-4-5"),
        _rules(
            (template("There are three heaps, from the top of 3, 4 and 5 stones."), _TAKING, _LAST_WINS),
            moves=("", "c2", "c1"),
            caption=_EQUAL,
            places={"move": "a3"},
            summary=template("take from one of three heaps; the last stone wins"),
        ),
    ),
    "nim-misere": (
        template("Misère Nim"),
        _rules(
            (_FOUR_HEAPS, _TAKING, template("Whoever takes the last stone *loses*.")),
            moves=("", "c2", "c2 d2 a1"),
            caption=template(
                "Whoever is to move can win with d5: then b and c are equal, and each reply can be copied."
                " But once you can leave only heaps of one, leave an odd number of them: then the other takes"
                " the last."
            ),
            summary=template("take from one of four heaps; the last stone loses"),
            ending=template("taking the last stone loses"),
            secret=(_PARTS, _BREAKS, _PAIR, _LEAVES_ODD),
        ),
    ),
}
"""What sets the games of the family apart in words: their titles and rules."""


_PAIRED_PARTS = template("Every move loses now: in {cells}, every part has an equal one.")

TELLINGS: Final[Tellings] = {
    General.WINS: Telling(
        "takes the last stone",
        advice="Play {move}: it takes the last stone, so you win.",
    ),
    NimKind.PAIRS: Telling(
        "every heap then has an equal one, so each reply can be copied",
        advice="Play {move}: then every heap has an equal one. Whatever {opponent} takes from one, take as"
        " many from the other: so you take the last stone.",
        common="after each, every heap has an equal one",
        hint="Look for a move that leaves every heap another one that is equal.",
    ),
    NimKind.PAIRS_OR_ONES: Telling(
        "every heap then has an equal one, so replies can be copied",
        advice="Play {move}: then every heap has an equal one. Copy each reply; but once you can leave only"
        " heaps of 1, leave an odd number, so that {opponent} takes the last.",
        common="after each, every heap has an equal one",
        hint="Look for a move that leaves every heap another one that is equal.",
    ),
    NimKind.EVENS: Telling(
        "leaves {cells}: every part has an equal one",
        advice="Play {move}: it leaves {cells}. Cut into 4s, 2s and 1s, every part has an equal one. Whatever"
        " {opponent} takes, you can pair all parts again.",
        common="after each, every part has an equal one",
        hint="Cut each heap into 4s, 2s and 1s, and look for a move after which every part has an equal one.",
    ),
    NimKind.EVENS_OR_ONES: Telling(
        "leaves {cells}: every part has an equal one",
        advice="Play {move}: it leaves {cells}. Cut into 4s, 2s and 1s, every part has an equal one. Keep it"
        " so; but once you can leave only heaps of 1, leave an odd number.",
        common="after each, every part has an equal one",
        hint="Cut each heap into 4s, 2s and 1s, and look for a move after which every part has an equal one.",
    ),
    NimKind.ODD_ONES: Telling(
        "leaves [a single stone|{number} heaps of 1, an odd number]: the opponent takes the last",
        advice="Play {move}: it leaves [a single stone, and {opponent} has to take it|{number} heaps of 1, an"
        " odd number, so {opponent} takes the last].",
        common="each leaves an odd number of heaps of 1",
        hint="Look for a move that leaves an odd number of heaps of one.",
    ),
    NimKind.LETS_PAIR: Telling(
        "[[one?leaves pairs and one heap of {one}, which the opponent takes with {choices}|the opponent"
        " makes pairs of equal heaps with {choices}]]",
        common="after each, the opponent can make pairs of equal heaps",
    ),
    NimKind.LETS_EVEN: Telling(
        "the opponent leaves [[{cells} with {choices}|equal parts with {choices}]]",
        common="after each, the opponent can give every part an equal one",
    ),
    NimKind.COPIED: Telling(
        "the opponent copies it with {choices}",
        advice=(
            template("Every move loses now: each heap has an equal one, so {opponent} can copy you."),
            template(
                "[[number=1?Take one stone with {move}|Play {move}]] to last longest, and fear {choices}."
            ),
        ),
        common="the opponent can copy each",
    ),
    NimKind.STILL_PAIRED: Telling(
        "the opponent makes pairs of equal heaps with {choices}",
        advice=(
            _PAIRED_PARTS,
            template(
                "[[number=1?Take one stone with {move}|Play {move}]] to last longest, and fear {choices}:"
                " then only pairs are left, and they copy you."
            ),
        ),
        common="after each, the opponent can make pairs of equal heaps",
    ),
    NimKind.STILL_EVEN: Telling(
        "the opponent gives every part an equal one again with {choices}",
        advice=(
            _PAIRED_PARTS,
            template(
                "[[number=1?Take one stone with {move}|Play {move}]] to last longest, and fear {choices}:"
                " that pairs all parts again."
            ),
        ),
        common="after each, the opponent can give every part an equal one again",
    ),
    NimKind.EVEN_ONES: Telling(
        "leaves {number} [heaps|heaps] of 1, an even number, and so takes the last",
        advice="Every move loses now: only heaps of 1 are left, an odd number, so the last is yours to take.",
    ),
    NimKind.ONE_LARGE: Telling(
        "the opponent leaves an odd number of heaps of 1 with {choices}",
        advice="Every move loses now: [[cells?in {cells}, every part|each heap]] has an equal one. Play"
        " {move} and fear {choices}: it leaves an odd number of heaps of 1, so you take the last.",
        common="after each, the opponent can leave an odd number of heaps of 1",
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
        """Return how many each heap holds, and its parts if it has several: `5 (1+4)`."""
        return [str(size) if size in POWERS else f"{size} ({_join_parts(size)})" for size in cells]

    def list_places(self, language: Language, remark: Remark) -> Places:  # noqa: ARG002 - a number needs no words
        """Return what the heap holds that is over if all others are in pairs."""
        over = [size for size, count in Counter(remark.cells).items() if count % 2]
        return {"one": str(over[0]) if len(over) == 1 else ""}


def _join_parts(size: int) -> str:
    return "+".join(str(power) for power in reversed(POWERS) if size & power)
