"""Whether a request is Discord's: signed by the application's key, and just now."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from bot.errors import MissingHttpError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_log = logging.getLogger(__name__)

SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
FRESH_SECONDS = 300.0
"""How far from now a request may have been signed. Discord names no limit (discord-api-docs#6209); this is
what others who sign webhooks so recommend, and an older interaction could not be answered any more."""

_SIGNATURE, _TIMESTAMP = re.compile("[0-9a-fA-F]{128}"), re.compile("[0-9]{1,12}")


class Signatures:
    """Checks requests against a public key and a clock; MissingHttpError if the library is not there."""

    def __init__(self, public_key: bytes, now: Callable[[], float]) -> None:
        try:
            from nacl.exceptions import BadSignatureError  # noqa: PLC0415 - of an extra
            from nacl.signing import VerifyKey  # noqa: PLC0415 - likewise
        except ImportError as error:
            raise MissingHttpError from error
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
        seconds = self._now() - signed_at
        if abs(seconds) > FRESH_SECONDS:
            _log.warning("A signed request is refused: it is %.0f s old, or the clock is wrong.", seconds)
            return False
        return True
