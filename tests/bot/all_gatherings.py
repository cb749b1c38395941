"""What people do together, and puzzles: votes, plans, races, tournaments, arenas."""

import pytest

import engine
from bot import policy
from bot.components.explanations import explain_button
from bot.playground.scheduled import CREATE_EVENTS
from bot.playground.things import Person
from bot.services import plans, tournaments
from engine import puzzles
from tests.bot.exploring import explore, open_ids
from tests.bot.pseudo import Foreign
from tests.bot.puzzling import of_goal, only, takes_thought
from tests.bot.shown import id_of, open_cells
from tests.driver import Answer


async def play_together(stage: Foreign) -> None:
    """Vote, and try what cannot be done while a channel votes."""
    await stage.command(stage.ada, "challenge", together=True, opponent=stage.grace)
    await stage.playground.command(stage.ada, stage.world.direct(stage.ada), "challenge", together=True)
    for pace in ("30 seconds", "1 hour", "1 day"):
        await stage.challenge(stage.ada, together=True, pace=pace)
    board = await stage.challenge(stage.ada, together=True, votes=True, level="easy")
    await stage.click(stage.ada, board, "Play now")  # nobody has voted
    await stage.click(stage.eve, board, "Resign")
    await stage.press(stage.eve, board, explain_button.id_for(*stage.rows("SELECT max(id) FROM matches")[0]))
    await stage.command(stage.eve, "move", to="b2")
    while cells_left := open_cells(stage.message(board)):
        for person, cell in ((stage.ada, cells_left[0]), (stage.eve, cells_left[-1])):
            await stage.click(person, board, cell)
        for close in open_ids(stage, board, "pn:"):
            await stage.press(stage.ada, board, close)
        await stage.upkeep()


async def play_for_an_opener(stage: Foreign) -> None:
    """Vote in a match whose opener blocks a voter, and then deletes all that is kept of them."""
    opener = stage.newcomer("dizzy")
    board = await stage.challenge(opener, together=True, pace="1 day")
    await stage.command(opener, "block", user=stage.eve)
    cell = open_cells(stage.message(board))[0]
    await stage.click(stage.eve, board, cell)
    await stage.click(stage.grace, board, cell)
    asked = id_of(await stage.command(opener, "privacy delete"))
    await stage.click(opener, asked, "Delete everything about me")
    await stage.click(stage.grace, board, "Play now")


async def announce(stage: Foreign, name: str, **options: object) -> Answer:
    """Plan what begins in an hour, and announce it."""
    asked = await stage.command(stage.ada, name, at="in 1 hour", **options)
    return await stage.click(stage.ada, id_of(asked), "Announce it")


async def plan_ahead(stage: Foreign) -> None:
    """Plan matches of the channel and a tournament, and meet all that cannot be done with plans."""
    for at in ("soon", "2020-01-01"):
        await stage.command(stage.ada, "challenge", together=True, at=at)
    await stage.command(stage.ada, "challenge", at="in 1 hour")
    await announce(stage, "challenge", together=True)
    planned = await announce(stage, "challenge", together=True)
    with pytest.MonkeyPatch.context() as patched:  # as two at once
        patched.setattr(plans, "find_waiting", find_nothing)
        await announce(stage, "challenge", together=True)
    await stage.press(stage.ada, id_of(planned), "pc:99")
    await stage.click(stage.grace, id_of(planned), "Call off")
    stage.database.change("UPDATE plans SET is_begun = 1", ())
    await stage.click(stage.ada, id_of(planned), "Call off")
    stage.database.change("UPDATE plans SET is_begun = 0", ())
    await stage.click(stage.ada, id_of(planned), "Call off")
    world = stage.playground.world
    usual, world.bot_permissions = world.bot_permissions, str(int(world.bot_permissions) & ~CREATE_EVENTS)
    planned = await announce(stage, "challenge", together=True)
    world.bot_permissions = usual
    opened = await announce(stage, "tournament create")
    await stage.upkeep()
    stage.clock.advance(hours=1, seconds=1)
    await stage.upkeep()
    await stage.click(stage.ada, id_of(opened), "Call off")
    await stage.upkeep()
    stage.clock.reset()


async def run_races(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run races that nobody, one or two people win, and meet all that cannot be done with them."""
    with monkeypatch.context() as patched:
        only(patched, *puzzles.of("tic-tac-toe", "easy")[:12])
        await stage.command(stage.ada, "race", game="tic-tac-toe")
        message = id_of(await stage.command(stage.grace, "race", weekly=True))
        with pytest.MonkeyPatch.context() as at_once:
            at_once.setattr(stage.storage.races, "find_current", find_nothing)
            await stage.command(stage.ada, "race")
        await leave_race(stage, message)
        await stage.press(stage.ada, message, "ru:99")
        own = id_of(await stage.click(stage.ada, message, "Solve"))
        for _ in policy.RACE_PUZZLES:
            await stage.click(stage.ada, own, "Show solution")
            await stage.click(stage.ada, own, "Next puzzle")
        for number in range(20):
            await stage.click(stage.newcomer(f"runner{number}"), message, "Solve")
        await end_race(stage, message)
        await end_race(stage, id_of(await stage.command(stage.ada, "race")), stage.grace)
        message = id_of(await stage.command(stage.ada, "race", weekly=True))
        await end_race(stage, message, stage.grace, stage.eve)
        await stage.press(stage.grace, message, "rn:3")  # not hers
        for is_weekly in (0, 1):  # stopped already, ok
            stage.database.change("UPDATE races SET is_weekly = ? WHERE id = 3", (is_weekly,))
            await stage.press(stage.ada, message, "rn:3")
        await end_series(stage)
    stage.clock.reset()


async def find_nothing(*_: object, **__: object) -> None:
    """Find nothing, as what another process has just begun."""


async def leave_race(stage: Foreign, message: int) -> None:
    """Let somebody begin a race, and then once more after they had their data deleted."""
    leaver = stage.newcomer("leaver")
    await stage.click(leaver, message, "Solve")
    await stage.command(leaver, "daily")
    asked = await stage.command(leaver, "privacy delete")
    await stage.click(leaver, id_of(asked), "Delete everything about me")
    await stage.click(leaver, message, "Solve")
    await stage.command(leaver, "daily")


async def end_series(stage: Foreign) -> None:
    """Let weekly races end as they may not begin any more."""
    stage.database.change("UPDATE races SET is_weekly = 1, next_at = 0 WHERE id = 3", ())
    stage.database.change("UPDATE servers SET channels = '1'", ())
    stage.bot.context.settings.clear()
    await stage.upkeep()
    stage.database.change("UPDATE servers SET channels = NULL", ())
    stage.bot.context.settings.clear()


async def end_race(stage: Foreign, message: int, *people: Person) -> None:
    """Let people solve a puzzle in time, and the next one too late."""
    for person in people:
        own = id_of(await stage.click(person, message, "Solve"))
        await stage.solve(person, own)
        await stage.click(person, own, "Next puzzle")
    await stage.upkeep()
    stage.clock.advance(hours=1)
    await stage.click(stage.ada, message, "Solve")
    await stage.upkeep()
    for person in people[-1:]:
        await stage.solve(person, own)


async def hold_tournaments(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold tournaments of three and of many, and meet all that cannot be done with them."""
    await stage.command(stage.ada, "tournament show")
    alone = stage.playground.direct(stage.ada)
    await stage.playground.command(stage.ada, alone, "tournament create")
    world = stage.playground.world
    usual, world.bot_permissions = world.bot_permissions, "1024"  # to view, and no more
    await stage.command(stage.ada, "tournament create")
    world.bot_permissions = usual
    message = id_of(await stage.command(stage.ada, "tournament create", maxine="easy"))
    await stage.command(stage.grace, "tournament create")
    for label in ("Join", "Leave", "Leave", "Start", "Call off"):
        await stage.click(stage.grace, message, label)
    await stage.command(stage.ada, "tournament join")
    with monkeypatch.context() as patched:
        patched.setattr(tournaments, "_TRIES", 0)
        await stage.click(stage.grace, message, "Join")
    await stage.click(stage.ada, message, "Start")
    await stage.command(stage.grace, "tournament join")
    await stage.command(stage.grace, "tournament cancel")
    with monkeypatch.context() as patched:
        patched.setattr(policy, "MOST_ENTRANTS", 3)
        await stage.click(stage.eve, message, "Join")
    await stage.press(stage.eve, message, "tj:999")
    await stage.command(stage.ada, "tournament start")
    message = id_of(await stage.command(stage.ada, "tournament show"))
    await stage.command(stage.eve, "tournament join")
    await stage.command(stage.eve, "tournament cancel")
    asked = id_of(await stage.click(stage.grace, message, "Withdraw"))
    await stage.click(stage.grace, asked, "Really withdraw?")
    await stage.click(stage.grace, message, "Withdraw")
    await end_tournament(stage)
    message = id_of(await stage.command(stage.ada, "tournament create"))
    await stage.click(stage.ada, message, "Call off")
    await stage.command(stage.grace, "tournament join")
    message = id_of(await stage.command(stage.ada, "tournament create"))
    for _ in range(11):
        await stage.click(stage.newcomer("eve"), message, "Join")
    await stage.click(stage.ada, message, "Start")
    await end_tournament(stage)


async def end_tournament(stage: Foreign) -> None:
    """Let whoever can give up whatever is played in a tournament, until it is over."""
    people = {person.id: person for person in stage.playground.world.people}
    while stage.rows("SELECT 1 FROM tournaments WHERE status = 'running'"):
        for first, second, board in stage.rows(
            "SELECT first_id, second_id, message_id FROM matches JOIN tournament_pairings ON match_id = id"
            " WHERE result IS NULL"
        ):
            for label in ("Resign", "Really resign?"):
                await stage.click(people[first or second], board, label)
        await stage.upkeep()


async def hold_arenas(stage: Foreign) -> None:
    """Let players meet, equals and others, and see a game again."""
    pairs = ("perfect", "easy"), ("random", "random"), ("perfect", "perfect"), ("random", "greedy")
    for first, second in pairs:
        for games, slug in ((1, "tic-tac-toe"), (9, "tic-tac-toe"), (60, "tic-tac-toe-misere")):
            options = {"x": first, "o": second, "game": slug, "games": games}
            arena = id_of(await stage.command(stage.ada, "arena", **options))
            await explore(stage, arena, stage.eve)
    await stage.command(stage.ada, "arena", x="7", o="7")
    await stage.command(stage.ada, "arena", x="easy", o="q-table", game="oware")


async def solve_puzzles(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Try, solve, give up and share puzzles."""
    stage.set_patience(10)
    for slug in engine.game_slugs():
        await solve_puzzle(stage, await stage.begin(stage.ada, game=slug, difficulty="hard"))
    daily = id_of(await stage.command(stage.ada, "daily"))
    number = (await stage.newest()).id
    await stage.press(stage.ada, daily, f"f:{number}")  # nothing to share yet
    await stage.press(stage.ada, daily, f"o:{number}:0:0")  # as pages of moves are rare
    await stage.try_wrong(stage.ada, daily)
    await stage.click(stage.ada, daily, "Hint")
    await stage.solve(stage.ada, daily)
    shared = id_of(await stage.click(stage.ada, daily, "Share"))
    await stage.click(stage.ada, daily, "Share")
    await stage.click(stage.grace, shared, "Play today's puzzle")
    await stage.command(stage.ada, "streaks")
    stage.clock.advance(days=1)
    await stage.command(stage.ada, "daily")
    stage.clock.reset()
    await stage.press(stage.ada, daily, f"x:{number}")
    await meet_odd_puzzles(stage, monkeypatch)
    await repair_errors(stage)


async def repair_errors(stage: Foreign) -> None:
    """Let Ada err, and solve the puzzles from her errors until there are no more; streaks say more then."""
    board = await stage.between(stage.grace, stage.ada)
    await stage.moves(board, stage.grace, stage.ada, "b2 a1 b1 c3 b3")
    answer = await stage.command(stage.ada, "puzzle", game="tic-tac-toe", mine=True)
    while open_ids(stage, id_of(answer), "g:"):
        await solve_puzzle(stage, id_of(answer))
        answer = await stage.command(stage.ada, "puzzle", game="tic-tac-toe", mine=True)
    await stage.command(stage.ada, "streaks")


async def solve_puzzle(stage: Foreign, message: int) -> None:
    """Do all that there is to do with a puzzle."""
    number = (await stage.newest()).id
    await stage.try_action(stage.ada, message, 99)  # not legal
    await stage.try_wrong(stage.ada, message)
    await stage.click(stage.ada, message, "Hint")
    await stage.press(stage.ada, message, f"i:{number}:99")  # from an old board
    await stage.try_right(stage.ada, message)
    await explore(stage, message, stage.ada)


async def meet_odd_puzzles(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wish for puzzles that there are not, for those of others, and for what takes too long."""
    message = await stage.begin(stage.ada)
    shared = id_of(await stage.command(stage.ada, "board"))
    await stage.press(stage.eve, shared, f"i:{(await stage.newest()).id}:0")
    few = [of_goal(*kind)[0] for kind in (("tic-tac-toe", 0), ("tic-tac-toe", 1), ("oware", 1))]
    few[0] = few[0]._replace(theme="block")
    slow = next(filter(takes_thought, of_goal("connect-four", 1)))
    with monkeypatch.context() as patch:
        only(patch, *few)
        for slug in ("tic-tac-toe", "oware", "connect-four", None):
            for difficulty in puzzles.DIFFICULTIES:
                wish = {"difficulty": difficulty} | ({"game": slug} if slug else {})
                for theme in ({}, {"theme": "block"}, {"theme": "parity"}):
                    for _ in range(2):
                        await stage.command(stage.ada, "puzzle", **wish, **theme)
        only(patch, slow)
        await stage.restart()  # or the worker might remember what it has found out
        stage.set_patience(0)
        message = await stage.begin(stage.ada, game="connect-four")
        await stage.try_right(stage.ada, message)
        await stage.click(stage.ada, message, "Show solution")
