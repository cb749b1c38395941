"""What Discord would refuse is refused, with Discord's own words for it."""

from typing import Any

import pytest

from bot.playground.attachments import Upload
from bot.playground.components import walk
from bot.playground.errors import ApiError
from bot.playground.filling import fill_in
from bot.playground.messages import MessagePayload, compose
from bot.playground.people import Actions
from tests.playground.conftest import Call
from tests.trouble import Playground

V2 = 1 << 15
Body = dict[str, Any]


def button(number: int = 0, **more: object) -> Body:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"go:{number}", **more}


def row(*components: Body) -> Body:
    return {"type": 1, "components": list(components)}


def text(content: str = "x") -> Body:
    return {"type": 10, "content": content}


def rows(*components: Body) -> Body:
    return {"components": [row(*components)]}


def layout(*components: Body) -> Body:
    return {"flags": V2, "components": list(components)}


def container(**more: object) -> Body:
    return layout({"type": 17, "components": [text()], **more})


def section(inside: Body, accessory: Body) -> Body:
    return {"type": 9, "components": [inside], "accessory": accessory}


def field(**more: object) -> Body:
    return {"name": "x", "value": "x", **more}


def select(**more: object) -> Body:
    options = [{"label": "One", "value": "1"}]
    return {"type": 3, "custom_id": "choose", "options": options, **more}


REFUSED: list[tuple[Body, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_BAD_LENGTH"),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"embeds": 5}, "embeds", "LIST_TYPE_CONVERT"),
    ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [field()] * 26}]}, "embeds.0.fields", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [field(name="")]}]}, "embeds.0.fields.0.name", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [field(value="x" * 1024)] * 6}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"author": {"name": ""}}]}, "embeds.0.author.name", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"title": "x", "color": 1 << 24}]}, "embeds.0.color", "NUMBER_TYPE_MAX"),
    ({"embeds": [{"color": 1}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"components": [row(button(n)) for n in range(6)]}, "components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    (rows(), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (rows(*map(button, range(6))), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (rows(text()), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (rows(button(), select()), "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (rows(button(label="x" * 81)), "components.0.components.0.label", "BASE_TYPE_BAD_LENGTH"),
    (rows(button(label="")), "components.0.components.0", "BUTTON_COMPONENT_MISSING_LABEL"),
    (rows(button(emoji="x")), "components.0.components.0.emoji", "MODEL_TYPE_CONVERT"),
    (rows(button(emoji={"name": "x"})), "components.0.components.0.emoji.name", "COMPONENT_INVALID_EMOJI"),
    (rows(button(id=1 << 31)), "components.0.components.0.id", "NUMBER_TYPE_MAX"),
    (rows(button(disabled="no")), "components.0.components.0.disabled", "BOOLEAN_TYPE_CONVERT"),
    (rows(button(style=9)), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (rows(button(custom_id="")), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (rows(button(custom_id="x" * 101)), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (rows(button(), button()), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (rows(select(options=[])), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (rows(select(max_values=2)), "components.0.components.0.max_values", "NUMBER_TYPE_MAX"),
    (rows(select(min_values=2)), "components.0.components.0.min_values", "NUMBER_TYPE_MAX"),
    (rows(select(min_values=-1)), "components.0.components.0.min_values", "NUMBER_TYPE_MIN"),
    (
        rows(select(options=[{"label": "x", "value": "1"}] * 2)),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    ({**layout(text()), "content": "x"}, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (
        {**layout(text()), "embeds": [{"title": "x"}]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (layout(text("")), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    (layout(text("x" * 2001), text("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (layout({**text(), "id": 7}, {**text(), "id": 7}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    (layout(*(text() for _ in range(41))), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (layout({"type": 17, "components": []}), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (
        layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    (container(accent_color="red"), "components.0.accent_color", "NUMBER_TYPE_COERCE"),
    (container(accent_color=1 << 24), "components.0.accent_color", "NUMBER_TYPE_MAX"),
    (layout({"type": 14, "divider": True}), "components.0.type", "UNION_TYPE_CHOICES"),
    (layout({"type": 9, "components": [text()]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (layout(section(text(), text())), "components.0.accessory.type", "UNION_TYPE_CHOICES"),
    (layout(section(button(), button(1))), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    (layout({"type": 12, "items": []}), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    (
        layout({"type": 12, "items": [{"media": {"url": "https://x"}, "description": "x" * 1025}]}),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        layout({"type": 12, "items": [{"media": {"url": "attachment://gone.png"}}]}),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        layout({"type": 12, "items": [{"media": {"url": "ftp://x"}}]}),
        "components.0.items.0.media.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (layout({"type": 13, "file": {}}), "components.0.file.url", "BASE_TYPE_REQUIRED"),
    (
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"content": "x", "attachments": [{"id": 0}] * 11}, "attachments", "BASE_TYPE_BAD_LENGTH"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ({"content": "x", "allowed_mentions": {"all": True}}, "allowed_mentions.all", "UNKNOWN_FIELD"),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), REFUSED, ids=[f"{path}-{code}" for _, path, code in REFUSED]
)
def test_message_beyond_a_limit_is_refused(body: Body, path: str, code: str) -> None:
    playground = Playground()
    with pytest.raises(ApiError) as refused:
        compose(playground.world, playground.world.bot, playground.channels[0], MessagePayload(body))
    assert (refused.value.status, refused.value.body["code"]) == (400, 50035)
    node: Any = refused.value.body["errors"]
    for step in path.split("."):
        node = node[step]
    assert code in [error["code"] for error in node["_errors"]]
    assert playground.messages(playground.channels[0]) == []


ACCEPTED: list[Body] = [
    {"content": "x" * 2000},
    {"embeds": [{"description": "x" * 4096}]},
    {"components": [row(*(button(5 * line + n, label="x" * 80) for n in range(5))) for line in range(5)]},
    rows(select(options=[{"label": "x", "value": str(n)} for n in range(25)])),
    layout(*(text("x" * 100) for _ in range(40))),
    container(accent_color=0xFFFFFF, spoiler=True),
    {"embeds": [{"fields": [field(inline=True)] * 25, "footer": {"text": "x"}, "author": {"name": "x"}}]},
    rows(button(label="", emoji={"name": "🎲"}), button(1, emoji={"name": "1️⃣", "id": None})),
    layout(text(), row(button(1))),
    layout(section(text(), button(1)), section(text(), {"type": 11, "media": {"url": "https://x"}})),
]


@pytest.mark.parametrize("body", ACCEPTED)
def test_message_at_its_limits_is_taken(body: Body) -> None:
    playground = Playground()
    compose(playground.world, playground.world.bot, playground.channels[0], MessagePayload(body))
    assert len(playground.messages(playground.channels[0])) == 1


def test_components_without_an_id_are_numbered() -> None:
    playground = Playground()
    body = layout(text(), row(button()), {**text(), "id": 2})
    sent = compose(playground.world, playground.world.bot, playground.channels[0], MessagePayload(body))
    assert [each["id"] for each in walk(sent["components"])] == [1, 3, 4, 2]


@pytest.mark.parametrize("body", [{}, {"content": "  \n"}, {"embeds": [], "components": []}])
def test_empty_message_is_refused(body: Body) -> None:
    playground = Playground()
    with pytest.raises(ApiError) as refused:
        compose(playground.world, playground.world.bot, playground.channels[0], MessagePayload(body))
    assert refused.value.body["code"] == 50006


def test_eleventh_file_is_refused() -> None:
    playground = Playground()
    uploads = tuple(Upload(number, f"{number}.txt", b"x") for number in range(11))
    with pytest.raises(ApiError) as refused:
        compose(playground.world, playground.world.bot, playground.channels[0], MessagePayload({}, uploads))
    assert refused.value.body["code"] == 30015
    assert playground.world.files == {}


async def test_malformed_json_is_refused(playground: Playground, call: Call) -> None:
    status, body = await call("PUT", f"/applications/{playground.application_id}/commands", {"name": "x"})
    assert (status, body["code"]) == (400, 50109)


def command(**more: object) -> Body:
    return {"name": "play", "description": "Play", **more}


def option(**more: object) -> Body:
    return {"name": "level", "description": "Level", "type": 3, **more}


@pytest.mark.parametrize(
    ("commands", "path", "code"),
    [
        ([command(), command()], "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ([command(name="Play")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name="play\n")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name="p" * 33)], "0.name", "BASE_TYPE_BAD_LENGTH"),
        ([command(description="")], "0.description", "BASE_TYPE_BAD_LENGTH"),
        ([command(description="d" * 101)], "0.description", "BASE_TYPE_BAD_LENGTH"),
        ([command(options=[option(), option()])], "0.options.1", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
        ([command(options=[option()] * 26)], "0.options", "BASE_TYPE_BAD_LENGTH"),
        (
            [command(options=[option(), option(name="late", required=True)])],
            "0.options",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            [command(options=[option(choices=[{"name": "x", "value": "x"}] * 26)])],
            "0.options.0.choices",
            "BASE_TYPE_BAD_LENGTH",
        ),
    ],
)
async def test_command_beyond_a_limit_is_refused(
    playground: Playground, call: Call, commands: list[Body], path: str, code: str
) -> None:
    status, body = await call("PUT", f"/applications/{playground.application_id}/commands", commands)
    node = body["errors"]
    for step in path.split("."):
        node = node[step]
    assert status == 400
    assert code in [error["code"] for error in node["_errors"]]


async def test_hundred_commands_at_most(playground: Playground, call: Call) -> None:
    commands = [command(name=f"play{number}") for number in range(101)]
    status, body = await call("PUT", f"/applications/{playground.application_id}/commands", commands)
    assert (status, body["code"]) == (400, 30032)


async def test_entry_point_is_not_left_out(playground: Playground, call: Call) -> None:
    path = f"/applications/{playground.application_id}/commands"
    _, [entry] = await call("PUT", path, [{"name": "launch", "type": 4, "handler": 2}])
    status, body = await call("PUT", path, [command()])
    assert (status, body["code"]) == (400, 50240)
    assert playground.world.commands == [entry]
    assert (await call("PUT", path, [command(), entry]))[0] == 200
    assert [each["name"] for each in playground.world.commands] == ["play", "launch"]


async def test_languages_are_told_if_asked(playground: Playground, call: Call) -> None:
    path = f"/applications/{playground.application_id}/commands"
    own = {"name_localizations": {"de": "Stufe"}}
    await call("PUT", path, [command(options=[option(**own, required=False)])])
    for query, said in (("", {}), ("?with_localizations=true", own)):
        _, [told] = await call("GET", path + query)
        assert told["options"] == [option(**said)]


async def test_commands_of_two_types_coexist(playground: Playground, call: Call) -> None:
    path = f"/applications/{playground.application_id}/commands"
    both = [command(), {"name": "play", "type": 2}]
    for _ in range(2):
        await call("PUT", path, both)
    assert [each["type"] for each in (await call("GET", path))[1]] == [1, 2]


FILLABLE = command(
    id="1",
    type=1,
    options=[
        option(required=True, choices=[{"name": "Hard", "value": "hard"}]),
        option(name="note", max_length=3),
        option(name="times", type=4, min_value=1, max_value=3),
        option(name="ratio", type=10),
        option(name="public", type=5),
        option(name="who", type=6),
        option(name="file", type=11),
    ],
)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "/play needs the option level."),
        ({"level": "hard", "size": 3}, "/play has no option size."),
        ({"level": "soft"}, "has no choice 'soft'; it has hard."),
        ({"level": 3}, "takes string, not 3."),
        ({"level": "hard", "note": "long"}, "between 0 and 3"),
        ({"level": "hard", "times": 4}, "between 1 and 3"),
        ({"level": "hard", "times": True}, "takes integer, not True."),
        ({"level": "hard", "public": 1}, "takes boolean, not 1."),
        ({"level": "hard", "who": "Ada"}, "takes an id, not 'Ada'."),
        ({"level": "hard", "who": "1"}, "names nobody"),
        ({"level": "hard", "file": "x"}, "its type is not supported"),
    ],
)
def test_options_are_filled_in_strictly(options: dict[str, object], sentence: str) -> None:
    world = Playground().world
    world.set_commands([FILLABLE])
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        fill_in(world, "play", options)


@pytest.mark.parametrize("name", ["nothing", "kind", "kind nothing", "play nothing"])
def test_unknown_command_cannot_be_used(name: str) -> None:
    world = Playground().world
    kind = command(name="kind", id="2", type=1, options=[option(name="inner", type=1)])
    world.set_commands([FILLABLE, kind])
    with pytest.raises(ValueError, match=r"no command|needs a subcommand|has no subcommand"):
        fill_in(world, name, {})


def test_actions_need_what_they_act_on() -> None:
    playground = Playground()
    actions = Actions(playground.world, playground.interactions)
    with pytest.raises(ValueError, match="sees no message 1"):
        actions.press(playground.people[0], 1, "x")
