"""Trouble on demand: requests that fail, are cut or wait, and deliveries that come twice."""

import asyncio
import contextlib
import re
from dataclasses import dataclass

from aiohttp import web

from bot.playground.errors import FORBIDDEN, INVALID_FORM, ApiError

CUT = 0  # the status of a request whose line was cut instead of an answer
DELIVERY = "DELIVERY"  # what stands in a method's place in a fault of what the bot is told; it comes twice
RETRY_AFTER = 0.2
SENTENCES = {
    400: INVALID_FORM[1:],
    403: FORBIDDEN[1:],
    404: (10008, "Unknown Message"),
    429: (0, "You are being rate limited."),
    500: (0, "500: Internal Server Error"),
    503: (0, "503: Service Unavailable"),
}


class CutError(Exception):
    """The line is to be cut without an answer."""


@dataclass
class Fault:
    """The next so many requests like this one wait so long, and fail if there is a status to fail with."""

    method: str
    path: re.Pattern[str]
    times: int
    after: bool
    seconds: float
    status: int | None


class Trouble:
    """The faults that wait for their request."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._end = asyncio.Event()  # of what waits now
        self._is_closing = False

    def plan(  # noqa: PLR0913 - a fault has so many sides
        self,
        method: str,
        pattern: str,
        times: int,
        *,
        after: bool = False,
        seconds: float = 0,
        status: int | None = None,
    ) -> None:
        """Let trouble befall the next requests whose path has the pattern in it."""
        if status not in {None, CUT, *SENTENCES}:
            raise ValueError(f"Only {', '.join(map(str, SENTENCES))} can be asked for, not {status}.")
        if times > 0:
            path = re.compile(pattern)
            self._faults.append(Fault(method.upper(), path, times, after, seconds, status))

    def heal(self) -> None:
        """Forget every fault that is planned."""
        self._faults.clear()

    def hurry(self) -> None:
        """Let go on at once what waits."""
        self._end.set()
        self._end = asyncio.Event()

    def close(self) -> None:
        """Cut every line that waits."""
        self._is_closing = True
        self._end.set()

    def meet(self, method: str, path: str, *, after: bool = False) -> Fault | None:
        """The fault planned for this moment of a request, which is one less from now on."""
        for fault in self._faults:
            if (fault.method, fault.after) == (method, after) and fault.path.search(path):
                fault.times -= 1
                if fault.times == 0:
                    self._faults.remove(fault)
                return fault
        return None

    async def strike(self, method: str, path: str, *, after: bool = False) -> None:
        """Let a request suffer the fault planned for this moment of it, if there is one."""
        fault = self.meet(method, path, after=after)
        if fault is not None:
            await self._wait(fault.seconds)
            if fault.status is not None:
                raise CutError if fault.status == CUT else self._error(fault.status)

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._end.wait(), seconds)
        if self._is_closing:
            raise CutError

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
