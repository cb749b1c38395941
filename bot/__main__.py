"""The command line."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

from bot import __version__
from bot.cli.arguments import fail

_COMMANDS = (
    "run",
    "serve",
    "playground",
    "play",
    "doctor",
    "backup",
    "restore",
    "copy",
    "puzzles",
    "arena",
    "train",
    "learning",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = _parser(_named_in(arguments[:1]))
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    _listen()
    return _run(options)


def _named_in(first: Sequence[str]) -> Sequence[str]:
    """Return the commands that the first argument needs; without one that is known, all."""
    if first == ["--version"]:
        return ()
    return [name for name in _COMMANDS if name in first] or _COMMANDS


def _run(options: argparse.Namespace) -> int:
    """Run the command, and return the exit status."""
    from bot.start_errors import SettingError, StartError  # noqa: PLC0415 - they load all games

    try:
        status: int = options.run(options)
    except (SettingError, StartError) as error:
        from bot.words.operations import format_failure  # noqa: PLC0415 - loads the languages

        return fail(format_failure(error), 2 if isinstance(error, SettingError) else 1)
    except KeyboardInterrupt:
        return fail(f"Stopped. {options.stopped}".rstrip(), 130)
    except BrokenPipeError:  # the reader of the output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _listen() -> None:
    """Treat the signals of service managers and of closed terminals like Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if os.name != "nt" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:  # else `nohup` keeps it running
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def _parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser of these commands only, as each imports what the others do not need."""
    parser = argparse.ArgumentParser(
        prog="maxine", description="A Discord bot that plays board games and can always say why."
    )
    parser.add_argument("--version", action="version", version=f"maxine {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    for name in names:
        module = import_module(f"bot.cli.{name}")
        summary, description = str(module.__doc__).split("\n\n")
        help_ = summary[0].lower() + summary[1:].rstrip(".")
        added = commands.add_parser(name, help=help_, description=description)
        added.set_defaults(run=module.run, stopped=getattr(module, "STOPPED", ""))
        module.add_arguments(added)
    return parser


if __name__ == "__main__":
    sys.exit(main())
