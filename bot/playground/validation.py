"""Discord's limits on messages, on their embeds and on suggestions."""

from itertools import chain

from bot.playground.components import check_components
from bot.playground.errors import EMPTY_MESSAGE, ApiError, Path, Problems
from bot.playground.filling import Option
from bot.playground.forms import anything, check_form, fields, if_given, list_of, sized, switch, text, whole
from bot.playground.things import Json
from bot.playground.world import COMPONENTS_V2

CONTENT_MOST, TEXT_MOST = 2000, 6000
INTEGER_MOST = 1 << 53
LEGACY = ("content", "embeds")
SHOWN = ("title", "description", "fields", "footer", "author", "image", "thumbnail")  # one at least
NAMED = {"author": "name", "footer": "text"}  # parts of an embed, with the text that they need
MENTIONS = {"parse", "users", "roles", "replied_user"}


def check_message(message: Json, body: Json, filenames: set[str], prefix: str | None) -> None:
    """Refuse a message that Discord would refuse.

    `message` is as it would become, `body` what was sent, `filenames` are of the files it has or comes with.
    """
    problems, is_layout = Problems(filenames), bool(message["flags"] & COMPONENTS_V2)
    sent = {name: body.get(name) for name in ("allowed_mentions", "attachments")}
    _MESSAGE(problems, (), {**sent, **{name: message[name] for name in LEGACY}})
    if is_layout:
        _check_no_legacy(problems, message)
    _check_embeds(problems, message["embeds"])
    if "components" in body:
        check_components(problems, message["components"], is_layout=is_layout)
    problems.refuse(prefix)
    if not (message["content"] or message["embeds"] or message["components"] or filenames):
        raise ApiError(*EMPTY_MESSAGE)


def check_choices(choices: list[Json], kind: int) -> None:
    """Refuse suggestions that Discord would refuse for an option of this type."""
    value = whole(-INTEGER_MOST, INTEGER_MOST) if kind == Option.INTEGER else sized(0, 100)
    choice = fields(name=sized(1, 100), value=value)
    check_form(fields(choices=list_of(choice, 0, 25)), {"choices": choices}, "data")


def _check_no_legacy(problems: Problems, message: Json) -> None:
    for name in LEGACY:
        if message.get(name):
            sentence = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            problems.add((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence)


def _check_embeds(problems: Problems, embeds: list[Json]) -> None:
    """Note embeds that are too long together, if nothing else is wrong."""
    if problems.tree:
        return
    for embed in embeds:
        embed.setdefault("type", "rich")
    if sum(map(len, chain.from_iterable(map(embed_texts, embeds)))) > TEXT_MOST:
        sentence = f"Embed size exceeds maximum size of {TEXT_MOST}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", sentence)


def _check_shown(problems: Problems, path: Path, embed: Json) -> None:
    if not any(embed.get(name) for name in SHOWN):
        problems.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")


def embed_texts(embed: Json) -> list[str]:
    """Every text of an embed that counts, in the order in which it is read."""
    author, footer = ((embed.get(name) or {}).get(key) for name, key in NAMED.items())
    lists = [field[key] for field in embed.get("fields") or () for key in ("name", "value")]
    texts = (author, *(embed.get(name) for name in ("title", "description")), *lists, footer)
    return [each or "" for each in texts]


def _check_mentions(problems: Problems, path: Path, allowed: Json) -> None:
    """Note fields that there are not, and people or roles who are named besides all of them."""
    for name in allowed.keys() - MENTIONS:
        problems.add((*path, name), "UNKNOWN_FIELD", f"There is no field {name!r}.")
    for name in ("users", "roles"):
        if allowed.get(name) and name in (allowed.get("parse") or ()):
            sentence = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence)


_FIELD = fields(name=text(1, 256), value=text(1, 1024), inline=switch)
_EMBED = fields(
    _check_shown,
    title=text(0, 256),
    description=text(0, 4096),
    color=whole(0, 0xFFFFFF),
    author=if_given(fields(name=text(1, 256))),
    footer=if_given(fields(text=text(1, 2048))),
    fields=list_of(_FIELD, 0, 25),
)
_MENTIONED = list_of(anything, 0, 100)
_MESSAGE = fields(
    content=text(0, CONTENT_MOST),
    embeds=list_of(_EMBED, 0, 10),
    allowed_mentions=fields(
        _check_mentions, parse=_MENTIONED, users=_MENTIONED, roles=_MENTIONED, replied_user=switch
    ),
    attachments=list_of(fields(description=text(0, 1024)), 0, 10),
)
