"""The path through a game, and puzzles that were failed, which come back if asked for."""

import pytest

from tests.bot.puzzling import Solver
from tests.bot.shown import id_of, private_text

NOTHING = "No such puzzle waits for another try of yours."


async def test_failed_puzzles_come_back_until_solved(solver: Solver) -> None:
    ada, failed = solver.ada, []
    for game in ("nim", "tic-tac-toe"):
        message = await solver.begin(ada, game=game)
        await solver.click(ada, message, "Show solution")
        failed.append((await solver.newest()).puzzle)
    await solver.solve(ada, await solver.begin(ada, game="oware"))
    message = await solver.begin(ada, again=True)
    assert (await solver.newest()).puzzle == failed[0]
    await solver.try_wrong(ada, message)
    await solver.solve(ada, message)
    for puzzle in (failed[1], failed[0]):  # Nim needed two tries, so it comes once more
        await solver.click(ada, message, "Next puzzle")
        assert (await solver.newest()).puzzle == puzzle
        await solver.solve(ada, message)
    assert NOTHING in private_text(await solver.click(ada, message, "Next puzzle"))


@pytest.mark.parametrize(("options", "found"), [({"game": "nim"}, 1), ({"theme": "corner"}, 0)])
async def test_failed_puzzles_are_of_the_kind_asked_for(
    solver: Solver, options: dict[str, str], found: int
) -> None:
    message = await solver.begin(solver.ada, game="nim")
    await solver.click(solver.ada, message, "Show solution")
    again = await solver.command(solver.ada, "puzzle", again=True, **options)
    assert (NOTHING not in private_text(again)) == bool(found)
    assert id_of(again) != message
