"""The command line: each command is a module, whose docstring is its help.

`add_arguments` adds its options to a parser. `run` takes the parsed options and returns the exit status; it
imports what only this command needs. `STOPPED` is the last line of output of a command that is stopped.
"""
