"""Whether a request is Discord's: signed by the application's key, and just now."""

from __future__ import annotations

import logging
import re
import time
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from bot.extras import needing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_log = logging.getLogger(__name__)

SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
FRESH_SECONDS = 10.0
"""How long ago a request may have been signed: Discord names no limit (discord-api-docs#6209), but takes no
answer after 3 s, and its clocks need not agree to the second.

A process knows what it has taken already. What is left: whoever has caught a request can have it taken once
more by another process, or after a restart, within this time.
"""

_SIGNATURE, _TIMESTAMP = re.compile("[0-9a-fA-F]{128}"), re.compile("[0-9]{1,12}")


class Signatures:
    """Checks requests against a public key and a clock; MissingExtraError if the library is not there."""

    def __init__(self, public_key: bytes, now: Callable[[], float]) -> None:
        with needing("http"):
            from nacl.exceptions import BadSignatureError  # noqa: PLC0415 - of an extra
            from nacl.signing import VerifyKey  # noqa: PLC0415 - likewise
        self._key, self._now, self._bad = VerifyKey(public_key), now, BadSignatureError

    def is_valid(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether a request with these headers and this body is to be believed."""
        signature, timestamp = headers.get(SIGNATURE, ""), headers.get(TIMESTAMP, "")
        if not _SIGNATURE.fullmatch(signature) or not _TIMESTAMP.fullmatch(timestamp):
            return False
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(signature))
        except self._bad:
            return False
        return self._is_fresh(int(timestamp))

    def _is_fresh(self, signed_at: int) -> bool:
        """Return whether it was not signed long ago; what is of the future shows that the clock is behind."""
        seconds = self._now() - signed_at
        if seconds > FRESH_SECONDS:
            _log.warning("A signed request is refused: it is %.0f seconds old.", seconds)
        return seconds <= FRESH_SECONDS


class AnswerClock:
    """What time it is by the newest answer of Discord, whatever the clock of this machine shows.

    By a wrong one every request would be refused, and Discord would send no more.
    """

    def __init__(self) -> None:
        self._begun_at = 0.0  # seconds since the epoch

    def __call__(self) -> float:
        """Return the time, in seconds since the epoch; something long ago if there was no answer."""
        return self._begun_at + time.monotonic()

    def read(self, headers: Mapping[str, str]) -> None:
        """Set it by the headers of an answer."""
        with suppress(KeyError, ValueError):
            self._begun_at = parsedate_to_datetime(headers["Date"]).timestamp() - time.monotonic()
