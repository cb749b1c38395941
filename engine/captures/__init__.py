"""Oware: sowing and estimates in machine words, and the search that knows the endings."""
