"""Discord's error responses: a status, a code, a sentence, and for a bad form its wrong fields."""

from collections.abc import Collection
from typing import Any

Path = tuple[str | int, ...]

ATTACHMENT = "attachment://"
SCHEMES = ("http://", "https://", ATTACHMENT)

UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
UNKNOWN_EVENT = (404, 10070, "Unknown Guild Scheduled Event")
ALREADY_ANSWERED = (400, 40060, "Interaction has already been acknowledged.")
NOT_YOURS = (403, 50005, "Cannot edit a message authored by another user")
FORBIDDEN = (403, 50013, "Missing Permissions")
WRONG_CHANNEL = (400, 50024, "Cannot execute action on this channel type")
ARCHIVED = (400, 50083, "Thread is archived")
ENTRY_POINT_LEFT_OUT = (
    400,
    50240,
    (
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include the"
        " Entry Point command in your update request or delete it separately."
    ),
)
EVENT_FINISHED = (400, 180000, "Cannot update a finished event")
HAS_THREAD = (400, 160004, "A thread has already been created for this message")
EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
TOKEN_EXPIRED = (401, 50027, "Invalid Webhook Token")
TOO_LARGE = (413, 40005, "Request entity too large")
INVALID_FORM = (400, 50035, "Invalid Form Body")
TOO_MANY_FILES = (400, 30015, "Maximum number of attachments in a message reached (10)")
BAD_JSON = (400, 50109, "The request body contains invalid JSON.")
BAD_REQUEST = (400, 0, "400: Bad Request")
FOREIGN = (403, 0, "The playground only serves its own page on this machine.")
UNAUTHORIZED = (401, 0, "401: Unauthorized")
NOT_FOUND = (404, 0, "404: Not Found")


class ApiError(Exception):
    """A request that Discord would refuse, with what it would answer."""

    def __init__(self, status: int, code: int, message: str, **more: object) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.body: dict[str, object] = {"message": message, "code": code, **more}


class Problems:
    """What is wrong with a form, collected field by field; `filenames` are those that it may refer to."""

    def __init__(self, filenames: Collection[str] = ()) -> None:
        self.filenames = filenames
        self.tree: dict[str, Any] = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one fault of the field at a path."""
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self, prefix: str | None = None) -> None:
        """Raise what Discord answers to such a form, if anything is wrong with it."""
        if self.tree:
            errors = {prefix: self.tree} if prefix else self.tree
            raise ApiError(*INVALID_FORM, errors=errors)
