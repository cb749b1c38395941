"""Everything that people can do and meet: every command, button and error, in every game."""

import asyncio

import pytest

import engine
from bot.services import privacy, settings
from tests.bot.all_gatherings import (
    hold_arenas,
    hold_tournaments,
    plan_ahead,
    play_for_an_opener,
    play_together,
    run_races,
    solve_puzzles,
)
from tests.bot.all_matches import (
    agree,
    beat_maxine,
    invite_people,
    moderate,
    move_matches,
    play_game,
    play_people,
    run_out_of_time,
)
from tests.bot.exploring import explore
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.pseudo import Ear, Foreign
from tests.bot.shown import id_of, open_cells
from tests.bot.stage import Stage
from tests.bot.test_thinking_trouble import DEAD


async def do_everything(stage: Foreign, ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do and meet all of it but what takes a bot that thinks for as long as one wants."""
    stage.set_patience(0.05)
    await meet_nothing(stage)
    for slug in engine.game_slugs():
        await play_game(stage, slug)
    await meet_characters(stage)
    await play_people(stage)
    await agree(stage)
    await moderate(stage)
    await play_together(stage)
    await play_for_an_opener(stage)
    await run_out_of_time(stage)
    await move_matches(stage)
    await invite_people(stage)
    await beat_maxine(stage)
    await solve_puzzles(stage, monkeypatch)
    await run_races(stage, monkeypatch)
    await hold_arenas(stage)
    await hold_tournaments(stage, monkeypatch)
    await plan_ahead(stage)
    await compare(stage, ear)
    await look_at_people(stage)
    await choose_settings(stage)
    await close_season(stage)
    await use_commands(stage)
    await ask_for_what_is_not(stage)
    await keep_to_oneself(stage)
    await meet_trouble(stage)


async def meet_nothing(stage: Foreign) -> None:
    """Use everything before there is anything."""
    names = ("board", "explain", "resign", "hint", "replay", "review", "analyse")
    for name in (*names, "leaderboard", "streaks", "help"):
        await stage.command(stage.ada, name)
    await stage.command(stage.ada, "leaderboard", scope="global")
    await stage.command(stage.ada, "streaks", scope="global")
    await stage.command(stage.ada, "move", to="9")
    await stage.command(stage.ada, "puzzle", mine=True)
    for name in ("play", "help"):
        await explore(stage, id_of(await stage.command(stage.eve, name)), stage.eve)
    learn = id_of(await stage.click(stage.eve, id_of(await stage.command(stage.eve, "help")), "Learn"))
    await explore(stage, id_of(await stage.click(stage.eve, learn, "How I think")), stage.eve)


async def meet_characters(stage: Foreign) -> None:
    """Look at what players of all kinds were thinking."""
    for level, slug in (
        ("q-table", "tic-tac-toe"),
        ("mcts", "tic-tac-toe"),
        ("random", "kalah"),
        ("depth-2", "oware"),
    ):
        await stage.challenge(stage.ada, game=slug, level=level, first="opponent")
        await asyncio.gather(*stage.bot.context.replies.values(), return_exceptions=True)
        await explore(stage, id_of(await stage.command(stage.ada, "explain", ply=1)), stage.ada)


async def compare(stage: Foreign, ear: Ear) -> None:
    """Read leaderboards and suggestions."""
    for slug in engine.game_slugs():
        await stage.command(stage.ada, "leaderboard", game=slug)
    for person in (stage.ada, stage.eve):
        for name in ("replay", "review", "resign"):
            for choice in await stage.playground.autocomplete(person, stage.general, name, "match", ""):
                ear.hear(choice["name"], "choice")
    await stage.command(stage.ada, "leaderboard", level="iq-1")
    await fill_leaderboard(stage)
    await stage.command(stage.ada, "leaderboard", game="tic-tac-toe")
    for board in ("rating", "maxine", "puzzles"):
        for options in ({}, {"period": "month"}, {"scope": "global", "period": "week"}, {"scope": "global"}):
            await stage.command(stage.ada, "leaderboard", board=board, **options)
            await stage.command(stage.eve, "leaderboard", game="oware", board=board, **options)
    pages = await stage.command(stage.ada, "leaderboard", board="rating", scope="global")
    await explore(stage, id_of(pages), stage.ada)
    for name, option in (("move", "to"), ("challenge", "level")):
        for choice in await stage.playground.autocomplete(stage.ada, stage.general, name, option, ""):
            ear.hear(choice["name"], "choice")


async def look_at_people(stage: Foreign) -> None:
    """Look at profiles and at what was played, of oneself and of others, also where there is nothing."""
    ada, grace, eve, zoe = stage.ada, stage.grace, stage.eve, stage.newcomer("zoe")
    maxine = stage.playground.world.bot
    for user in (grace, zoe, stage.robot):
        await stage.command(ada, "profile", user=user)
    for other in (grace, eve, maxine, ada):
        await stage.command(ada, "versus", user=other)
    for user, wanted in (
        (zoe, {}),
        (grace, {}),
        (ada, {"opponent": maxine}),
        (ada, {"game": "oware"}),
        (ada, {"game": "tic-tac-toe", "opponent": grace}),
    ):
        await stage.command(ada, "history", user=user, **wanted)
    await explore(stage, id_of(await stage.command(ada, "profile")), ada)


async def fill_leaderboard(stage: Stage) -> None:
    """Let somebody have lost to more characters than there are tables in a message."""
    sql = "INSERT INTO standings (game, guild_id, versus, user_id, losses) VALUES ('tic-tac-toe', ?, ?, 1, 1)"
    rows = [(stage.playground.guild.id, f"iq-{number}") for number in range(12)]
    stage.database.change(sql, *rows)
    ranked = "INSERT INTO rankings (user_id, board, game, guild_id, period, points, score, deviation, streak)"
    places = [
        (1000 + number, board, game, 300, 1200.0 + number)
        for number in range(12)
        for board, game in (("people", "tic-tac-toe"), ("maxine", "tic-tac-toe"), ("puzzles", ""))
    ]
    stage.database.change(f"{ranked} VALUES (?, ?, ?, 0, 'all', ?, ?, 90, 2)", *places)


async def choose_settings(stage: Foreign) -> None:
    """Change what is usual on the server, at the same time as others too, and meet it."""
    shown = id_of(await stage.command(stage.ada, "settings"))
    choose = stage.playground.click_id
    everywhere = {"channels": [], "season": [], "language": ["-"]}
    chosen = {"channels": [str(stage.games.id)], "season": [str(stage.games.id)]}
    for name, values in [*chosen.items(), ("language", ["en-US"]), ("game", ["oware"]), ("level", ["hard"])]:
        await choose(stage.ada, shown, f"sg:{name}", values)
    await stage.command(stage.ada, "challenge", game="oware")
    await choose(stage.ada, shown, "sg:unknown", [])
    for zone in ("nowhere", "Europe/Berlin"):
        await stage.command(stage.ada, "settings", timezone=zone)
    for name, values in [*everywhere.items(), ("game", ["tic-tac-toe"])]:
        await choose(stage.ada, shown, f"sg:{name}", values)
    stage.database.change("DELETE FROM servers")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "_TRIES", 0)
        await choose(stage.ada, shown, "sg:level", ["easy"])
    world = stage.playground.world
    for command in world.commands:
        command["default_member_permissions"] = None
    await stage.command(stage.eve, "settings")


async def close_season(stage: Foreign) -> None:
    """Let a month end in which people have played."""
    ranked = (
        "INSERT INTO rankings (user_id, board, game, guild_id, period, wins, points, score, deviation)"
        " VALUES (?, 'people', 'tic-tac-toe', ?, '2020-01', 1, 2, 1, 0)"
    )
    stage.database.change(ranked, (stage.ada.id, stage.playground.guild.id))
    closed = "UPDATE servers SET season_channel_id = ?, season_closed = '2019-12'"
    stage.database.change(closed, (stage.games.id,))
    await stage.upkeep()
    stage.database.change("UPDATE servers SET season_channel_id = NULL", ())


async def use_commands(stage: Foreign) -> None:
    """Let somebody new use every command with no more than it needs, and press all that it shows."""
    kim, given = stage.newcomer("kim"), {3: "1", 4: 1, 6: stage.grace}
    for command in stage.playground.world.commands:
        if command["type"] == 1 and command.get("default_member_permissions") is None:
            parts = [each for each in command.get("options", []) if each["type"] == 1]
            for part in parts or [command]:
                name = f"{command['name']} {part['name']}" if parts else command["name"]
                needed = [each for each in part.get("options", []) if each.get("required")]
                options = {each["name"]: given[each["type"]] for each in needed}
                await explore(stage, id_of(await stage.command(kim, name, **options)), kim)


async def keep_to_oneself(stage: Foreign) -> None:
    """See, hide and delete what is kept, and look at what is left for others."""
    zoe = stage.newcomer("zoe")
    board = await stage.between(zoe, stage.eve)
    await stage.moves(board, zoe, stage.eve, "a1 b1 a2 b2 a3")
    await stage.between(zoe, stage.eve)
    await stage.command(zoe, "privacy hide")
    await stage.command(stage.eve, "profile", user=zoe)
    for name in ("show", "export"):
        await stage.command(zoe, f"privacy {name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privacy, "MOST_PLAIN", 1)
        await stage.command(zoe, "privacy export")
    asked = id_of(await stage.command(zoe, "privacy delete"))
    await stage.click(zoe, asked, "Delete everything about me")
    await stage.command(zoe, "privacy export")
    await stage.command(stage.eve, "board")
    await stage.click(stage.eve, board, "Rematch")


async def ask_for_what_is_not(stage: Foreign) -> None:
    """Press what nobody knows, and use commands as they are no more."""
    board = await stage.challenge(stage.ada)
    for id_ in ("??", "m:999:0:0", "a:999", "i:999:0"):
        await stage.press(stage.ada, board, id_)
    await stage.command(stage.ada, "move", to="b2")
    await stage.command(stage.ada, "replay", match=999)
    await stage.command(stage.ada, "challenge", game="connect-four")
    await stage.command(stage.ada, "explain", tree=True)
    world = stage.playground.world
    stage.leave_unchecked("choices")
    commands = world.commands
    await stage.command(stage.ada, "challenge", game="7")
    await stage.command(stage.ada, "challenge", level="7")
    await stage.command(stage.ada, "challenge", game="oware", level="q-table")
    await stage.command(stage.ada, "puzzle", difficulty="7")
    await stage.command(stage.ada, "puzzle", theme="7")
    world.set_commands([{**commands[0], "name": "gone", "options": []}])
    await stage.command(stage.ada, "gone")
    world.set_commands(commands)
    interactions, deliver = stage.playground.interactions, stage.playground.interactions.dispatch
    interactions.dispatch = lambda told: deliver({**told, "type": 99})
    await stage.command(stage.ada, "help")
    interactions.dispatch = deliver


async def meet_trouble(stage: Foreign) -> None:
    """Go on with a database that is busy, an answer that is not taken, a bug, and workers that die."""
    board = await stage.challenge(stage.ada)
    stage.playground.fail_next("POST", r"/callback$", status=403)
    await stage.click(stage.ada, board, "b2")
    with stage.database.locked():
        await stage.command(stage.ada, "challenge")
    stage.worker = DEAD
    await stage.restart()
    await stage.command(stage.ada, "challenge", game=GAME, first="opponent")
    await stage.command(stage.ada, "explain")


async def wait_for_maxine(paused: PausedStage) -> None:
    """Watch her think, ask her too much, and stop while she thinks."""
    board, _ = await paused.thinking()
    await paused.thought()
    await paused.click(paused.ada, board, open_cells(paused.message(board))[0])
    paused.pause_workers()
    ask = paused.playground.command
    await asyncio.gather(*(ask(paused.ada, paused.general, "explain", ply=ply) for ply in range(1, 5)))
    people = (paused.ada, paused.ada, paused.grace, paused.eve, paused.newcomer("zoe"))
    options = {"x": "hard", "o": "easy", "game": GAME, "games": 1}
    arena, *_ = await asyncio.gather(*(ask(person, paused.general, "arena", **options) for person in people))
    await paused.stop()
    await paused.start()
    paused.resume_workers()
    await paused.click(paused.ada, id_of(arena), "⟦Again⟧")
