"""Slash commands: each parses its options, calls a service, and answers."""
