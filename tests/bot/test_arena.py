"""The arena: two players meet, the message counts, and says at the end what it comes to."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import engine
from bot import policy
from bot.components import positions
from bot.components.packing import write_line
from bot.playground.messages import text_of
from bot.playground.things import Json, Person
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.fork_server import ready_worker
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import controls, id_of, labels
from tests.bot.stage import CALLBACK, Stage, staged
from tests.bot.test_network_trouble import UNDELIVERED
from tests.driver import Answer
from tests.trouble import Playground

MOVE_BY_MOVE = "from bot.workers import protocol; protocol._MOMENT = 0"


async def held(scene: Scene, /, **options: object) -> Json:
    """Use /arena and wait for its end; return the message."""
    asked = {"x": "perfect", "o": "random", "seed": 5} | options
    return scene.message(id_of(await scene.command(scene.ada, "arena", **asked)))


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Stage]:
    """A stage whose workers take a while for every move, and give others their turn after it."""

    class Slow(Stage):
        def __init__(self, playground: Playground, path: Path) -> None:
            super().__init__(playground, path)
            self.worker = ready_worker(MOVE_BY_MOVE)

        async def before_thinking(self) -> None:
            await asyncio.sleep(1)

    async with staged(tmp_path / "maxine.db", Slow) as stage:
        yield stage


async def test_result_and_what_it_shows(desk: Desk) -> None:
    message = await held(desk, games=40)
    text = text_of(message)
    assert "**perfect (X)** against **random (O)**. **perfect (X)** begins every game." in text
    assert "perfect (X): 38 wins · random (O): 0 wins · 2 draws" in text
    assert "perfect (X) won clearly more here: by luck alone, that comes less than once in 1,000" in text
    assert "But the side may be why: press Swap sides to see whether perfect wins more there too." in text
    assert "better" not in text
    assert text.count("Swap sides") == 1
    assert "perfect (X) would win 83 to 99 of every 100 games and random (O) 0 to 9." in text
    assert "Seed 5: " in text
    [picture] = pictures(message)
    assert picture["description"] == (
        "perfect (X): 38 (83 to 99 %); random (O): 0 (0 to 9 %); Draws: 2 (1 to 17 %)"
    )
    assert controls(message) == ["Replay a game", "Swap sides"]


async def test_same_player_shows_who_begins(desk: Desk) -> None:
    message = await held(desk, x="random", o="random", games=200)
    assert "Both are the same player, so it helps to begin: random (X) won more." in text_of(message)
    assert controls(message) == ["Replay a game"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"x": "perfect", "o": "perfect", "games": 3}, "Nobody won a game, so nobody was better."),
        ({"x": "easy", "o": "greedy", "games": 2, "seed": 1}, "Who is better is not clear from this"),
        ({"x": "random", "o": "easy", "games": 4, "seed": 6}, "Both sides won equally often"),
        ({"x": "random", "o": "random", "games": 2}, "Whether it helps to begin is not clear from this"),
        ({"game": "tic-tac-toe-misere", "x": "greedy", "o": "greedy", "games": 200}, "to be the second"),
        ({"x": "easy", "o": "easy", "game": "oware", "games": 1}, "easy (South)"),
    ],
)
async def test_conclusion_no_bolder_than_the_games(
    desk: Desk, options: dict[str, object], words: str
) -> None:
    assert words in text_of(await held(desk, **options))


async def test_anybody_sees_a_game_again(desk: Desk) -> None:
    arena = await held(desk, games=5)
    answer = await desk.click(desk.eve, int(arena["id"]), "Replay a game")
    assert answer.ephemeral
    replay = id_of(answer)
    assert "A game of the arena: Tic-tac-toe" in text_of(desk.message(replay))
    assert "**Move 0 of 5**: The game begins.\nNext, perfect (X) plays " in text_of(desk.message(replay))
    await desk.click(desk.eve, replay, "Forward")
    text = text_of(desk.message(replay))
    assert "**Move 1 of 5**: perfect (X) played " in text
    assert "Next, random (O) plays " in text
    assert "**Best play leads to a draw.**" in text
    await desk.click(desk.eve, replay, "Last")
    last = desk.message(replay)
    assert "**Move 5 of 5**: **perfect (X) wins**." in text_of(last)
    assert labels(last) == ["First", "Back"]
    assert pictures(last)[0]["description"]


async def test_sides_are_swapped_in_new_message(desk: Desk) -> None:
    arena = await held(desk, games=4)
    swapped = desk.message(id_of(await desk.click(desk.grace, int(arena["id"]), "Swap sides")))
    assert swapped["id"] != arena["id"]
    assert "**random (X)** against **perfect (O)**" in text_of(swapped)
    assert "4 wins" in text_of(swapped)


@pytest.mark.parametrize("players", [{"x": "q-table", "o": "random"}, {"x": "random", "o": "q-table"}])
async def test_who_cannot_play_is_refused(desk: Desk, players: dict[str, object]) -> None:
    answer = await desk.command(desk.ada, "arena", game="oware", **players)
    assert answer.ephemeral
    assert "q-table does not know Oware" in answer.text


async def test_forged_button_is_refused(desk: Desk) -> None:
    arena = int((await held(desk, games=1))["id"])
    await desk.challenge(desk.ada)
    start = engine.game("tic-tac-toe").initial()
    running, drawn = [4, 0], [0, 1, 2, 4, 3, 5, 7, 6, 8]
    lines = (write_line(start, actions) for actions in ([], running, drawn))
    replays = (f"rg:tic-tac-toe:random:random:{line}:2:0" for line in lines)
    for id_ in ("ra:tic-tac-toe:random:random:201:1", *replays):
        answer = await desk.press(desk.ada, arena, id_)
        assert "This button no longer exists." in answer.text
    assert desk.rows("SELECT is_helped FROM matches") == [(0,)]


async def begun(paused: PausedStage, person: Person, **options: object) -> Answer:
    """Begin an arena that waits for the workers."""
    asked = {"x": "hard", "o": "easy", "game": GAME, "games": 2, "seed": 3} | options
    return await paused.answered(paused.playground.command(person, paused.general, "arena", **asked))


async def test_one_arena_each_three_a_server(paused: PausedStage) -> None:
    await paused.prepared()
    arena = id_of(await begun(paused, paused.ada))
    assert "0 of 2 games played" in text_of(paused.message(arena))
    assert "One arena at a time" in (await begun(paused, paused.ada, x="easy")).text
    again = await paused.playground.click(paused.eve, arena, "Again")
    assert "One arena at a time" in again.text
    await asyncio.gather(begun(paused, paused.grace, seed=1), begun(paused, paused.eve, seed=2))
    late = await begun(paused, paused.newcomer("zoe"), seed=4)
    assert "3 arenas are being played here already." in late.text
    paused.resume_workers()
    await paused.quiet()
    assert "Swap sides" in controls(paused.message(arena))
    assert (await begun(paused, paused.ada)).message is not None


@pytest.mark.ci
async def test_again_repeats_what_a_restart_broke(slow: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "ARENA_EDIT_SECONDS", 0)
    asking = slow.playground.command(
        slow.ada, slow.general, "arena", x="random", o="greedy", games=200, seed=3
    )
    arena = id_of(await slow.answered(asking))
    await slow.until(lambda: " of 200 games played" in text_of(slow.message(arena)))
    await slow.stop()
    text = text_of(slow.message(arena))
    assert "of 200 games. Press Again, and I play the same games anew." in text
    assert "I had to stop after" in text
    assert "the picture" not in text
    await slow.offline()
    slow.worker = ready_worker()
    await slow.start()
    answer = await slow.click(slow.eve, arena, "Again")  # somebody else's is played in a new message
    assert id_of(answer) != arena
    await slow.click(slow.ada, arena, "Again")
    assert "Seed 3" in text_of(slow.message(arena))
    assert text_of(slow.message(arena)) == text_of(slow.message(id_of(answer)))
    assert pictures(slow.message(arena))


async def test_long_series_tells_what_to_expect(slow: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "ARENA_SECONDS", 20)
    monkeypatch.setattr(policy, "ARENA_EDIT_SECONDS", 0)
    seen: list[str] = []
    slow.playground.world.listeners.append(
        lambda event, message: seen.append(text_of(message)) if event.startswith("message_") else None
    )
    text = text_of(await held(slow, x="random", o="random", games=200))
    assert "The ten minutes that I have are over. What was played counts: " in text
    assert "of 200 games." in text
    pace = "At this pace the ten minutes that I have are enough for "
    assert ["I was restarted. Press Again" in text for text in seen[:2]] == [False, False]
    assert "I was restarted. Press Again" in seen[-2]
    assert pace not in seen[0]
    assert 1 <= int(seen[-2].partition(pace)[2].split()[0]) < 20


async def test_no_game_in_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "ARENA_SECONDS", -1)
    text = text_of(await held(desk))
    assert "Not one game came to its end in the ten minutes that I have. Try faster players" in text
    assert "count" not in text


async def test_changed_clock_takes_no_time(stage: Stage) -> None:
    stage.playground.world.listeners.append(lambda *_: stage.clock.advance(minutes=11))
    text = text_of(await held(stage, games=4))
    stage.clock.reset()
    assert "4 wins" in text
    assert "ten minutes" not in text


async def test_lost_answer_to_again_frees_place(paused: PausedStage) -> None:
    arena = id_of(await begun(paused, paused.ada))
    await paused.restart()
    paused.resume_workers()
    paused.playground.fail_next("POST", CALLBACK, status=403)
    answer = await paused.click(paused.ada, arena, "Again")
    assert answer.text == UNDELIVERED
    assert "I had to stop after 0 of 2 games." in text_of(paused.message(arena))
    await paused.click(paused.ada, arena, "Again")
    assert "Swap sides" in controls(paused.message(arena))
    assert "Again" not in controls(paused.message(arena))


async def test_game_is_drawn_where_nobody_waits(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = id_of(await stage.command(stage.ada, "arena", x="perfect", o="random", games=2))
    draw, threads = positions.picture, []

    def note(*args: Any, **kwargs: Any) -> object:  # noqa: ANN401 - whatever is drawn
        threads.append(threading.current_thread())
        return draw(*args, **kwargs)

    monkeypatch.setattr(positions, "picture", note)
    await stage.click(stage.eve, arena, "Replay a game")
    assert threads
    assert threading.main_thread() not in threads


async def test_too_long_game_is_not_offered(desk: Desk) -> None:
    arena = await held(desk, x="random", o="random", game="oware", games=1, seed=251)
    assert "1 win" in text_of(arena)
    assert "Replay a game" not in text_of(arena)
    assert controls(arena) == []


async def test_games_of_ten_minutes_count(slow: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "ARENA_SECONDS", 20)
    text = text_of(await held(slow, x="random", o="random", games=200))
    assert "The ten minutes that I have are over. What was played counts: " in text
    assert "of 200 games." in text
