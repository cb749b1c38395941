"""The world in a file, so that a chat is still there tomorrow."""

import asyncio
import base64
import contextlib
import json
import logging
import os
from dataclasses import asdict
from pathlib import Path

from bot.playground.things import Channel, File, Guild, Json, Person, Thread
from bot.playground.world import LOADING, World

_log = logging.getLogger(__name__)

WRITE_AFTER = 0.5


class HistoryError(ValueError):
    """The file of the chat cannot be read."""


class History:
    """Keeps a world in a file: written soon after every change, and whole or not at all."""

    def __init__(self, world: World, path: Path) -> None:
        self.world = world
        self.path = path
        self._keeping: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._has_changed = False
        world.listeners.append(self._on_change)

    def load(self) -> None:
        """Put what the file holds into the world, if there is one."""
        if not self.path.exists():
            return
        try:
            _restore(self.world, self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            sentence = f"The chat in {self.path} cannot be read; move the file away to begin anew."
            raise HistoryError(sentence) from error

    async def close(self) -> None:
        """Write what has not been written."""
        self._closing.set()
        if self._keeping is not None:
            await self._keeping

    def _on_change(self, event: str, _: Json) -> None:
        if event == "bot":
            return
        self._has_changed = True
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.create_task(self._write_changes())

    async def _write_changes(self) -> None:
        """Write after a moment, and again as long as there were changes meanwhile."""
        while self._has_changed:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), WRITE_AFTER)
            self._has_changed = False
            await asyncio.to_thread(self._write_file, _dump(self.world))

    def _write_file(self, saved: Json) -> None:
        part = self.path.with_name(self.path.name + ".part")
        try:
            with part.open("w", encoding="utf-8") as file:
                file.write(json.dumps(saved, default=_encoded, separators=(",", ":")))
                file.flush()
                os.fsync(file.fileno())  # or a power cut may leave the new name without the new content
            part.replace(self.path)
        except OSError as error:  # a chat that cannot be kept is no reason to end it
            _log.warning("The chat could not be kept in %s: %s", self.path, error.strerror)


def _encoded(content: object) -> str:
    if not isinstance(content, bytes):
        raise TypeError(f"{type(content).__name__} has no place in the chat's file.")
    return base64.b64encode(content).decode()


def _dump(world: World) -> Json:
    """All that lasts, without copying it: messages are replaced when they change, never altered."""
    return {
        "base_url": world.base_url,
        "guild": asdict(world.guild),
        "bot": asdict(world.bot),
        "people": [asdict(person) for person in world.people],
        "channels": [asdict(channel) for channel in world.channels],
        "threads": [asdict(thread) for thread in world.threads.values()],
        "directs": {person_id: channel.id for person_id, channel in world.directs.items()},
        "ahead": world.ahead,
        "locales": world.locales,
        "commands": world.commands,
        "messages": list(world.messages.values()),
        "files": {key: [vars(each) for each in files] for key, files in world.files_by_message()},
    }


def _restore(world: World, text: str) -> None:
    """Take the saved world's place; addresses of files follow the playground to its present port."""
    old, new = (url + "/attachments/" for url in (json.loads(text)["base_url"], world.base_url))
    saved = json.loads(text.replace(old, new))
    world.guild = Guild(**saved["guild"])
    world.bot = Person(**saved["bot"])
    people = tuple(Person(**each) for each in saved["people"])
    known = {person.name for person in people}
    world.people = (*people, *(each for each in world.people if each.name not in known))
    world.channels = tuple(Channel(**each) for each in saved["channels"])
    threads = [Thread(**each) for each in saved.get("threads", ())]
    world.threads = {thread.id: thread for thread in threads}
    for person in world.people:
        if str(person.id) in saved.get("directs", ()):
            world.direct(person, saved["directs"][str(person.id)])
    world.ahead = saved.get("ahead", 0.0)
    world.locales = {int(owner_id): locale for owner_id, locale in saved.get("locales", {}).items()}
    world.commands = saved["commands"]
    # What was still awaited is not coming any more.
    lasting = [message for message in saved["messages"] if not message["flags"] & LOADING]
    world.messages = {int(message["id"]): message for message in lasting}
    for message_id, files in saved["files"].items():
        restored = [File(each["attachment"], base64.b64decode(each["content"])) for each in files]
        world.change_files(message_id, restored)
