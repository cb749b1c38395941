"""Sends answers to Discord: in time, once, and until each message shows what is stored."""
