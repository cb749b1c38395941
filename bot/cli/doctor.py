"""Check settings, permissions, database and more.

Checks what Maxine needs, and prints for each check `ok`, or what is wrong and what to do: settings, token,
application, intents, permissions on servers, clock, database, commands, workers and, if used, shards, metrics
and cluster. It changes nothing and works while the bot runs. The exit status is 1 if anything is wrong.
"""

import argparse
import asyncio
import json
import time
from collections.abc import AsyncIterator
from functools import partial

from bot import config
from bot.cli import arguments
from bot.models import Diagnosis, Symptom, Topic
from bot.start_errors import SettingError
from bot.words.operations import format_diagnosis


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    return asyncio.run(_print_diagnoses(is_json=options.json))


async def _print_diagnoses(*, is_json: bool) -> int:
    checks = []
    async for diagnosis in _diagnose():
        check, sentence = diagnosis.topic.value, format_diagnosis(diagnosis)
        checks.append({"check": check, "ok": diagnosis.symptom.is_well, "sentence": sentence})
        if not is_json:
            arguments.say(f"{check}: {sentence}")
    is_well = all(each["ok"] is not False for each in checks)
    if is_json:
        arguments.say(json.dumps({"ok": is_well, "checks": checks}, indent=2))
    return 0 if is_well else 1


async def _diagnose() -> AsyncIterator[Diagnosis]:
    from bot import doctor  # noqa: PLC0415 - the bot runs without it
    from bot.storage import opening  # noqa: PLC0415 - likewise

    try:
        settings = config.load()
    except SettingError as error:
        yield Diagnosis(Topic.SETTINGS, Symptom.REFUSED, {"error": error})
        return
    yield Diagnosis(Topic.SETTINGS)
    look = partial(opening.examine, settings.database)
    async for diagnosis in doctor.diagnose(settings, look, time.time):
        yield diagnosis
