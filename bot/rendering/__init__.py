"""Draws values as pictures, with one view module a game: free of Discord and of storage."""
