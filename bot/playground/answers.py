"""The routes by which a bot answers interactions: callback, original answer, followups."""

from aiohttp import web

from bot.playground.bodies import read_form
from bot.playground.errors import ARCHIVED, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, ApiError
from bot.playground.forms import check_form, fields, one_of
from bot.playground.interactions import Interaction, InteractionKind, Interactions, Reply
from bot.playground.messages import MessagePayload, compose, revise
from bot.playground.modals import check_modal
from bot.playground.reading import read_id
from bot.playground.rest import Rest, answer_json, answer_nothing
from bot.playground.things import Json
from bot.playground.validation import check_choices
from bot.playground.world import EPHEMERAL, LOADING, World, for_bot

FITTING = {
    InteractionKind.COMMAND: {Reply.MESSAGE, Reply.DEFER, Reply.MODAL},
    InteractionKind.COMPONENT: {Reply.MESSAGE, Reply.DEFER, Reply.DEFER_UPDATE, Reply.UPDATE, Reply.MODAL},
    InteractionKind.AUTOCOMPLETE: {Reply.CHOICES},
    InteractionKind.MODAL: {Reply.MESSAGE, Reply.DEFER, Reply.DEFER_UPDATE, Reply.UPDATE},
}


class Answers:
    """Takes a bot's answers and makes messages and choices of them."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        """Every route of this module."""
        callback = "/interactions/{interaction_id}/{token}/callback"
        webhook = "/webhooks/{application_id}/{token}"
        return [
            rest.route("POST", callback, self._callback, self._unanswered),
            rest.route("POST", webhook, self._follow_up, self._interaction),
            rest.route("GET", webhook + "/messages/{message_id}", self._get, self._interaction),
            rest.route("PATCH", webhook + "/messages/{message_id}", self._edit_message, self._interaction),
            rest.route("DELETE", webhook + "/messages/{message_id}", self._delete_message, self._interaction),
        ]

    async def _callback(self, request: web.Request) -> web.Response:
        form = read_form(request)
        interaction = self._unanswered(request)
        self._refuse_shut(interaction)
        reply = _fitting(interaction, form.body.get("type", 0))
        data = MessagePayload(form.body.get("data") or {}, form.uploads, "data")
        message = self._apply_reply(interaction, reply, data)
        interaction.reply = reply
        interaction.mark_settled()
        if request.query.get("with_response") in ("1", "true"):
            return answer_json(_resource(interaction, reply, message))
        return answer_nothing()

    def _apply_reply(self, interaction: Interaction, reply: Reply, form: MessagePayload) -> Json | None:
        if reply is Reply.CHOICES:
            interaction.choices = _read_choices(interaction, form)
            return None
        if reply is Reply.MODAL:
            check_modal(form.body)
            interaction.modal = form.body
            return None
        if reply is Reply.DEFER_UPDATE:
            interaction.original_id = _source_id(interaction)
            return None
        if reply is Reply.UPDATE:
            message = revise(self.world, self._source(interaction), form)
        elif reply is Reply.DEFER:
            message = self._defer(interaction, form)
        else:
            message = self._post_message(interaction, form)
        interaction.original_id = int(message["id"])
        if reply is not Reply.DEFER:
            interaction.first = message
        return message

    def _source(self, interaction: Interaction) -> Json:
        """The message that was clicked, as it is now."""
        message = self.world.messages.get(_source_id(interaction))
        if message is None:
            raise ApiError(*UNKNOWN_MESSAGE)
        return message

    def _post_message(self, interaction: Interaction, form: MessagePayload, **more: object) -> Json:
        known: Json = {
            "type": 20 if (interaction.opener or interaction).kind is InteractionKind.COMMAND else 0,
            "application_id": str(self.world.bot.id),
            "webhook_id": str(self.world.bot.id),
            "interaction_metadata": interaction.metadata(),
            **more,
        }
        if int(form.body.get("flags") or 0) & EPHEMERAL:
            known["ephemeral_for"] = str(interaction.person.id)
        return compose(self.world, self.world.bot, interaction.channel, form, **known)

    def _defer(self, interaction: Interaction, form: MessagePayload) -> Json:
        whisper = int(form.body.get("flags") or 0) & EPHEMERAL
        return self._post_message(interaction, MessagePayload({"flags": whisper}), flags=LOADING)

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request)
        self._refuse_shut(interaction)
        message = self._followed(interaction, read_form(request))
        return (
            answer_json(for_bot(message)) if request.query.get("wait") in ("1", "true") else answer_nothing()
        )

    def _followed(self, interaction: Interaction, form: MessagePayload) -> Json:
        """A followup; the first one after a deferred answer takes that answer's place, as Discord has it."""
        deferred = self.world.messages.get(interaction.original_id or 0)
        if deferred is not None and deferred["flags"] & LOADING:
            message = revise(self.world, deferred, form)
            interaction.first = interaction.first or message
            interaction.record_change()
            return message
        original = (
            {"original_response_message_id": str(interaction.original_id)} if interaction.original_id else {}
        )
        told = {**interaction.metadata(), **original}
        message = self._post_message(interaction, form, type=0, interaction_metadata=told)
        interaction.followup_ids.append(int(message["id"]))
        interaction.first = interaction.first or message
        interaction.record_change()
        return message

    async def _get(self, request: web.Request) -> web.Response:
        return answer_json(
            for_bot(self._message(self._interaction(request), request.match_info["message_id"]))
        )

    async def _edit_message(self, request: web.Request) -> web.Response:
        form = read_form(request)
        interaction = self._interaction(request)
        self._refuse_shut(interaction)
        message = revise(self.world, self._message(interaction, request.match_info["message_id"]), form)
        if interaction.first is None and int(message["id"]) == interaction.original_id:
            interaction.first = message
        interaction.record_change()
        return answer_json(for_bot(message))

    async def _delete_message(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request)
        self.world.delete(self._message(interaction, request.match_info["message_id"]))
        interaction.record_change()
        return answer_nothing()

    def _refuse_shut(self, interaction: Interaction) -> None:
        if interaction.kind is not InteractionKind.AUTOCOMPLETE and self.world.is_shut(interaction.channel):
            raise ApiError(*ARCHIVED)

    def _unanswered(self, request: web.Request) -> Interaction:
        interaction_id = read_id(request.match_info["interaction_id"]) or 0
        return self.interactions.unanswered(interaction_id, request.match_info["token"])

    def _interaction(self, request: web.Request) -> Interaction:
        if request.match_info["application_id"] != str(self.world.bot.id):
            raise ApiError(*UNKNOWN_WEBHOOK)
        return self.interactions.find_answered(request.match_info["token"])

    def _message(self, interaction: Interaction, which: str) -> Json:
        original = interaction.original_id or 0
        message_id = original if which == "@original" else read_id(which) or 0
        message = self.world.messages.get(message_id)
        if message is None or message_id not in (original, *interaction.followup_ids):
            raise ApiError(*UNKNOWN_MESSAGE)
        return message


def _fitting(interaction: Interaction, asked: int) -> Reply:
    fitting = FITTING[interaction.kind]
    if interaction.message is None:
        fitting = fitting - {Reply.UPDATE, Reply.DEFER_UPDATE}
    check_form(fields(type=one_of(*map(int, sorted(fitting)))), {"type": asked})
    return Reply(asked)


def _source_id(interaction: Interaction) -> int:
    return int(interaction.message["id"]) if interaction.message is not None else 0


def _read_choices(interaction: Interaction, form: MessagePayload) -> list[Json]:
    choices: list[Json] = form.body.get("choices") or []
    check_choices(choices, _focused(interaction.data["options"])["type"])
    return choices


def _focused(options: list[Json]) -> Json:
    """The option that suggestions are for, which may stand inside a subcommand."""
    inside = [nested for option in options for nested in option.get("options", ())]
    return next((option for option in options if option.get("focused")), None) or _focused(inside)


def _resource(interaction: Interaction, reply: Reply, message: Json | None) -> Json:
    told: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    if message is None:
        return {"interaction": told}
    told["response_message_id"] = message["id"]
    told["response_message_loading"] = bool(message["flags"] & LOADING)
    told["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
    return {"interaction": told, "resource": {"type": int(reply), "message": for_bot(message)}}
