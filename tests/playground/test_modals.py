"""Modals: what a person may send, what the bot is told of it, and what Discord refuses."""

import asyncio
from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.modals import check_modal, fill_in_modal
from bot.playground.things import Json
from tests.driver import Answer
from tests.playground.conftest import Call
from tests.playground.small_bot import SmallBot
from tests.playground.test_interactions import callback
from tests.trouble import Playground


async def order(playground: Playground) -> Answer:
    return await playground.command(playground.people[0], playground.channels[0], "order")


async def gift(playground: Playground) -> Answer:
    """Open the modal of a button."""
    shown = (await playground.command(playground.people[0], playground.channels[0], "classic")).message
    assert shown is not None
    return await playground.click(playground.people[0], shown["id"], "Gift")


async def test_values_reach_the_bot(playground: Playground, bot: SmallBot) -> None:
    ada, grace, *_ = playground.people
    answer = await order(playground)
    assert answer.message is None
    values = {"drink": "Milk", "cakes": ["Plum"], "name": "Ada", "guest": grace}
    sent = await playground.submit(ada, answer, values)
    assert sent.text == "Milk ['Plum'] Ada [<Member " + sent.text.partition("<Member ")[2]
    told: Any = bot.asked[-1].data
    assert [each.get("component", {}).get("type") for each in told["components"]] == [None, 21, 22, 4, 5]
    assert told["components"][3] == {
        "type": 18,
        "id": 6,
        "component": {"type": 4, "id": 7, "custom_id": "name", "value": "Ada"},
    }
    assert [*told["resolved"]["members"]] == [*told["resolved"]["users"]] == [str(grace.id)]


@pytest.mark.usefixtures("bot")
async def test_modal_is_sent_as_it_is_shown(playground: Playground) -> None:
    sent = await playground.submit(playground.people[0], await order(playground), {"name": "Ada"})
    assert sent.text == "Tea [] Ada []"
    assert sent.message is not None
    assert (sent.message["type"], sent.message["interaction_metadata"]["type"]) == (20, 5)
    assert sent.message["interaction_metadata"]["triggering_interaction_metadata"]["name"] == "order"


@pytest.mark.usefixtures("bot")
async def test_modal_of_a_button_changes_its_message(playground: Playground) -> None:
    answer = await gift(playground)
    sent = await playground.submit(playground.people[0], answer, {"wrapped": True})
    assert [each["content"] for each in playground.messages(playground.channels[0])] == ["['Big'] True"]
    assert sent.message is not None
    assert sent.message["edited_timestamp"]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "'name' takes 1 to 5 characters"),
        ({"name": "Augusta"}, "'name' takes 1 to 5 characters"),
        ({"name": "Ada", "drink": "Wine"}, "'drink' does not offer 'Wine'"),
        ({"name": "Ada", "drink": []}, "'drink' takes 1 to 1 choices"),
        ({"name": "Ada", "cakes": ["Plum", "Plum"]}, "'cakes' takes 1 to 2 choices"),
        ({"name": "Ada", "guest": "1"}, "'guest' does not offer '1'"),
        ({"name": "Ada", "dish": "x"}, "no field 'dish'; it has: drink, cakes, name, guest"),
    ],
)
async def test_unfit_values_are_not_sent(playground: Playground, values: Json, sentence: str) -> None:
    answer = await order(playground)
    with pytest.raises(ValueError, match=sentence):
        await playground.submit(playground.people[0], answer, values)


@pytest.mark.usefixtures("bot")
async def test_modal_is_for_the_person_who_opened_it(playground: Playground) -> None:
    with pytest.raises(ValueError, match="Grace has no such modal open"):
        await playground.submit(playground.people[1], await order(playground), {"name": "Ada"})


@pytest.mark.usefixtures("bot")
async def test_modal_is_no_answer_to_a_modal(playground: Playground, call: Call) -> None:
    answer = await order(playground)
    playground.interactions.dispatch = lambda _: None  # only this test answers
    sent = asyncio.create_task(playground.submit(playground.people[0], answer, {"name": "Ada"}))
    await asyncio.sleep(0)
    for unfit in (6, 7, 9):
        status, body = await call("POST", callback(playground), {"type": unfit, "data": modal(label())})
        assert (status, [*body["errors"]]) == (400, ["type"])
    await call("POST", callback(playground), {"type": 5})
    status, body = await call("POST", callback(playground), {"type": 9, "data": modal(label())})
    assert body["code"] == 40060
    assert (await sent).deferred


def radio(count: int = 2, **more: object) -> Json:
    options = [{"label": "x", "value": str(number)} for number in range(count)]
    return {"type": 21, "custom_id": "radio", "options": options, **more}


def boxes(count: int = 1, **more: object) -> Json:
    return radio(count, type=22, custom_id="boxes", **more)


def text(**more: object) -> Json:
    return {"type": 4, "custom_id": "text", "style": 1, **more}


def people(**more: object) -> Json:
    return {"type": 5, "custom_id": "people", **more}


def label(component: Json | None = None, **more: object) -> Json:
    return {"type": 18, "label": "x", "component": component or text(), **more}


def modal(*components: Json, **more: object) -> Json:
    return {"title": "x", "custom_id": "x", "components": [*components], **more}


INNER = "components.0.component"
REFUSED: list[tuple[Json, str]] = [
    (modal(label(), title=""), "title"),
    (modal(label(), title="x" * 46), "title"),
    (modal(label(), custom_id="x" * 101), "custom_id"),
    (modal(), "components"),
    (modal(*(label(text(custom_id=str(n))) for n in range(6))), "components"),
    (modal(text()), "components.0.type"),
    (modal({"type": 1, "components": [text()]}), "components.0.type"),
    (modal(label(label="x" * 46)), "components.0.label"),
    (modal(label(description="x" * 101)), "components.0.description"),
    (modal({"type": 18, "label": "x"}), INNER),
    (modal(label({"type": 2, "custom_id": "x", "label": "x", "style": 1})), f"{INNER}.type"),
    (modal(label(), label()), "components.1.component.custom_id"),
    (modal(label(text(style=3))), f"{INNER}.style"),
    (modal(label(text(max_length=4001))), f"{INNER}.max_length"),
    (modal(label(radio(1))), f"{INNER}.options"),
    (modal(label(radio(11))), f"{INNER}.options"),
    (
        modal(label(radio(options=[{"label": "x", "value": v, "default": True} for v in "ab"]))),
        f"{INNER}.options",
    ),
    (modal(label(boxes(11))), f"{INNER}.options"),
    (modal(label(boxes(max_values=2))), f"{INNER}.max_values"),
    (modal(label(boxes(min_values=0))), f"{INNER}.min_values"),
    (modal(label(people(disabled=True))), f"{INNER}.disabled"),
    (modal(label(people(default_values=[{"id": "1", "type": "user"}] * 2))), f"{INNER}.default_values"),
    (modal(label({"type": 23, "custom_id": "x", "default": 1})), f"{INNER}.default"),
]


@pytest.mark.parametrize(("body", "path"), REFUSED)
def test_modal_beyond_a_limit_is_refused(body: Json, path: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_modal(body)
    node: Any = refused.value.body["errors"]
    for step in ("data", *path.split(".")):
        node = node[step]
    assert node["_errors"]


def test_modal_at_its_limits_is_taken() -> None:
    fields = (
        radio(10),
        boxes(10, min_values=0, required=False),
        people(type=8, min_values=0, max_values=25, required=False),
        text(min_length=4000),
    )
    shown = modal(
        *(label(each, label="x" * 45) for each in fields), {"type": 10, "content": "x"}, title="x" * 45
    )
    check_modal(shown)
    assert [each["id"] for each in shown["components"]] == [1, 3, 5, 7, 9]


def test_person_who_has_left_is_not_chosen_any_more() -> None:
    world, gone = Playground().world, {"id": "1", "type": "user"}
    shown = modal(label(people(default_values=[gone], required=False)))
    check_modal(shown)
    sent = fill_in_modal(world, shown, world.channels[0], {})
    assert (sent["components"][0]["component"]["values"], sent["resolved"]) == ([], {})
