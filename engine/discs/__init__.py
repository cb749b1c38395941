"""Exact endings of Reversi: the search for margins."""
