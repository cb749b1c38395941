"""Discord's limits on messages, on their embeds and on suggestions."""

from bot.playground.components import check_components
from bot.playground.errors import EMPTY_MESSAGE, ApiError, Path, Problems
from bot.playground.filling import Option
from bot.playground.things import Json
from bot.playground.world import COMPONENTS_V2

CONTENT_MOST, EMBEDS_MOST, TEXT_MOST = 2000, 10, 6000
INTEGER_MOST = 1 << 53
LEGACY = ("content", "embeds")
SHOWN = ("title", "description", "fields", "footer", "author", "image", "thumbnail")  # one at least
NAMED = {"author": ("name", 256), "footer": ("text", 2048)}  # parts of an embed, with the text that they need
FIELDS_MOST, MENTIONED_MOST = 25, 100
MENTIONS = {"parse", "users", "roles", "replied_user"}


def check_message(message: Json, body: Json, filenames: set[str], prefix: str | None) -> None:
    """Refuse a message that Discord would refuse.

    `message` is as it would become, `body` what was sent, `filenames` are of the files it has or comes with.
    """
    problems = Problems()
    is_layout = bool(message["flags"] & COMPONENTS_V2)
    problems.text(("content",), message["content"], 0, CONTENT_MOST)
    if is_layout:
        _check_no_legacy(problems, message)
    _check_embeds(problems, message["embeds"])
    if "components" in body:
        check_components(problems, message["components"], filenames, is_layout=is_layout)
    _check_allowed_mentions(problems, body.get("allowed_mentions"))
    _check_attachments(problems, body.get("attachments") or [])
    problems.refuse(prefix)
    if not (message["content"] or message["embeds"] or message["components"] or filenames):
        raise ApiError(*EMPTY_MESSAGE)


def check_choices(choices: list[Json], kind: int) -> None:
    """Refuse suggestions that Discord would refuse for an option of this type."""
    problems = Problems()
    problems.length(("choices",), choices, 0, 25)
    for index, choice in enumerate(choices):
        problems.length(("choices", index, "name"), choice.get("name"), 1, 100)
        _check_choice(problems, ("choices", index, "value"), choice.get("value"), kind)
    problems.refuse("data")


def _check_choice(problems: Problems, path: Path, value: object, kind: int) -> None:
    if kind == Option.INTEGER:
        problems.number(path, value, -INTEGER_MOST, INTEGER_MOST)
    else:
        problems.length(path, value, 0, 100)


def _check_no_legacy(problems: Problems, message: Json) -> None:
    for name in LEGACY:
        if message.get(name):
            sentence = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            problems.add((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence)


def _check_embeds(problems: Problems, embeds: list[Json]) -> None:
    for index, embed in enumerate(problems.array(("embeds",), embeds, 0, EMBEDS_MOST)):
        _check_embed(problems, ("embeds", index), embed)
        embed.setdefault("type", "rich")
    if not problems.tree and sum(len(text) for each in embeds for text in embed_texts(each)) > TEXT_MOST:
        sentence = f"Embed size exceeds maximum size of {TEXT_MOST}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", sentence)


def _check_embed(problems: Problems, path: Path, embed: Json) -> None:
    if not any(embed.get(name) for name in SHOWN):
        problems.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    problems.text((*path, "title"), embed.get("title"), 0, 256)
    problems.text((*path, "description"), embed.get("description"), 0, 4096)
    problems.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    for name, (key, most) in NAMED.items():
        if embed.get(name) is not None:
            part = problems.mapping((*path, name), embed[name])
            problems.text((*path, name, key), part.get(key), 1, most)
    for index, field in enumerate(problems.array((*path, "fields"), embed.get("fields"), 0, FIELDS_MOST)):
        _check_field(problems, (*path, "fields", index), field)


def _check_field(problems: Problems, path: Path, field: object) -> None:
    told = problems.mapping(path, field)
    problems.text((*path, "name"), told.get("name"), 1, 256)
    problems.text((*path, "value"), told.get("value"), 1, 1024)
    problems.switch((*path, "inline"), told.get("inline"))


def embed_texts(embed: Json) -> list[str]:
    """Every text of an embed that counts, in the order in which it is read."""
    author, footer = ((embed.get(name) or {}).get(key) for name, (key, _) in NAMED.items())
    fields = [field[key] for field in embed.get("fields") or () for key in ("name", "value")]
    texts = (author, *(embed.get(name) for name in ("title", "description")), *fields, footer)
    return [text or "" for text in texts]


def _check_allowed_mentions(problems: Problems, sent: object) -> None:
    allowed = problems.mapping(("allowed_mentions",), sent)
    for name in allowed.keys() - MENTIONS:
        problems.add(("allowed_mentions", name), "UNKNOWN_FIELD", f"There is no field {name!r}.")
    for name in ("parse", "users", "roles"):
        problems.array(("allowed_mentions", name), allowed.get(name), 0, MENTIONED_MOST)
    problems.switch(("allowed_mentions", "replied_user"), allowed.get("replied_user"))
    for name in ("users", "roles"):
        if allowed.get(name) and name in (allowed.get("parse") or ()):
            sentence = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            problems.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence)


def _check_attachments(problems: Problems, attachments: list[Json]) -> None:
    for index, attachment in enumerate(problems.array(("attachments",), attachments, 0, 10)):
        problems.text(("attachments", index, "description"), attachment.get("description"), 0, 1024)
