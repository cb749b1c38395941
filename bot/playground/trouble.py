"""Trouble on demand: requests that fail because somebody asked for it."""

import re
from dataclasses import dataclass

from aiohttp import web

from bot.playground.errors import ApiError

RETRY_AFTER = 0.2
SENTENCES = {
    403: (50013, "Missing Permissions"),
    404: (10008, "Unknown Message"),
    429: (0, "You are being rate limited."),
    500: (0, "500: Internal Server Error"),
}


@dataclass
class Fault:
    """The next so many requests like this one fail."""

    method: str
    path: re.Pattern[str]
    status: int
    times: int
    after: bool


class Trouble:
    """The faults that wait for their request."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def plan(self, method: str, pattern: str, status: int, times: int, *, after: bool) -> None:
        """Let the next requests fail whose path has the pattern in it, before or `after` they are obeyed."""
        if status not in SENTENCES:
            raise ValueError(f"Only {', '.join(map(str, SENTENCES))} can be asked for, not {status}.")
        if times > 0:
            self._faults.append(Fault(method.upper(), re.compile(pattern), status, times, after))

    def strike(self, method: str, path: str, *, after: bool = False) -> None:
        """Raise the fault planned for this moment of a request, if there is one."""
        for fault in self._faults:
            if (fault.method, fault.after) == (method, after) and fault.path.search(path):
                fault.times -= 1
                if fault.times == 0:
                    self._faults.remove(fault)
                raise self._error(fault.status)

    def dress(self, response: web.Response, error: ApiError) -> web.Response:
        """Give a rate limited answer the headers Discord gives it."""
        if error.status == 429:  # noqa: PLR2004 - HTTP's own number
            response.headers.update(
                {
                    "Via": "1.1 google",
                    "Retry-After": "1",
                    "X-RateLimit-Limit": "5",
                    "X-RateLimit-Remaining": "0",
                    "X-RateLimit-Reset-After": str(RETRY_AFTER),
                    "X-RateLimit-Bucket": "playground",
                    "X-RateLimit-Scope": "user",
                }
            )
        return response

    def _error(self, status: int) -> ApiError:
        code, sentence = SENTENCES[status]
        if status == 429:  # noqa: PLR2004 - HTTP's own number
            return ApiError(status, code, sentence, retry_after=RETRY_AFTER, **{"global": False})
        return ApiError(status, code, sentence)
