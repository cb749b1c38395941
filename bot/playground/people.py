"""The actions of people on messages and commands."""

from collections.abc import Mapping

from bot.playground.components import Type, pressable
from bot.playground.filling import aim, fill_in
from bot.playground.interactions import Interaction, InteractionKind, Interactions
from bot.playground.messages import MessagePayload, compose
from bot.playground.modals import fill_in_modal
from bot.playground.things import Channel, Json, Person
from bot.playground.validation import CONTENT_MOST
from bot.playground.world import World


class Actions:
    """All a person can do; ValueError with a sentence for what Discord's client would not allow."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    def command(self, person: Person, channel: Channel, name: str, options: dict[str, object]) -> Interaction:
        """Use a slash command."""
        self._check_permissions(person, channel, name)
        data = fill_in(self.world, name, options, channel=self._entered(person, channel))
        return self.interactions.open_interaction(InteractionKind.COMMAND, person, channel, data)

    def choose(self, person: Person, channel: Channel, name: str, target: Person) -> Interaction:
        """Use a command in the menu of a person."""
        data = aim(self.world, name, target, self._entered(person, channel))
        return self.interactions.open_interaction(InteractionKind.COMMAND, person, channel, data)

    def choose_at(self, person: Person, message_id: int, name: str) -> Interaction:
        """Use a command in the menu of a message."""
        message = self._find_seen(person, message_id)
        channel = self._channel_of(message)
        data = aim(self.world, name, message, self._entered(person, channel))
        return self.interactions.open_interaction(InteractionKind.COMMAND, person, channel, data)

    def autocomplete(
        self, person: Person, channel: Channel, name: str, focused: str, options: dict[str, object]
    ) -> Interaction:
        """Type into an option that makes suggestions."""
        data = fill_in(self.world, name, options, focused, self._entered(person, channel))
        return self.interactions.open_interaction(InteractionKind.AUTOCOMPLETE, person, channel, data)

    def use(self, person: Person, message_id: int, custom_id: str, values: list[str]) -> Interaction:
        """Press or choose from what a page shows; a page that shows the past may ask for what is gone."""
        component = self._component(self._find_seen(person, message_id), custom_id)
        if component.get("disabled"):
            raise ValueError(f"{component.get('label') or custom_id} is disabled.")
        if component.get("type") == Type.STRING_SELECT:
            known = {option["value"] for option in component["options"]}
            absent = [value for value in values if value not in known]
            if absent:
                raise ValueError(f"The menu {custom_id!r} has no option {absent[0]!r}.")
        return self.press(person, message_id, custom_id, values)

    def press(
        self, person: Person, message_id: int, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Deliver a custom_id, whether or not the message still has it."""
        message = self._find_seen(person, message_id)
        component = self._component(message, custom_id)
        channel, kind = self._entered(person, self._channel_of(message)), component.get("type", Type.BUTTON)
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": component.get("id", 0)}
        if kind == Type.STRING_SELECT:
            data["values"] = values or []
        return self.interactions.open_interaction(InteractionKind.COMPONENT, person, channel, data, message)

    def submit(self, person: Person, opener_id: int, given: Mapping[str, object]) -> Interaction:
        """Send the modal that something this person did was answered with."""
        opener = self.interactions.by_id.get(opener_id)
        if opener is None or opener.modal is None or opener.person.id != person.id:
            raise ValueError(f"{person.display} has no such modal open.")
        data = fill_in_modal(self.world, opener.modal, self._entered(person, opener.channel), given)
        return self.interactions.open_interaction(InteractionKind.MODAL, person, opener.channel, data, opener)

    def say(self, person: Person, channel: Channel, content: str) -> Json:
        """Say something in a channel."""
        if not 0 < len(content.strip()) <= CONTENT_MOST:
            raise ValueError(f"A message has 1 to {CONTENT_MOST} characters.")
        return compose(
            self.world, person, self._entered(person, channel), MessagePayload({"content": content})
        )

    def dismiss(self, person: Person, message_id: int) -> None:
        """Put an answer away that only this person sees."""
        message = self._find_seen(person, message_id)
        if message.get("ephemeral_for") != str(person.id):
            raise ValueError("Only a message that only you can see can be dismissed.")
        self.world.delete(message)

    def _find_seen(self, person: Person, message_id: int) -> Json:
        message = self.world.messages.get(message_id)
        if message is None or not self.world.is_seen_by(person, message):
            raise ValueError(f"{person.display} sees no message {message_id}.")
        return message

    def _entered(self, person: Person, channel: Channel) -> Channel:
        """The channel, in which this person can read and write."""
        if not self.world.sees(person, channel):
            what = "this channel" if channel.recipient is None else "these direct messages"
            raise ValueError(f"{person.display} does not see {what}.")
        if channel.recipient is None and self.world.is_timed_out(person):
            raise ValueError(f"{person.display} is timed out.")
        return channel

    def _check_permissions(self, person: Person, channel: Channel, name: str) -> None:
        """Refuse a command that this person is not shown, as not all are for all members of a server."""
        found = (each for each in self.world.commands if each["name"] == name.partition(" ")[0])
        wanted = int(next(found, {}).get("default_member_permissions") or 0)
        if channel.context == 0 and wanted & ~int(person.permissions):
            raise ValueError(f"{person.display} is not shown the command /{name}.")

    def _component(self, message: Json, custom_id: str) -> Json:
        """The part of a message that has a custom_id; empty if there is none, or none any more."""
        return next((each for each in pressable(message["components"]) if each["custom_id"] == custom_id), {})

    def _channel_of(self, message: Json) -> Channel:
        channel = self.world.channel(message["channel_id"])
        assert channel is not None  # noqa: S101 - a person who sees a message sees its channel
        return channel
