"""Who watches an evening, and what must be true of matches, boards and leaderboards all along."""

from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterable, Iterator
from typing import Any

import engine
from bot.models import PEOPLE, Match
from bot.playground.things import Json, Person
from tests.bot.drafts import present
from tests.bot.shown import buttons
from tests.bot.stage import Stage
from tests.driver import Answer

Result = tuple[int, str, int, str]  # the server or 0, against whom, the person, "win", "draw" or "loss"


class Witness:
    """Lets people press and type, and remembers every button seen and every move that was acknowledged."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ids: defaultdict[int, list[str]] = defaultdict(list)  # every id a message ever had
        self.answers: list[Answer] = []
        self.acknowledged: set[tuple[int, int, int]] = set()  # match, ply, action
        self.shown: dict[int, tuple[tuple[Any, ...], Json | None]] = {}  # the rows of matches, their messages
        self.matches: dict[int, Match] = {}
        self.standings: tuple[Counter[Result], Counter[Result]] = (
            Counter(),
            Counter(),
        )  # before and after the matches were read
        self.disturbed: set[int] = set()  # matches whose board may lag behind until somebody presses it

    @property
    def open_matches(self) -> list[Match]:
        """The matches in which a person is to move; Maxine's own reply may wait for upkeep or /board."""
        running = [match for match in self.matches.values() if not match.is_over]
        return [match for match in running if match.message_id is not None and match.awaited_level is None]

    async def press(self, person: Person, message_id: int, custom_id: str) -> bool:
        """Let somebody press a button; return whether it was acknowledged as a move."""
        answer = await self._answered(self.stage.press(person, message_id, custom_id))
        is_move = custom_id.startswith("m:") and is_public(answer)
        if is_move:
            _, match_id, ply, action = custom_id.split(":")
            self.acknowledged.add((int(match_id), int(ply), int(action)))
        return is_move

    async def command(self, person: Person, name: str, **options: object) -> Answer:
        return await self._answered(self.stage.command(person, name, **options))

    async def type_move(self, person: Person, name: str) -> None:
        answer = await self.command(person, "move", to=name)
        if answer.message is not None and is_public(answer):
            first_cell = next(buttons(answer.message))["custom_id"]
            match = await self._match(int(first_cell.split(":")[1]))
            self.acknowledged.add((match.id, *_last_move(match, person, name)))

    def forgive(self) -> None:
        """Forget what was left unanswered when it could not be answered in time."""
        self.answers = [answer for answer in self.answers if not answer.failed]

    async def look_around(self, *, is_orderly: bool = True) -> None:
        """Note what there is to see after something has happened."""
        for message in self.stage.playground.messages(self.stage.general):
            ids = self.ids[int(message["id"])]
            ids += [id_ for id_ in enabled(message) if id_ not in ids]
        before, self.shown = self.shown, self._shown()
        changed = {id_ for id_, shown in self.shown.items() if before.get(id_) != shown}
        if not is_orderly:
            self.disturbed |= changed
        standings = standings_in(self.stage)
        self.matches |= {id_: await self._match(id_) for id_ in changed}
        self.standings = standings, standings_in(self.stage) if changed else standings

    def check(self) -> None:
        """Everything that must be true at any time, though she may be thinking about a reply meanwhile."""
        assert [answer for answer in self.answers if answer.failed] == []
        matches = self.matches.values()
        moves = {(match.id, *move) for match in matches for move in enumerate(match.actions)}
        assert moves >= self.acknowledged
        before, after = self.standings
        assert before <= standings_of(matches) <= after
        for match in matches:
            check_legal(match)
            if not match.is_over and match.id not in self.disturbed:
                assert match.message_id is not None
                check_to_move(match)
                check_board(match, self.stage.message(match.message_id))

    async def check_end(self) -> None:
        """Everything that must be true once she has been reminded of all replies she owes."""
        self.shown.clear()  # so that all is read again
        await self.look_around()
        self.check()
        for match in self.matches.values():
            check_to_move(match)
        assert standings_of(self.matches.values()) == standings_in(self.stage)

    async def _answered(self, asking: Coroutine[Any, Any, Answer]) -> Answer:
        answer = await asking
        self.answers.append(answer)
        return answer

    async def _match(self, match_id: int) -> Match:
        return present(await self.stage.storage.matches.find(match_id))

    def _shown(self) -> dict[int, tuple[tuple[Any, ...], Json | None]]:
        messages = self.stage.playground.world.messages
        rows = self.stage.rows(
            "SELECT id, message_id, result, (SELECT count(*) FROM moves WHERE match_id = id), is_helped"
            " FROM matches"
        )
        return {row[0]: (row, messages.get(row[1])) for row in rows}


def is_public(answer: Answer) -> bool:
    """Everybody reads the answer, so what was asked for has been done."""
    return answer.message is not None and not answer.ephemeral


def check_legal(match: Match) -> None:
    """The moves replay, and the end is the one the rules say, or somebody gave up."""
    state = match.state
    if state.is_terminal:
        assert match.ending is not None
        assert match.ending.outcome is state.outcome
    elif match.ending is not None:
        assert match.ending.outcome is not engine.Outcome.DRAW


def check_to_move(match: Match) -> None:
    assert match.awaited_level is None


def check_board(match: Match, message: Json) -> None:
    """The cells that can be pressed are the legal moves."""
    cells = [id_ for id_ in enabled(message) if id_.startswith("m:")]
    legal = [f"m:{match.id}:{match.ply}:{action}" for action in match.state.actions()]
    is_wild = match.game_slug == "tic-tac-toe-wild"  # whose board shows one mark at a time
    assert cells in ((legal[0::2], legal[1::2]) if is_wild else (legal,))


def enabled(message: Json) -> list[str]:
    return [button["custom_id"] for button in buttons(message) if not button.get("disabled")]


def standings_in(stage: Stage) -> Counter[Result]:
    rows = stage.rows("SELECT guild_id, versus, user_id, wins, draws, losses FROM standings")
    counted: Counter[Result] = Counter()
    for guild, versus, user, *results in rows:
        for kind, number in zip(("win", "draw", "loss"), results, strict=True):
            counted[guild, versus, user, kind] += number
    return +counted


def standings_of(matches: Iterable[Match]) -> Counter[Result]:
    return Counter(result for match in matches for result in _results(match))


def _results(match: Match) -> Iterator[Result]:
    if match.ending is None or match.ending.outcome is None:
        return
    for player in match.players:
        if player.user_id is not None:
            lost_or_won = "win" if match.winner == player else "loss"
            kind = "draw" if match.winner is None else lost_or_won
            for scope in (0, match.place.guild_id or 0):
                yield scope, (match.level or PEOPLE) + "+help" * match.is_helped, player.user_id, kind


def _last_move(match: Match, person: Person, name: str) -> tuple[int, int]:
    """The ply and the action of the last move of that name by that person."""
    played = [
        (ply, action)
        for ply, action in enumerate(match.actions)
        if match.players[match.state_at(ply).to_move].user_id == person.id
        and match.game.name_of(match.state_at(ply), action) == name
    ]
    assert played
    return played[-1]
