"""Discord's error responses: a status, a code, a sentence, and for a bad form its wrong fields."""

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
    """What is wrong with a form, collected field by field."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note one fault of the field at a path."""
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: object, least: int, most: int) -> None:
        """Note a text or list that is missing, too short or too long."""
        if value is None and least:
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif isinstance(value, str | list) and not least <= len(value) <= most:
            bounds = f"between {least} and {most}" if least else f"{most} or fewer"
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be {bounds} in length.")

    def text(self, path: Path, value: object, least: int, most: int) -> None:
        """Note what is not a text, or one that is missing, too short or too long."""
        if value is None or isinstance(value, str):
            self.length(path, value, least, most)
        else:
            self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')

    def array(self, path: Path, value: object, least: int, most: int) -> list[Any]:
        """Note what is not a list, or one that is missing, too short or too long; return what is in it."""
        if value is not None and not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        self.length(path, value, least, most)
        return value or []

    def mapping(self, path: Path, value: object) -> dict[str, Any]:
        """Note what is not an object; return what is in it."""
        if value is not None and not isinstance(value, dict):
            self.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return {}
        return value or {}

    def switch(self, path: Path, value: object) -> None:
        """Note what is neither true nor false."""
        if value is not None and not isinstance(value, bool):
            self.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")

    def number(self, path: Path, value: object, least: int, most: int) -> None:
        """Note what is not a whole number, or one that is too small or too great."""
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            sentence = f"int value should be greater than or equal to {least}."
            self.add(path, "NUMBER_TYPE_MIN", sentence)
        elif value > most:
            sentence = f"int value should be less than or equal to {most}."
            self.add(path, "NUMBER_TYPE_MAX", sentence)

    def scheme(self, path: Path, url: str) -> None:
        """Note an address that Discord does not follow."""
        if not url.startswith(SCHEMES):
            sentence = f'Scheme "{url.partition(":")[0]}" is not supported.'
            self.add(path, "URL_TYPE_INVALID_SCHEME", sentence)

    def refuse(self, prefix: str | None = None) -> None:
        """Raise what Discord answers to such a form, if anything is wrong with it."""
        if self.tree:
            errors = {prefix: self.tree} if prefix else self.tree
            raise ApiError(*INVALID_FORM, errors=errors)
