"""/profile, /versus and /history: how people fare, and what they have played."""

import re
from dataclasses import replace
from itertools import pairwise

from bot.models import Match, Place
from bot.playground.things import Person
from engine import Outcome
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.drafts import begun, draft, played
from tests.bot.scenes import Scene
from tests.bot.shown import Told, buttons, controls, id_of, menus, private_text
from tests.bot.stage import Stage
from tests.bot.test_leaderboards import drawn, won_by_first

WON = (0, 3, 1, 4, 2)
DAY = 24 * 3600.0


async def ended(scene: Scene, first: int | None, second: int | None, at: float, **other: object) -> Match:
    """Store a match in #general that the first player won, past the bot."""
    place = Place(scene.world.guild.id, scene.general.id)
    fields = {"place": place, "seed": 1, **other}
    match = replace(draft(first, second, level="easy", at=at), **fields)  # type: ignore[arg-type]
    return await played(scene.storage, await begun(scene.storage, match), *WON)


async def choose(scene: Scene, person: Person, message_id: int, value: str) -> Told:
    [shown] = menus(scene.message(message_id))
    return await scene.press(person, message_id, shown["custom_id"], value)


def listed(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^#(\d+) ", text, re.MULTILINE)]


async def rate(scene: Scene, person: Person, game: str, at: float, *numbers: float) -> None:
    """Note that matches of a game, a day apart, took the rating of somebody from each number to the next."""
    for number, (before, after) in enumerate(pairwise(numbers)):
        match = await ended(scene, person.id, scene.grace.id, at + number * DAY)
        scene.database.change(
            "INSERT INTO rating_changes VALUES (?, ?, 'people', ?, ?, ?, 80, ?, 70, 0.06)",
            (match.id, person.id, game, at + number * DAY, before, after),
        )
    scene.database.change(
        "INSERT INTO ratings VALUES (?, ?, 'people', ?, 150, 0.06, ?, 1, 2, ?)",
        (person.id, game, numbers[-1], len(numbers) - 1, scene.clock()),
    )


# /profile


async def test_newcomers_profile_says_how_to_begin(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "profile")
    assert f"Profile of {desk.ada.mention}" in private_text(answer)
    assert "`/challenge`" in answer.text
    history = await desk.click(desk.ada, id_of(answer), "Matches")
    assert "There are none. `/challenge` begins a match." in history.text


async def test_profile_tells_results_by_game(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    await won_by_first(stage, stage.grace, stage.ada)
    await drawn(stage, stage.ada, stage.eve)
    await stage.challenge(stage.ada, game="kalah", level="easy")
    await stage.resign(stage.ada)
    await stage.challenge(stage.ada, level="easy")
    await stage.command(stage.ada, "explain")
    await stage.resign(stage.ada)
    answer = await stage.command(stage.grace, "profile", user=stage.ada, public=True)
    assert not answer.ephemeral
    assert stage.message(id_of(answer))["pinged"] == []
    text = (await stage.click(stage.grace, id_of(answer), "Results")).text
    assert "Kalah, against Maxine: 0 wins, 0 draws, 1 loss" in text
    assert "Tic-tac-toe, between people: 1 win, 1 draw, 1 loss" in text
    assert "Tic-tac-toe, against Maxine with help: 0 wins, 0 draws, 1 loss" in text
    assert "All together: 1 win, 1 draw, 3 losses" in text
    assert f"**Favourite opponents**\n{stage.grace.mention}: 1 win, 0 draws, 1 loss\n" in text


async def test_profile_shows_how_ratings_went(desk: Desk) -> None:
    begin = desk.clock() - 9 * DAY
    await rate(desk, desk.ada, "kalah", begin, 1500, 1600, 1480, 1650)
    await rate(desk, desk.ada, "oware", begin + 1, 1500, 1450)
    await rate(desk, desk.ada, "connect-four", begin + 2, 1500, 1550)
    answer = await desk.command(desk.eve, "profile", user=desk.ada)
    assert re.search(r"Kalah, between people: \*\*1650\?\*\* \(± 150, 3 rated matches\)", answer.text)
    assert re.search(r"Oware, between people: \*\*1450\?\*\* \(± 150, 1 rated match\)", answer.text)
    assert "`?`: this rating is not certain yet" in answer.text
    results = (await desk.click(desk.eve, id_of(answer), "Results")).text
    assert "Wins in a row in Kalah, between people: 1 now, 2 at most" in results
    turned = await desk.press(desk.eve, id_of(answer), f"pe:{desk.ada.id}:99")
    assert turned.text.splitlines()[-1] == results.splitlines()[-1]
    assert "rated match" not in results
    [picture] = pictures(desk.message(id_of(answer)))
    first, second, third = picture["description"].split(". ")
    day = r"[-\d]{10}"
    assert re.fullmatch(
        rf"Kalah, between people: rating from 1500 on {day} to 1650 on {day} in 3 matches,"
        r" lowest 1480, highest 1650",
        second,
    )
    assert first.startswith("Connect Four, between people: rating from 1500 on ")
    assert "in 1 match, lowest 1450, highest 1500" in third


async def test_profile_tells_accuracy(desk: Desk) -> None:
    for number in range(1, 5):
        await won_by_first(desk, desk.ada, desk.grace)
        await desk.command(desk.ada, "review", match=number)
        text = (await desk.command(desk.ada, "profile")).text
        many = "matches" if number > 1 else "match"
        wanted = (
            rf"Accuracy in {number} reviewed {many}: \d+%"
            if number < 4
            else r"Accuracy in 4 reviewed matches: (\d+)% in the earlier half → \1% in the later half"
        )
        assert re.search(wanted, text), text
    assert desk.rows("SELECT count(*) FROM accuracies") == [(8,)]


async def test_review_survives_an_unkept_accuracy(desk: Desk) -> None:
    await won_by_first(desk, desk.ada, desk.grace)
    with desk.database.locked():
        answer = await desk.command(desk.ada, "review")
    assert "Accuracy" in answer.text
    assert desk.rows("SELECT count(*) FROM accuracies") == [(0,)]


async def test_profile_tells_puzzles_and_streak(desk: Desk) -> None:
    today = int(desk.clock() // DAY)
    desk.database.change("INSERT INTO solvers VALUES (?, 1612, 60, 0.06, 3, 7)", (desk.ada.id,))
    desk.database.change("INSERT INTO streaks VALUES (?, 0, ?, 4, 9)", (desk.ada.id, today))
    text = (await desk.command(desk.ada, "profile")).text
    assert "Puzzles: **1612** (± 60), 3 in a row at the first try, longest 7" in text
    assert "Daily puzzles: 4 days in a row now, 9 at most" in text
    assert "not certain" not in text
    desk.clock.advance(days=3)
    assert "0 days in a row now, 9 at most" in (await desk.command(desk.ada, "profile")).text


async def test_bots_have_no_profile(stage: Stage) -> None:
    for name, options in (("profile", {}), ("history", {}), ("versus", {"other": stage.ada})):
        answer = await stage.command(stage.ada, name, user=stage.robot, **options)
        assert "Bots have no profile" in private_text(answer)


# /versus


async def test_versus_tells_wins_by_game(desk: Desk) -> None:
    for _ in range(2):
        await won_by_first(desk, desk.ada, desk.grace)
    await won_by_first(desk, desk.grace, desk.ada)
    await drawn(desk, desk.ada, desk.grace)
    ada, grace = desk.ada.mention, desk.grace.mention
    answer = await desk.command(desk.ada, "versus", user=desk.grace)
    assert answer.ephemeral
    lines = answer.text.splitlines()
    assert lines[:6] == [
        f"### {ada} against {grace}",
        f"Longest run: {ada} won 2 matches in a row.",
        f"**Tic-tac-toe**: {ada} won 2, {grace} won 1, drawn 1",
        f"- {ada} began: {ada} won 2, {grace} won 0, drawn 1",
        f"- {grace} began: {ada} won 0, {grace} won 1, drawn 0",
        "**The newest matches that can be seen here:**",
    ]
    assert [line.split(" · ")[2] for line in lines[6:]] == [
        "drawn",
        f"{grace} won",
        f"{ada} won",
        f"{ada} won",
    ]
    assert desk.link(desk.rows("SELECT message_id FROM matches WHERE id = 4")[0][0]) in lines[6]
    turned = await desk.command(desk.eve, "versus", user=desk.ada, other=desk.grace)
    assert turned.text.startswith(f"### {grace} against {ada}")
    assert f"**Tic-tac-toe**: {grace} won 1, {ada} won 2, drawn 1" in turned.text


async def test_versus_maxine_counts_unhelped(desk: Desk) -> None:
    await ended(desk, desk.ada.id, None, desk.clock() - 50)
    kalah = await begun(desk.storage, replace(draft(desk.ada.id, None, level="easy"), game_slug="kalah"))
    assert await desk.storage.matches.save(kalah, kalah.with_end(Outcome.FIRST, 2000))
    helped = await begun(desk.storage, draft(desk.ada.id, None, level="easy"))
    assert await desk.storage.matches.add_help(helped.id)
    helped = replace(helped, is_helped=True)
    assert await desk.storage.matches.save(helped, helped.with_end(Outcome.FIRST, 2000))
    maxine = desk.world.bot
    ada = desk.ada.mention
    text = (await desk.command(desk.ada, "versus", user=maxine)).text
    assert text.startswith(f"### {ada} against Maxine")
    assert f"All together: {ada} won 2, Maxine won 0, drawn 0" in text
    assert f"**Kalah**: {ada} won 1, Maxine won 0, drawn 0" in text
    assert "Matches with help, or from a position of another match, are not counted." in text
    turned = (await desk.command(desk.ada, "versus", user=desk.ada, other=maxine)).text
    assert f"All together: Maxine won 0, {ada} won 2, drawn 0" in turned
    assert listed((await desk.command(desk.ada, "history", opponent=maxine)).text) == [1, 3, 2]


async def test_versus_lists_no_hidden_match(desk: Desk) -> None:
    match = await ended(desk, desk.ada.id, desk.grace.id, 1000, place=Place(None, 71))
    for person, is_public in ((desk.ada, False), (desk.ada, True), (desk.eve, False)):
        answer = await desk.command(person, "versus", user=desk.ada, other=desk.grace, public=is_public)
        assert answer.ephemeral is not is_public
        assert f"{desk.ada.mention} won 1" in answer.text
        assert (f"#{match.id}" in answer.text) == (person == desk.ada and not is_public)


async def test_versus_needs_two_who_have_met(stage: Stage) -> None:
    nothing = await stage.command(stage.ada, "versus", user=stage.grace)
    assert "have not finished a match with each other yet" in nothing.text
    for options in ({"user": stage.ada}, {"user": stage.grace, "other": stage.grace}):
        refused = await stage.command(stage.ada, "versus", **options)
        assert "Nobody plays against themselves" in private_text(refused)


# /history


async def test_history_is_from_ones_own_side(desk: Desk) -> None:
    await won_by_first(desk, desk.ada, desk.grace)
    await desk.challenge(desk.grace, game="kalah", level="hard")
    await desk.resign(desk.grace)
    await drawn(desk, desk.eve, desk.ada)
    answer = await desk.command(desk.grace, "history")
    assert answer.ephemeral
    lines = answer.text.splitlines()
    assert lines[0] == f"### Finished matches of {desk.grace.mention}"
    assert re.fullmatch(
        r"#2 · Kalah · against Maxine \(hard\) · \*\*lost\*\* · \d moves? · <t:\d+:R>", lines[1]
    )
    assert re.fullmatch(
        rf"#1 · Tic-tac-toe · against {desk.ada.mention} · \*\*lost\*\* · 5 moves · <t:\d+:R>",
        lines[2],
    )
    of_other = await desk.command(desk.grace, "history", user=desk.ada)
    assert "Only matches of this channel are listed" in of_other.text
    assert listed(of_other.text) == [3, 1]
    assert listed((await desk.command(desk.ada, "history", opponent=desk.eve)).text) == [3]
    assert listed((await desk.command(desk.grace, "history", game="kalah")).text) == [2]


async def test_history_leads_to_a_match(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    history = id_of(await stage.command(stage.ada, "history"))
    [shown_menu] = menus(stage.message(history))
    assert [one["label"] for one in shown_menu["options"]] == ["#1 · Tic-tac-toe · you against Grace · won"]
    shown = await choose(stage, stage.ada, history, "1")
    assert "Rating: " in shown.text
    [[option]] = [each["options"] for each in menus(stage.message(history))]
    assert option["default"]
    [picture] = pictures(stage.message(history))
    assert picture["description"].startswith("X on a1, a2 and a3")
    assert controls(stage.message(history)) == ["Replay", "Review", "Play from here"]
    replay = await stage.click(stage.ada, history, "Replay")
    assert "Move 0 of 5" in replay.text
    assert id_of(replay) != history
    assert "Accuracy" in (await stage.click(stage.ada, history, "Review")).text
    side = await stage.click(stage.ada, history, "Play from here")
    assert id_of(side) != history
    assert next(buttons(stage.message(id_of(side))))["custom_id"].startswith("ps:1:4:")


async def test_history_is_turned_by_buttons(stage: Stage) -> None:
    for number in range(19):
        await ended(stage, stage.ada.id, stage.grace.id, 1000 + 10 * number)
    history = id_of(await stage.command(stage.ada, "history", game="tic-tac-toe", opponent=stage.grace))
    first, second, third = [*range(19, 11, -1)], [*range(11, 3, -1)], [3, 2, 1]
    message = stage.message(history)
    assert {b["label"]: b["disabled"] for b in buttons(message)} == {"Newer": True, "Older": False}
    for label, numbers in (
        ("Older", second),
        ("Older", third),
        ("Newer", second),
        ("Newer", first),
        ("Older", second),
    ):
        answer = await stage.click(stage.ada, history, label)
        assert id_of(answer) == history
        assert listed(answer.text) == numbers
    chosen = await choose(stage, stage.ada, history, "5")
    assert listed(chosen.text) == []  # the match is shown in the place of the list
    await stage.restart()
    assert listed((await stage.click(stage.ada, history, "Older")).text) == third


async def test_history_hides_other_channels(desk: Desk) -> None:
    here = await ended(desk, desk.ada.id, None, 1000)
    hidden = await ended(desk, desk.ada.id, None, 1100, place=Place(None, 71))
    own = await ended(desk, desk.ada.id, desk.grace.id, 1200, place=Place(9, 90))
    assert listed((await desk.command(desk.ada, "history")).text) == [own.id, hidden.id, here.id]
    assert listed((await desk.command(desk.grace, "history", user=desk.ada)).text) == [own.id, here.id]
    answer = await desk.command(desk.eve, "history", user=desk.ada)
    assert listed(answer.text) == [here.id]
    for value in (str(hidden.id), "999", "x"):
        refused = await choose(desk, desk.eve, id_of(answer), value)
        assert "Finished matches" not in private_text(refused)
