"""Exact Kalah: sowing, the search for margins, and tables of openings and endgames."""
