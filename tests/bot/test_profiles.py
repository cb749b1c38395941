"""/profile, /versus and /history: how people fare, and what they have played."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.models import Place
from engine import Outcome
from tests.bot.boards import pictures
from tests.bot.drafts import begun, draft, played
from tests.bot.everything import menus
from tests.bot.stage import buttons, controls, id_of
from tests.bot.test_leaderboards import drawn, won_by_first

if TYPE_CHECKING:
    from bot.models import Match
    from bot.playground.people import Answer
    from bot.playground.things import Person
    from tests.bot.stage import Stage

WON = (0, 3, 1, 4, 2)
DAY = 24 * 3600.0


async def ended(stage: Stage, first: int | None, second: int | None, at: float, **other: object) -> Match:
    """Store a match in #general that the first player won, past the bot."""
    place = Place(stage.playground.guild.id, stage.general.id)
    fields = {"place": place, "seed": 1, **other}
    match = replace(draft(first, second, level="easy", at=at), **fields)  # type: ignore[arg-type]
    return await played(stage.storage, await begun(stage.storage, match), *WON)


async def choose(stage: Stage, person: Person, message_id: int, value: str) -> Answer:
    """Choose a match from the menu of a history."""
    [shown] = menus(stage.message(message_id))
    answer = await stage.playground.click_id(person, message_id, shown["custom_id"], [value])
    await stage.quiet()
    return answer


def listed(text: str) -> list[int]:
    """The numbers of the matches that are listed."""
    return [int(number) for number in re.findall(r"^#(\d+) ", text, re.MULTILINE)]


async def rate(stage: Stage, person: Person, game: str, at: float, *numbers: float) -> None:
    """Note that matches of a game, a day apart, took the rating of somebody from each number to the next."""
    for number, (before, after) in enumerate(pairwise(numbers)):
        match = await ended(stage, person.id, stage.grace.id, at + number * DAY)
        stage.database.change(
            "INSERT INTO rating_changes VALUES (?, ?, 'people', ?, ?, ?, 80, ?, 70, 0.06)",
            (match.id, person.id, game, at + number * DAY, before, after),
        )
    stage.database.change(
        "INSERT INTO ratings VALUES (?, ?, 'people', ?, 150, 0.06, ?, 1, 2, ?)",
        (person.id, game, numbers[-1], len(numbers) - 1, stage.clock()),
    )


# /profile


async def test_newcomers_profile_says_how_to_begin(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "profile")
    assert answer.ephemeral
    assert f"Profile of {stage.ada.mention}" in answer.text
    assert "`/challenge`" in answer.text
    history = await stage.click(stage.ada, id_of(answer), "Matches")
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
    text = answer.text
    assert "Kalah, against Maxine: 0 wins, 0 draws, 1 loss" in text
    assert "Tic-tac-toe, between people: 1 win, 1 draw, 1 loss" in text
    assert "Tic-tac-toe, against Maxine with help: 0 wins, 0 draws, 1 loss" in text
    assert "All together: 1 win, 1 draw, 3 losses" in text
    assert f"**Favourite opponents**\n{stage.grace.mention}: 1 win, 0 draws, 1 loss\n" in text


async def test_profile_shows_how_ratings_went(stage: Stage) -> None:
    begin = stage.clock() - 9 * DAY
    await rate(stage, stage.ada, "kalah", begin, 1500, 1600, 1480, 1650)
    await rate(stage, stage.ada, "oware", begin + 1, 1500, 1450)
    await rate(stage, stage.ada, "connect-four", begin + 2, 1500, 1550)
    answer = await stage.command(stage.eve, "profile", user=stage.ada)
    assert re.search(r"Kalah, between people: \*\*1650\?\*\* \(± 150, 3 rated matches\)", answer.text)
    assert re.search(r"Oware, between people: \*\*1450\?\*\* \(± 150, 1 rated match\)", answer.text)
    assert "`?`: this rating is not certain yet" in answer.text
    assert "Wins in a row in Kalah, between people: 1 now, 2 at most" in answer.text
    [picture] = pictures(stage.message(id_of(answer)))
    first, second, third = picture["description"].split(". ")
    day = r"[-\d]{10}"
    assert re.fullmatch(
        rf"Kalah, between people: rating from 1500 on {day} to 1650 on {day} in 3 matches,"
        r" lowest 1480, highest 1650",
        second,
    )
    assert first.startswith("Connect Four, between people: rating from 1500 on ")
    assert "in 1 match, lowest 1450, highest 1500" in third


async def test_profile_tells_accuracy(stage: Stage) -> None:
    for number in range(1, 5):
        await won_by_first(stage, stage.ada, stage.grace)
        await stage.command(stage.ada, "review", match=number)
        text = (await stage.command(stage.ada, "profile")).text
        many = "matches" if number > 1 else "match"
        wanted = (
            rf"Accuracy in {number} reviewed {many}: \d+%"
            if number < 4
            else r"Accuracy in 4 reviewed matches: (\d+)% in the earlier half → \1% in the later half"
        )
        assert re.search(wanted, text), text
    assert stage.rows("SELECT count(*) FROM accuracies") == [(8,)]


async def test_review_survives_an_unkept_accuracy(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    with stage.database.locked():
        answer = await stage.command(stage.ada, "review")
    assert "accuracy" in answer.text
    assert stage.rows("SELECT count(*) FROM accuracies") == [(0,)]


async def test_profile_tells_puzzles_and_streak(stage: Stage) -> None:
    today = int(stage.clock() // DAY)
    stage.database.change("INSERT INTO solvers VALUES (?, 1612, 60, 0.06, 3, 7)", (stage.ada.id,))
    stage.database.change("INSERT INTO streaks VALUES (?, 0, ?, 4, 9)", (stage.ada.id, today))
    text = (await stage.command(stage.ada, "profile")).text
    assert "Puzzles: **1612** (± 60), 3 in a row at the first try, longest 7" in text
    assert "Daily puzzles: 4 days in a row now, 9 at most" in text
    assert "not certain" not in text
    stage.clock.advance(days=3)
    assert "0 days in a row now, 9 at most" in (await stage.command(stage.ada, "profile")).text


async def test_bots_have_no_profile(stage: Stage) -> None:
    for name, options in (("profile", {}), ("history", {}), ("versus", {"other": stage.ada})):
        answer = await stage.command(stage.ada, name, user=stage.robot, **options)
        assert answer.ephemeral
        assert "Bots have no profile" in answer.text


# /versus


async def test_versus_tells_wins_by_game(stage: Stage) -> None:
    for _ in range(2):
        await won_by_first(stage, stage.ada, stage.grace)
    await won_by_first(stage, stage.grace, stage.ada)
    await drawn(stage, stage.ada, stage.grace)
    ada, grace = stage.ada.mention, stage.grace.mention
    answer = await stage.command(stage.ada, "versus", user=stage.grace)
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
    assert stage.link(stage.rows("SELECT message_id FROM matches WHERE id = 4")[0][0]) in lines[6]
    turned = await stage.command(stage.eve, "versus", user=stage.ada, other=stage.grace)
    assert turned.text.startswith(f"### {grace} against {ada}")
    assert f"**Tic-tac-toe**: {grace} won 1, {ada} won 2, drawn 1" in turned.text


async def test_versus_maxine_counts_unhelped(stage: Stage) -> None:
    await ended(stage, stage.ada.id, None, stage.clock() - 50)
    kalah = await begun(stage.storage, replace(draft(stage.ada.id, None, level="easy"), game_slug="kalah"))
    assert await stage.storage.matches.save(kalah, kalah.with_end(Outcome.FIRST, 2000))
    helped = await begun(stage.storage, draft(stage.ada.id, None, level="easy"))
    assert await stage.storage.matches.add_help(helped.id)
    helped = replace(helped, is_helped=True)
    assert await stage.storage.matches.save(helped, helped.with_end(Outcome.FIRST, 2000))
    maxine = stage.playground.world.bot
    ada = stage.ada.mention
    text = (await stage.command(stage.ada, "versus", user=maxine)).text
    assert text.startswith(f"### {ada} against Maxine")
    assert f"All together: {ada} won 2, Maxine won 0, drawn 0" in text
    assert f"**Kalah**: {ada} won 1, Maxine won 0, drawn 0" in text
    assert "Matches with help, or from a position of another match, are not counted." in text
    turned = (await stage.command(stage.ada, "versus", user=stage.ada, other=maxine)).text
    assert f"All together: Maxine won 0, {ada} won 2, drawn 0" in turned
    assert listed((await stage.command(stage.ada, "history", opponent=maxine)).text) == [1, 3, 2]


async def test_versus_lists_no_hidden_match(stage: Stage) -> None:
    match = await ended(stage, stage.ada.id, stage.grace.id, 1000, place=Place(None, 71))
    for person, is_public in ((stage.ada, False), (stage.ada, True), (stage.eve, False)):
        answer = await stage.command(person, "versus", user=stage.ada, other=stage.grace, public=is_public)
        assert answer.ephemeral is not is_public
        assert f"{stage.ada.mention} won 1" in answer.text
        assert (f"#{match.id}" in answer.text) == (person == stage.ada and not is_public)


async def test_versus_of_draws_knows_no_run(stage: Stage) -> None:
    await drawn(stage, stage.ada, stage.grace)
    assert "Longest run" not in (await stage.command(stage.ada, "versus", user=stage.grace)).text


async def test_versus_needs_two_who_have_met(stage: Stage) -> None:
    nothing = await stage.command(stage.ada, "versus", user=stage.grace)
    assert "have not finished a match with each other yet" in nothing.text
    for options in ({"user": stage.ada}, {"user": stage.grace, "other": stage.grace}):
        refused = await stage.command(stage.ada, "versus", **options)
        assert refused.ephemeral
        assert "Nobody plays against themselves" in refused.text


# /history


async def test_history_is_from_ones_own_side(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    await stage.challenge(stage.grace, game="kalah", level="hard")
    await stage.resign(stage.grace)
    await drawn(stage, stage.eve, stage.ada)
    answer = await stage.command(stage.grace, "history")
    assert answer.ephemeral
    lines = answer.text.splitlines()
    assert lines[0] == f"### Finished matches of {stage.grace.mention}"
    assert re.fullmatch(
        r"#2 · Kalah · against Maxine \(hard\) · \*\*lost\*\* · \d moves? · <t:\d+:R>", lines[1]
    )
    assert re.fullmatch(
        rf"#1 · Tic-tac-toe · against {stage.ada.mention} · \*\*lost\*\* · 5 moves · <t:\d+:R>"
        r" · rating 1500\? → 1\d{3}\?",
        lines[2],
    )
    of_other = await stage.command(stage.grace, "history", user=stage.ada)
    assert "Only matches of this channel are listed" in of_other.text
    assert listed(of_other.text) == [3, 1]
    assert listed((await stage.command(stage.ada, "history", opponent=stage.eve)).text) == [3]
    assert listed((await stage.command(stage.grace, "history", game="kalah")).text) == [2]


async def test_history_leads_to_a_match(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    history = id_of(await stage.command(stage.ada, "history"))
    [shown_menu] = menus(stage.message(history))
    assert [one["label"] for one in shown_menu["options"]] == [
        "#1 · Tic-tac-toe · you against Grace · won · just now"
    ]
    shown = await choose(stage, stage.ada, history, "1")
    assert "The position before the last move:" in shown.text
    assert "Rating: " in shown.text
    [[option]] = [each["options"] for each in menus(stage.message(history))]
    assert option["default"]
    [picture] = pictures(stage.message(history))
    assert picture["description"].startswith("X on a1 and a2")
    assert controls(stage.message(history)) == ["Replay", "Review", "Play from here"]
    replay = await stage.click(stage.ada, history, "Replay")
    assert "Move 0 of 5" in replay.text
    assert id_of(replay) != history
    assert "accuracy" in (await stage.click(stage.ada, history, "Review")).text
    side = await stage.click(stage.ada, history, "Play from here")
    assert id_of(side) != history
    assert next(buttons(stage.message(id_of(side))))["custom_id"].startswith("ps:1:4:")


async def test_resigned_match_as_it_was_left(stage: Stage) -> None:
    await stage.challenge(stage.ada, level="easy")
    await stage.resign(stage.ada)
    history = id_of(await stage.command(stage.ada, "history"))
    assert "The last position:" in (await choose(stage, stage.ada, history, "1")).text


async def test_history_is_turned_by_buttons(stage: Stage) -> None:
    for number in range(23):
        await ended(stage, stage.ada.id, stage.grace.id, 1000 + 10 * number)
    history = id_of(await stage.command(stage.ada, "history", game="tic-tac-toe", opponent=stage.grace))
    first, second, third = [*range(23, 13, -1)], [*range(13, 3, -1)], [3, 2, 1]
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
    assert listed(chosen.text) == second
    await stage.restart()
    assert listed((await stage.click(stage.ada, history, "Older")).text) == third


async def test_history_hides_other_channels(stage: Stage) -> None:
    here = await ended(stage, stage.ada.id, None, 1000)
    hidden = await ended(stage, stage.ada.id, None, 1100, place=Place(None, 71))
    own = await ended(stage, stage.ada.id, stage.grace.id, 1200, place=Place(9, 90))
    assert listed((await stage.command(stage.ada, "history")).text) == [own.id, hidden.id, here.id]
    assert listed((await stage.command(stage.grace, "history", user=stage.ada)).text) == [own.id, here.id]
    answer = await stage.command(stage.eve, "history", user=stage.ada)
    assert listed(answer.text) == [here.id]
    for value in (str(hidden.id), "999", "x"):
        refused = await choose(stage, stage.eve, id_of(answer), value)
        assert refused.ephemeral
        assert "Finished matches" not in refused.text


async def test_history_of_a_gone_game(stage: Stage) -> None:
    message = id_of(await stage.command(stage.ada, "profile"))
    answer = await stage.press(stage.ada, message, f"hp:chess:{stage.ada.id}:0:0:2")
    assert "There is no game “chess”" in answer.text
