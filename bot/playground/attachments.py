"""Files that come with a message: stored, listed, and put where the message shows them."""

import mimetypes
from dataclasses import dataclass
from urllib.parse import quote

from bot.playground.errors import ATTACHMENT, TOO_LARGE, TOO_MANY_FILES, ApiError
from bot.playground.things import File, Json
from bot.playground.world import COMPONENTS_V2, UPLOAD_LIMIT, World

PNG_SIGNATURE, GIF_SIGNATURES = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a")
FILES_MOST = 10
SHARED = ("url", "proxy_url", "content_type", "width", "height")


@dataclass(frozen=True)
class Upload:
    """A file sent with a request, numbered as in `files[n]`."""

    number: int
    filename: str
    content: bytes


def filenames(world: World, message: Json, body: Json, uploads: tuple[Upload, ...]) -> set[str]:
    """The names that `attachment://` may refer to."""
    names = {str(file.attachment["filename"]) for file in _list_kept_files(world, message, body)}
    return names | {_filename(upload, _told_of(body, upload)) for upload in uploads}


def attach(world: World, message: Json, body: Json, uploads: tuple[Upload, ...]) -> Json:
    """Store new files, drop those no longer listed, resolve `attachment://`; the fields that changes."""
    if sum(len(upload.content) for upload in uploads) > UPLOAD_LIMIT:
        raise ApiError(*TOO_LARGE)
    if not uploads and not world.files_of(message["id"]):
        return {}
    new = [_make_file(world, message, upload, _told_of(body, upload)) for upload in uploads]
    kept = _list_kept_files(world, message, body) + new
    if len(kept) > FILES_MOST:
        raise ApiError(*TOO_MANY_FILES)
    told = [file.attachment for file in kept]
    shown = _resolve(message["components"], {each["filename"]: each for each in told})
    world.change_files(message["id"], kept)
    # What components show is not listed a second time.
    listed_now = [each for each in told if each["filename"] not in shown]
    return {"attachments": listed_now, "components": message["components"]}


def _list_kept_files(world: World, message: Json, body: Json) -> list[File]:
    """The files a message keeps: an edit that lists attachments drops those shown and not listed.

    Those of a layout can be listed, too: each component says the id of the file that it shows.
    """
    mine = world.files_of(message["id"])
    if "attachments" not in body:
        return mine
    listed = {str(item.get("id")) for item in body["attachments"] or ()}
    if message["flags"] & COMPONENTS_V2:
        return [file for file in mine if file.id in listed]
    shown = {item["id"] for item in message["attachments"]}
    return [file for file in mine if file.id not in shown - listed]


def _told_of(body: Json, upload: Upload) -> Json:
    told = (item for item in body.get("attachments") or () if str(item.get("id")) == str(upload.number))
    return next(told, {})


def _filename(upload: Upload, told: Json) -> str:
    return str(told.get("filename") or upload.filename)


def _make_file(world: World, message: Json, upload: Upload, told: Json) -> File:
    file_id = str(world.new_id())
    filename = _filename(upload, told)
    url = f"{world.base_url}/attachments/{message['channel_id']}/{file_id}/{quote(filename)}"
    attachment: Json = {
        "id": file_id,
        "filename": filename,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": mimetypes.guess_type(filename)[0] or "application/octet-stream",
    }
    if told.get("description"):
        attachment["description"] = told["description"]
    return File(attachment | _size(upload.content), upload.content)


def _size(content: bytes) -> Json:
    """How wide and high a picture is; empty for any other file."""
    if content.startswith(PNG_SIGNATURE):
        return {"width": int.from_bytes(content[16:20]), "height": int.from_bytes(content[20:24])}
    if content.startswith(GIF_SIGNATURES):
        width, height = (int.from_bytes(content[at : at + 2], "little") for at in (6, 8))
        return {"width": width, "height": height}
    return {}


def _resolve(node: object, by_name: dict[str, Json]) -> set[str]:
    """Put files' addresses in the place of `attachment://name` everywhere; the names that were used."""
    used: set[str] = set()
    if isinstance(node, list):
        for each in node:
            used |= _resolve(each, by_name)
    elif isinstance(node, dict):
        name = _find_reference(node)
        if name in by_name:
            told = by_name[name]
            node.update({key: told[key] for key in SHARED if key in told}, attachment_id=told["id"])
            used.add(name)
        for each in node.values():
            if isinstance(each, list | dict):
                used |= _resolve(each, by_name)
    return used


def _find_reference(node: Json) -> str | None:
    url = node.get("url")
    return url.removeprefix(ATTACHMENT) if isinstance(url, str) and url.startswith(ATTACHMENT) else None
