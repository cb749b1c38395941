"""What is said in games of sowing seeds, Kalah and Oware: how many are where, and who is ahead."""

from collections.abc import Mapping
from typing import ClassVar

from bot.models import Move
from bot.words.game_words import GameWords, Rules
from bot.words.games.sowing_tellings import TELLINGS
from bot.words.language import Language, Plural, template
from bot.words.tellings import Places, Telling, Tellings
from engine import Action, Fault, Remark, State
from engine.rules.kalah import Kalah, KalahFault
from engine.rules.oware import HouseFault, Oware
from engine.rules.sowing import Sowing
from engine.teachers.kalah import KalahKind
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind

HOUSES = "abcdef"
"""The names of a player's houses, from their left."""

NAMING = (
    template("A move is the letter of its house, `a` to `f` from the left of the player to move."),
    template(
        "The first player is South. Everyone sees their own houses below, from left to right; those above run"
        " from right to left."
    ),
)

EMPTY = template("“{name}” is empty.")
"""What is said of the houses, whatever the rules about capturing from them are."""


class SowingWords(GameWords):
    """The words of a game of sowing, in which an action is a house of the player to move, from their left.

    A subclass says how the row below and that above are described.
    """

    sides = side_names = (template("South"), template("North"))
    ahead = Plural("about {number} [seed|seeds] ahead")
    behind = Plural("about {number} [seed|seeds] behind")
    tellings = TELLINGS
    rows_below_picture = 16
    rows: tuple[str, str]
    game: Sowing

    def describe(
        self, language: Language, state: State, last: Move | None = None, seat: int | None = None
    ) -> str:
        """Say how many seeds are where."""
        houses, stores = self.game.houses(state), self.game.stores(state)
        below = state.to_move if seat is None else seat
        sentences = [
            language.say(
                row,
                side=self.name_side(language, player),
                houses=", ".join(f"{name} {houses[6 * player + place]}" for place, name in enumerate(HOUSES)),
                number=stores[player],
            )
            for row, player in zip(self.rows, (below, 1 - below), strict=True)
        ]
        if last is not None:
            side = self.name_side(language, last.player)
            sentences.append(language.say("{side} sowed {name} last.", side=side, name=HOUSES[last.action]))
        return " ".join(sentences)

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - houses have letters
        """Return the letter of the house, whosever it is."""
        return HOUSES[reply]

    def count_end(self, state: State) -> tuple[int, int]:
        """Return how many seeds both players have."""
        return self.game.stores(state)

    def score(self, language: Language, state: State) -> str:
        """Return how many seeds each player has, the greater number first."""
        more, fewer = sorted(self.game.stores(state), reverse=True)
        return language.count("{number} [seed|seeds] to {fewer}", more, fewer=fewer)

    def count_estimate(self, value: float) -> int:
        """Return how many seeds ahead that is."""
        return round(self.game.count(value))


class KalahWords(SowingWords, of=Kalah):
    """The words of Kalah."""

    title = template("Kalah")
    rows = (
        template("{side}, below, from left to right: {houses}; {number} in store."),
        template("{side}, above, from right to left: {houses}; {number} in store."),
    )
    rules = Rules(
        (
            template(
                "You take turns to empty one of the six houses in your row and sow its seeds one by one,"
                " counterclockwise: into the next houses, your store at the end of your row, and your"
                " opponent's houses, but never their store."
            ),
            template(
                "If the last seed falls into your store, you move again. If it falls into an empty house of"
                " yours, you capture it and all seeds of the house opposite, even if there are none."
            ),
            template(
                "If a row is empty after a move, the game ends, and the seeds that are left go to the store"
                " of the player in whose row they are. Whoever has more seeds in store then wins; 24 each"
                " are a draw."
            ),
        ),
        moves=("d", "c e a", "c e a a"),
        example=1,
        caption=template(
            "South is to move and captures 7 with a: the last seed falls into the empty e, opposite North's b"
            " with 6. South has moved twice before, for the first seeds, from c, ended in the store."
        ),
        naming=NAMING,
        strength=template(
            "I work out who wins after each move, and then by how many seeds: always exactly in the first"
            " six moves and with up to 14 seeds in the houses, in between as far as there is time. What I"
            " have not proven is an estimate, as in `about 3 seeds ahead`."
        ),
        summary=template("sow, capture and move again; most seeds win (mancala)"),
        knowledge="who wins and by how much: in the first six moves and with 14 seeds left; else in time",
        terms=(),
    )

    tellings: ClassVar[Tellings] = {
        SowingKind.LETS_CAPTURE: Telling(
            "[[captures {of}, but ]]lets {opponent}'s {names} capture {number} [seed|seeds] of yours in"
            " {besides}",
        ),
        KalahKind.CAPTURES: Telling(
            "captures {number} [seed|seeds]: its last, in [{house}|{house}, and those in {besides}]",
            advice="Play {move}: its last seed lands in your empty {house}, and you capture [it|it and"
            " {opponent}'s {besides}: {number} seeds].",
            hint="Look for a move that captures seeds.",
        ),
        KalahKind.MOVES_AGAIN: Telling(
            "ends in the store, and so moves again",
            advice="Play {move}: it ends in your store, so you move again.",
            hint="Look for a move that ends in your store, so that you move again.",
        ),
        KalahKind.GOES_ON_TO_CAPTURE: Telling(
            "can go on and capture {number} [seed|seeds] with {names}",
            advice="Play {move} and then {names}: you move again, and capture {number} [seed|seeds].",
        ),
        KalahKind.KEEPS_ROW: Telling(
            "ends the game, and keeps the {number} [seed that is|seeds that are] left",
            advice="Play {move}: it ends the game, and you keep the {number} [seed that is|seeds that are]"
            " left.",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {KalahFault.EMPTY: EMPTY}

    def describe(
        self, language: Language, state: State, last: Move | None = None, seat: int | None = None
    ) -> str:
        """Say how many seeds are where, and whether the last one that was sown ended in a store."""
        said = super().describe(language, state, last, seat)
        if last is None or last.player != state.to_move or state.is_terminal:
            return said
        again = language.say("{side} moves again.", side=self.name_side(language, last.player))
        return f"{said} {again}"

    def list_places(self, language: Language, remark: Remark) -> Places:  # noqa: ARG002 - houses have letters
        """Name the house opposite the one that is captured."""
        return {"house": "".join(HOUSES[-1 - taken] for taken in remark.besides[:1])}


class OwareWords(SowingWords, of=Oware):
    """The words of Oware."""

    title = template("Oware")
    rows = (
        template("{side}, below, from left to right: {houses}; {number} captured."),
        template("{side}, above, from right to left: {houses}; {number} captured."),
    )
    rules = Rules(
        (
            template(
                "You take turns to empty one of the six houses in your row and to sow its seeds one by one"
                " into the houses that follow, counterclockwise."
            ),
            template(
                "If the last seed makes two or three in a house of your opponent's row, you capture them, and"
                " those of the houses just before it in that row, for as long as they too hold two or three."
            ),
            template("Whoever captures more than 24 of the 48 seeds wins."),
            template(
                "A full round leaves out the house that was emptied. A move that would take all that your"
                " opponent has captures nothing. If your opponent has no seeds, you must give them some. If"
                " you cannot move, or a position comes again, the game ends: each keeps the seeds in their"
                " own row, and whoever has more wins."
            ),
        ),
        moves=("d", "b f b e d a", "b f b e d a f"),
        example=1,
        caption=template(
            "South is to move and captures 5 with f: the last seed makes three in North's f, and two are in"
            " e."
        ),
        naming=NAMING,
        strength=template(
            "I look many moves ahead and give estimates, as in `about 3 seeds ahead`. Once only twelve seeds"
            " are left in the houses, I mostly know who wins."
        ),
        summary=template("sow and capture; more than half of the seeds win"),
        knowledge="estimates; mostly who wins once 12 seeds are left",
        terms=(),
    )

    tellings: ClassVar[Tellings] = {
        SowingKind.LETS_CAPTURE: Telling(
            "[[captures {of}, but ]]lets {opponent}'s {names} capture {number} [seed|seeds] in your"
            " {besides}",
        ),
        OwareKind.CAPTURES: Telling(
            "captures {number} [seed|seeds] in {besides}",
            advice="Play {move}: its last seed makes [[others>1?two or three in {opponent}'s {last}, and"
            " there are as many in {before}: you capture [{number}|{number}]|{number} in {opponent}'s"
            " {besides}, and you capture [it|them]]].",
            hint="Look for a move that captures seeds.",
        ),
        SowingKind.LETS_COLLECT: Telling("lets {opponent} win {number} [seed|seeds] with {names}"),
        OwareKind.GATHERS: Telling(
            "gathers {number} seeds in {besides}, enough to go all the way round",
            advice="Play {move}: it gathers {number} seeds in {besides}, enough to go all the way round.",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        HouseFault.EMPTY: EMPTY,
        HouseFault.GIVES_NO_SEEDS: template("“{name}” gives the opponent no seeds, and they have none."),
    }

    def list_places(self, language: Language, remark: Remark) -> Places:
        """Name the house of the last seed, and those before it, where several are captured."""
        *before, last = [HOUSES[house] for house in remark.besides] or [""]
        return {"before": language.listed(before), "last": last}
