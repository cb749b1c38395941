"""The command line: each command is a module, which adds itself to a parser and does its work.

Such a module has `add(commands)`, which makes its parser and sets `run`: a function of the parsed options
that returns the exit status. It imports what only its command needs when that runs.
"""
