"""The path through a game, and puzzles that were failed, which come back if asked for."""

import pytest

import engine
from bot import policy
from bot.services import paths
from bot.words.games import format_title
from bot.words.language import ENGLISH
from bot.words.names import format_theme_name
from bot.words.paths import format_heading
from engine import puzzles
from tests.bot.desk import Desk
from tests.bot.puzzling import Solver
from tests.bot.shown import LOST, controls, id_of, labels, private_text

NOTHING = "No such puzzle waits for another try of yours."
SHORT = {"nim", "nim-3-4-5", "tic-tac-toe-wild"}
"""The games of a single theme."""


def names(slug: str) -> list[str]:
    """The labels of a game's steps of which nothing is done."""
    themes = [format_theme_name(ENGLISH, theme).capitalize() for theme in paths.list_themes(slug)]
    steps = ["Rules", *themes, "Win against me: easy", "Win against me: medium"]
    return [f"{number}. {name}" for number, name in enumerate(steps, 1)]


def title(slug: str) -> str:
    return format_title(ENGLISH, engine.get_game(slug))


@pytest.mark.parametrize("slug", ["tic-tac-toe", "reversi"])
async def test_path_is_walked(solver: Solver, slug: str) -> None:
    ada, steps = solver.ada, names(slug)
    learning = id_of(await solver.click(ada, id_of(await solver.command(ada, "help")), "Learn"))
    assert id_of(await solver.click(ada, learning, title(slug))) == learning
    assert labels(solver.message(learning)) == steps
    for label in (steps[0], "Next", "Next", "Back"):
        await solver.click(ada, learning, label)
    assert not (await solver.click(ada, learning, "Play")).ephemeral
    lost = await solver.resign(ada)
    assert controls(solver.message(lost)) == LOST
    for step in steps[1:-2]:
        await solver.click(ada, learning, "All steps")
        await take_step(solver, learning, slug, step)
    win(solver, slug, "easy", "medium+help")
    await solver.restart()
    again = await solver.click(ada, lost, "Learn")
    assert private_text(again).startswith(f"### Learn {title(slug)}\n")
    assert labels(solver.message(id_of(again))) == [f"✓ {step}" for step in steps]


async def take_step(solver: Solver, message: int, slug: str, step: str) -> None:
    """Solve the puzzles of a step, and begin its match."""
    ada, count = solver.ada, policy.PRACTICE_PUZZLES
    said = await solver.click(ada, message, step)
    assert said.text.startswith(f"### {title(slug)}, {step}\n**")
    for button in (f"Puzzles: 0 of {count}", *["Next puzzle"] * (count - 1), "Back"):
        await solver.click(ada, message, button)
        await solver.solve(ada, message)
    assert labels(solver.message(message)) == [
        f"✓ Puzzles: {count} of {count}",
        "Play from here",
        "All steps",
    ]
    board = await solver.click(ada, message, "Play from here")
    assert ", easy)" in board.text
    assert ", from a puzzle\n" in board.text


def win(solver: Solver, slug: str, *versus: str) -> None:
    """Let Ada have won at levels of the bot."""
    solver.database.change(
        "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES (?, 0, ?, ?, 1)"
        " ON CONFLICT (game, guild_id, versus, user_id) DO UPDATE SET wins = 1",
        *((slug, each, solver.ada.id) for each in versus),
    )


async def test_path_is_marked_for_who_presses(desk: Desk) -> None:
    await desk.challenge(desk.ada)
    lost = await desk.resign(desk.ada)
    for person, is_marked in ((desk.ada, True), (desk.eve, False)):
        path = id_of(await desk.click(person, lost, "Learn"))
        assert labels(desk.message(path))[0].startswith("✓") == is_marked
    assert labels(desk.message(path)) == names("tic-tac-toe")


@pytest.mark.parametrize("slug", engine.games())
def test_every_path_has_steps_with_puzzles_and_ideas(slug: str) -> None:
    themes = paths.list_themes(slug)
    assert (len(themes) == 1) == (slug in SHORT)
    assert slug in SHORT or 4 <= len(names(slug)) <= 8
    for number, theme in enumerate(themes, 2):
        example = paths.choose_example(slug, theme)
        kept = puzzles.of(slug, example.difficulty, theme)
        assert example in kept
        assert len(kept) > policy.PRACTICE_PUZZLES
        assert format_heading(ENGLISH, slug, number, theme).endswith(".**")


@pytest.mark.parametrize(
    "id_",
    ["pl:go", "pt:go:rules", "pt:nim:corner", "pz:nim:3", "pq:nim:corner", "pw:go:rules", "pw:nim:perfect"],
)
async def test_forged_step_is_refused(desk: Desk, id_: str) -> None:
    shown = id_of(await desk.command(desk.ada, "help"))
    answer = await desk.press(desk.ada, shown, id_)
    assert answer.ephemeral
    assert id_of(answer) != shown
    assert desk.rows("SELECT count(*) FROM matches") == [(0,)]


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
