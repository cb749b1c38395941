"""How high every kind of answer is on a phone: `python -m tests.benchmarks.heights`.

It prints the answers of all scenes, worst first. With `--language de` they are German, and `--only NAME`
chooses scenes. A scene asks for answers of one kind, in matches of its own.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeVar

import engine
from bot import policy
from bot.services.thinking import PREPARED
from bot.words.games import get_words
from tests.bot import phone as phones
from tests.bot.drafts import played, present
from tests.bot.puzzling import Patient
from tests.bot.stage import staged
from tests.bot.test_moved_matches import stopped
from tests.bot.test_profiles import DAY, rate
from tests.bot.test_rated_matches import rank
from tests.bot.test_reviews import ERRORS, finished
from tests.bot.test_seasons import settle
from tests.bot.test_settings import change
from tests.engine.boards import random_match

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.models import Match
    from tests.bot.phone import Height, Phone
    from tests.bot.stage import Stage

    Scene = Callable[[Phone], Awaitable[None]]

T = TypeVar("T")
SCENES: Final[dict[str, Scene]] = {}
PATIENCE: Final = 0.05  # seconds to think about a position
LOCALES: Final = {"en": "en-US", "de": "de"}

TOO_HIGH: Final = {"explanation": 805, "think": 795, "between": 745}
"""How high the answers of scenes may still be that do not fit yet."""
REDRAWN: Final = {"gr"}
"""Buttons on older messages, whose answers others have, too."""


def scene(act: Scene) -> Scene:
    """Add a scene."""
    SCENES[act.__name__] = act
    return act


def scene_of_each_game(act: Callable[[Phone, str], Awaitable[None]]) -> None:
    """Add a scene for each game."""
    for game in engine.game_slugs():
        SCENES[f"{act.__name__} {game}"] = lambda phone, game=game: act(phone, game)  # type: ignore[misc]


async def measure(phone: Phone, locale: str, only: str = "") -> list[Height]:
    """Return the heights of the answers in all scenes whose names contain a word, in a language."""
    phone.stage.set_patience(PATIENCE)
    speak(phone.stage, locale)
    for name, act in SCENES.items():
        if only in name:
            phone.scene = name
            if name in {"invitation", "offers"}:
                phone.stage.clock.advance(days=1)  # nobody has invited too many lately
            await act(phone)
    return sorted(set(phone.heights), reverse=True)


def speak(stage: Stage, locale: str) -> None:
    """Let all people and the server speak a language."""
    for owner_id in (*(person.id for person in stage.world.people), stage.world.guild.id):
        stage.world.speak(owner_id, locale)


async def prepare(stage: Stage, acting: Awaitable[T]) -> T:
    """Let people act by the labels of buttons, which are English."""
    locale = stage.world.locale(stage.ada.id)
    speak(stage, "en-US")
    done = await acting
    speak(stage, locale)
    return done


async def advance(phone: Phone, share: float) -> Match:
    """Let a share of a random match of the game be played, past the bot, in the newest; Ada is to move."""
    matches = phone.stage.storage.matches
    match = present(await matches.find_newest(phone.stage.general.id))
    states, actions = random_match(match.game, Random(match.game_slug))
    own = [ply for ply, state in enumerate(states[:-1]) if state.to_move == 0]
    ply = len(actions) if share == 1 else min(own, key=lambda each: abs(each - share * len(actions)))
    phone.stage.clock.advance(seconds=len(actions))  # each move takes a second
    return await played(phone.stage.storage, match, *actions[match.ply : ply])


# A match


@scene_of_each_game
async def board(phone: Phone, game: str) -> None:
    await phone.press(await phone.command("challenge", game=game, level="hard"), "mr", "rp", "rp:0")
    await advance(phone, 0.5)
    await phone.press(await phone.command("board"), "r", "rc")
    await advance(phone, 1)
    await phone.command("board")


@scene_of_each_game
async def between(phone: Phone, game: str) -> None:
    invitation = await phone.command("challenge", game=game, opponent=phone.stage.grace)
    await phone.press(invitation, "a", by=phone.stage.grace)
    await advance(phone, 0.5)
    await phone.press(await phone.command("board"), "mo", "od")
    await phone.press(await phone.command("resign"), "rq")


@scene_of_each_game
async def together(phone: Phone, game: str) -> None:
    await phone.command("challenge", game=game, together=True, votes=True)
    await phone.stage.upkeep()
    await advance(phone, 0.5)
    shown = await phone.command("board")
    await phone.press(shown, "m:0", by=phone.stage.grace)
    await phone.look("a vote", shown)
    await phone.press(shown, "m:0")


@scene_of_each_game
async def explanation(phone: Phone, game: str) -> None:
    for share in (0.2, 0.8, 0.5):
        await phone.command("challenge", game=game, level="mcts")
        await advance(phone, share)
        await phone.command("explain", tree=True)
    shown = await phone.press(await phone.command("explain"), "em")
    while len(phone.buttons(shown, "em")) > 1:
        await phone.press(shown, "em")
    await phone.press(shown, "ep", "bw?", "ep")
    await phone.press(shown, "wh?", "ep")
    await phone.press(shown, "iv?", "ep")
    await phone.press(shown, "ep?")
    await phone.press(await phone.command("hint"), "h")


async def end(phone: Phone, game: str) -> int:
    """Let Ada and Grace play a match to its end; return its number."""
    await prepare(phone.stage, phone.stage.between(phone.stage.ada, phone.stage.grace, game=game))
    match = await advance(phone, 1)
    if not match.is_over:
        await prepare(phone.stage, phone.stage.resign(phone.stage.ada))
    return match.id


@scene_of_each_game
async def review(phone: Phone, game: str) -> None:
    match = await end(phone, game)
    shown = await phone.command("review", match=match)
    for kinds in (("va?",), ("vc?", "va?", "vp?"), ("vc?", "vb?"), ("ve?",), ("vn?",)):
        await phone.press(shown, *kinds)
    await phone.press(shown, "l?", "lt:0?", "lk?", "lt?", "ls?", "lj?", "lq?")


@scene_of_each_game
async def replay(phone: Phone, game: str) -> None:
    match = await end(phone, game)
    shown = await phone.command("replay", match=match)
    await phone.press(shown, "p:0", "p?")
    await phone.press(shown, "pf?", "ps")


@scene_of_each_game
async def analysis(phone: Phone, game: str) -> None:
    match = await end(phone, game)
    shown = await phone.command("analyse", match=match, ply=3)
    await phone.press(shown, "am", "ae?", "aa?", "ak?")
    await phone.press(shown, "af:0", "am:0", "ao?", "ak?", "as")


# What else is asked of a game


@scene_of_each_game
async def puzzle(phone: Phone, game: str) -> None:
    stage = phone.stage
    stage.set_patience(2)
    shown = await phone.command("puzzle", game=game)
    await phone.measure("a wrong try", stage.try_wrong(stage.ada, shown))
    await phone.press(shown, "i?", "i?", "o?", "g", "x")
    while not (await stage.newest()).is_over:
        await phone.measure("a right try", stage.try_right(stage.ada, shown))
    stage.set_patience(PATIENCE)


@scene_of_each_game
async def rules(phone: Phone, game: str) -> None:
    shown = await phone.command("rules", game=game)
    for page in range(len(phone.buttons(shown, "rp"))):
        await phone.press(shown, f"rp:{page}", "rp:0")


@scene_of_each_game
async def characters(phone: Phone, game: str) -> None:
    shown = await phone.command("characters", game=game)
    await phone.press(shown, "cp")
    while len(phone.buttons(shown, "cp")) > 1:
        await phone.press(shown, "cp")
    await phone.press(shown, "ch")


@scene
async def think(phone: Phone) -> None:
    for game in PREPARED:
        shown = await phone.command("think", game=game)
        *place, _, _, _ = phone.buttons(shown, "th")[0]["custom_id"].split(":")
        for card in ("2:0", "3:0", "4:5", "5:1", "6:2", "7:0"):
            id_ = ":".join([*place, card, "0"])
            await phone.use(shown, id_)
        await phone.press(shown, "th:0")


@scene_of_each_game
async def path(phone: Phone, game: str) -> None:
    shown = await phone.command("help")
    for number in range(len(get_words(engine.game(game)).rules.moves)):
        await phone.use(shown, f"gc:{game}:{number}")
    steps = await phone.use(await phone.press(shown, "ge"), f"pl:{game}")
    for number in range(len(phone.buttons(steps, "pt"))):
        await phone.press(steps, f"pt:{number}")
        await phone.press(steps, "pz?")
        await phone.press(steps, "pl")


@scene
async def play(phone: Phone) -> None:
    await phone.press(await phone.command("play"), *["gn"] * 8)
    for id_ in ("gg:kalah", "gd:kalah", "gb:kalah::me"):
        await phone.use(await phone.command("play"), id_)


@scene
async def help_(phone: Phone) -> None:
    for kinds in (("gp",), ("gu",), ("z",), ("hc", "hc"), ("ge", "pl", "pt:1", "pq"), ("ge", "tk")):
        await phone.press(await phone.command("help"), *kinds)
    await phone.press(await phone.command("help"), "ge", "pl", "pt:0", "pz", "pl", "pt", "pw")
    await phone.use(await phone.command("help"), "cs", opponent=phone.stage.emmy)
    await phone.command("challenge")


# A match between people, and what becomes of it


@scene
async def invitation(phone: Phone) -> None:
    stage = phone.stage
    await phone.press(
        await phone.command("challenge", opponent=stage.grace, pace="1 day"), "d", by=stage.grace
    )
    await phone.press(await phone.command("challenge", opponent=stage.eve), "c")
    await phone.command("challenge", open=True)
    asking = stage.playground.choose(stage.ada, stage.general, "Challenge", stage.blaise)
    await phone.measure("Challenge", asking)
    phone.used.add("Challenge")
    await phone.command("block", user=stage.eve)
    await phone.command("unblock", user=stage.eve)
    board = await phone.press(await prepare(stage, stage.between(stage.ada, stage.emmy)), "r", "rr")
    await phone.press(board, "n")


@scene
async def offers(phone: Phone) -> None:
    ada, grace = phone.stage.ada, phone.stage.grace
    for answer in ("on", "ox"):
        board = await prepare(phone.stage, phone.stage.between(ada, grace, rated=True))
        await phone.press(await phone.press(board, "m"), "m", by=grace)
        await phone.press(await phone.command("takeback"), answer, by=grace)
    menu = await phone.press(await phone.command("board"), "mo")
    await phone.press(menu, "od")
    await phone.press(await phone.command("resign"), "rk")
    board = await prepare(phone.stage, phone.stage.between(ada, phone.stage.emmy))
    await phone.press(board, "m")
    await phone.press(await phone.press(board, "mo"), "ot")
    await prepare(phone.stage, phone.stage.between(ada, phone.stage.emmy))
    await phone.press(await phone.command("draw"), "oy", by=phone.stage.emmy)


@scene
async def advice(phone: Phone) -> None:
    board = await phone.command("challenge", rated=True, explain=True)
    await phone.press(board, "mh", "h", "pa")
    board = await phone.command("board")
    await phone.press(board, "e", "tk?")
    await phone.press(await phone.command("explain", tree=True), "tk")
    asking = phone.stage.choose_at(phone.stage.ada, board, "Explain")
    await phone.measure("Explain", asking)
    phone.used.add("Explain")
    await phone.command("move", to="c3")
    await phone.press(await phone.command("board"), "mo", "sq", "sy")


@scene
async def moderation(phone: Phone) -> None:
    stage = phone.stage
    await prepare(stage, stage.between(stage.grace, stage.eve))
    [(match,)] = stage.rows("SELECT max(id) FROM matches")
    await phone.press(await phone.command("stop", match=match), "sy")
    await phone.command("matches")
    await phone.command("matches", scope="server")
    await phone.command("matches", scope="mine")


# What a channel does together


@scene
async def vote(phone: Phone) -> None:
    grace, eve = phone.stage.grace, phone.stage.eve
    board = await phone.command("challenge", together=True, votes=True, level="perfect", pace="1 day")
    await phone.stage.upkeep()
    await phone.press(board, "m:0")
    for person in (grace, eve):
        await phone.press(board, "m", by=person)
    await phone.look("votes", board)
    while phone.buttons(board, "m"):
        await phone.press(board, "pn?")
        for person in (grace, eve):
            await phone.press(board, "m:0?", by=person)
    await phone.look("its end", board)
    await phone.press(board, "v", "l?")


@scene
async def planned(phone: Phone) -> None:
    await phone.press(await phone.command("challenge", together=True, at="in 2 hours"), "pm", "pc")
    tournament = await phone.press(await phone.command("tournament create", at="in 2 hours"), "tp")
    await phone.press(tournament, "tc")


@scene
async def tournament(phone: Phone) -> None:
    stage = phone.stage
    shown = await phone.command("tournament create", game="connect-four", pace="1 day")
    await phone.press(shown, "tl")
    await phone.command("tournament join")
    await phone.press(shown, "tj", by=stage.eve)
    await phone.command("tournament start")
    await phone.look("started", shown)
    await phone.command("tournament cancel")
    shown = await phone.command("tournament create", game="connect-four", maxine="hard")
    for number in range(policy.MOST_ENTRANTS - 2):
        await phone.press(shown, "tj", by=stage.newcomer(f"guest{number}"))
    await phone.look("full", shown)
    await phone.press(shown, "tb")
    shown = await phone.command("tournament show")
    await phone.press(shown, "tt")
    await phone.press(shown, "tw", "tx")


@scene
async def daily(phone: Phone) -> None:
    stage = phone.stage
    stage.set_patience(2)
    shown = await phone.command("daily")
    await phone.press(shown, "i")
    await stage.solve(stage.ada, shown)
    await phone.look("solved", shown)
    await phone.press(await phone.press(shown, "f"), "z")
    stage.set_patience(PATIENCE)
    await phone.command("streaks")
    await phone.command("streaks", scope="global")


@scene
async def race(phone: Phone) -> None:
    stage = phone.stage
    shown = await phone.command("race", game="tic-tac-toe", weekly=True)
    stage.set_patience(2)
    solved = await phone.press(shown, "ru")
    await stage.solve(stage.ada, solved)
    await phone.look("solved", solved)
    stage.set_patience(PATIENCE)
    for number in range(20):
        await phone.press(shown, "ru", by=stage.newcomer(f"runner{number}"))
    await phone.look("standings", shown)
    stage.clock.advance(hours=1)
    await stage.upkeep()
    await phone.look("over", shown)
    await phone.press(shown, "rn")


@scene
async def series(phone: Phone) -> None:
    shown = await phone.command("arena", x="perfect", o="random", games=3, game="three-mens-morris")
    await phone.press(shown, "rg", "rg")
    await phone.press(shown, "rs")
    await phone.use(shown, phone.buttons(shown, "rs")[0]["custom_id"].replace("rs", "ra", 1))


# People


@scene
async def profile(phone: Phone) -> None:
    stage = phone.stage
    await phone.command("profile")
    await fill_profile(stage)
    await phone.press(await phone.command("profile"), "pg", "pe", "pe", "pe", "pe?")
    await phone.press(await phone.command("profile", user=stage.grace), "yp?")
    shown = await phone.press(await phone.command("profile", public=True), "hp")
    await phone.press(shown, "hs")
    await phone.press(shown, "hp", "hs")
    await phone.press(await phone.command("history"), "hs", "p")
    await phone.command("versus", user=stage.grace)
    rank(stage, *((1000 + number, 2000.0 - number) for number in range(24)))
    await phone.press(await phone.command("leaderboard", board="rating", scope="global"), "lb", "lb")
    for number, versus in enumerate(("people", *engine.LEVELS, *(f"{each}+help" for each in engine.LEVELS))):
        for user_id in range(1000, 1024):
            stage.database.change(
                "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES (?, ?, ?, ?, ?)",
                ("oware", 0, versus, user_id, number + user_id),
            )
    await phone.command("leaderboard", game="oware", scope="global")
    await phone.command("leaderboard", game="oware", scope="global", level="hard")
    for options in ({}, {"game": "kalah"}, {"board": "puzzles"}, {"period": "month"}):
        await phone.command("leaderboard", **options)


async def fill_profile(stage: Stage) -> None:
    """Let Ada have played all games, be rated, have won in a row, have erred and have solved puzzles."""
    ada, change = stage.ada, stage.database.change
    change("DELETE FROM ratings")  # of other scenes
    for number, game in enumerate(engine.games()):
        await rate(stage, ada, game, stage.clock() - (30 - number) * DAY, 1500, 1600, 1550)
        for versus in ("easy", "perfect+help"):
            change(
                "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES (?, ?, ?, ?, 3)",
                (game, 0, versus, ada.id),
            )
    change("INSERT OR REPLACE INTO solvers VALUES (?, 1612, 160, 0.06, 3, 7)", (ada.id,))
    change("INSERT OR REPLACE INTO streaks VALUES (?, 0, ?, 4, 9)", (ada.id, int(stage.clock() // DAY)))
    await prepare(stage, finished(stage, ERRORS))
    await stage.command(ada, "review")


@scene
async def settings(phone: Phone) -> None:
    await phone.press(await phone.command("settings"), "sv:0", "sv")
    await phone.command("settings", timezone="Europe/Berlin")


@scene
async def moved(phone: Phone) -> None:
    stage = phone.stage
    for options in ({}, {"opponent": stage.grace}):
        await prepare(stage, stopped(stage, **options))
        shown = await phone.command("matches", scope="mine")
        await phone.press(await phone.press(shown, "gh"), "go?", by=stage.grace)
        stage.playground.heal()


@scene
async def season(phone: Phone) -> None:
    stage = phone.stage
    await prepare(stage, change(stage, season=[stage.general.id]))
    for game in engine.game_slugs():
        await rate(stage, stage.eve, game, stage.clock(), 1500, 1600)
    await settle(stage)
    await phone.look("the season")


@scene
async def privacy(phone: Phone) -> None:
    for name in ("hide", "show", "export"):
        await phone.command(f"privacy {name}")
    await phone.press(await phone.command("privacy delete"), "fg")


async def show(language: str, only: str) -> list[Height]:
    """Return the heights, on a stage of its own."""
    with TemporaryDirectory() as folder:
        async with staged(Path(folder, "maxine.db"), Patient) as stage, phones.opened(stage) as phone:
            return await measure(phone, LOCALES[language], only)


def main() -> None:
    """Print the heights, worst first."""
    parser = ArgumentParser(description="Measure how high answers are on a phone.")
    parser.add_argument("--language", choices=LOCALES, default="en")
    parser.add_argument("--only", default="", help="a word in the names of scenes")
    options = parser.parse_args()
    for pixels, name, step in asyncio.run(show(options.language, options.only)):
        print(f"{pixels:5} {name}: {step}")


if __name__ == "__main__":
    main()
