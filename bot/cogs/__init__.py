"""Slash commands: parse, call a service, render, answer."""
