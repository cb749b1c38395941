"""Characters: suggested, introduced and challenged, and in the leaderboard under their names."""

import json
from random import Random

import pytest

import engine
from bot.services import characters
from bot.words import characters as words
from engine.ladder import EloRating
from tests.bot.desk import Desk
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import Told, buttons, cells, id_of, menus
from tests.bot.stage import Stage
from tests.bot.test_every_game import newest
from tests.bot.test_leaderboards import tables
from tests.bot.test_readme import ROOT
from tests.make_strengths import FOLDER, Meeting, rate, table

OFFERED = ("random", "greedy", "mcts", "depth-1", "depth-3", "depth-6", "iq-0", "iq-30", "iq-70")
KNOWN = "depth-1 to depth-9, iq-0 to iq-100"


async def suggested(stage: Stage, typed: str, name: str = "challenge", **others: str) -> list[str]:
    choices = await stage.playground.autocomplete(stage.ada, stage.general, name, "level", typed, **others)
    assert len(choices) <= 25
    assert all(len(choice["name"]) <= 100 for choice in choices)
    return [choice["value"] for choice in choices]


@pytest.mark.parametrize("name", ["challenge", "leaderboard"])
async def test_levels_are_suggested_first(stage: Stage, name: str) -> None:
    here, there = await suggested(stage, "", name), await suggested(stage, "", name, game="oware")
    assert [each[:4] for each in (here, there)] == [list(engine.LEVELS)] * 2
    assert {*here} - {*there} == {"q-table", "neural", "minimax"}
    assert {*OFFERED} <= {*here}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("depth", [f"depth-{number}" for number in (1, 3, 6, 2, 4, 5, 7, 8, 9)]),
        (" IQ-3", ["iq-30", "iq-3", *(f"iq-{number}" for number in range(31, 40))]),
        ("MED", ["medium"]),
        ("nobody", []),
    ],
)
async def test_suggestions_are_those_called_so(stage: Stage, typed: str, found: list[str]) -> None:
    assert await suggested(stage, typed) == found


@pytest.mark.parametrize(
    "level", ["deep-blue", "iq-101", "iq--1", "iq-3.5", "iq-05", "depth-0", "depth-10", "iq"]
)
async def test_unknown_level_names_the_known_ones(desk: Desk, level: str) -> None:
    answer = await desk.command(desk.ada, "challenge", level=level)
    assert answer.ephemeral
    assert answer.text.startswith(f"There is no level “{level}”. Choose one of these: easy, medium, ")
    assert KNOWN in answer.text
    assert desk.rows("SELECT * FROM matches") == []


@pytest.mark.parametrize("name", ["challenge", "leaderboard"])
async def test_level_without_the_game_is_refused(desk: Desk, name: str) -> None:
    answer = await desk.command(desk.ada, name, game="oware", level="q-table")
    assert answer.ephemeral
    assert answer.text.startswith("q-table does not know Oware. Choose one of these: easy, medium, ")
    assert answer.text.count("q-table") == 1
    assert KNOWN in answer.text


async def test_rematch_keeps_the_character(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, level="iq-0")
    await desk.click(desk.ada, board, "b2")
    over = await desk.resign(desk.ada)
    assert "Maxine (X, iq-0)" in (await desk.click(desk.ada, over, "Rematch")).text
    replay = id_of(await desk.command(desk.ada, "replay", match=1))
    asked = await desk.click(desk.ada, replay, "Play from here")
    assert "I take the other, at level iq-0." in asked.text
    assert "Maxine (X, iq-0)" in (await desk.click(desk.ada, id_of(asked), "Play O")).text


@pytest.mark.ci
async def test_interrupted_thought_is_thought_again(paused: PausedStage) -> None:
    await paused.challenge(paused.ada, game=GAME, level="iq-50")
    board = id_of(await paused.command(paused.ada, "board"))
    await paused.answered(paused.playground.click(paused.ada, board, "b2"))
    assert paused.is_thinking(board)
    await paused.stop()
    await paused.offline()
    paused.resume_workers()
    await paused.start()
    await paused.upkeep()
    paused.check_replied(board)
    match = await newest(paused)
    again = engine.get_player("iq-50").choose(match.state_at(1), None, Random(match.seed_at(1)))
    assert match.actions[1] == again.action


async def introduced(scene: Scene, slug: str) -> tuple[Told, list[str]]:
    """Who is in the menu of a game, after the answer that has it."""
    answer = await scene.command(scene.ada, "characters", game=slug)
    assert answer.ephemeral
    [menu] = menus(scene.message(id_of(answer)))
    assert menu["custom_id"] == f"ch:{slug}"
    return answer, [option["value"] for option in menu["options"]]


async def all_portraits(scene: Scene, answer: Told) -> list[str]:
    """All portraits, page by page."""
    _, _, *portraits = answer.text.split("\n\n")
    while not list(buttons(scene.message(id_of(answer))))[-1].get("disabled"):
        answer = await scene.click(scene.ada, id_of(answer), "▶")
        others = answer.text.partition("\n")[2].split("\n\n")
        assert 0 < len(others) <= 3
        portraits += others
    return portraits


async def test_pages_of_characters_lead_back(desk: Desk) -> None:
    answer, _ = await introduced(desk, "tic-tac-toe")
    message = id_of(answer)
    await desk.click(desk.ada, message, "▶")
    assert (await desk.click(desk.ada, message, "◀")).text == answer.text
    far = await desk.press(desk.ada, message, "cp:tic-tac-toe:99:1")
    assert "Monty" in far.text


@pytest.mark.parametrize("slug", engine.games())
async def test_everybody_is_introduced_in_two_sentences(desk: Desk, slug: str) -> None:
    answer, values = await introduced(desk, slug)
    assert {*values} == {*characters.offered(slug)} - {*engine.LEVELS}
    assert len(values) <= 25
    assert answer.text.startswith("### Characters who play ")
    told = [portrait.partition("\n") for portrait in await all_portraits(desk, answer)]
    assert [text.count(". ") + text.count(".\n") + text.endswith(".") for _, _, text in told] == [2] * len(
        told
    )
    names = [name for name in values if not name[-1].isdigit()]
    assert len(told) == len(names) + len({name.rpartition("-")[0] for name in values if name[-1].isdigit()})
    assert all(any(name in head for head, _, _ in told) for name in names)


def rated(slug: str, name: str) -> str:
    """A player of a game with its rating."""
    strength = characters.strengths_in(slug)[name]
    return f"{name} ({strength.rating:.0f} ± {strength.margin:.0f})"


async def test_weakest_come_first_with_ratings(desk: Desk) -> None:
    answer, values = await introduced(desk, "tic-tac-toe")
    strengths = characters.strengths_in("tic-tac-toe")
    assert strengths["random"].rating == 0
    others, proven = values[:-3], values[-3:]
    assert {*proven} == {"minimax", "neural", "q-table"}  # which never lose, as tests prove
    assert others == sorted(others, key=lambda name: strengths[name].rating)
    assert f"**🐿️ Nibbles** · {rated('tic-tac-toe', 'greedy')}" in answer.text
    [menu] = menus(desk.message(id_of(answer)))
    assert menu["options"][0]["label"] == f"🐒 Monty · {rated('tic-tac-toe', values[0])}"


@pytest.mark.parametrize("slug", engine.games())
async def test_proven_level_stands_above_characters(desk: Desk, slug: str) -> None:
    answer, _ = await introduced(desk, slug)
    scale, own, *_ = answer.text.split("\n\n")
    name = "perfect" if engine.game(slug).is_proven else "strongest"
    strength = characters.strengths_in(slug)["perfect"]
    assert f"{name} ({strength.rating:.0f} ± {strength.margin:.0f})" in own
    assert (
        own.endswith("The moves of perfect are proven: nobody plays better.") == engine.game(slug).is_proven
    )
    assert scale.endswith("Two that overlap within their ± may be equally strong.")


@pytest.mark.parametrize(("slug", "name"), [("reversi", "strongest"), ("dots-and-boxes", "perfect")])
async def test_level_is_called_perfect_where_it_is_proven(desk: Desk, slug: str, name: str) -> None:
    board = await desk.command(desk.ada, "challenge", game=slug, level="perfect")
    assert f"{name})" in board.text.splitlines()[1]
    await desk.resign(desk.ada)
    assert [*await tables(desk, desk.ada, game=slug)] == [f"Against Maxine, {name}"]
    assert f"Maxine ({name})" in (await desk.command(desk.ada, "history")).text
    assert desk.rows("SELECT level FROM matches") == [("perfect",)]


async def test_strongest_is_suggested_and_understood(stage: Stage) -> None:
    choices = await stage.playground.autocomplete(
        stage.ada, stage.general, "challenge", "level", "strong", game="oware"
    )
    assert choices == [{"name": "strongest", "value": "perfect"}]
    answer = await stage.command(stage.ada, "challenge", game="oware", level=" Strongest ")
    assert "Maxine (North, strongest)" in answer.text


@pytest.mark.parametrize("slug", engine.games())
def test_all_who_are_suggested_are_rated(slug: str) -> None:
    rated = {*characters.strengths_in(slug)}
    assert not rated or {*characters.offered(slug)} <= rated <= {*characters.levels_of(slug)}


async def test_new_player_needs_no_words(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(words._FACES, "greedy")
    monkeypatch.setattr("bot.services.characters.strengths_in", lambda _: {})
    answer, values = await introduced(stage, "oware")
    assert "greedy" in values
    assert "\n\n**greedy: not rated yet**" in answer.text
    assert await suggested(stage, "greedy") == ["greedy"]


async def test_menu_begins_a_public_match(stage: Stage) -> None:
    answer, _ = await introduced(stage, "tic-tac-toe-wild")
    press = stage.playground.click_id(stage.ada, id_of(answer), "ch:tic-tac-toe-wild", ["mcts"])
    begun = await stage.answered(press)
    assert not begun.ephemeral
    assert f"{stage.ada.mention} against Maxine (mcts)" in begun.text
    assert "a1" in cells(stage.message(id_of(begun)))


@pytest.mark.parametrize(
    ("id_", "values", "said"),
    [
        ("ch:oware", ["q-table"], "q-table does not know Oware."),
        ("ch:oware", ["nobody"], "There is no level “nobody”."),
        ("ch:oware", None, "There is no level “”."),
        ("ch:chess", ["greedy"], "There is no game “chess”."),
    ],
)
async def test_forged_choice_is_refused(stage: Stage, id_: str, values: list[str] | None, said: str) -> None:
    menu = id_of((await introduced(stage, "oware"))[0])
    answer = await stage.answered(stage.playground.click_id(stage.ada, menu, id_, values))
    assert answer.ephemeral
    assert answer.text.startswith(said)


async def lose(scene: Scene, level: str, times: int = 1) -> None:
    for _ in range(times):
        await scene.challenge(scene.ada, level=level)
        await scene.resign(scene.ada)


async def test_characters_follow_the_levels(stage: Stage) -> None:
    for level in ("iq-37", "perfect", "mcts"):
        await lose(stage, level)
    row = ("tic-tac-toe", stage.playground.guild.id, "mcts+help", stage.ada.id)
    sql = "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES (?, ?, ?, ?, 1)"
    stage.database.change(sql, row)
    assert list(await tables(stage, stage.ada)) == [
        "Against Maxine, perfect",
        "Against Maxine, mcts",
        "Against Maxine, iq-37",
        "Against Maxine, mcts, with help",
    ]
    only = await tables(stage, stage.ada, level="MCTS")
    assert list(only) == ["Against Maxine, mcts", "Against Maxine, mcts, with help"]
    empty = await stage.command(stage.ada, "leaderboard", level="iq-36")
    assert "Nobody has finished a match against Maxine, iq-36, yet." in empty.text


async def test_full_leaderboard_fits_a_phone(desk: Desk) -> None:
    sql = "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES ('tic-tac-toe', ?, ?, ?, ?)"
    against = [
        "people",
        *(f"{name}{help_}" for name in characters.levels_of("tic-tac-toe") for help_ in ("", "+help")),
    ]
    rows = [
        (0, versus, 10**18 + number, 200 + (versus == "iq-42")) for versus in against for number in range(11)
    ]
    desk.database.change(sql, *rows)
    assert list(await tables(desk, desk.ada, scope="global")) == ["Between people"]
    answer = await desk.command(desk.ada, "leaderboard", scope="global")
    assert f"{len(against) - 1} more tables do not fit here." in answer.text


def test_renewed_rating_lies_between_those_it_draws_with_on_average() -> None:
    weaker, stronger = EloRating("easy", 100.0, 50.0), EloRating("hard", 300.0, 80.0)
    found = rate("medium", [Meeting(weaker, 10, 10), Meeting(stronger, 10, 0)])
    assert abs(found.rating - 200) < 1
    few, many = (rate("medium", [Meeting(weaker, games, games / 2)]).margin for games in (10, 10_000))
    assert weaker.margin < many < few


def test_shipped_ratings_match_the_page() -> None:
    for file in FOLDER.glob("*.json"):
        made = json.loads(file.read_text("ascii"))
        assert made["game"] == file.stem
        assert made["games"] > 0
    assert table() in (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
