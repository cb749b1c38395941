"""The REST routes that a bot calls with its token."""

import logging
from collections.abc import Awaitable, Callable
from operator import itemgetter

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.playground import scheduled
from bot.playground.bodies import read_form, receive
from bot.playground.errors import (
    ARCHIVED,
    FORBIDDEN,
    HAS_THREAD,
    INVALID_FORM,
    NOT_FOUND,
    NOT_YOURS,
    TOO_LARGE,
    UNAUTHORIZED,
    UNKNOWN_CHANNEL,
    UNKNOWN_EVENT,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    WRONG_CHANNEL,
    ApiError,
)
from bot.playground.forms import check_form, fields, one_of, sized
from bot.playground.gateway import Gateway
from bot.playground.messages import compose, revise
from bot.playground.reading import read_id
from bot.playground.scheduled import CREATE_EVENTS
from bot.playground.things import Channel, Json, Thread
from bot.playground.world import World, compact, for_bot

_log = logging.getLogger(__name__)

API = "/api/v10"
MOST_LISTED = 100
CREATE_THREADS, SEND_IN_THREADS = 1 << 35, 1 << 38
MINUTES = (60, 1_440, 4_320, 10_080)  # after which a thread may be archived
THREAD = fields(name=sized(1, 100), auto_archive_duration=one_of(*MINUTES))
LISTING = (("limit", "50"), ("before", str(1 << 63)), ("after", "0"))
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Admit = Callable[[web.Request], object]
# What a handler raises when a form has another shape altogether than Discord's.
SHAPELESS = (AttributeError, HttpProcessingError, LookupError, RuntimeError, TypeError, ValueError)


def answer_json(data: object, status: int = 200) -> web.Response:
    """A JSON answer, compact."""
    return web.Response(body=compact(data).encode(), status=status, content_type="application/json")


def answer_nothing() -> web.Response:
    """The answer 204."""
    return web.Response(status=204)


def answer_error(error: ApiError) -> web.Response:
    """What Discord answers to a request it refuses."""
    return answer_json(error.body, error.status)


class Rest:
    """Answers the bot's requests."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway

    def routes(self) -> list[web.RouteDef]:
        """Every route of this module."""
        message = "/channels/{channel_id}/messages"
        return [
            self.route("GET", "/users/@me", self._get_bot_user),
            self.route("POST", "/users/@me/channels", self._open_direct_messages),
            self.route("GET", "/users/@me/guilds", self._list_guilds),
            self.route("GET", "/users/{user_id}", self._get_user),
            self.route("GET", "/applications/@me", self._get_application),
            self.route("GET", "/oauth2/applications/@me", self._get_application),
            self.route("GET", "/gateway", self._get_gateway, admit=_anybody),
            self.route("GET", "/gateway/bot", self._get_gateway),
            self.route("GET", "/guilds/{guild_id}", self._get_guild),
            self.route("GET", "/guilds/{guild_id}/channels", self._list_channels),
            self.route("GET", "/guilds/{guild_id}/members/{user_id}", self._get_member),
            self.route("GET", "/guilds/{guild_id}/scheduled-events", self._list_events),
            self.route("POST", "/guilds/{guild_id}/scheduled-events", self._create_event),
            self.route("PATCH", "/guilds/{guild_id}/scheduled-events/{event_id}", self._change_event),
            self.route("GET", "/channels/{channel_id}", self._get_channel),
            self.route("PATCH", "/channels/{channel_id}", self._edit_channel),
            self.route("GET", message, self._list_messages),
            self.route("POST", message, self._post_message),
            self.route("GET", message + "/{message_id}", self._get_message),
            self.route("PATCH", message + "/{message_id}", self._edit_message),
            self.route("DELETE", message + "/{message_id}", self._delete_message),
            self.route("POST", message + "/{message_id}/threads", self._begin_thread),
        ]

    def route(self, method: str, path: str, handler: Handler, admit: Admit | None = None) -> web.RouteDef:
        """A route of the API: its errors in Discord's shape.

        Before the request is read `admit` refuses callers without access; by default those without the
        bot's token.
        """

        async def guarded(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(API)
            try:
                (admit or self._authorise)(request)
                await receive(request)  # what has arrived is obeyed, even if the bot hangs up while it waits
                response = await handler(request)
            except ApiError as error:
                response = answer_error(error)
            except web.HTTPRequestEntityTooLarge:
                response = answer_error(ApiError(*TOO_LARGE))
            except SHAPELESS as error:
                _log.warning("A request could not be read: %s %r: %.200r", method, path, error)
                response = answer_error(ApiError(*INVALID_FORM, errors={}))
            return response

        return web.route(method, API + path, guarded)

    def _authorise(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self.gateway.token}":
            raise ApiError(*UNAUTHORIZED)

    async def missing(self, _: web.Request) -> web.StreamResponse:
        """Any other path of the API."""
        return answer_error(ApiError(*NOT_FOUND))

    async def _get_bot_user(self, _: web.Request) -> web.Response:
        return answer_json(self.world.bot_user())

    async def _open_direct_messages(self, request: web.Request) -> web.Response:
        form = read_form(request)
        person = self.world.person(read_id(form.body.get("recipient_id")) or 0)
        if person is None or person.bot:
            raise ApiError(*UNKNOWN_USER)
        return answer_json(self.world.direct(person).as_json())

    async def _get_user(self, request: web.Request) -> web.Response:
        person = self.world.person(_read_number(request, "user_id", UNKNOWN_USER))
        if person is None:
            raise ApiError(*UNKNOWN_USER)
        return answer_json(person.user())

    async def _get_application(self, _: web.Request) -> web.Response:
        return answer_json(
            {
                "id": str(self.world.bot.id),
                "name": self.world.bot.name,
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "owner": self.world.people[0].user(),
                "team": None,
                "verify_key": self.world.verify_key,
                "interactions_endpoint_url": self.world.endpoint_url,
                "flags": 0,
                "bot": self.world.bot.user(),
                **self.world.application,
            }
        )

    async def _get_gateway(self, _: web.Request) -> web.Response:
        limit = {
            "total": 1000,
            "remaining": max(0, 999 - len(self.gateway.identified)),
            "reset_after": 14_400_000,
            "max_concurrency": self.gateway.max_concurrency,
        }
        answered = {"url": self.gateway.url, "shards": self.gateway.shards, "session_start_limit": limit}
        return answer_json(answered)

    async def _list_guilds(self, _: web.Request) -> web.Response:
        guild = self.world.guild
        permissions = self.world.bot_permissions
        told = {"id": str(guild.id), "name": guild.name, "owner": False, "permissions": permissions}
        return answer_json([told] if self.world.is_invited else [])

    async def _get_guild(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        return answer_json({**self.world.guild_json(), "id": request.match_info["guild_id"]})

    async def _list_channels(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        return answer_json([channel.as_json() for channel in self.world.channels])

    async def _get_member(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        person = self.world.person(_read_number(request, "user_id", UNKNOWN_MEMBER))
        if person is None:
            raise ApiError(*UNKNOWN_MEMBER)
        return answer_json({**self.world.member(person), "user": person.user()})

    async def _list_events(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        events = self.world.events.values()
        return answer_json([event for event in events if event["status"] in scheduled.FOLLOWING])

    async def _create_event(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        self._check_may(CREATE_EVENTS)
        return answer_json(scheduled.create(self.world, read_form(request).body))

    async def _change_event(self, request: web.Request) -> web.Response:
        self._check_guild(request)
        self._check_may(CREATE_EVENTS)
        event_id = _read_number(request, "event_id", UNKNOWN_EVENT)
        return answer_json(scheduled.change_status(self.world, event_id, read_form(request).body))

    async def _get_channel(self, request: web.Request) -> web.Response:
        return answer_json(self._channel_of(request).as_json())

    async def _edit_channel(self, request: web.Request) -> web.Response:
        """Archive a thread that the bot began, or open any; it manages none, and may change nothing else."""
        channel, body = self._channel_of(request), read_form(request).body
        if not isinstance(channel, Thread) or body.keys() != {"archived"}:
            raise ApiError(*FORBIDDEN)
        self._check_may(SEND_IN_THREADS)
        if self.world.is_shut(channel):
            raise ApiError(*FORBIDDEN)
        if body["archived"] and channel.owner_id != self.world.bot.id:
            raise ApiError(*FORBIDDEN)
        return answer_json(self.world.archive(channel, is_archived=bool(body["archived"])).as_json())

    async def _begin_thread(self, request: web.Request) -> web.Response:
        channel, body = self._channel_of(request), read_form(request).body
        if channel.recipient is not None or isinstance(channel, Thread):
            raise ApiError(*WRONG_CHANNEL)
        self._check_may(CREATE_THREADS)
        message = self._message_of(request)
        if int(message["id"]) in self.world.threads:
            raise ApiError(*HAS_THREAD)
        name, minutes = body.get("name"), body.get("auto_archive_duration") or MINUTES[2]
        check_form(THREAD, {"name": name, "auto_archive_duration": minutes})
        return answer_json(self.world.begin_thread(message, str(name), minutes).as_json(), 201)

    def _check_may(self, permission: int) -> None:
        if not int(self.world.bot_permissions) & permission:
            raise ApiError(*FORBIDDEN)

    async def _list_messages(self, request: web.Request) -> web.Response:
        """Newest first: the newest ones, or with `after` those that come next."""
        wanted, bounds = str(self._channel_of(request).id), request.query
        limit, before, after = (int(bounds.get(*each)) for each in LISTING)
        found = [
            message
            for message_id, message in sorted(self.world.messages.items(), key=itemgetter(0))
            if message["channel_id"] == wanted
            and after < message_id < before
            and not message.get("ephemeral_for")
        ]
        limit = max(1, min(limit, MOST_LISTED))
        chosen = found[:limit] if "after" in bounds else found[-limit:]
        return answer_json([for_bot(message) for message in reversed(chosen)])

    async def _post_message(self, request: web.Request) -> web.Response:
        channel = self._channel_of(request)
        if isinstance(channel, Thread):
            self._check_may(SEND_IN_THREADS)
        if self.world.is_shut(channel):
            raise ApiError(*ARCHIVED)
        form = read_form(request)
        form.body["flags"] = int(form.body.get("flags") or 0) & ~(1 << 6)  # only interactions can whisper
        return answer_json(for_bot(compose(self.world, self.world.bot, channel, form)))

    async def _get_message(self, request: web.Request) -> web.Response:
        return answer_json(for_bot(self._message_of(request)))

    async def _edit_message(self, request: web.Request) -> web.Response:
        form = read_form(request)
        message = self._message_of(request)
        if message["author"]["id"] != str(self.world.bot.id):
            raise ApiError(*NOT_YOURS)
        thread = self.world.thread(int(message["channel_id"]))
        if thread is not None and thread.is_archived:
            raise ApiError(*ARCHIVED)
        return answer_json(for_bot(revise(self.world, message, form)))

    async def _delete_message(self, request: web.Request) -> web.Response:
        self.world.delete(self._message_of(request))
        return answer_nothing()

    def _check_guild(self, request: web.Request) -> None:
        if request.match_info["guild_id"] not in {str(each.guild_id) for each in self.world.channels}:
            raise ApiError(*UNKNOWN_GUILD)

    def _channel_of(self, request: web.Request) -> Channel:
        channel = self.world.channel(_read_number(request, "channel_id", UNKNOWN_CHANNEL))
        if channel is None:
            raise ApiError(*UNKNOWN_CHANNEL)
        return channel

    def _message_of(self, request: web.Request) -> Json:
        channel = self._channel_of(request)
        message = self.world.messages.get(_read_number(request, "message_id", UNKNOWN_MESSAGE))
        if message is None or message.get("ephemeral_for") or message["channel_id"] != str(channel.id):
            raise ApiError(*UNKNOWN_MESSAGE)
        return message


def _read_number(request: web.Request, name: str, unknown: tuple[int, int, str]) -> int:
    number = read_id(request.match_info[name])
    if number is None:
        raise ApiError(*unknown)
    return number


def _anybody(_: web.Request) -> None:
    """Let everybody in."""
