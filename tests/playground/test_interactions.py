"""What people do, what the small bot answers, and what the playground makes of it."""

import asyncio

import pytest

from bot.playground.interactions import Interaction
from bot.playground.world import LOADING
from tests.playground.conftest import Call
from tests.trouble import Playground

pytestmark = pytest.mark.usefixtures("bot")


def newest(playground: Playground) -> Interaction:
    return list(playground.interactions.by_id.values())[-1]


def callback(playground: Playground) -> str:
    """Return the path of the first answer to the newest interaction."""
    return f"/interactions/{newest(playground).id}/{newest(playground).token}/callback"


async def test_subcommand_has_both_names(playground: Playground) -> None:
    ada, *_ = playground.people
    answer = await playground.command(ada, playground.channels[0], "group inner", size="big")
    assert answer.text == "Inner, big"
    assert answer.message is not None
    assert answer.message["interaction_metadata"]["name"] == "group inner"


async def test_missing_button_cannot_be_clicked(playground: Playground) -> None:
    ada, *_ = playground.people
    shown = (await playground.command(ada, playground.channels[0], "classic")).message
    assert shown is not None
    with pytest.raises(ValueError, match="has no button 'Nowhere'; it has: On, Gift, Off"):
        await playground.click(ada, shown["id"], "Nowhere")
    with pytest.raises(ValueError, match="is disabled"):
        await playground.click(ada, shown["id"], "Off")


async def test_followup_replaces_a_deferred_answer(playground: Playground) -> None:
    ada, *_ = playground.people
    answer = await playground.command(ada, playground.channels[0], "slow")
    while not (answer.followups and answer.followups[0]["edited_timestamp"]):
        await answer.more()
    assert answer.text == "First."
    assert answer.ephemeral
    assert [message["content"] for message in answer.followups] == ["Second, after First."]
    assert answer.message is not None
    told = answer.followups[0]["interaction_metadata"]
    assert told["original_response_message_id"] == answer.message["id"]


async def test_deferred_answer_is_loading(playground: Playground) -> None:
    ada, *_ = playground.people
    seen: list[int] = []
    playground.world.listeners.append(lambda _, data: seen.append(data.get("flags", 0)))
    answer = await playground.command(ada, playground.channels[0], "slower")
    await answer.more()
    assert answer.text == "7 so far"
    assert [flags & LOADING for flags in seen] == [LOADING, 0]


async def test_answer_needs_its_own_token(playground: Playground, call: Call) -> None:
    ada, *_ = playground.people
    asked = asyncio.create_task(playground.command(ada, playground.channels[0], "silent"))
    await asyncio.sleep(0)
    interaction = newest(playground)
    body = {"type": 4, "data": {"content": "x"}}
    assert (await call("POST", f"/interactions/{interaction.id}/x/callback", body))[1]["code"] == 10062
    assert (await call("POST", callback(playground), body))[0] == 204
    assert (await asked).text == "x"


async def test_token_reaches_its_own_messages(playground: Playground, call: Call) -> None:
    ada, general = playground.people[0], playground.channels[0]
    other = (await playground.command(ada, general, "echo", text="other")).message
    assert other is not None
    await playground.command(ada, general, "echo", text="mine")
    token = newest(playground).token
    path = f"/webhooks/{playground.application_id}/{token}/messages/{other['id']}"
    assert (await call("GET", path))[1]["code"] == 10008
    assert (await call("GET", f"/webhooks/1/{token}/messages/@original"))[1]["code"] == 10015


async def test_unfit_suggestions_are_refused(playground: Playground, call: Call) -> None:
    ada, general = playground.people[0], playground.channels[0]
    suggesting = playground.interactions.dispatch
    playground.interactions.dispatch = lambda _: None
    asked = asyncio.create_task(playground.autocomplete(ada, general, "pick", "number", "7"))
    await asyncio.sleep(0)
    playground.interactions.dispatch = suggesting
    path = callback(playground)
    choices = [{"name": str(number), "value": number} for number in range(26)]
    for unfit in (choices, [{"name": "7", "value": "7"}], [{"name": "7", "value": 2**53 + 1}]):
        status, body = await call("POST", path, {"type": 8, "data": {"choices": unfit}})
        assert (status, list(body["errors"]["data"])) == (400, ["choices"])
    await call("POST", path, {"type": 8, "data": {"choices": choices[1:]}})
    assert await asked == choices[1:]


async def test_whisper_pings_nobody(playground: Playground) -> None:
    ada, grace, *_ = playground.people
    answer = await playground.command(ada, playground.channels[0], "echo", text=grace.mention, whisper=True)
    assert answer.message is not None
    assert answer.message["pinged"] == []


async def test_deferred_answer_cannot_be_empty(playground: Playground, call: Call) -> None:
    ada, *_ = playground.people
    await playground.command(ada, playground.channels[0], "thinking")
    path = f"/webhooks/{playground.application_id}/{newest(playground).token}/messages/@original"
    status, body = await call("PATCH", path, {})
    assert (status, body["code"]) == (400, 50006)
    assert playground.messages(playground.channels[0])[0]["flags"] == LOADING


async def test_bad_answer_may_be_mended(playground: Playground, call: Call) -> None:
    ada, *_ = playground.people
    asked = asyncio.create_task(playground.command(ada, playground.channels[0], "silent"))
    await asyncio.sleep(0)
    path = callback(playground)
    _, body = await call("POST", path, {"type": 7, "data": {"content": "x"}})
    assert list(body["errors"]) == ["type"]
    _, body = await call("POST", path, {"type": 4, "data": {"content": "x" * 2001}})
    assert body["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_BAD_LENGTH"
    assert (await call("POST", path, {"type": 4, "data": {"content": "x"}}))[0] == 204
    assert (await asked).text == "x"


async def test_followup_needs_an_answer(playground: Playground, call: Call) -> None:
    ada, *_ = playground.people
    playground.interactions.answer_within = 0.01
    await playground.command(ada, playground.channels[0], "silent")
    silent = next(iter(playground.interactions.by_id.values()))
    webhook = f"/webhooks/{playground.application_id}/"
    assert (await call("POST", webhook + silent.token, {"content": "x"}))[0] == 404
    playground.interactions.answer_within = 3
    await playground.command(ada, playground.channels[0], "echo", text="hi")
    echoed = newest(playground)
    assert (await call("POST", webhook + echoed.token, {"content": "x"}))[0] == 204
    playground.interactions.token_life = -1  # it is as long ago as it was opened
    status, body = await call("POST", webhook + echoed.token, {"content": "x"})
    assert (status, body["code"]) == (401, 50027)


async def test_original_answer_can_be_deleted(playground: Playground, call: Call) -> None:
    ada, *_ = playground.people
    await playground.command(ada, playground.channels[0], "echo", text="hi")
    interaction = next(iter(playground.interactions.by_id.values()))
    path = f"/webhooks/{playground.application_id}/{interaction.token}/messages/@original"
    assert (await call("DELETE", path))[0] == 204
    assert (await call("GET", path))[1]["code"] == 10008
    assert playground.messages(playground.channels[0]) == []


async def test_answer_to_a_gone_message(playground: Playground, call: Call) -> None:
    ada, *_ = playground.people
    shown = (await playground.command(ada, playground.channels[0], "classic")).message
    assert shown is not None
    asked = asyncio.create_task(playground.click_id(ada, shown["id"], "unknown"))
    await asyncio.sleep(0)
    playground.world.delete(shown)
    path = callback(playground)
    assert (await call("POST", path, {"type": 7, "data": {"content": "x"}}))[1]["code"] == 10008
    assert (await call("POST", path, {"type": 4, "data": {"content": "Gone."}}))[0] == 204
    assert (await asked).text == "Gone."


async def test_end_stops_the_waiting() -> None:
    async with Playground() as ending:
        ending.world.set_commands([{"id": "1", "name": "play", "type": 1}])
        asked = asyncio.create_task(ending.command(ending.people[0], ending.channels[0], "play"))
        await asyncio.sleep(0)
    assert (await asked).failed


async def test_expired_interactions_are_forgotten(playground: Playground) -> None:
    ada, *_ = playground.people
    playground.interactions.token_life = -1
    for _ in range(3):
        await playground.command(ada, playground.channels[0], "echo", text="hi")
    assert len(playground.interactions.by_token) == 1


async def test_blind_and_timed_out_do_nothing(playground: Playground) -> None:
    world, (ada, grace, *_), (general, games) = playground.world, playground.people, playground.channels
    world.hidden.add((general.id, grace.id))
    world.timeouts[ada.id] = world.time() + 60
    with pytest.raises(ValueError, match="does not see this channel"):
        await playground.command(grace, general, "echo", text="hi")
    with pytest.raises(ValueError, match="is timed out"):
        await playground.command(ada, games, "echo", text="hi")
    assert not (await playground.command(grace, games, "echo", text="hi")).failed
    world.ahead += 61
    assert not (await playground.command(ada, general, "echo", text="hi")).failed
